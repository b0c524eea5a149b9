//! From files and the clipboard to a task list.

use std::path::{Path, PathBuf};

use mill_tables::{
    FileLimits, HeaderChoice, Preview, Problem, ReadOptions, RowMark, Table, list_files, preview,
    read_table, read_table_bytes,
};

use super::{OriginalFile, StoredProblem, TaskList, TaskListAbout, TaskListRow};
use crate::EngineError;

/// Endings that mean a table; anything else is a document and becomes one task.
const TABLES: [&str; 9] = [
    "csv", "tsv", "tab", "xlsx", "xlsm", "xls", "xlsb", "ods", "txt",
];

/// Reads one table, or lists folders and several files with one task a file. Blocking: call it from a blocking thread.
/// # Errors
/// [`EngineError::Table`] naming the file and what is wrong with it.
pub fn read_paths(paths: &[PathBuf], options: &ReadOptions) -> Result<TaskList, EngineError> {
    match paths {
        [table] if is_table(table) => {
            // Whole, so that a run finds its documents from wherever it is resumed.
            let place = std::path::absolute(table).unwrap_or_else(|_| table.clone());
            let folder = place.parent().map(|folder| folder.display().to_string());
            let read = read_table(table, options)?;
            let original = OriginalFile::of(table, &read, options);
            let mut list = task_list(read, Some(name_of(table)), folder);
            list.about.original = original;
            Ok(list)
        }
        _ => {
            let list = list_files(paths, &FileLimits::default())?;
            let name = paths.first().map(|path| name_of(path));
            Ok(task_list(list.table, name, None))
        }
    }
}

/// What [`read_paths`] would read: a table with its first rows only, or the list of files with as many.
/// # Errors
/// As [`read_paths`].
pub fn preview_paths(
    paths: &[PathBuf],
    options: &ReadOptions,
    limit: usize,
) -> Result<Preview, EngineError> {
    if let [table] = paths
        && is_table(table)
    {
        return Ok(preview(table, options, limit)?);
    }
    let mut table = list_files(paths, &FileLimits::default())?.table;
    let count = |mark| table.rows.iter().filter(|row| row.mark == mark).count() as u64;
    let (rows_total, rows_unreadable) = (table.rows.len() as u64, count(RowMark::Unreadable));
    table.rows.truncate(limit);
    Ok(Preview {
        table,
        rows_total,
        rows_unreadable,
        rows_of_totals: 0,
    })
}

/// Reads tab-separated text as spreadsheet programs put it on the clipboard; its first line holds the column names.
/// # Errors
/// [`EngineError::Table`] if it is no table.
pub fn read_pasted(text: &str) -> Result<TaskList, EngineError> {
    let options = ReadOptions {
        delimiter: Some('\t'),
        encoding: Some("utf-8".to_owned()),
        header: HeaderChoice::Row(1),
        ..ReadOptions::default()
    };
    let mut list = task_list(
        read_table_bytes(Path::new("pasted.tsv"), text.as_bytes(), &options)?,
        None,
        None,
    );
    "pasted".clone_into(&mut list.about.kind);
    Ok(list)
}

fn is_table(path: &Path) -> bool {
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    !path.is_dir() && ending.is_none_or(|ending| TABLES.contains(&ending.as_str()))
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

fn task_list(table: Table, source: Option<String>, folder: Option<String>) -> TaskList {
    let Table { rows, problems, .. } = table;
    let blocking = |number: u32| {
        let problem = problems
            .iter()
            .find(|problem| problem.row == Some(number) && problem.blocks_row);
        problem.map_or_else(
            || "the row cannot be used".to_owned(),
            |problem| problem.message.clone(),
        )
    };
    // Moved, not copied: a long list is held once.
    let rows = rows
        .into_iter()
        .filter(|row| row.mark != RowMark::Total)
        .map(|row| TaskListRow {
            source_row: row.number,
            problem: (row.mark == RowMark::Unreadable).then(|| blocking(row.number)),
            cells: row.cells,
        })
        .collect();
    TaskList {
        rows,
        about: TaskListAbout {
            source,
            folder,
            kind: table.kind.code().to_owned(),
            encoding: table.encoding,
            sheet: table.sheet,
            header_row: table.header_row,
            decimal: table.decimal,
            columns: table.columns,
            problems: problems.into_iter().map(StoredProblem::from).collect(),
            matched: None,
            original: None,
        },
    }
}

impl From<Problem> for StoredProblem {
    fn from(problem: Problem) -> Self {
        Self {
            row: problem.row,
            column: problem.column,
            kind: problem.kind.code().to_owned(),
            message: problem.message,
            params: problem
                .params
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            blocks_row: problem.blocks_row,
        }
    }
}
