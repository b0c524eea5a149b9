//! Flags: rows a person wants to come back to.

use mill_domain::{RunId, TaskNumber, Timestamp};
use sqlx::sqlite::SqliteConnection;

use crate::{Store, StoreError};

impl Store {
    /// Sets or takes away the flag of a task; setting it twice is the same as once.
    /// # Errors
    /// [`StoreError::Database`] and its kin, also if there is no such task.
    pub async fn set_flag(
        &self,
        run: RunId,
        task: TaskNumber,
        flagged: bool,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let (run, now) = (run.to_string(), now.as_millis());
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let done = if flagged {
                    sqlx::query!(
                        "INSERT INTO flag (run_id, task, flagged_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                        run,
                        task.0,
                        now
                    )
                    .execute(connection)
                    .await
                } else {
                    sqlx::query!(
                        "DELETE FROM flag WHERE run_id = ? AND task = ?",
                        run,
                        task.0
                    )
                    .execute(connection)
                    .await
                };
                done?;
                Ok(())
            })
            .await
    }

    /// True if a task is flagged.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn is_flagged(&self, run: RunId, task: TaskNumber) -> Result<bool, StoreError> {
        let run = run.to_string();
        let found = sqlx::query_scalar!(
            r#"SELECT count(*) AS "count!: i64" FROM flag WHERE run_id = ? AND task = ?"#,
            run,
            task.0
        )
        .fetch_one(self.readers())
        .await?;
        Ok(found > 0)
    }
}
