//! Batches: questions handed to a provider together, and the calls in them.

use mill_domain::{BatchId, CallId, RunId, TaskNumber, Timestamp};
use sqlx::sqlite::SqliteConnection;

use super::job::found;
use super::ledger::{CallStart, begin};
use super::run::id_of;
use crate::{Store, StoreError};

/// A batch that is not collected yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchRow {
    /// Our name for it.
    pub id: BatchId,
    /// The provider's name for it; `None`: it was being handed in and nobody knows whether it arrived.
    pub provider_id: Option<String>,
    /// When it was put together.
    pub made_at: Timestamp,
}

impl Store {
    /// Holds the money of a batch's calls, takes their tasks and writes all of it down, before anything is sent. When money
    /// runs out, the first calls are in and the others are not; how many are.
    /// # Errors
    /// [`StoreError::Budget`] if not even the first fits; nothing is stored then.
    pub async fn begin_batch(
        &self,
        batch: BatchId,
        run: RunId,
        calls: Vec<CallStart>,
        now: Timestamp,
    ) -> Result<usize, StoreError> {
        let (batch, run, now) = (batch.to_string(), run.to_string(), now.as_millis());
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                sqlx::query!(
                    "INSERT INTO batch (id, run_id, state, made_at) VALUES (?, ?, 'sending', ?)",
                    batch,
                    run,
                    now
                )
                .execute(&mut *connection)
                .await?;
                let mut begun = 0;
                for call in &calls {
                    match begin(connection, call).await {
                        Ok(()) => {}
                        Err(StoreError::Budget(_)) if begun > 0 => break,
                        Err(error) => return Err(error),
                    }
                    let id = call.call.to_string();
                    sqlx::query!(
                        "UPDATE ledger SET batch_id = ?2 WHERE call_id = ?1",
                        id,
                        batch
                    )
                    .execute(&mut *connection)
                    .await?;
                    begun += 1;
                }
                Ok(begun)
            })
            .await
    }

    /// The provider has it, under this name.
    /// # Errors
    /// [`StoreError::NotFound`] if there is no such batch.
    pub async fn set_batch_sent(
        &self,
        batch: BatchId,
        provider_id: String,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let (batch, now) = (batch.to_string(), now.as_millis());
        self.writer()
            .write_ending(async move |connection: &mut SqliteConnection| {
                let done = sqlx::query!(
                    "UPDATE batch SET state = 'sent', provider_id = ?2, sent_at = ?3 WHERE id = ?1",
                    batch,
                    provider_id,
                    now
                )
                .execute(connection)
                .await?;
                found(done.rows_affected(), "batch", &batch)
            })
            .await
    }

    /// Nothing more is to be fetched from it: every call in it is settled.
    /// # Errors
    /// [`StoreError::NotFound`] if there is no such batch.
    pub async fn close_batch(&self, batch: BatchId, now: Timestamp) -> Result<(), StoreError> {
        let (batch, now) = (batch.to_string(), now.as_millis());
        self.writer()
            .write_ending(async move |connection: &mut SqliteConnection| {
                let done = sqlx::query!(
                    "UPDATE batch SET state = 'collected', ended_at = ?2 WHERE id = ?1",
                    batch,
                    now
                )
                .execute(connection)
                .await?;
                found(done.rows_affected(), "batch", &batch)
            })
            .await
    }

    /// The batches of a run that are not collected, oldest first.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn open_batches(&self, run: RunId) -> Result<Vec<BatchRow>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            "SELECT id, provider_id, made_at FROM batch WHERE run_id = ? AND state <> 'collected' ORDER BY made_at, id",
            run
        )
        .fetch_all(self.readers())
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(BatchRow {
                    id: id_of(&row.id)?,
                    provider_id: row.provider_id,
                    made_at: Timestamp::from_millis(row.made_at),
                })
            })
            .collect()
    }

    /// The calls of a batch whose money is still held, with their tasks.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn calls_of_batch(
        &self,
        batch: BatchId,
    ) -> Result<Vec<(CallId, TaskNumber)>, StoreError> {
        let batch = batch.to_string();
        let rows = sqlx::query!(
            r#"SELECT call_id, task AS "task: u32" FROM ledger WHERE batch_id = ? AND state = 'held' ORDER BY task"#,
            batch
        )
        .fetch_all(self.readers())
        .await?;
        rows.into_iter()
            .map(|row| Ok((id_of(&row.call_id)?, TaskNumber(row.task))))
            .collect()
    }
}
