//! A whole run at a glance: what its results can be told apart by, which are equal, and what accepting some of them
//! would cover.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use mill_domain::{DecidedBy, Record, RunId, TaskNumber, TaskState, Verdict};
use mill_skills::fold;
use mill_store::{RowFilter, TaskRow};

use super::facet::{FacetColumn, FacetCounts, FacetKind, FacetPick, sift};
use super::facts::{RowFacts, RunFacts};
use super::risk::Risk;
use crate::{Engine, EngineError};

/// Groups of equal results that are listed at most.
const GROUPS: usize = 200;

/// Characters of the note of a flag at most.
const FLAG_CHARS: usize = 500;

/// Which rows of a run a person looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewFilter {
    /// Which rows there are at all.
    pub show: RowFilter,
    /// Text a row must contain in a cell or result; "": any.
    pub search: String,
    /// What is picked of the facets.
    pub picks: Vec<FacetPick>,
}

impl Default for ReviewFilter {
    fn default() -> Self {
        Self {
            show: RowFilter::All,
            search: String::new(),
            picks: Vec::new(),
        }
    }
}

/// The order rows come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReviewOrder {
    /// As in the file.
    #[default]
    File,
    /// What should be looked at first, first.
    Risk,
}

/// A row with what review knows of it.
#[derive(Debug, Clone)]
pub struct ReviewRow {
    /// The task.
    pub row: TaskRow,
    /// What speaks against it.
    pub risk: Risk,
    /// The note of its flag, "" for a flag without words; `None`: nobody flagged it.
    pub flag: Option<String>,
    /// What it was before a person corrected it; `None` if nobody did.
    pub before: Option<Record>,
}

/// Results that say the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultGroup {
    /// What picks exactly these rows among those of the filter.
    pub picks: Vec<FacetPick>,
    /// Texts of the outputs they share, in the order of [`Survey::group_by`].
    pub shown: Vec<String>,
    /// Rows.
    pub total: u64,
    /// Rows without a verdict.
    pub open: u64,
    /// Rows a rule decided.
    pub by_rule: u64,
    /// Rows something speaks against.
    pub risky: u64,
}

/// What accepting all that match would cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AcceptPreview {
    /// Rows that would be accepted.
    pub rows: u64,
    /// Of them, decided by a rule.
    pub by_rule: u64,
    /// Of them, decided by a model.
    pub by_model: u64,
    /// Of them, with a finding.
    pub with_findings: u64,
    /// Of them, with low confidence.
    pub unsure: u64,
    /// Of them, flagged by a person.
    pub flagged: u64,
    /// Rows that match and have no verdict, but lack a required value: they stay open.
    pub unfilled: u64,
}

/// A run at a glance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey {
    /// Rows that match.
    pub total: u64,
    /// Those of them without a verdict.
    pub open: u64,
    /// What can be picked.
    pub facets: Vec<FacetCounts>,
    /// Labels of the outputs whose values make two results equal.
    pub group_by: Vec<String>,
    /// The largest groups of equal results.
    pub groups: Vec<ResultGroup>,
    /// How many groups there are.
    pub groups_total: u64,
    /// What accepting all of it would cover.
    pub preview: AcceptPreview,
}

/// The rows a filter leaves, with the state of this moment.
struct Sifted {
    facts: Arc<RunFacts>,
    verdicts: BTreeMap<TaskNumber, String>,
    by_sample: BTreeMap<TaskNumber, u32>,
    flags: BTreeMap<TaskNumber, String>,
    rows: Vec<usize>,
    counts: Vec<FacetCounts>,
}

impl Engine {
    /// A run at a glance.
    /// # Errors
    /// [`EngineError::Store`] if there is no such run.
    pub async fn survey(&self, run: RunId, filter: &ReviewFilter) -> Result<Survey, EngineError> {
        let sifted = self.sift_run(run, filter).await?;
        let (groups, groups_total) = sifted.groups();
        let open = sifted.rows().filter(|row| sifted.is_open(row)).count();
        Ok(Survey {
            total: count(sifted.rows.len()),
            open: count(open),
            group_by: sifted
                .grouping()
                .map(|column| column.label.clone())
                .collect(),
            groups,
            groups_total,
            preview: sifted.preview(),
            facets: sifted.counts,
        })
    }

    /// A page of the rows that match, and how many match in all.
    /// # Errors
    /// [`EngineError::Store`] if there is no such run.
    pub async fn review_rows(
        &self,
        run: RunId,
        filter: &ReviewFilter,
        order: ReviewOrder,
        (offset, limit): (usize, usize),
    ) -> Result<(u64, Vec<ReviewRow>), EngineError> {
        let mut sifted = self.sift_run(run, filter).await?;
        if order == ReviewOrder::Risk {
            let facts = Arc::clone(&sifted.facts);
            sifted
                .rows
                .sort_by_key(|at| Reverse(facts.rows.get(*at).map_or(0, |row| row.risk.score)));
        }
        let mut before = self.store().outputs_before_correction(run).await?;
        let page = sifted.rows().skip(offset).take(limit);
        let rows = page
            .map(|facts| sifted.review_row(facts, &mut before))
            .collect();
        Ok((count(sifted.rows.len()), rows))
    }

