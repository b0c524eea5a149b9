//! The rows that agents take next, read many at a time: one question to the database for hundreds of tasks.

use std::collections::BTreeMap;

use mill_domain::{RunId, TaskNumber};
use mill_store::{OpenTask, Store, StoreError};
use tokio::sync::Mutex;

/// Rows read at once: as many as agents at most, so that most of them are taken before the next are read.
const PAGE: u32 = 256;

/// Rows that were read and not taken yet. A row is handed out once: whoever asks for it a second time, because its first
/// agent gave it back, gets it as it is stored by then.
#[derive(Debug, Default)]
pub(super) struct Rows {
    read: Mutex<Read>,
}

#[derive(Debug, Default)]
struct Read {
    rows: BTreeMap<TaskNumber, OpenTask>,
    /// The number of the first row that no page has reached.
    next: u32,
}

impl Rows {
    /// A row that has not ended. Agents take them about in order.
    /// # Errors
    /// [`StoreError::WrongState`] if it has ended.
    pub(super) async fn take(
        &self,
        store: &Store,
        run: RunId,
        task: TaskNumber,
    ) -> Result<OpenTask, StoreError> {
        let mut read = self.read.lock().await;
        if let Some(row) = read.rows.remove(&task) {
            return Ok(row);
        }
        let is_ahead = task.0 >= read.next;
        let page = match store
            .open_tasks(run, task, if is_ahead { PAGE } else { 1 })
            .await
        {
            // Hundreds of very long rows are more than one reading can hold.
            Err(error) if is_ahead => {
                tracing::info!(run.id = %run, error = %error, "rows are read one by one");
                store.open_tasks(run, task, 1).await?
            }
            page => page?,
        };
        let mut found = None;
        for row in page {
            if row.number == task {
                found = Some(row);
            } else if is_ahead {
                read.next = row.number.0.saturating_add(1);
                read.rows.insert(row.number, row);
            }
        }
        found.ok_or_else(|| StoreError::WrongState {
            what: "task",
            id: task.to_string(),
            state: "ended".to_owned(),
        })
    }
}

#[cfg(test)]
mod tests;
