//! Task lists from folders and files: one row a file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::document::{DocumentKind, read_document};
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
    for (path, looked) in found.iter().zip(look_at_all(&found, limits)) {
        let number = u32::try_from(table.rows.len() + 1).unwrap_or(u32::MAX);
        match looked {
            Ok(file) => table.rows.push(row(path, number, file, &mut problems)),
            Err(reason) => skipped.push(Skipped {
                path: path.clone(),
                reason,
            }),
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

/// What a file turned out to be.
struct LookedAt {
    kind: DocumentKind,
    pages: Option<usize>,
    size_bytes: u64,
    problems: Vec<Problem>,
}

/// Opens every file, so that what cannot be read is known before anything is paid for. One thread a core: hundreds of
/// contracts should not take minutes.
fn look_at_all(found: &[PathBuf], limits: &FileLimits) -> Vec<Result<LookedAt, SkipReason>> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let share = found.len().div_ceil(cores).max(1);
    std::thread::scope(|scope| {
        let threads: Vec<_> = found
            .chunks(share)
            .map(|files| {
                let look = move || files.iter().map(|path| look_at(path, limits)).collect();
                (files.len(), scope.spawn(look))
            })
            .collect();
        let looked = threads.into_iter().flat_map(|(files, thread)| {
            let looked: Vec<_> = thread
                .join()
                .unwrap_or_else(|_| (0..files).map(|_| Err(SkipReason::NotReadable)).collect());
            looked
        });
        looked.collect()
    })
}

fn look_at(path: &Path, limits: &FileLimits) -> Result<LookedAt, SkipReason> {
    let facts = fs::metadata(path).map_err(|_| SkipReason::NotReadable)?;
    if !facts.is_file() {
        return Err(SkipReason::NotReadable);
    }
    let size_bytes = facts.len();
    if size_bytes > limits.file_bytes {
        return Err(SkipReason::TooLarge);
    }
    let document = read_document(path).map_err(|error| match error {
        TableError::TooLarge { .. } => SkipReason::TooLarge,
        _ => SkipReason::NotReadable,
    })?;
    let has_pages = matches!(document.kind, DocumentKind::Pdf | DocumentKind::Image);
    Ok(LookedAt {
        kind: document.kind,
        pages: (has_pages && !document.pages.is_empty()).then_some(document.pages.len()),
        size_bytes,
        problems: document.problems,
    })
}

/// The file's row. A scan is a doubt and no fault here: the person may want its pages looked at as pictures.
fn row(path: &Path, number: u32, file: LookedAt, problems: &mut Problems) -> TableRow {
    let mut mark = RowMark::Task;
    for mut problem in file.problems {
        if problem.kind == ProblemKind::Scanned {
            problem.blocks_row = false;
        }
        if problem.blocks_row {
            mark = RowMark::Unreadable;
        }
        if problem.is_needed_password() {
            // So that it is found again where somebody gives one.
            problem = problem.with("path", path.display());
        }
        problems.push(problem.at(number).column("file"));
    }
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let cells = vec![
        path.display().to_string(),
        name,
        file.kind.code().to_owned(),
        file.pages
            .map(|pages| pages.to_string())
            .unwrap_or_default(),
        file.size_bytes.to_string(),
    ];
    TableRow {
        number,
        cells,
        mark,
    }
}
