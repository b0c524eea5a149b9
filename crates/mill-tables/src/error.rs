//! Why a file cannot be read or written.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::{CopyFault, Problem, ProblemKind};

/// A file that cannot be read or written as asked. Each names the file; none is worth a retry without a change.
#[derive(Debug, Error)]
pub enum TableError {
    /// Nothing is at the path.
    #[error("there is no file at `{}`", path.display())]
    NotFound {
        /// The path as given.
        path: PathBuf,
    },
    /// The system would not let us read it: rights, or the file is locked.
    #[error("`{}` cannot be opened", path.display())]
    NotReadable {
        /// The path as given.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// The file has no bytes, or nothing but blank lines or sheets.
    #[error("`{}` is empty", path.display())]
    Empty {
        /// The path as given.
        path: PathBuf,
    },
    /// The file opens with a password only.
    #[error("`{}` is protected with a password", path.display())]
    Encrypted {
        /// The path as given.
        path: PathBuf,
    },
    /// The file is broken or cut off.
    #[error("`{}` is damaged: {reason}", path.display())]
    Damaged {
        /// The path as given.
        path: PathBuf,
        /// What was found, in the words of the reader of that format.
        reason: String,
    },
    /// The bytes are of another kind than a task list can be.
    #[error("`{}` is not a table: it looks like {found}", path.display())]
    NotATable {
        /// The path as given.
        path: PathBuf,
        /// What it looks like: `a web page`, `a PDF document`.
        found: &'static str,
    },
    /// The file is larger than we read, also after unpacking.
    #[error("`{}` is too large: {size_bytes} bytes, and at most {limit_bytes} are read", path.display())]
    TooLarge {
        /// The path as given.
        path: PathBuf,
        /// Its size, unpacked.
        size_bytes: u64,
        /// The most that is read.
        limit_bytes: u64,
    },
    /// A quotation mark opens a cell and is never closed, so everything after it would be one cell.
    #[error("quote opened in line {line} of `{}` is never closed: {text}", path.display())]
    UnclosedQuote {
        /// The path as given.
        path: PathBuf,
        /// The line it was opened in, from 1, counting lines of the file.
        line: u32,
        /// The start of that line, at most 120 characters.
        text: String,
    },
    /// The document has no such page that could be shown as a picture.
    #[error("`{}` has no page {page} that can be shown as a picture", path.display())]
    NoPage {
        /// The path as given.
        path: PathBuf,
        /// The page asked for, from 1.
        page: u32,
    },
    /// The workbook does not have the sheet that was asked for.
    #[error("`{}` has no sheet `{sheet}`; it has: {}", path.display(), sheets.join(", "))]
    NoSheet {
        /// The path as given.
        path: PathBuf,
        /// The name asked for.
        sheet: String,
        /// The names there are, in order.
        sheets: Vec<String>,
    },
    /// The header row that was asked for is below the last row, or blank.
    #[error("row {row} of `{}` cannot be the header: it is blank or below the last row {last_row}", path.display())]
    NoHeaderRow {
        /// The path as given.
        path: PathBuf,
        /// The row asked for, from 1.
        row: u32,
        /// The last row with something in it.
        last_row: u32,
    },
    /// An option has a value nobody can use.
    #[error("`{value}` is not a value for {option}; use {allowed}")]
    BadOption {
        /// The option's name as on the command line, without dashes.
        option: &'static str,
        /// The value given.
        value: String,
        /// What may be given.
        allowed: &'static str,
    },
    /// A result could not be written; what was at the path before is whole.
    #[error("`{}` was not written: {fault}", path.display())]
    NotWritten {
        /// The path as given.
        path: PathBuf,
        /// The reason in plain words.
        fault: WriteFault,
        /// What the system or the writer said. `None`: the reason says it all, and in the person's language.
        #[source]
        source: Option<io::Error>,
    },
    /// Results cannot be put into a copy of the workbook they came from; nothing was written.
    #[error("results cannot be put into a copy of `{}`: {fault}", path.display())]
    NotCopied {
        /// The original.
        path: PathBuf,
        /// The reason in plain words.
        fault: CopyFault,
    },
}

/// Why a file was not written, in the few ways that a person can act on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WriteFault {
    /// No room left, or a quota is used up.
    #[error("the disk is full")]
    DiskFull,
    /// The folder does not exist.
    #[error("the folder does not exist")]
    NoFolder,
    /// Another program holds the file, or it may not be written.
    #[error("the file is open in another program, or may not be changed")]
    OpenOrForbidden,
    /// A folder stands where the file should go.
    #[error("a folder has that name")]
    IsFolder,
    /// The content does not fit the format: too many rows or columns, or a character the encoding does not have.
    #[error("the content does not fit this kind of file")]
    DoesNotFit,
    /// Anything else the system said.
    #[error("the system refused")]
    Other,
}

