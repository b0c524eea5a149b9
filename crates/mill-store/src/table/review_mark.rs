//! Flags and skips as acts of a review: what undo walks back through beside verdicts.

use mill_domain::{RunId, TaskNumber, Timestamp};
use sqlx::sqlite::SqliteConnection;

use super::flag::{put_flag, read_flag};
use super::verdict::next_act;
use crate::{Store, StoreError};

impl Store {
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
