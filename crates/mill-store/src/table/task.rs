//! Tasks of a run and how they end.

use std::collections::BTreeMap;

use mill_domain::{
    Census, DecidedBy, Finding, Outcome, Record, RunId, TaskNumber, TaskState, Timestamp, Usd,
};
use sqlx::sqlite::SqliteConnection;

use super::result::insert_result;
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
        }
    }
}

/// How a task ended.
#[derive(Debug, Clone)]
pub struct TaskEnding {
    /// The run.
    pub run: RunId,
    /// The task.
    pub task: TaskNumber,
    /// Its one outcome.
    pub outcome: Outcome,
    /// Who decided; `None` unless there is a result.
    pub decided_by: Option<DecidedBy>,
    /// The rule that decided.
    pub rule: Option<u32>,
    /// The result; `None` if there is none to show.
    pub output: Option<Record>,
    /// What checks say of it.
    pub findings: Vec<Finding>,
    /// True if a person should look.
    pub needs_review: bool,
    /// Why it did not end done.
    pub problem: Option<String>,
    /// When.
    pub at: Timestamp,
}

impl Store {
    /// Ends tasks, all together. A task that waited gets its one attempt here (rules need no call).
    /// # Errors
    /// [`StoreError::WrongState`] if one of them has ended already; none is changed then.
    pub async fn end_tasks(&self, endings: Vec<TaskEnding>) -> Result<(), StoreError> {
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                for ending in &endings {
                    end_task(connection, ending).await?;
                }
                Ok(())
            })
            .await
    }

    /// Puts a task back in the queue: its agent was stopped before it ended.
    /// # Errors
    /// [`StoreError::Database`] and its kin. A task that ended is left as it is.
    pub async fn give_back_task(
        &self,
        run: RunId,
        task: TaskNumber,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let (run, now) = (run.to_string(), now.as_millis());
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                sqlx::query!(
                    "UPDATE task SET state = 'waiting' WHERE run_id = ?1 AND number = ?2 AND state = 'at_work'",
                    run,
                    task.0
                )
                .execute(&mut *connection)
                .await?;
                sqlx::query!(
                    "UPDATE attempt SET ended_at = ?3, ended_as = 'given_back'
                     WHERE run_id = ?1 AND task = ?2 AND ended_at IS NULL",
                    run,
                    task.0,
                    now
                )
                .execute(connection)
                .await?;
                Ok(())
            })
            .await
    }

    /// Ends every task that waits as cancelled.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn cancel_waiting_tasks(
        &self,
        run: RunId,
        problem: String,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        let (run, now) = (run.to_string(), now.as_millis());
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let done = sqlx::query!(
                    "UPDATE task SET state = 'cancelled', problem = ?2, ended_at = ?3
                     WHERE run_id = ?1 AND state IN ('waiting', 'at_work')",
                    run,
                    problem,
                    now
                )
                .execute(connection)
                .await?;
                Ok(done.rows_affected())
            })
            .await
    }

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
        let count = sqlx::query_scalar!(
            r#"SELECT count(*) AS "count!: i64" FROM task
             LEFT JOIN result ON result.run_id = task.run_id AND result.task = task.number
                AND result.version = task.version
             WHERE task.run_id = ?1 AND CASE ?2
                WHEN 'all' THEN 1
                WHEN 'needs_review' THEN task.state = 'done' AND task.verdict IS NULL AND task.needs_review
                WHEN 'unjudged' THEN task.state = 'done' AND task.verdict IS NULL
                WHEN 'judged' THEN task.verdict IS NOT NULL
                WHEN 'by_rule' THEN task.state = 'done' AND task.decided_by = 'rule'
                WHEN 'by_model' THEN task.state = 'done' AND task.decided_by = 'model'
                WHEN 'failed' THEN task.state NOT IN ('done', 'waiting', 'at_work')
                ELSE task.state IN ('waiting', 'at_work') END
             AND (?3 = '' OR instr(lower(task.cells), lower(?3)) OR instr(lower(result.output), lower(?3)))"#,
            run,
            filter,
            search
        )
        .fetch_one(self.readers())
        .await?;
        Ok(count.unsigned_abs())
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
        let rows = sqlx::query!(
            r#"SELECT task.number AS "number: u32", task.source_row AS "source_row: u32", task.cells, task.state,
                task.attempts AS "attempts: u32", task.problem, task.decided_by, task.rule AS "rule: u32",
                task.version AS "version: u32", task.needs_review AS "needs_review: bool", task.verdict,
                result.output AS "output?: String", result.findings AS "findings?: String",
                (SELECT coalesce(sum(cost_pico + CASE state WHEN 'uncertain' THEN bound_pico ELSE 0 END), 0)
                    FROM ledger WHERE run_id = task.run_id AND task = task.number) AS "cost!: i64"
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
                ELSE task.state IN ('waiting', 'at_work') END
             AND (?4 = '' OR instr(lower(task.cells), lower(?4)) OR instr(lower(result.output), lower(?4)))
             ORDER BY task.number LIMIT ?6 OFFSET ?5"#,
            run,
            only,
            filter,
            search,
            offset,
            limit
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

/// Counts a run's tasks inside a transaction or a read.
pub(super) async fn census_of(
    connection: &mut SqliteConnection,
    run: &str,
) -> Result<Census, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT state, decided_by, count(*) AS "count!: i64" FROM task WHERE run_id = ? GROUP BY state, decided_by"#,
        run
    )
    .fetch_all(connection)
    .await?;
    let mut census = Census::default();
    for row in rows {
        let decided_by = row.decided_by.as_deref().map(str::parse).transpose()?;
        census.add(row.state.parse()?, decided_by, row.count.unsigned_abs());
    }
    Ok(census)
}

