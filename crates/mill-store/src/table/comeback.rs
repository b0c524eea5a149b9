//! Runs that go on by themselves: those that wait for a provider's quota, and those with questions at a provider.

use mill_domain::{RunId, Timestamp};
use sqlx::sqlite::SqliteConnection;

use super::run::id_of;
use crate::{Store, StoreError};

impl Store {
    /// Remembers when a paused run goes on by itself; `None`: it does not.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn set_comeback(&self, run: RunId, at: Option<Timestamp>) -> Result<(), StoreError> {
        let (run, at) = (run.to_string(), at.map(Timestamp::as_millis));
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                match at {
                    Some(at) => {
                        sqlx::query!(
                            "INSERT INTO run_comeback (run_id, at) VALUES (?1, ?2)
                             ON CONFLICT (run_id) DO UPDATE SET at = ?2",
                            run,
                            at
                        )
                        .execute(connection)
                        .await?
                    }
                    None => {
                        sqlx::query!("DELETE FROM run_comeback WHERE run_id = ?", run)
                            .execute(connection)
                            .await?
                    }
                };
                Ok(())
            })
            .await
    }

    /// Runs that are paused for a provider's quota and go on by themselves, and when.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored id cannot be read back.
    pub async fn comebacks(&self) -> Result<Vec<(RunId, Timestamp)>, StoreError> {
        let rows = sqlx::query!(
            "SELECT run_id, at FROM run_comeback JOIN run ON run.id = run_id
             WHERE state = 'paused' AND reason = 'quota'"
        )
        .fetch_all(self.readers())
        .await?;
        rows.into_iter()
            .map(|row| Ok((id_of(&row.run_id)?, Timestamp::from_millis(row.at))))
            .collect()
    }

    /// Interrupted runs with questions at a provider that were not collected.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored id cannot be read back.
    pub async fn interrupted_batch_runs(&self) -> Result<Vec<RunId>, StoreError> {
        let runs = sqlx::query_scalar!(
            "SELECT id FROM run WHERE state = 'paused' AND reason = 'interrupted'
             AND EXISTS (SELECT 1 FROM batch WHERE run_id = run.id AND state <> 'collected')"
        )
        .fetch_all(self.readers())
        .await?;
        runs.iter().map(|run| id_of(run)).collect()
    }
}
