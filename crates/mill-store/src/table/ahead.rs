//! How far a run may be ahead of its reviewer.

use mill_domain::RunId;
use sqlx::sqlite::SqliteConnection;

use crate::{Store, StoreError};

impl Store {
    /// Results by a model that may be without a verdict in a run; `None`: any number.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn ahead(&self, run: RunId) -> Result<Option<u32>, StoreError> {
        let run = run.to_string();
        Ok(sqlx::query_scalar!(
            r#"SELECT ahead AS "ahead: u32" FROM run_ahead WHERE run_id = ?"#,
            run
        )
        .fetch_optional(self.readers())
        .await?)
    }

    /// Sets how far a run may be ahead; `None`: as far as it likes.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn set_ahead(&self, run: RunId, ahead: Option<u32>) -> Result<(), StoreError> {
        let run = run.to_string();
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                match ahead {
                    Some(ahead) => {
                        sqlx::query!(
                            "INSERT INTO run_ahead (run_id, ahead) VALUES (?1, ?2)
                             ON CONFLICT (run_id) DO UPDATE SET ahead = ?2",
                            run,
                            ahead
                        )
                        .execute(connection)
                        .await?
                    }
                    None => {
                        sqlx::query!("DELETE FROM run_ahead WHERE run_id = ?", run)
                            .execute(connection)
                            .await?
                    }
                };
                Ok(())
            })
            .await
    }

    /// Results by a model that nobody judged.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn unjudged_by_model(&self, run: RunId) -> Result<u64, StoreError> {
        let run = run.to_string();
        let count = sqlx::query_scalar!(
            r#"SELECT count(*) AS "count!: i64" FROM task
             WHERE run_id = ? AND state = 'done' AND decided_by = 'model' AND verdict IS NULL"#,
            run
        )
        .fetch_one(self.readers())
        .await?;
        Ok(count.unsigned_abs())
    }
}
