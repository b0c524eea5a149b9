//! Rows that were asked again with a note: what was said, how it ended, and the answer in the place of the old one.

mod answer;

use mill_domain::{RunId, RunState, TaskNumber, TaskState, Timestamp};
use sqlx::sqlite::SqliteConnection;

use crate::{Store, StoreError};

pub(super) use answer::{take_answer, take_back};

/// Rows that are put to the model once more.
#[derive(Debug, Clone)]
pub struct Asking {
    /// The run; it must not be at work.
    pub run: RunId,
    /// The tasks; all of them have ended.
    pub tasks: Vec<TaskNumber>,
    /// What the person told the model.
    pub note: String,
    /// True if the model is shown what it had answered before.
    pub with_answer: bool,
    /// Who asked; "" if not given.
    pub reviewer: String,
    /// When.
    pub at: Timestamp,
}

/// A row that was asked again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedAgain {
    /// What the person told the model.
    pub note: String,
    /// True if the model was shown what it had answered before.
    pub with_answer: bool,
    /// Who asked; "" if not given.
    pub reviewer: String,
    /// When.
    pub asked_at: Timestamp,
    /// The try its first call belongs to.
    pub attempt: u32,
    /// The outcome of the answer; `no_room`, `stopped` or `interrupted` without one; `None`: being asked.
    pub ended_as: Option<String>,
    /// Why the answer was not used.
    pub problem: Option<String>,
    /// The version it made; `None` if the row stayed as it was.
    pub version: Option<u32>,
    /// The version it stands in the place of; `None` if the row had no result, or stayed as it was.
    pub former: Option<u32>,
    /// True if the person took the answer back.
    pub is_undone: bool,
}

impl Store {
    /// Writes down that rows are asked again, before anything is sent. They stay as they are until an answer fits.
    /// # Errors
    /// [`StoreError::WrongState`] if the run is at work, or a task has not ended or is being asked; nothing is stored then.
    pub async fn open_asking(&self, asking: Asking) -> Result<(), StoreError> {
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let run = asking.run.to_string();
                refuse_at_work(connection, &run).await?;
                let number = sqlx::query_scalar!(
                    r#"SELECT coalesce(max(asking), 0) + 1 AS "number!: i64" FROM again WHERE run_id = ?"#,
                    run
                )
                .fetch_one(&mut *connection)
                .await?;
                for task in &asking.tasks {
                    open(connection, &asking, *task, number).await?;
                }
                Ok(())
            })
            .await
    }

    /// Closes the asking of a row that brought no answer. The row stays as it was.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn close_asking(
        &self,
        run: RunId,
        task: TaskNumber,
        ended_as: &'static str,
        problem: Option<String>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let (run, now) = (run.to_string(), now.as_millis());
        self.writer()
            .write_ending(async move |connection: &mut SqliteConnection| {
                sqlx::query!(
                    "UPDATE again SET ended_as = ?3, problem = ?4, ended_at = ?5
                     WHERE run_id = ?1 AND task = ?2 AND ended_as IS NULL",
                    run,
                    task.0,
                    ended_as,
                    problem,
                    now
                )
                .execute(connection)
                .await?;
                Ok(())
            })
            .await
    }

    /// How often and how a row was asked again, oldest first.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn asked_again(
        &self,
        run: RunId,
        task: TaskNumber,
    ) -> Result<Vec<AskedAgain>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT note, with_answer AS "with_answer: bool", reviewer, asked_at, attempt AS "attempt: u32", ended_as,
                problem, version AS "version: u32", nullif(version_before, 0) AS "former: u32", undone_at IS NOT NULL AS "is_undone!: bool"
             FROM again WHERE run_id = ? AND task = ? ORDER BY id"#,
            run,
            task.0
        )
        .fetch_all(self.readers())
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| AskedAgain {
                note: row.note,
                with_answer: row.with_answer,
                reviewer: row.reviewer,
                asked_at: Timestamp::from_millis(row.asked_at),
                attempt: row.attempt,
                ended_as: row.ended_as,
                problem: row.problem,
                version: row.version,
                former: row.former,
                is_undone: row.is_undone,
            })
            .collect())
    }

    /// Runs that are not at work and have money held or a row being asked: whoever asked may be gone.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored id cannot be read back.
    pub async fn runs_left_asking(&self) -> Result<Vec<RunId>, StoreError> {
        let runs = sqlx::query_scalar!(
            r#"SELECT id AS "id!: String" FROM run WHERE state <> 'running' AND id IN
                (SELECT run_id FROM again WHERE ended_as IS NULL)"#
        )
        .fetch_all(self.readers())
        .await?;
        runs.iter().map(|run| super::run::id_of(run)).collect()
    }
}

/// Asking goes on beside a run, never while its agents are at work.
async fn refuse_at_work(connection: &mut SqliteConnection, run: &str) -> Result<(), StoreError> {
    let row = sqlx::query!("SELECT state, reason FROM run WHERE id = ?", run)
        .fetch_optional(connection)
        .await?
        .ok_or_else(|| StoreError::NotFound {
            what: "run",
            id: run.to_owned(),
        })?;
    let state = RunState::from_words(&row.state, row.reason.as_deref())?;
    if state == RunState::Running {
        return Err(StoreError::WrongState {
            what: "run",
            id: run.to_owned(),
            state: state.as_str().to_owned(),
        });
    }
    Ok(())
}

async fn open(
    connection: &mut SqliteConnection,
    asking: &Asking,
    task: TaskNumber,
    number: i64,
) -> Result<(), StoreError> {
    let (run, at) = (asking.run.to_string(), asking.at.as_millis());
    let row = sqlx::query!(
        r#"SELECT state, attempts, EXISTS (SELECT 1 FROM again WHERE again.run_id = task.run_id
            AND again.task = task.number AND again.ended_as IS NULL) AS "is_asked!: bool"
         FROM task WHERE run_id = ? AND number = ?"#,
        run,
        task.0
    )
    .fetch_optional(&mut *connection)
    .await?
    .ok_or_else(|| StoreError::NotFound {
        what: "task",
        id: task.to_string(),
    })?;
    if row.is_asked || !matches!(row.state.parse()?, TaskState::Ended(_)) {
        return Err(StoreError::WrongState {
            what: "task",
            id: task.to_string(),
            state: if row.is_asked {
                "asked".to_owned()
            } else {
                row.state
            },
        });
    }
    let attempt = row.attempts + 1;
    sqlx::query!(
        "INSERT INTO again (run_id, task, asking, note, with_answer, reviewer, asked_at, attempt)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        run,
        task.0,
        number,
        asking.note,
        asking.with_answer,
        asking.reviewer,
        at,
        attempt
    )
    .execute(connection)
    .await?;
    Ok(())
}
