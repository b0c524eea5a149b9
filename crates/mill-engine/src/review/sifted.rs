//! The rows of a run that a filter leaves, with what was said of them until this moment.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use mill_domain::{DecidedBy, Record, RunId, TaskNumber, TaskState};
use mill_skills::fold;
use mill_store::{Looked, RowFilter};

use super::facet::{FacetColumn, FacetCounts, FacetKind, FacetPick, sift};
use super::facts::{RowFacts, RunFacts};
use super::survey::{AcceptPreview, ResultGroup, ReviewFilter, ReviewRow};
use crate::{Engine, EngineError};

/// Groups of equal results that are listed at most.
const GROUPS: usize = 200;

/// The rows a filter leaves, with the state of this moment.
pub(super) struct Sifted {
    pub(super) facts: Arc<RunFacts>,
    verdicts: BTreeMap<TaskNumber, String>,
    by_sample: BTreeMap<TaskNumber, u32>,
    flags: BTreeMap<TaskNumber, String>,
    pub(super) rows: Vec<usize>,
    pub(super) counts: Vec<FacetCounts>,
}

impl Engine {
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

    pub(super) async fn sift_run(
        &self,
        run: RunId,
        filter: &ReviewFilter,
    ) -> Result<Sifted, EngineError> {
        let facts = self.run_facts(run).await?;
        let verdicts = self.store().standing_verdicts(run).await?;
        let flags = self.store().flagged_tasks(run).await?;
        let looked = self.store().looked_at(run).await?;
        let [verdict, flag, look] = columns_of_the_moment(&facts.rows, &verdicts, &flags, &looked);
        let columns: Vec<&FacetColumn> = facts
            .columns
            .iter()
            .chain([&look, &verdict, &flag])
            .collect();
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

/// Facets of what people did, one value a row.
fn columns_of_the_moment(
    rows: &[RowFacts],
    verdicts: &BTreeMap<TaskNumber, String>,
    flags: &BTreeMap<TaskNumber, String>,
    looked: &BTreeMap<TaskNumber, Looked>,
) -> [FacetColumn; 3] {
    let plain = |kind: FacetKind| FacetColumn::new(kind.as_str().to_owned(), kind, String::new());
    let [mut verdict, mut flag, mut look] =
        [FacetKind::Verdict, FacetKind::Flag, FacetKind::Look].map(plain);
    for row in rows {
        let task = row.row.number;
        let said = verdicts.get(&task).map(String::as_str);
        let without = if row.is_done() { "none" } else { NO_RESULT };
        verdict.push([said.unwrap_or(without).to_owned()]);
        let flagged = flags.contains_key(&task);
        flag.push([if flagged { "yes" } else { "no" }.to_owned()]);
        let seen = match (said, looked.get(&task)) {
            (Some("by_sample"), _) => "by_sample",
            (Some(_), _) => "judged",
            (None, _) if !row.is_done() => NO_RESULT,
            (None, Some(Looked::Skipped)) => "skipped",
            (None, None) if !flagged => "unseen",
            (None, _) => "left",
        };
        look.push([seen.to_owned()]);
    }
    [verdict, flag, look]
}

/// The value of a row that has no result a person could judge.
const NO_RESULT: &str = "no_result";

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
    pub(super) fn rows(&self) -> impl Iterator<Item = &RowFacts> {
        self.rows.iter().filter_map(|at| self.facts.rows.get(*at))
    }

    pub(super) fn is_open(&self, row: &RowFacts) -> bool {
        row.is_done() && !self.verdicts.contains_key(&row.row.number)
    }

    pub(super) fn grouping(&self) -> impl Iterator<Item = &FacetColumn> {
        self.facts
            .group_by
            .iter()
            .filter_map(|at| self.facts.columns.get(*at))
    }

    pub(super) fn review_row(
        &self,
        facts: &RowFacts,
        before: &mut BTreeMap<TaskNumber, Record>,
    ) -> ReviewRow {
        let mut row = facts.row.clone();
        row.verdict = self.verdicts.get(&row.number).cloned();
        row.by_sample = self.by_sample.get(&row.number).copied();
        ReviewRow {
            flag: self.flags.get(&row.number).cloned(),
            risk: facts.risk.clone(),
            agent: facts.agent,
            before: before.remove(&row.number),
            row,
        }
    }

    pub(super) fn preview(&self) -> AcceptPreview {
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
    pub(super) fn groups(&self) -> (Vec<ResultGroup>, u64) {
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

pub(super) fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