impl WriteFault {
    /// The fault of an error of the system.
    pub(crate) fn of(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => Self::DiskFull,
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::NoFolder,
            io::ErrorKind::PermissionDenied
            | io::ErrorKind::ReadOnlyFilesystem
            | io::ErrorKind::ResourceBusy
            | io::ErrorKind::ExecutableFileBusy => Self::OpenOrForbidden,
            io::ErrorKind::IsADirectory | io::ErrorKind::DirectoryNotEmpty => Self::IsFolder,
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => Self::DoesNotFit,
            // Windows reports a file that is open elsewhere as a sharing or lock violation, without a kind of its own.
            _ if cfg!(windows) && matches!(error.raw_os_error(), Some(32 | 33)) => {
                Self::OpenOrForbidden
            }
            _ => Self::Other,
        }
    }

    /// True if the words of the system add nothing a person could use.
    const fn says_it_all(self) -> bool {
        matches!(
            self,
            Self::DiskFull | Self::NoFolder | Self::OpenOrForbidden | Self::IsFolder
        )
    }

    /// The stable word for translation.
    pub const fn code(self) -> &'static str {
        match self {
            Self::DiskFull => "disk_full",
            Self::NoFolder => "no_folder",
            Self::OpenOrForbidden => "open_or_forbidden",
            Self::IsFolder => "is_folder",
            Self::DoesNotFit => "does_not_fit",
            Self::Other => "other",
        }
    }
}

impl TableError {
    /// The error of a failed read.
    pub(crate) fn reading(path: &Path, source: io::Error) -> Self {
        if source.kind() == io::ErrorKind::NotFound {
            Self::NotFound {
                path: path.to_owned(),
            }
        } else {
            Self::NotReadable {
                path: path.to_owned(),
                source,
            }
        }
    }

    /// The error of a failed write.
    pub(crate) fn writing(path: &Path, source: io::Error) -> Self {
        let fault = WriteFault::of(&source);
        Self::NotWritten {
            path: path.to_owned(),
            fault,
            source: (!fault.says_it_all()).then_some(source),
        }
    }

    /// The error of a document with this problem.
    pub(crate) fn of_problem(path: &Path, problem: Problem) -> Self {
        let path = path.to_owned();
        match problem.kind {
            ProblemKind::Encrypted => Self::Encrypted { path },
            ProblemKind::Empty => Self::Empty { path },
            _ => Self::Damaged {
                path,
                reason: problem.message,
            },
        }
    }

