//! The rows of a job: looked at, found, changed.

use mill_engine::{
    Arrangement, FoundCells, InsertedRow, JobRowDecision, JobTable, ListChange, RowSlice,
    TaskListRow,
};

use super::{PAGE, job_id};
use crate::convert::{job_row, undecided_row};
use crate::params::{
    JobEditCellsParams, JobFindParams, JobInsertRowsParams, JobRemoveRowsParams, JobRowsParams,
    Nothing, RowsLook,
};
use crate::view::job::{FoundCell, FoundView, JobRowsPage, JobRowsView, ListRow};
use crate::{ApiError, Host};

/// Why a job cannot say who decides its rows: its columns are not assigned to the skill's inputs yet.
const UNASSIGNED: [&str; 4] = [
    "unmapped_input",
    "ambiguous_column",
    "unknown_column",
    "unknown_input",
];

pub(super) async fn job_rows(host: &Host, params: JobRowsParams) -> Result<JobRowsPage, ApiError> {
    let id = job_id(&params.job)?;
    let look = Look::of(&params.look);
    let (from, most) = (params.offset as usize, params.limit.min(PAGE) as usize);
    let table = match host.engine.decide_job(id).await {
        Ok(table) => table,
        // To assign columns a person must see them: the rows come without a word on who would decide them.
        Err(error) if UNASSIGNED.contains(&error.code().as_str()) => {
            let rows = host.engine.job_rows(id).await?;
            let matching = look.undecided(&rows);
            return Ok(JobRowsPage {
                total: matching.len() as u64,
                all: rows.len() as u64,
                by_rule: 0,
                by_model: 0,
                rows: page(&matching, from, most)
                    .map(|&(position, row)| undecided_row(position, row))
                    .collect(),
            });
        }
        Err(error) => return Err(error.into()),
    };
    let skill = table.prepared.skill();
    let matching = look.decided(&table);
    let count = |slice| table.rows(slice, "").len() as u64;
    Ok(JobRowsPage {
        total: matching.len() as u64,
        all: count(RowSlice::All),
        by_rule: count(RowSlice::ByRule),
        by_model: count(RowSlice::ByModel),
        rows: page(&matching, from, most)
            .map(|row| job_row(skill, row))
            .collect(),
    })
}

pub(super) async fn job_find(host: &Host, params: JobFindParams) -> Result<FoundView, ApiError> {
    let id = job_id(&params.job)?;
    let look = Look::of(&params.look);
    let found = match host.engine.decide_job(id).await {
        Ok(table) => {
            let matching = look.decided(&table);
            let cells = matching.iter().map(|row| row.row.cells.as_slice());
            FoundCells::of(cells, &params.text)
        }
        Err(error) if UNASSIGNED.contains(&error.code().as_str()) => {
            let rows = host.engine.job_rows(id).await?;
            let matching = look.undecided(&rows);
            let cells = matching.iter().map(|(_, row)| row.cells.as_slice());
            FoundCells::of(cells, &params.text)
        }
        Err(error) => return Err(error.into()),
    };
    let cells = found.cells.into_iter();
    Ok(FoundView {
        total: found.total,
        cells: cells
            .map(|(row, column)| FoundCell { row, column })
            .collect(),
    })
}

/// Which rows of a job are looked at, and in which order.
struct Look<'p> {
    view: JobRowsView,
    search: &'p str,
    arrangement: Arrangement,
}

impl<'p> Look<'p> {
    fn of(look: &'p RowsLook) -> Self {
        Self {
            view: look.view,
            search: &look.search,
            arrangement: arrangement(look),
        }
    }

    fn decided<'t>(&self, table: &'t JobTable) -> Vec<JobRowDecision<'t>> {
        let slice = match self.view {
            JobRowsView::All => RowSlice::All,
            JobRowsView::ByRule => RowSlice::ByRule,
            JobRowsView::ByModel => RowSlice::ByModel,
        };
        let mut matching = table.rows(slice, self.search);
        self.arrangement
            .apply(&mut matching, |row| row.row.cells.as_slice());
        matching
    }

    /// Rows of a list whose columns are not assigned: nobody decides them yet.
    fn undecided<'t>(&self, rows: &'t [TaskListRow]) -> Vec<(u32, &'t TaskListRow)> {
        let search = self.search.to_lowercase();
        let holds = |row: &TaskListRow| {
            search.is_empty()
                || row
                    .cells
                    .iter()
                    .any(|cell| cell.to_lowercase().contains(&search))
        };
        let mut matching: Vec<_> = (0_u32..)
            .zip(rows)
            .filter(|(_, row)| self.view == JobRowsView::All && holds(row))
            .collect();
        self.arrangement
            .apply(&mut matching, |(_, row)| row.cells.as_slice());
        matching
    }
}

fn page<T>(rows: &[T], from: usize, most: usize) -> impl Iterator<Item = &T> {
    rows.iter().skip(from).take(most)
}

fn arrangement(look: &RowsLook) -> Arrangement {
    Arrangement {
        sort: look
            .sort
            .map(|sort| (sort.column as usize, sort.descending)),
        filters: look
            .filters
            .iter()
            .map(|filter| (filter.column as usize, filter.text.clone()))
            .collect(),
    }
}

pub(super) async fn job_insert_rows(
    host: &Host,
    params: JobInsertRowsParams,
) -> Result<Nothing, ApiError> {
    host.engine
        .insert_job_rows(job_id(&params.job)?, inserted(params.rows))
        .await?;
    Ok(Nothing {})
}

pub(super) async fn job_remove_rows(
    host: &Host,
    params: JobRemoveRowsParams,
) -> Result<Vec<ListRow>, ApiError> {
    let removed = host
        .engine
        .remove_job_rows(job_id(&params.job)?, &params.positions)
        .await?;
    let view = removed.into_iter().map(|row| ListRow {
        position: row.position,
        source_row: Some(row.source_row),
        cells: row.cells,
        problem: row.problem,
    });
    Ok(view.collect())
}

pub(super) async fn job_edit_cells(
    host: &Host,
    params: JobEditCellsParams,
) -> Result<Nothing, ApiError> {
    let edits = params
        .edits
        .into_iter()
        .map(|edit| (edit.position, edit.column, edit.text))
        .collect();
    let change = ListChange {
        edits,
        removed: params.remove,
        inserted: inserted(params.add),
    };
    host.engine
        .change_job_list(job_id(&params.job)?, change)
        .await?;
    Ok(Nothing {})
}

fn inserted(rows: Vec<ListRow>) -> Vec<InsertedRow> {
    let rows = rows.into_iter().map(|row| InsertedRow {
        position: row.position,
        source_row: row.source_row,
        cells: row.cells,
        problem: row.problem,
    });
    rows.collect()
}
