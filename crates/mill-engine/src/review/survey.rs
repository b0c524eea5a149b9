//! A whole run at a glance: what its results can be told apart by, which are equal, and what accepting some of them
//! would cover.

use std::cmp::Reverse;
use std::sync::Arc;

use mill_domain::{Record, RunId, TaskNumber, Verdict};
use mill_store::{RowFilter, TaskRow};

use super::agent::MadeBy;
use super::facet::{FacetCounts, FacetPick};
use super::risk::Risk;
use super::sifted::count;
use crate::{Engine, EngineError};

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
    /// Which agent made it.
    pub agent: MadeBy,
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
            // A person's correction leaves it; a new answer tells at the next look at the run as a whole.
            agent: facts.row(task).map(|known| known.agent).unwrap_or_default(),
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
}