    /// One row with what review knows of it.
    /// # Errors
    /// [`EngineError::Store`] if there is no such task.
    pub async fn review_row(&self, run: RunId, task: TaskNumber) -> Result<ReviewRow, EngineError> {
        let row = self.store().task(run, task).await?;
        let facts = match self.parts.facts.latest(run) {
            Some(facts) => facts,
            None => self.run_facts(run).await?,
        };
        let known = facts
            .row(task)
            .filter(|known| known.row.version == row.version);
        let before = self.store().output_before_correction(run, task).await?;
        Ok(ReviewRow {
            // Of a result that came after the run was looked at as a whole, the next look at it tells.
            risk: known.map(|known| known.risk.clone()).unwrap_or_default(),
            flag: self.store().flag(run, task).await?,
            before,
            row,
        })
    }

    /// Accepts every result that matches, has no verdict and lacks nothing, with one undo for all; the tasks. `count` is
    /// how many the person was told it would be.
    /// # Errors
    /// [`EngineError::BadValue`] if it is not that many any more: nothing is accepted then.
    pub async fn accept_matching(
        &self,
        run: RunId,
        filter: &ReviewFilter,
        expected: Option<u64>,
    ) -> Result<Vec<TaskNumber>, EngineError> {
        let sifted = self.sift_run(run, filter).await?;
        let tasks: Vec<TaskNumber> = sifted
            .rows()
            .filter(|row| sifted.is_open(row) && !row.is_unfilled)
            .map(|row| row.row.number)
            .collect();
        if let Some(expected) = expected.filter(|expected| *expected != count(tasks.len())) {
            return Err(EngineError::BadValue {
                what: "count",
                value: expected.to_string(),
                expected: format!("look again: it is {} rows now", tasks.len()),
            });
        }
        if !tasks.is_empty() {
            self.store_verdict(run, tasks.clone(), Verdict::Accepted, None)
                .await?;
        }
        Ok(tasks)
    }

    /// Sets or takes away the flag of a row. `flag` is what to remember about it, "" for no words; `None` takes it away.
    /// # Errors
    /// [`EngineError::Store`] if there is no such task, [`EngineError::BadValue`] for a note that is too long.
    pub async fn set_flag(
        &self,
        run: RunId,
        task: TaskNumber,
        flag: Option<&str>,
    ) -> Result<(), EngineError> {
        let note = flag.map(|note| note.trim().to_owned());
        if let Some(long) = note
            .as_ref()
            .filter(|note| note.chars().count() > FLAG_CHARS)
        {
            return Err(EngineError::BadValue {
                what: "note",
                value: long.chars().take(60).collect(),
                expected: format!("write up to {FLAG_CHARS} characters"),
            });
        }
        self.store().task(run, task).await?;
        self.store().set_flag(run, task, note, self.now()).await?;
        let tags = vec![format!("review:{run}"), format!("item:{run}:{task}")];
        self.publish(crate::EngineEvent::Stale(tags));
        Ok(())
    }

    /// Remembers that a person left a row for later: it stays open, and undo comes back to it.
    /// # Errors
    /// [`EngineError::Store`] if there is no such task.
    pub async fn skip_row(&self, run: RunId, task: TaskNumber) -> Result<(), EngineError> {
        self.store().task(run, task).await?;
        Ok(self.store().skip_task(run, task, self.now()).await?)
    }

    /// The rows of the latest sample, if that is what is to be shown.
    async fn sampled(
        &self,
        run: RunId,
        show: RowFilter,
    ) -> Result<BTreeSet<TaskNumber>, EngineError> {
        if show != RowFilter::InSample {
            return Ok(BTreeSet::new());
        }
        let rows = self.store().tasks(run, show, "", 0, u64::MAX).await?;
        Ok(rows.into_iter().map(|row| row.number).collect())
    }

    async fn sift_run(&self, run: RunId, filter: &ReviewFilter) -> Result<Sifted, EngineError> {
        let facts = self.run_facts(run).await?;
        let verdicts = self.store().standing_verdicts(run).await?;
        let flags = self.store().flagged_tasks(run).await?;
        let mut verdict = FacetColumn::new("verdict".to_owned(), FacetKind::Verdict, String::new());
        let mut flag = FacetColumn::new("flag".to_owned(), FacetKind::Flag, String::new());
        for row in &facts.rows {
            let said = verdicts.get(&row.row.number).map_or("none", String::as_str);
            verdict.push(row.is_done().then(|| said.to_owned()));
            flag.push(
                flags
                    .contains_key(&row.row.number)
                    .then(|| "yes".to_owned()),
            );
        }
        let columns: Vec<&FacetColumn> = facts.columns.iter().chain([&verdict, &flag]).collect();
        let search = fold(filter.search.trim());
        let sampled = self.sampled(run, filter.show).await?;
        let base = facts.rows.iter().enumerate().filter(|(_, row)| {
            let judged = verdicts.contains_key(&row.row.number);
            (shows(filter.show, row, judged) || sampled.contains(&row.row.number))
                && (search.is_empty() || row.words.contains(&search))
        });
        let (rows, counts) = sift(&columns, &filter.picks, base.map(|(at, _)| at));
        Ok(Sifted {
            by_sample: self.store().accepted_by_sample(run).await?,
            verdicts,
            flags,
            rows,
            counts,
            facts,
        })
    }
}

