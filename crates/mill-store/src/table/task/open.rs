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
        // One text for all of them: SQLite's thread hands over each row by itself.
        let rows = sqlx::query_scalar!(
            r#"SELECT json_group_array(json_array(number, source_row, json(cells), attempts, state = 'at_work'))
                AS "rows!: String"
             FROM (SELECT number, source_row, cells, attempts, state FROM task
                WHERE run_id = ? AND number >= ? AND +state IN ('waiting', 'at_work') ORDER BY number LIMIT ?)"#,
            run,
            first.0,
            limit
        )
        .fetch_one(self.readers())
        .await?;
        let rows: Vec<(u32, u32, Vec<String>, u32, u8)> = serde_json::from_str(&rows)?;
        let open = rows
            .into_iter()
            .map(|(number, source_row, cells, attempts, at_work)| OpenTask {
                number: TaskNumber(number),
                source_row,
                cells,
                attempts,
                at_work: at_work != 0,
            });
        Ok(open.collect())
    }
}
