//! Tasks of a run and how they end.

mod list;
mod open;
mod standing;

use mill_domain::{
    Census, DecidedBy, Finding, Outcome, Record, RunId, TaskNumber, TaskState, Timestamp,
};
use sqlx::sqlite::SqliteConnection;

use super::again::take_answer;
use super::result::{insert_result, next_version};
use crate::{Store, StoreError};

pub use list::{RowFilter, TaskRow};
pub use open::OpenTask;
pub use standing::{Maker, RunStamp};

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
    pub async fn give_back_task(&self, run: RunId, task: TaskNumber) -> Result<(), StoreError> {
        let run = run.to_string();
        self.writer()
            .write_ending(async move |connection: &mut SqliteConnection| {
                sqlx::query!(
                    "UPDATE task SET state = 'waiting' WHERE run_id = ?1 AND number = ?2 AND state = 'at_work'",
                    run,
                    task.0
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
) -> Result<(), StoreError> {
    let taken = sqlx::query!(
        "UPDATE task SET state = 'at_work', attempts = attempts + 1
         WHERE run_id = ?1 AND number = ?2 AND state IN ('waiting', 'at_work')",
        run,
        task.0
    )
    .execute(connection)
    .await?;
    one_taken(taken.rows_affected(), task, "ended")
}

/// Counts a try of a task that has ended and is asked again; it stays as it is meanwhile.
pub(super) async fn start_again(
    connection: &mut SqliteConnection,
    run: &str,
    task: TaskNumber,
) -> Result<(), StoreError> {
    let taken = sqlx::query!(
        "UPDATE task SET attempts = attempts + 1
         WHERE run_id = ?1 AND number = ?2 AND state NOT IN ('waiting', 'at_work')",
        run,
        task.0
    )
    .execute(connection)
    .await?;
    one_taken(taken.rows_affected(), task, "open")
}

/// Whether the task was there to be taken; `state` says what it is otherwise.
fn one_taken(rows: u64, task: TaskNumber, state: &str) -> Result<(), StoreError> {
    if rows == 1 {
        return Ok(());
    }
    Err(StoreError::WrongState {
        what: "task",
        id: task.to_string(),
        state: state.to_owned(),
    })
}

/// Gives a task its one outcome and stores its result as the next version. One that has ended and is being asked again
/// takes the answer, if it fits, in the place of the old one.
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
        TaskState::Waiting => start_attempt(connection, &run, ending.task).await?,
        TaskState::AtWork => {}
        TaskState::Ended(outcome) => {
            if take_answer(connection, ending).await? {
                return Ok(());
            }
            return Err(StoreError::WrongState {
                what: "task",
                id: ending.task.to_string(),
                state: outcome.to_string(),
            });
        }
    }
    let version = if ending.output.is_some() {
        next_version(connection, &run, ending.task).await?
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
    .execute(connection)
    .await?;
    Ok(())
}
