//! A job's task list: brought in, pasted, edited.

use std::collections::BTreeSet;
use std::path::PathBuf;

use mill_domain::JobId;
use mill_store::{JobChange, StoredJobRow};
use mill_tables::ReadOptions;

use super::blocking;
use crate::{Engine, EngineError, ListChange, TaskList, read_pasted, read_paths};

/// A row to put into a task list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InsertedRow {
    /// Where it will be, from 0; beyond the end: at the end.
    pub position: u32,
    /// The row of the file it stood in; `None`: it is new and gets a number after the last.
    pub source_row: Option<u32>,
    /// Its cells; short rows are filled up with empty ones.
    pub cells: Vec<String>,
    /// Why it cannot be used; `None` if it can.
    pub problem: Option<String>,
}

/// A row that was taken out of a task list: what brings it back.
pub type RemovedRow = StoredJobRow;

/// The most rows of a task list.
const MOST_ROWS: usize = 1_000_000;

impl Engine {
    /// Puts rows into a job's task list, in the order given. Positions count the rows put in before.
    /// # Errors
    /// [`EngineError::NoTasks`] without a task list, [`EngineError::BadValue`] for more rows than a list can have.
    pub async fn insert_job_rows(
        &self,
        id: JobId,
        inserted: Vec<InsertedRow>,
    ) -> Result<(), EngineError> {
        let (about, width) = self.list_about(id).await?;
        let mut rows = self.store().job_list(id).await?;
        insert_into(&mut rows, inserted, width)?;
        self.put_job_rows(id, about, rows).await
    }

    /// Takes rows out of a job's task list and returns them.
    /// # Errors
    /// [`EngineError::NoTasks`] without a task list.
    pub async fn remove_job_rows(
        &self,
        id: JobId,
        positions: &[u32],
    ) -> Result<Vec<RemovedRow>, EngineError> {
        let (about, _) = self.list_about(id).await?;
        let gone: BTreeSet<u32> = positions.iter().copied().collect();
        let rows = self.store().job_list(id).await?;
        let (removed, left): (Vec<_>, Vec<_>) = rows
            .into_iter()
            .partition(|row| gone.contains(&row.position));
        self.put_job_rows(id, about, left).await?;
        Ok(removed)
    }

    /// How a job's list was read, as stored, and its number of columns.
    pub(super) async fn list_about(&self, id: JobId) -> Result<(String, usize), EngineError> {
        let detail = self.job(id).await?;
        let about = detail.table.ok_or(EngineError::NoTasks {
            source_name: detail.row.name,
        })?;
        Ok((serde_json::to_string(&about)?, about.columns.len()))
    }

    pub(super) async fn put_job_rows(
        &self,
        id: JobId,
        about: String,
        mut rows: Vec<StoredJobRow>,
    ) -> Result<(), EngineError> {
        for (position, row) in (0_u32..).zip(&mut rows) {
            row.position = position;
        }
        self.store()
            .set_job_list(id, about, rows, self.now())
            .await?;
        self.tell_job(id);
        Ok(())
    }

    /// Brings a table in as a job's task list, or folders and several files with one task a file.
    /// # Errors
    /// [`EngineError::Table`] naming the file; the old list stays.
    pub async fn set_job_file(
        &self,
        id: JobId,
        paths: Vec<PathBuf>,
        options: ReadOptions,
    ) -> Result<(), EngineError> {
        let list = blocking(move || read_paths(&paths, &options)).await?;
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
        let change = ListChange {
            edits,
            ..ListChange::default()
        };
        self.change_job_list(id, change).await
    }
}

/// Puts rows in, in the order given; positions count the rows put in before.
pub(super) fn insert_into(
    rows: &mut Vec<StoredJobRow>,
    inserted: Vec<InsertedRow>,
    width: usize,
) -> Result<(), EngineError> {
    if rows.len() + inserted.len() > MOST_ROWS {
        return Err(EngineError::BadValue {
            what: "rows",
            value: (rows.len() + inserted.len()).to_string(),
            expected: format!("use at most {MOST_ROWS}"),
        });
    }
    let last = rows.iter().map(|row| row.source_row).max().unwrap_or(0);
    let mut next = last + 1;
    for row in inserted {
        let at = (row.position as usize).min(rows.len());
        let mut cells = row.cells;
        cells.resize(width, String::new());
        let source_row = row.source_row.unwrap_or(next);
        next = next.max(source_row + 1);
        rows.insert(
            at,
            StoredJobRow {
                position: 0,
                source_row,
                cells,
                problem: row.problem,
            },
        );
    }
    Ok(())
}

/// Writes cells over and returns the positions of the rows they are in.
pub(super) fn write_into(
    rows: &mut [StoredJobRow],
    edits: Vec<(u32, u32, String)>,
) -> Result<BTreeSet<u32>, EngineError> {
    let mut changed = BTreeSet::new();
    for (position, column, text) in edits {
        // Positions are the places of the rows, in order.
        let row = rows
            .binary_search_by_key(&position, |row| row.position)
            .ok()
            .and_then(|at| rows.get_mut(at));
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
    Ok(changed)
}
