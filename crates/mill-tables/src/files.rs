//! Task lists from folders and files: one row a file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::document::{DocumentKind, count_pages, wrong_name};
use crate::problem::Problems;
use crate::{Problem, ProblemKind, ReadOptions, RowMark, Table, TableError, TableKind, TableRow};

/// How far a list of files may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileLimits {
    /// The most files listed.
    pub files: usize,
    /// The most folders inside folders.
    pub depth: usize,
    /// The most bytes of one file; larger ones are skipped.
    pub file_bytes: u64,
}

impl Default for FileLimits {
    fn default() -> Self {
        Self {
            files: 50_000,
            depth: 16,
            file_bytes: 1 << 30,
        }
    }
}

/// The table, and what was passed over.
#[derive(Debug, Clone, PartialEq)]
pub struct FileList {
    /// One row a file, columns `file`, `name`, `kind`, `pages`, `bytes`, in the order of names.
    pub table: Table,
    /// What is not in the table, with the reason.
    pub skipped: Vec<Skipped>,
}

/// Something in a folder that is not in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Where it is.
    pub path: PathBuf,
    /// Why it is not in the list.
    pub reason: SkipReason,
}

/// Why something in a folder is not in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SkipReason {
    /// A link; what it points to may lie outside the folder.
    Link,
    /// A hidden file or folder, or one of those systems leave behind (`Thumbs.db`).
    Hidden,
    /// Deeper than folders are followed.
    TooDeep,
    /// Larger than files are taken.
    TooLarge,
    /// More files than are listed.
    TooMany,
    /// The system does not let us read it, or it is no plain file.
    NotReadable,
}

impl SkipReason {
    /// The stable word for translation.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Hidden => "hidden",
            Self::TooDeep => "too_deep",
            Self::TooLarge => "too_large",
            Self::TooMany => "too_many",
            Self::NotReadable => "not_readable",
        }
    }
}

/// Lists the files of folders and single files. `file` holds the path as given or found; nothing outside the given
/// folders is looked at. Encrypted, damaged and empty files are rows with a blocking problem.
/// # Errors
/// [`TableError::NotFound`] or [`TableError::NotReadable`] for a path that was given; [`TableError::Empty`] if no
/// file is left.
pub fn list_files(paths: &[PathBuf], limits: &FileLimits) -> Result<FileList, TableError> {
    let mut found = Vec::new();
    let mut skipped = Vec::new();
    for path in paths {
        let facts = fs::metadata(path).map_err(|source| TableError::reading(path, source))?;
        if facts.is_dir() {
            walk(path, 0, limits, &mut found, &mut skipped)
                .map_err(|source| TableError::reading(path, source))?;
        } else {
            found.push(path.clone());
        }
    }
    for path in found.split_off(found.len().min(limits.files)) {
        skipped.push(Skipped {
            path,
            reason: SkipReason::TooMany,
        });
    }
    let mut table = Table::new(TableKind::Files, &ReadOptions::default());
    table.columns = ["file", "name", "kind", "pages", "bytes"]
        .map(str::to_owned)
        .to_vec();
    let mut problems = Problems::default();
    for path in found {
        let number = u32::try_from(table.rows.len() + 1).unwrap_or(u32::MAX);
        match row(&path, number, limits, &mut problems) {
            Ok(row) => table.rows.push(row),
            Err(reason) => skipped.push(Skipped { path, reason }),
        }
    }
    if table.rows.is_empty() {
        return Err(TableError::Empty {
            path: paths.first().cloned().unwrap_or_default(),
        });
    }
    table.problems = problems.finish();
    Ok(FileList { table, skipped })
}

/// Collects plain files below a folder, in the order of names, so that the same folder gives the same list.
fn walk(
    folder: &Path,
    depth: usize,
    limits: &FileLimits,
    found: &mut Vec<PathBuf>,
    skipped: &mut Vec<Skipped>,
) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let mut skip = |reason| {
            skipped.push(Skipped {
                path: path.clone(),
                reason,
            });
        };
        // The entry's own kind: a link is a link here, whatever it points to.
        let Ok(kind) = entry.file_type() else {
            skip(SkipReason::NotReadable);
            continue;
        };
        if kind.is_symlink() {
            skip(SkipReason::Link);
        } else if is_hidden(&entry) {
            skip(SkipReason::Hidden);
        } else if kind.is_dir() {
            if depth >= limits.depth {
                skip(SkipReason::TooDeep);
            } else if walk(&path, depth + 1, limits, found, skipped).is_err() {
                skipped.push(Skipped {
                    path,
                    reason: SkipReason::NotReadable,
                });
            }
        } else if !kind.is_file() {
            skip(SkipReason::NotReadable);
        } else {
            found.push(path);
        }
    }
    Ok(())
}

/// Names that begin with a dot, lock files of Office, and what systems leave in folders.
fn is_hidden(entry: &fs::DirEntry) -> bool {
    let name = entry.file_name();
    let name = name.to_string_lossy();
    name.starts_with('.')
        || name.starts_with("~$")
        || matches!(name.as_ref(), "Thumbs.db" | "desktop.ini" | "__MACOSX")
}

fn row(
    path: &Path,
    number: u32,
    limits: &FileLimits,
    problems: &mut Problems,
) -> Result<TableRow, SkipReason> {
    let facts = fs::metadata(path).map_err(|_| SkipReason::NotReadable)?;
    if !facts.is_file() {
        return Err(SkipReason::NotReadable);
    }
    let size_bytes = facts.len();
    if size_bytes > limits.file_bytes {
        return Err(SkipReason::TooLarge);
    }
    let bytes = fs::read(path).map_err(|_| SkipReason::NotReadable)?;
    let mut kind = DocumentKind::by_name(path);
    let mut pages = String::new();
    let mut fault = None;
    if bytes.is_empty() {
        let message = "The file is empty; get it again from where it came from";
        fault = Some(Problem::new(ProblemKind::Empty, "no_bytes", message));
    } else {
        kind = DocumentKind::of(path, &bytes);
        fault = fault.or_else(|| wrong_name(path, kind, &bytes));
        match kind {
            DocumentKind::Pdf => match count_pages(bytes) {
                Ok(count) => pages = count.to_string(),
                Err(problem) => fault = Some(*problem),
            },
            DocumentKind::Image => "1".clone_into(&mut pages),
            DocumentKind::Text
            | DocumentKind::Csv
            | DocumentKind::Docx
            | DocumentKind::Eml
            | DocumentKind::Other => {}
        }
    }
    let mark = if fault.is_some() {
        RowMark::Unreadable
    } else {
        RowMark::Task
    };
    if let Some(problem) = fault {
        problems.push(problem.at(number).column("file").blocking());
    }
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let cells = vec![
        path.display().to_string(),
        name,
        kind.code().to_owned(),
        pages,
        size_bytes.to_string(),
    ];
    Ok(TableRow {
        number,
        cells,
        mark,
    })
}
