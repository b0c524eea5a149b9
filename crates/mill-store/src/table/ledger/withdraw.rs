//! A call that was held and never left, taken back as if it had never been.

use mill_domain::CallId;
use sqlx::sqlite::SqliteConnection;

use crate::{Store, StoreError};

impl Store {
    /// Takes a call back that was the first of its try and did not leave: its money is free again, the try is not counted, and
    /// its task waits unless another call for it has begun meanwhile.
    /// # Errors
    /// [`StoreError::NotFound`] if no money is held for it.
    pub async fn withdraw_call(&self, call: CallId) -> Result<(), StoreError> {
        let call = call.to_string();
        self.writer()
            .write_ending(async move |connection: &mut SqliteConnection| {
                sqlx::query!(
                    "UPDATE scope SET reserved_pico = reserved_pico - (SELECT bound_pico FROM ledger WHERE call_id = ?1)
                     WHERE (kind, name, period) IN
                        (SELECT kind, name, period FROM ledger_scope WHERE call_id = ?1 AND state = 'held')",
                    call
                )
                .execute(&mut *connection)
                .await?;
                sqlx::query!(
                    "UPDATE task SET attempts = attempts - 1,
                        state = iif(state = 'at_work' AND NOT EXISTS (SELECT 1 FROM ledger AS other
                            WHERE other.run_id = task.run_id AND other.task = task.number AND other.state = 'held'
                                AND other.call_id <> ?1), 'waiting', state)
                     WHERE (run_id, number) IN (SELECT run_id, task FROM ledger WHERE call_id = ?1 AND state = 'held')",
                    call
                )
                .execute(&mut *connection)
                .await?;
                let gone = sqlx::query!("DELETE FROM ledger WHERE call_id = ? AND state = 'held'", call)
                    .execute(connection)
                    .await?;
                if gone.rows_affected() == 1 {
                    return Ok(());
                }
                Err(StoreError::NotFound {
                    what: "held call",
                    id: call.clone(),
                })
            })
            .await
    }
}
