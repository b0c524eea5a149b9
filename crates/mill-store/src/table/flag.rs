//! Flags: rows a person wants to come back to, with what to remember about them.

use mill_domain::{RunId, TaskNumber};
use sqlx::sqlite::SqliteConnection;

use crate::{Store, StoreError};

impl Store {
    /// The note of a task's flag, "" for a flag without words; `None`: it is not flagged.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn flag(&self, run: RunId, task: TaskNumber) -> Result<Option<String>, StoreError> {
        let run = run.to_string();
        Ok(sqlx::query_scalar!(
            "SELECT note FROM flag WHERE run_id = ? AND task = ?",
            run,
            task.0
        )
        .fetch_optional(self.readers())
        .await?)
    }
}

pub(super) async fn read_flag(
    connection: &mut SqliteConnection,
    run: &str,
    task: TaskNumber,
) -> Result<Option<String>, StoreError> {
    Ok(sqlx::query_scalar!(
        "SELECT note FROM flag WHERE run_id = ? AND task = ?",
        run,
        task.0
    )
    .fetch_optional(connection)
    .await?)
}

/// Makes a task's flag what it should be: with this note, or none at all.
pub(super) async fn put_flag(
    connection: &mut SqliteConnection,
    run: &str,
    task: TaskNumber,
    note: Option<&str>,
    now: i64,
) -> Result<(), StoreError> {
    let done = match note {
        Some(note) => {
            sqlx::query!(
                "INSERT INTO flag (run_id, task, flagged_at, note) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (run_id, task) DO UPDATE SET note = ?4",
                run,
                task.0,
                now,
                note
            )
            .execute(connection)
            .await
        }
        None => {
            sqlx::query!(
                "DELETE FROM flag WHERE run_id = ? AND task = ?",
                run,
                task.0
            )
            .execute(connection)
            .await
        }
    };
    done?;
    Ok(())
}
