//! Reading tasks: one, a page, how many.

use std::collections::BTreeMap;

use mill_domain::{DecidedBy, Finding, Record, RunId, TaskNumber, TaskState, Usd};

use crate::{Store, StoreError};

/// A task as stored, with its current result.
#[derive(Debug, Clone)]
pub struct TaskRow {
    /// Its place in the run.
    pub number: TaskNumber,
    /// Its row in the file.
    pub source_row: u32,
    /// Cells to the letter.
    pub cells: Vec<String>,
    /// Where it is.
    pub state: TaskState,
    /// Tries so far.
    pub attempts: u32,
    /// Why it did not end done.
    pub problem: Option<String>,
    /// Who decided it first.
    pub decided_by: Option<DecidedBy>,
    /// The rule that decided.
    pub rule: Option<u32>,
    /// The current version of its result; 0 without one.
    pub version: u32,
    /// True if a person should look.
    pub needs_review: bool,
    /// The person's word, as stored.
    pub verdict: Option<String>,
    /// The sample it was accepted by, while its verdict is `by_sample`.
    pub by_sample: Option<u32>,
    /// The current result.
    pub output: Option<Record>,
    /// What checks say of it.
    pub findings: Vec<Finding>,
    /// Settled and uncertain cost of all its calls.
    pub cost: Usd,
}

/// Which tasks to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowFilter {
    /// All.
    All,
    /// Done, no verdict, a person should look.
    NeedsReview,
    /// Done, no verdict.
    Unjudged,
    /// With a verdict.
    Judged,
    /// Decided by a rule.
    ByRule,
    /// Decided by a model.
    ByModel,
    /// Ended, but not done.
    Failed,
    /// Not ended.
    Waiting,
    /// Drawn for the run's latest sample.
    InSample,
}

impl RowFilter {
    const fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::NeedsReview => "needs_review",
            Self::Unjudged => "unjudged",
            Self::Judged => "judged",
            Self::ByRule => "by_rule",
            Self::ByModel => "by_model",
            Self::Failed => "failed",
            Self::Waiting => "waiting",
            Self::InSample => "in_sample",
        }
    }
}

/// A query over the tasks of run ?1 that are task ?2 (null: any), match filter ?3 and hold the text ?4 (empty: any):
/// what "matches" means stands here once, for pages and for counts.
macro_rules! matching {
    ($select:tt, $order:tt, $($value:expr),+) => {
        sqlx::query!(
            $select + r#"
             FROM task
             LEFT JOIN result ON result.run_id = task.run_id AND result.task = task.number
                AND result.version = task.version
             WHERE task.run_id = ?1 AND (?2 IS NULL OR task.number = ?2) AND CASE ?3
                WHEN 'all' THEN 1
                WHEN 'needs_review' THEN task.state = 'done' AND task.verdict IS NULL AND task.needs_review
                WHEN 'unjudged' THEN task.state = 'done' AND task.verdict IS NULL
                WHEN 'judged' THEN task.verdict IS NOT NULL
                WHEN 'by_rule' THEN task.state = 'done' AND task.decided_by = 'rule'
                WHEN 'by_model' THEN task.state = 'done' AND task.decided_by = 'model'
                WHEN 'failed' THEN task.state NOT IN ('done', 'waiting', 'at_work')
                WHEN 'in_sample' THEN EXISTS (SELECT 1 FROM sample_row AS drawn WHERE drawn.run_id = task.run_id
                    AND drawn.task = task.number AND drawn.picked
                    AND drawn.sample = (SELECT max(number) FROM sample WHERE sample.run_id = task.run_id AND sample.undone_at IS NULL))
                ELSE task.state IN ('waiting', 'at_work') END
             AND (?4 = '' OR instr(lower(task.cells), lower(?4)) OR instr(lower(result.output), lower(?4)))"# + $order,
            $($value),+
        )
    };
}

