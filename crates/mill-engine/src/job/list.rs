//! A job's task list: brought in, pasted, edited.

use std::collections::BTreeSet;
use std::path::PathBuf;

use mill_domain::JobId;
use mill_store::{JobChange, StoredCells, StoredJobRow};
use mill_tables::ReadOptions;

use super::blocking;
use crate::{Engine, EngineError, TaskList, read_pasted, read_paths};

impl Engine {
    /// Brings a file in as a job's task list.
    /// # Errors
    /// [`EngineError::Table`] naming the file; the old list stays.
    pub async fn set_job_file(
        &self,
        id: JobId,
        path: PathBuf,
        options: ReadOptions,
    ) -> Result<(), EngineError> {
        let list = blocking(move || read_paths(&[path], &options)).await?;
        self.set_job_list(id, list).await
    }

    /// Takes pasted cells as a job's task list.
    /// # Errors
    /// [`EngineError::Table`] if they are no table; the old list stays.
    pub async fn set_job_pasted(&self, id: JobId, text: String) -> Result<(), EngineError> {
        let list = blocking(move || read_pasted(&text)).await?;
        self.set_job_list(id, list).await
    }

    pub(super) async fn set_job_list(&self, id: JobId, list: TaskList) -> Result<(), EngineError> {
        let mut mapping = self.job(id).await?.mapping;
        mapping.decimal = list.about.decimal;
        // Pairs whose column is gone would only be in the way.
        mapping
            .pairs
            .retain(|(_, column)| list.about.columns.contains(column));
        let rows = (0_u32..)
            .zip(list.rows)
            .map(|(position, row)| StoredJobRow {
                position,
                source_row: row.source_row,
                cells: row.cells,
                problem: row.problem,
            });
        let about = serde_json::to_string(&list.about)?;
        self.store()
            .set_job_list(id, about, rows.collect(), self.now())
            .await?;
        let change = JobChange {
            mapping: Some(serde_json::to_string(&mapping)?),
            ..JobChange::default()
        };
        self.store().change_job(id, change, self.now()).await?;
        self.tell_job(id);
        Ok(())
    }

    /// Changes cells of a job's task list, all or none. Edits are position, column, text.
    /// # Errors
    /// [`EngineError::BadValue`] for a cell that does not exist.
    pub async fn edit_job_cells(
        &self,
        id: JobId,
        edits: Vec<(u32, u32, String)>,
    ) -> Result<(), EngineError> {
        let mut rows = self.store().job_list(id).await?;
        let mut changed = BTreeSet::new();
        for (position, column, text) in edits {
            let row = rows.iter_mut().find(|row| row.position == position);
            let cell = row
                .and_then(|row| row.cells.get_mut(column as usize))
                .ok_or_else(|| EngineError::BadValue {
                    what: "cell",
                    value: format!("{position}, {column}"),
                    expected: "choose a cell of the list".to_owned(),
                })?;
            *cell = text;
            changed.insert(position);
        }
        let rows = rows
            .into_iter()
            .filter(|row| changed.contains(&row.position));
        let rows = rows
            .map(|row| StoredCells {
                position: row.position,
                cells: row.cells,
            })
            .collect();
        self.store().change_job_rows(id, rows, self.now()).await?;
        self.tell_job(id);
        Ok(())
    }
}
