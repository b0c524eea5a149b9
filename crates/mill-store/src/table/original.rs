//! The workbooks that runs' rows came from.

use mill_domain::RunId;
use sqlx::sqlite::SqliteConnection;

use crate::{Store, StoreError};

impl Store {
    /// The workbook a run's rows came from, as JSON the engine reads; `None`: they came from something else, or the run
    /// is older than this was kept.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn original(&self, run: RunId) -> Result<Option<String>, StoreError> {
        let run = run.to_string();
        Ok(
            sqlx::query_scalar!("SELECT file FROM original WHERE run_id = ?", run)
                .fetch_optional(self.readers())
                .await?,
        )
    }
}

pub(super) async fn insert_original(
    connection: &mut SqliteConnection,
    run: &str,
    file: &str,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO original (run_id, file) VALUES (?, ?)",
        run,
        file
    )
    .execute(connection)
    .await?;
    Ok(())
}