    /// The error of a broken file.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "errors, texts and references to them come alike"
    )]
    pub(crate) fn damaged(path: &Path, reason: impl ToString) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }

    /// The stable word for translation; where a [`ProblemKind`] means the same, it is its word.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound { .. } => "not_found",
            Self::NotReadable { .. } => "not_readable",
            Self::Empty { .. } => "empty",
            Self::Encrypted { .. } => "encrypted",
            Self::Damaged { .. } => "damaged",
            Self::NotATable { .. } => "not_a_table",
            Self::TooLarge { .. } => "too_large",
            Self::UnclosedQuote { .. } => "unclosed_quote",
            Self::NoPage { .. } => "no_page",
            Self::NoSheet { .. } => "no_sheet",
            Self::NoHeaderRow { .. } => "no_header_row",
            Self::BadOption { .. } => "bad_option",
            Self::NotWritten { .. } => "not_written",
            Self::NotCopied { .. } => "not_copied",
        }
    }

    /// What to do next, one English sentence.
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::NotFound { .. } => "Check the name and the folder.",
            Self::NotReadable { .. } => {
                "Close the file in other programs, or ask for the right to read it."
            }
            Self::Empty { .. } => "Export it again from the program it came from.",
            Self::Encrypted { .. } => "Save a copy without a password and choose that.",
            Self::Damaged { .. } => {
                "Open it in its own program, save it again, and choose the new file."
            }
            Self::NotATable { .. } => "Save it as .xlsx or .csv and choose that file.",
            Self::TooLarge { .. } => "Split it into smaller files.",
            Self::UnclosedQuote { .. } => {
                "Add the missing quotation mark at the end of that cell, or remove the first."
            }
            Self::NoPage { .. } => "Look at its text instead.",
            Self::NoSheet { .. } => "Choose one of the sheets it has.",
            Self::NoHeaderRow { .. } => {
                "Choose the row that holds the column names, or say that there is none."
            }
            Self::BadOption { .. } => "Change the value.",
            Self::NotWritten { .. } => {
                "Close the file if it is open, check the folder and the space left, or choose another name."
            }
            Self::NotCopied { fault, .. } => match fault {
                CopyFault::Kind => {
                    "Export a workbook of its own, or save the original as .xlsx and import that."
                }
                CopyFault::NoRoom | CopyFault::Unusual => {
                    "Export a workbook of its own, or save the original again in Excel and import that."
                }
                CopyFault::Itself => "Choose another name: the original stays as it is.",
                CopyFault::Ending => "Give the copy the ending of the original.",
            },
        }
    }

    /// The parts of the message by name, for translation.
    pub fn params(&self) -> Vec<(&'static str, String)> {
        let mut params = Vec::new();
        if let Some(path) = self.path() {
            params.push(("path", path.display().to_string()));
        }
        match self {
            Self::NotFound { .. } | Self::Empty { .. } | Self::Encrypted { .. } => {}
            Self::NotReadable { source, .. } => params.push(("reason", source.to_string())),
            Self::Damaged { reason, .. } => params.push(("reason", reason.clone())),
            Self::NotATable { found, .. } => params.push(("found", (*found).to_owned())),
            Self::TooLarge {
                size_bytes,
                limit_bytes,
                ..
            } => {
                params.push(("size_bytes", size_bytes.to_string()));
                params.push(("limit_bytes", limit_bytes.to_string()));
            }
            Self::UnclosedQuote { line, text, .. } => {
                params.push(("line", line.to_string()));
                params.push(("text", text.clone()));
            }
            Self::NoPage { page, .. } => params.push(("page", page.to_string())),
            Self::NoSheet { sheet, sheets, .. } => {
                params.push(("sheet", sheet.clone()));
                params.push(("sheets", sheets.join(", ")));
            }
            Self::NoHeaderRow { row, last_row, .. } => {
                params.push(("row", row.to_string()));
                params.push(("last_row", last_row.to_string()));
            }
            Self::BadOption {
                option,
                value,
                allowed,
            } => {
                params.push(("option", (*option).to_owned()));
                params.push(("value", value.clone()));
                params.push(("allowed", (*allowed).to_owned()));
            }
            Self::NotWritten { fault, source, .. } => {
                params.push(("fault", fault.code().to_owned()));
                let said = source.as_ref().map(ToString::to_string);
                params.push(("reason", said.unwrap_or_else(|| fault.to_string())));
            }
            Self::NotCopied { fault, .. } => params.push(("fault", fault.code().to_owned())),
        }
        params
    }

    /// The same as a problem of the file, for those that are about its content, so that a host can list it.
    /// `None`: it is about the path, the options, or writing.
    pub fn to_problem(&self) -> Option<Problem> {
        let kind = match self {
            Self::Empty { .. } => ProblemKind::Empty,
            Self::Encrypted { .. } => ProblemKind::Encrypted,
            Self::Damaged { .. } | Self::NotATable { .. } => ProblemKind::Damaged,
            Self::UnclosedQuote { .. } => ProblemKind::UnclosedQuote,
            Self::NotFound { .. }
            | Self::NotReadable { .. }
            | Self::TooLarge { .. }
            | Self::NoPage { .. }
            | Self::NoSheet { .. }
            | Self::NoHeaderRow { .. }
            | Self::BadOption { .. }
            | Self::NotWritten { .. }
            | Self::NotCopied { .. } => return None,
        };
        let mut problem = Problem::new(kind, self.code(), self.to_string()).blocking();
        if let Self::UnclosedQuote { line, .. } = self {
            problem = problem.at(*line);
        }
        problem.params.extend(self.params());
        Some(problem)
    }

    /// The file it is about; `None` for an option.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::NotFound { path }
            | Self::NotReadable { path, .. }
            | Self::Empty { path }
            | Self::Encrypted { path }
            | Self::Damaged { path, .. }
            | Self::NotATable { path, .. }
            | Self::TooLarge { path, .. }
            | Self::UnclosedQuote { path, .. }
            | Self::NoPage { path, .. }
            | Self::NoSheet { path, .. }
            | Self::NoHeaderRow { path, .. }
            | Self::NotWritten { path, .. }
            | Self::NotCopied { path, .. } => Some(path),
            Self::BadOption { .. } => None,
        }
    }
}