/// Takes a task for an agent and counts the try.
pub(super) async fn start_attempt(
    connection: &mut SqliteConnection,
    run: &str,
    task: TaskNumber,
    now: i64,
) -> Result<(), StoreError> {
    let attempt = sqlx::query_scalar!(
        r#"UPDATE task SET state = 'at_work', attempts = attempts + 1
         WHERE run_id = ?1 AND number = ?2 AND state IN ('waiting', 'at_work') RETURNING attempts AS "attempts!: i64""#,
        run,
        task.0
    )
    .fetch_optional(&mut *connection)
    .await?
    .ok_or_else(|| StoreError::WrongState { what: "task", id: task.to_string(), state: "ended".to_owned() })?;
    sqlx::query!(
        "UPDATE attempt SET ended_at = ?3, ended_as = 'failed' WHERE run_id = ?1 AND task = ?2 AND ended_at IS NULL",
        run,
        task.0,
        now
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "INSERT INTO attempt (run_id, task, attempt, started_at) VALUES (?, ?, ?, ?)",
        run,
        task.0,
        attempt,
        now
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Gives a task its one outcome and stores its result as the next version.
pub(super) async fn end_task(
    connection: &mut SqliteConnection,
    ending: &TaskEnding,
) -> Result<(), StoreError> {
    let (run, now) = (ending.run.to_string(), ending.at.as_millis());
    let row = sqlx::query!(
        "SELECT state, version FROM task WHERE run_id = ? AND number = ?",
        run,
        ending.task.0
    )
    .fetch_optional(&mut *connection)
    .await?
    .ok_or_else(|| StoreError::NotFound {
        what: "task",
        id: ending.task.to_string(),
    })?;
    match row.state.parse()? {
        TaskState::Waiting => start_attempt(connection, &run, ending.task, now).await?,
        TaskState::AtWork => {}
        TaskState::Ended(outcome) => {
            return Err(StoreError::WrongState {
                what: "task",
                id: ending.task.to_string(),
                state: outcome.to_string(),
            });
        }
    }
    let version = if ending.output.is_some() {
        row.version + 1
    } else {
        row.version
    };
    insert_result(connection, ending, version).await?;
    let (state, decided_by) = (
        ending.outcome.as_str(),
        ending.decided_by.map(DecidedBy::as_str),
    );
    sqlx::query!(
        "UPDATE task SET state = ?3, problem = ?4, decided_by = ?5, rule = ?6, version = ?7, needs_review = ?8,
            ended_at = ?9
         WHERE run_id = ?1 AND number = ?2",
        run,
        ending.task.0,
        state,
        ending.problem,
        decided_by,
        ending.rule,
        version,
        ending.needs_review,
        now
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "UPDATE attempt SET ended_at = ?3, ended_as = ?4 WHERE run_id = ?1 AND task = ?2 AND ended_at IS NULL",
        run,
        ending.task.0,
        now,
        state
    )
    .execute(connection)
    .await?;
    Ok(())
}
