//! The task list of a job.

use mill_domain::{JobId, Timestamp};
use sqlx::sqlite::SqliteConnection;

use super::job::found;
use crate::{Store, StoreError};

/// A row of a job's task list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredJobRow {
    /// Its place, from 0.
    pub position: u32,
    /// Its row in the file, as spreadsheet programs count.
    pub source_row: u32,
    /// Cells to the letter.
    pub cells: Vec<String>,
    /// Why it cannot be used; `None` if it can.
    pub problem: Option<String>,
}

/// A cell that was changed by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCells {
    /// The row's position.
    pub position: u32,
    /// The whole row after the change.
    pub cells: Vec<String>,
}

impl Store {
    /// Replaces a job's task list. `task_list` says how it was read, as JSON the engine reads.
    /// # Errors
    /// [`StoreError::NotFound`] if the job does not exist; the old list stays whole on any failure.
    pub async fn set_job_list(
        &self,
        id: JobId,
        task_list: String,
        rows: Vec<StoredJobRow>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let (id, now) = (id.to_string(), now.as_millis());
        let rows = rows
            .into_iter()
            .map(|row| {
                Ok((
                    row.position,
                    row.source_row,
                    serde_json::to_string(&row.cells)?,
                    row.problem,
                ))
            })
            .collect::<Result<Vec<_>, StoreError>>()?;
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let done = sqlx::query!(
                    "UPDATE job SET task_list = ?2, saved_at = ?3 WHERE id = ?1 AND deleted_at IS NULL",
                    id,
                    task_list,
                    now
                )
                .execute(&mut *connection)
                .await?;
                found(done.rows_affected(), "job", &id)?;
                sqlx::query!("DELETE FROM job_row WHERE job_id = ?", id).execute(&mut *connection).await?;
                for (position, source_row, cells, problem) in &rows {
                    sqlx::query!(
                        "INSERT INTO job_row (job_id, position, source_row, cells, problem) VALUES (?, ?, ?, ?, ?)",
                        id,
                        position,
                        source_row,
                        cells,
                        problem
                    )
                    .execute(&mut *connection)
                    .await?;
                }
                Ok(())
            })
            .await
    }

    /// Writes changed rows of a task list, all or none.
    /// # Errors
    /// [`StoreError::NotFound`] if one of them does not exist.
    pub async fn change_job_rows(
        &self,
        id: JobId,
        rows: Vec<StoredCells>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let (id, now) = (id.to_string(), now.as_millis());
        let rows = rows
            .into_iter()
            .map(|row| Ok((row.position, serde_json::to_string(&row.cells)?)))
            .collect::<Result<Vec<_>, StoreError>>()?;
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                for (position, cells) in &rows {
                    let done = sqlx::query!(
                        "UPDATE job_row SET cells = ?3 WHERE job_id = ?1 AND position = ?2",
                        id,
                        position,
                        cells
                    )
                    .execute(&mut *connection)
                    .await?;
                    found(done.rows_affected(), "row", &position.to_string())?;
                }
                sqlx::query!("UPDATE job SET saved_at = ?2 WHERE id = ?1", id, now)
                    .execute(connection)
                    .await?;
                Ok(())
            })
            .await
    }

    /// A job's whole task list, in order.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored row cannot be read back.
    pub async fn job_list(&self, id: JobId) -> Result<Vec<StoredJobRow>, StoreError> {
        let id = id.to_string();
        let rows = sqlx::query!(
            r#"SELECT position AS "position: u32", source_row AS "source_row: u32", cells, problem
             FROM job_row WHERE job_id = ? ORDER BY position"#,
            id
        )
        .fetch_all(self.readers())
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(StoredJobRow {
                    position: row.position,
                    source_row: row.source_row,
                    cells: serde_json::from_str(&row.cells)?,
                    problem: row.problem,
                })
            })
            .collect()
    }
}
