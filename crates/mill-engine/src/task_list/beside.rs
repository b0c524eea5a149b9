//! Files laid beside a task list: which row each belongs to, before anything is changed.

use std::path::{Component, Path, PathBuf};

use mill_tables::{FileLimits, FileMatching, Skipped, list_files, match_files};

use super::{StoredProblem, TaskList};
use crate::EngineError;

/// Files beside the rows of a list, before anything is changed.
#[derive(Debug)]
pub struct FilesBeside {
    /// Which file goes to which row, and what is open.
    pub matching: FileMatching,
    /// The files, in the order of their names.
    pub files: Vec<BesideFile>,
    /// What lies in the folders and is no file to use.
    pub skipped: Vec<Skipped>,
    /// The folder the files' names are relative to; `None`: they have none in common and their names are whole paths.
    pub(super) folder: Option<String>,
}

/// One of the files.
#[derive(Debug, Clone)]
pub struct BesideFile {
    /// Its path inside the folder, with `/` between the parts.
    pub name: String,
    /// `pdf`, `image`, `text` and so on.
    pub kind: String,
    /// What is odd about it; a blocking problem means that its row is held back.
    pub problems: Vec<StoredProblem>,
}

/// Lays files and the files of folders beside a list's rows. `column` is the person's choice by name; `None`: the one
/// that names most files. Every file is opened to see whether it can be read. Blocking.
/// # Errors
/// [`EngineError::BadValue`] for a column the list has not, [`EngineError::Table`] for a path that cannot be read.
pub fn lay_beside(
    list: &TaskList,
    paths: &[PathBuf],
    column: Option<&str>,
) -> Result<FilesBeside, EngineError> {
    let columns = &list.about.columns;
    let column = column.map(|name| column_of(columns, name)).transpose()?;
    let paths = whole(paths)?;
    let found = list_files(&paths, &FileLimits::default())?;
    let folder = common_folder(&paths);
    let files: Vec<BesideFile> = found
        .table
        .rows
        .into_iter()
        .map(|row| {
            let problems = found.table.problems.iter();
            let problems = problems.filter(|problem| problem.row == Some(row.number));
            let mut cells = row.cells.into_iter();
            let path = cells.next().unwrap_or_default();
            BesideFile {
                name: name_in(folder.as_deref(), &path),
                kind: cells.nth(1).unwrap_or_default(),
                problems: problems.cloned().map(StoredProblem::from).collect(),
            }
        })
        .collect();
    let rows: Vec<&[String]> = list.rows.iter().map(|row| row.cells.as_slice()).collect();
    let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
    // The column that an earlier matching wrote names every file; it proves nothing.
    let width = width_without(list);
    Ok(FilesBeside {
        matching: match_files(width, &rows, &names, column),
        files,
        skipped: found.skipped,
        folder: folder.map(|folder| folder.display().to_string()),
    })
}

impl FilesBeside {
    pub(super) fn names(&self, files: &[usize]) -> Vec<String> {
        let named = files.iter().filter_map(|file| self.files.get(*file));
        named.map(|file| file.name.clone()).collect()
    }
}

fn column_of(columns: &[String], name: &str) -> Result<usize, EngineError> {
    let wanted = name.trim().to_lowercase();
    let found = columns
        .iter()
        .position(|column| column == name)
        .or_else(|| {
            columns
                .iter()
                .position(|column| column.trim().to_lowercase() == wanted)
        });
    found.ok_or_else(|| EngineError::BadValue {
        what: "column",
        value: name.to_owned(),
        expected: format!("use one of {}", columns.join(", ")),
    })
}

/// Columns that may name files: all but the one made by an earlier matching, which is the last.
fn width_without(list: &TaskList) -> usize {
    let columns = &list.about.columns;
    match &list.about.matched {
        Some(made) if columns.last() == Some(made) => columns.len() - 1,
        _ => columns.len(),
    }
}

/// Paths that stay right wherever the program runs next.
fn whole(paths: &[PathBuf]) -> Result<Vec<PathBuf>, EngineError> {
    let whole = paths.iter().map(|path| {
        std::path::absolute(path).map_err(|source| {
            EngineError::Table(mill_tables::TableError::NotReadable {
                path: path.clone(),
                source,
            })
        })
    });
    whole.collect()
}

/// The folder all paths lie in; `None` if they share nothing but the root.
fn common_folder(paths: &[PathBuf]) -> Option<PathBuf> {
    let folder = |path: &PathBuf| {
        if path.is_dir() {
            Some(path.clone())
        } else {
            path.parent().map(Path::to_owned)
        }
    };
    let mut folders = paths.iter().map(folder);
    let mut common = folders.next()??;
    for folder in folders {
        let folder = folder?;
        while !folder.starts_with(&common) {
            if !common.pop() {
                return None;
            }
        }
    }
    let is_named = common
        .components()
        .any(|part| matches!(part, Component::Normal(_)));
    is_named.then_some(common)
}

fn name_in(folder: Option<&Path>, path: &str) -> String {
    let inside = folder.and_then(|folder| Path::new(path).strip_prefix(folder).ok());
    match inside {
        Some(inside) => inside
            .components()
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect::<Vec<_>>()
            .join("/"),
        None => path.to_owned(),
    }
}
