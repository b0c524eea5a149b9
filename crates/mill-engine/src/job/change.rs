//! One change of a task list: cells written over, rows taken out and rows put in, all or none.

use std::collections::BTreeSet;

use mill_domain::JobId;
use mill_store::{StoredCells, StoredJobRow};

use super::list::{insert_into, write_into};
use crate::{Engine, EngineError, InsertedRow};

/// What changes of a task list in one act, such as a paste that reaches below the last row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListChange {
    /// Position, column and new text of cells, by the positions before the act.
    pub edits: Vec<(u32, u32, String)>,
    /// Rows that go, by the positions before the act.
    pub removed: Vec<u32>,
    /// Rows that come, in order, by the positions after the others went.
    pub inserted: Vec<InsertedRow>,
}

impl Engine {
    /// Changes a job's task list, all of it or nothing.
    /// # Errors
    /// [`EngineError::NoTasks`] without a task list, [`EngineError::BadValue`] for a cell that does not exist or more
    /// rows than a list can have.
    pub async fn change_job_list(&self, id: JobId, change: ListChange) -> Result<(), EngineError> {
        let mut rows = self.store().job_list(id).await?;
        let changed = write_into(&mut rows, change.edits)?;
        if change.removed.is_empty() && change.inserted.is_empty() {
            return self.write_changed(id, rows, &changed).await;
        }
        let (about, width) = self.list_about(id).await?;
        let gone: BTreeSet<u32> = change.removed.into_iter().collect();
        rows.retain(|row| !gone.contains(&row.position));
        insert_into(&mut rows, change.inserted, width)?;
        self.put_job_rows(id, about, rows).await
    }

    /// Writes only the rows whose cells changed: most acts change one.
    async fn write_changed(
        &self,
        id: JobId,
        rows: Vec<StoredJobRow>,
        changed: &BTreeSet<u32>,
    ) -> Result<(), EngineError> {
        let rows = rows
            .into_iter()
            .filter(|row| changed.contains(&row.position))
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
