//! Flags and skips as acts of a review: what undo walks back through beside verdicts.

use std::collections::BTreeMap;

use mill_domain::{RunId, TaskNumber, Timestamp};
use sqlx::sqlite::SqliteConnection;

use super::flag::{put_flag, read_flag};
use super::verdict::next_act;
use crate::{Store, StoreError};

/// How far a person looked at a row that has no verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looked {
    /// They left it for later.
    Skipped,
    /// They flagged it, or asked the model again, and left it open.
    Noted,
}

impl Store {
    /// Rows of a run that a person looked at without a verdict, whatever was said of them since.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn looked_at(&self, run: RunId) -> Result<BTreeMap<TaskNumber, Looked>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT task AS "task!: u32", max(skipped) AS "skipped!: bool" FROM (
                SELECT task, kind = 'skip' AS skipped FROM review_mark WHERE run_id = ?1 AND undone_at IS NULL
                UNION ALL SELECT task, 0 FROM again WHERE run_id = ?1 AND undone_at IS NULL
            ) GROUP BY task"#,
            run
        )
        .fetch_all(self.readers())
        .await?;
        let looked = |skipped| {
            if skipped {
                Looked::Skipped
            } else {
                Looked::Noted
            }
        };
        Ok(rows
            .into_iter()
            .map(|row| (TaskNumber(row.task), looked(row.skipped)))
            .collect())
    }

    /// Sets, changes or takes away the flag of a task, as an act of its own. `flag` is the note it carries, "" for none;
    /// `None` takes it away. What is so already is no act.
    /// # Errors
    /// [`StoreError::Database`] and its kin, also if there is no such task.
    pub async fn set_flag(
        &self,
        run: RunId,
        task: TaskNumber,
        flag: Option<String>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let (run, now) = (run.to_string(), now.as_millis());
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let before = read_flag(connection, &run, task).await?;
                if before == flag {
                    return Ok(());
                }
                insert_mark(connection, (&run, task), ("flag", before), now).await?;
                put_flag(connection, &run, task, flag.as_deref(), now).await
            })
            .await
    }

    /// Writes down that a person left a row for later, so that undo comes back to it.
    /// # Errors
    /// [`StoreError::Database`] and its kin, also if there is no such task.
    pub async fn skip_task(
        &self,
        run: RunId,
        task: TaskNumber,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let (run, now) = (run.to_string(), now.as_millis());
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                insert_mark(connection, (&run, task), ("skip", None), now).await
            })
            .await
    }
}

async fn insert_mark(
    connection: &mut SqliteConnection,
    (run, task): (&str, TaskNumber),
    (kind, before): (&str, Option<String>),
    now: i64,
) -> Result<(), StoreError> {
    let act = next_act(connection, run).await?;
    sqlx::query!(
        "INSERT INTO review_mark (run_id, task, act, kind, flag_before, made_at) VALUES (?, ?, ?, ?, ?, ?)",
        run,
        task.0,
        act,
        kind,
        before,
        now
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes the flag or skip of an act back; the task.
pub(super) async fn take_back(
    connection: &mut SqliteConnection,
    run: &str,
    act: i64,
    now: i64,
) -> Result<Vec<TaskNumber>, StoreError> {
    let rows = sqlx::query!(
        r#"UPDATE review_mark SET undone_at = ?3 WHERE run_id = ?1 AND act = ?2 AND undone_at IS NULL
         RETURNING task AS "task!: u32", kind AS "kind!: String", flag_before"#,
        run,
        act,
        now
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut tasks = Vec::with_capacity(rows.len());
    for row in rows {
        let task = TaskNumber(row.task);
        if row.kind == "flag" {
            put_flag(connection, run, task, row.flag_before.as_deref(), now).await?;
        }
        tasks.push(task);
    }
    Ok(tasks)
}