fn shows(show: RowFilter, row: &RowFacts, judged: bool) -> bool {
    let waits = !matches!(row.row.state, TaskState::Ended(_));
    match show {
        RowFilter::All => true,
        RowFilter::NeedsReview => row.is_done() && !judged && row.row.needs_review,
        RowFilter::Unjudged => row.is_done() && !judged,
        RowFilter::Judged => judged,
        RowFilter::ByRule => row.is_done() && row.row.decided_by == Some(DecidedBy::Rule),
        RowFilter::ByModel => row.is_done() && row.row.decided_by == Some(DecidedBy::Model),
        RowFilter::Failed => !row.is_done() && !waits,
        RowFilter::Waiting => waits,
        // The store knows which these are.
        RowFilter::InSample => false,
    }
}

impl Sifted {
    fn rows(&self) -> impl Iterator<Item = &RowFacts> {
        self.rows.iter().filter_map(|at| self.facts.rows.get(*at))
    }

    fn is_open(&self, row: &RowFacts) -> bool {
        row.is_done() && !self.verdicts.contains_key(&row.row.number)
    }

    fn grouping(&self) -> impl Iterator<Item = &FacetColumn> {
        self.facts
            .group_by
            .iter()
            .filter_map(|at| self.facts.columns.get(*at))
    }

    fn review_row(&self, facts: &RowFacts, before: &mut BTreeMap<TaskNumber, Record>) -> ReviewRow {
        let mut row = facts.row.clone();
        row.verdict = self.verdicts.get(&row.number).cloned();
        row.by_sample = self.by_sample.get(&row.number).copied();
        ReviewRow {
            flag: self.flags.get(&row.number).cloned(),
            risk: facts.risk.clone(),
            before: before.remove(&row.number),
            row,
        }
    }

    fn preview(&self) -> AcceptPreview {
        let mut preview = AcceptPreview::default();
        for row in self.rows().filter(|row| self.is_open(row)) {
            if row.is_unfilled {
                preview.unfilled += 1;
                continue;
            }
            preview.rows += 1;
            match row.row.decided_by {
                Some(DecidedBy::Rule) => preview.by_rule += 1,
                Some(DecidedBy::Model) => preview.by_model += 1,
                Some(DecidedBy::Person) | None => {}
            }
            preview.with_findings += u64::from(!row.row.findings.is_empty());
            preview.unsure += u64::from(
                row.confidence
                    .is_some_and(|share| share < super::CONFIDENCE_LINE),
            );
            preview.flagged += u64::from(self.flags.contains_key(&row.row.number));
        }
        preview
    }

    /// Equal results, the largest group first, and how many groups there are. Rows without a result are in none.
    fn groups(&self) -> (Vec<ResultGroup>, u64) {
        let columns: Vec<&FacetColumn> = self.grouping().collect();
        let mut groups: BTreeMap<Vec<u32>, (usize, ResultGroup)> = BTreeMap::new();
        for at in &self.rows {
            let Some(row) = self.facts.rows.get(*at).filter(|row| row.is_done()) else {
                continue;
            };
            // A text too long to be picked makes its row equal to nothing.
            let Some(key) = columns
                .iter()
                .map(|column| column.code(*at))
                .collect::<Option<Vec<u32>>>()
            else {
                continue;
            };
            let (_, group) = groups
                .entry(key)
                .or_insert_with(|| (*at, group_of(&columns, *at)));
            group.total += 1;
            group.open += u64::from(self.is_open(row));
            group.by_rule += u64::from(row.row.decided_by == Some(DecidedBy::Rule));
            group.risky += u64::from(row.risk.score > 0);
        }
        let total = count(groups.len());
        let mut groups: Vec<(usize, ResultGroup)> = groups.into_values().collect();
        groups.sort_by_key(|(first, group)| (Reverse(group.total), *first));
        (
            groups
                .into_iter()
                .map(|(_, group)| group)
                .take(GROUPS)
                .collect(),
            total,
        )
    }
}

fn group_of(columns: &[&FacetColumn], row: usize) -> ResultGroup {
    let shown: Vec<String> = columns
        .iter()
        .map(|column| column.text(row).to_owned())
        .collect();
    ResultGroup {
        picks: columns
            .iter()
            .zip(&shown)
            .map(|(column, text)| FacetPick {
                facet: column.id.clone(),
                values: vec![text.clone()],
            })
            .collect(),
        shown,
        total: 0,
        open: 0,
        by_rule: 0,
        risky: 0,
    }
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
