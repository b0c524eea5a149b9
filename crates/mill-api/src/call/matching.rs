//! Files for the rows of a job's task list.

use std::path::PathBuf;

use mill_engine::{FilesBeside, RowFile, TaskList};

use super::job::view;
use super::job_id;
use crate::convert::stored_problem;
use crate::grants::Power;
use crate::params::{JobMatchParams, JobSetFilesParams};
use crate::view::job::JobView;
use crate::view::matching::{FilesMatched, MatchColumn, MatchFile, MatchedRow};
use crate::{ApiError, Host};

/// More than anyone goes through by hand; the sums are those of all rows.
const ROWS: usize = 2_000;

/// Cells that tell a person which row it is.
const TELLING_CELLS: usize = 3;

pub(super) async fn files_preview(
    host: &Host,
    params: JobMatchParams,
) -> Result<FilesMatched, ApiError> {
    let paths = paths(host, &params.grants)?;
    let id = job_id(&params.job)?;
    let (list, beside) = host
        .engine
        .match_job_files(id, paths, params.column)
        .await?;
    Ok(matched_view(&list, beside))
}

pub(super) async fn files_set(host: &Host, params: JobSetFilesParams) -> Result<JobView, ApiError> {
    let paths = paths(host, &params.grants)?;
    let choices = params.choices.into_iter();
    let choices = choices.map(|choice| (choice.position, choice.file));
    host.engine
        .set_job_documents(
            job_id(&params.job)?,
            paths,
            params.column,
            choices.collect(),
        )
        .await?;
    view(host, &params.job).await
}

fn paths(host: &Host, grants: &[String]) -> Result<Vec<PathBuf>, ApiError> {
    let paths = grants.iter();
    paths
        .map(|grant| host.grants.path(grant, Power::Read))
        .collect()
}

fn matched_view(list: &TaskList, beside: FilesBeside) -> FilesMatched {
    let columns = &list.about.columns;
    let name = |column: usize| columns.get(column).cloned().unwrap_or_default();
    let rows = &beside.matching.rows;
    let count = |is: fn(&RowFile) -> bool| rows.iter().filter(|row| is(row)).count() as u64;
    let file = |place: &usize| beside.files.get(*place).map(|file| file.name.clone());
    FilesMatched {
        column: beside.matching.column.map(name),
        columns: beside
            .matching
            .columns
            .iter()
            .map(|fit| MatchColumn {
                column: name(fit.column),
                rows: fit.rows as u64,
            })
            .collect(),
        all_columns: columns.clone(),
        matched: count(|row| matches!(row, RowFile::One { .. })),
        open: count(|row| matches!(row, RowFile::Open { .. })),
        without_file: count(|row| matches!(row, RowFile::None)),
        rows: rows_view(list, &beside),
        unused: beside.matching.unused.iter().filter_map(file).collect(),
        files: beside
            .files
            .into_iter()
            .map(|file| MatchFile {
                name: file.name,
                kind: file.kind,
                problems: file.problems.into_iter().map(stored_problem).collect(),
            })
            .collect(),
    }
}

fn rows_view(list: &TaskList, beside: &FilesBeside) -> Vec<MatchedRow> {
    let name = |place: &usize| beside.files.get(*place).map(|file| file.name.clone());
    let mut rows: Vec<_> = (0_u32..)
        .zip(list.rows.iter().zip(&beside.matching.rows))
        .collect();
    // What needs a person comes first; otherwise as in the list.
    rows.sort_by_key(|(_, (_, matched))| match matched {
        RowFile::Open { .. } => 0,
        RowFile::None => 1,
        RowFile::One { .. } => 2,
    });
    rows.truncate(ROWS);
    rows.into_iter()
        .map(|(position, (row, matched))| {
            let cell = |column: usize| row.cells.get(column).cloned().unwrap_or_default();
            let others = (0..row.cells.len())
                .filter(|column| Some(*column) != beside.matching.column)
                .map(cell)
                .filter(|cell| !cell.trim().is_empty());
            MatchedRow {
                position,
                source_row: row.source_row,
                cell: beside.matching.column.map(cell).unwrap_or_default(),
                about: others.take(TELLING_CELLS).collect::<Vec<_>>().join(" · "),
                file: match matched {
                    RowFile::One { file, .. } => name(file),
                    RowFile::None | RowFile::Open { .. } => None,
                },
                way: match matched {
                    RowFile::One { way, .. } => Some(way.code().to_owned()),
                    RowFile::None | RowFile::Open { .. } => None,
                },
                candidates: match matched {
                    RowFile::Open { files } => files.iter().filter_map(name).collect(),
                    RowFile::None | RowFile::One { .. } => Vec::new(),
                },
            }
        })
        .collect()
}
