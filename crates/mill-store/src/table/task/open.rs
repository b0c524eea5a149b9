//! Reading the tasks that have not ended: what an agent needs of them, many at a time.

use mill_domain::{RunId, TaskNumber};

use crate::{Store, StoreError};

/// A task that has not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenTask {
    /// Its place in the run.
    pub number: TaskNumber,
    /// Its row in the file.
    pub source_row: u32,
    /// Cells to the letter.
    pub cells: Vec<String>,
    /// Tries so far.
    pub attempts: u32,
    /// Somebody is at it: an agent, or a batch at the provider.
    pub at_work: bool,
}

impl Store {
    /// At most `limit` tasks of a run that have not ended, in order, from `first` on.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored task cannot be read back.
    pub async fn open_tasks(
        &self,
        run: RunId,
        first: TaskNumber,
        limit: u32,
    ) -> Result<Vec<OpenTask>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT number AS "number: u32", source_row AS "source_row: u32", cells, attempts AS "attempts: u32",
                state = 'at_work' AS "at_work!: bool"
             FROM task WHERE run_id = ? AND number >= ? AND +state IN ('waiting', 'at_work') ORDER BY number LIMIT ?"#,
            run,
            first.0,
            limit
        )
        .fetch_all(self.readers())
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(OpenTask {
                    number: TaskNumber(row.number),
                    source_row: row.source_row,
                    cells: serde_json::from_str(&row.cells)?,
                    attempts: row.attempts,
                    at_work: row.at_work,
                })
            })
            .collect()
    }
}