impl Store {
    /// Numbers of the tasks that wait, in order.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn waiting_tasks(&self, run: RunId) -> Result<Vec<TaskNumber>, StoreError> {
        let run = run.to_string();
        let numbers = sqlx::query_scalar!(
            r#"SELECT number AS "number: u32" FROM task WHERE run_id = ? AND state = 'waiting' ORDER BY number"#,
            run
        )
        .fetch_all(self.readers())
        .await?;
        Ok(numbers.into_iter().map(TaskNumber).collect())
    }

    /// A task.
    /// # Errors
    /// [`StoreError::NotFound`] if it does not exist.
    pub async fn task(&self, run: RunId, task: TaskNumber) -> Result<TaskRow, StoreError> {
        let page = self
            .select_tasks(run, Some(task), RowFilter::All, "", 0, 1)
            .await?;
        page.into_iter().next().ok_or_else(|| StoreError::NotFound {
            what: "task",
            id: task.to_string(),
        })
    }

    /// A page of a run's tasks in order. `search` must occur in a cell or the result, case aside; "" matches all.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored task cannot be read back.
    pub async fn tasks(
        &self,
        run: RunId,
        filter: RowFilter,
        search: &str,
        offset: u64,
        limit: u64,
    ) -> Result<Vec<TaskRow>, StoreError> {
        self.select_tasks(run, None, filter, search, offset, limit)
            .await
    }

    /// How many tasks match.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn count_tasks(
        &self,
        run: RunId,
        filter: RowFilter,
        search: &str,
    ) -> Result<u64, StoreError> {
        let (run, filter) = (run.to_string(), filter.as_str());
        let count = matching!(
            r#"SELECT count(*) AS "count!: i64""#,
            "",
            run,
            None::<u32>,
            filter,
            search
        )
        .fetch_one(self.readers())
        .await?;
        Ok(count.count.unsigned_abs())
    }

    /// Rows each rule decided in a run, by rule number.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn rows_by_rule(&self, run: RunId) -> Result<BTreeMap<u32, u64>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT rule AS "rule!: u32", count(*) AS "count!: i64" FROM task
             WHERE run_id = ? AND decided_by = 'rule' AND rule IS NOT NULL GROUP BY rule"#,
            run
        )
        .fetch_all(self.readers())
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| (row.rule, row.count.unsigned_abs()))
            .collect())
    }

    async fn select_tasks(
        &self,
        run: RunId,
        only: Option<TaskNumber>,
        filter: RowFilter,
        search: &str,
        offset: u64,
        limit: u64,
    ) -> Result<Vec<TaskRow>, StoreError> {
        let (run, only, filter) = (run.to_string(), only.map(|task| task.0), filter.as_str());
        let (offset, limit) = (
            i64::try_from(offset).unwrap_or(i64::MAX),
            i64::try_from(limit).unwrap_or(i64::MAX),
        );
        let rows = matching!(
            r#"SELECT task.number AS "number: u32", task.source_row AS "source_row: u32", task.cells, task.state,
                task.attempts AS "attempts: u32", task.problem, task.decided_by, task.rule AS "rule: u32",
                task.version AS "version: u32", task.needs_review AS "needs_review: bool", task.verdict,
                CASE task.verdict WHEN 'by_sample' THEN task.by_sample END AS "by_sample: u32",
                result.output AS "output?: String", result.findings AS "findings?: String",
                (SELECT coalesce(sum(cost_pico + CASE state WHEN 'uncertain' THEN bound_pico ELSE 0 END), 0)
                    FROM ledger WHERE run_id = task.run_id AND task = task.number) AS "cost!: i64""#,
            " ORDER BY task.number LIMIT ?5 OFFSET ?6",
            run,
            only,
            filter,
            search,
            limit,
            offset
        )
        .fetch_all(self.readers())
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(TaskRow {
                    number: TaskNumber(row.number),
                    source_row: row.source_row,
                    cells: serde_json::from_str(&row.cells)?,
                    state: row.state.parse()?,
                    attempts: row.attempts,
                    problem: row.problem,
                    decided_by: row.decided_by.as_deref().map(str::parse).transpose()?,
                    rule: row.rule,
                    version: row.version,
                    needs_review: row.needs_review,
                    verdict: row.verdict,
                    by_sample: row.by_sample,
                    output: row
                        .output
                        .as_deref()
                        .map(serde_json::from_str)
                        .transpose()?,
                    findings: row
                        .findings
                        .as_deref()
                        .map_or_else(|| Ok(Vec::new()), serde_json::from_str)?,
                    cost: Usd::from_pico(row.cost),
                })
            })
            .collect()
    }
}
