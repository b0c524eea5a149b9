//! Task lists as runs and jobs use them: columns, rows, and what is odd about them.

mod beside;
mod matched;
mod original;
mod read;

use serde::{Deserialize, Serialize};

use crate::Ways;

pub use beside::{BesideFile, FilesBeside, lay_beside};
pub(crate) use matched::document_input;
pub use matched::{FileChoices, FileReport, MatchedList, with_files};
pub use original::OriginalFile;
pub(crate) use original::sha256_of_bytes;
pub use read::{preview_paths, read_pasted, read_paths};

/// A task list with all its rows.
#[derive(Debug, Clone)]
pub struct TaskList {
    /// Where it came from and how it was read.
    pub about: TaskListAbout,
    /// Its rows in order; rows of totals are left out and named among the problems.
    pub rows: Vec<TaskListRow>,
}

/// Where a task list came from and how it was read. Stored with a job as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskListAbout {
    /// The file's name; `None`: pasted.
    pub source: Option<String>,
    /// The folder that paths in the list are relative to; `None`: it has none.
    pub folder: Option<String>,
    /// `csv`, `xlsx`, `xls`, `xlsb`, `ods`, `files` or `pasted`.
    pub kind: String,
    /// The text encoding, for text files.
    pub encoding: Option<String>,
    /// The sheet, for workbooks.
    pub sheet: Option<String>,
    /// The header's row; `None` without one.
    pub header_row: Option<u32>,
    /// The decimal mark amounts use; `None`: unknown.
    pub decimal: Option<char>,
    /// Column names.
    pub columns: Vec<String>,
    /// Doubts and faults.
    pub problems: Vec<StoredProblem>,
    /// The column that names each row's document, where files were matched to the rows; `None`: they were not.
    #[serde(default)]
    pub matched: Option<String>,
    /// The file it was read from, where results could go into a copy of it; `None`: it came from something else.
    #[serde(default)]
    pub original: Option<OriginalFile>,
}

/// A doubt or fault, in the form it is stored with a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredProblem {
    /// Row as spreadsheet programs count; `None`: the whole file.
    pub row: Option<u32>,
    /// Column; `None`: the whole row.
    pub column: Option<String>,
    /// The fixed word of its kind.
    pub kind: String,
    /// A whole English sentence.
    pub message: String,
    /// Named parts of the sentence.
    pub params: Vec<(String, String)>,
    /// True if the row cannot be used.
    pub blocks_row: bool,
}

/// A row of a task list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskListRow {
    /// Its row in the file.
    pub source_row: u32,
    /// Cells to the letter.
    pub cells: Vec<String>,
    /// Why it cannot be used; `None` if it can.
    pub problem: Option<String>,
}

/// Which columns feed which input, as the person chose or as labels agree, and how amounts are read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Mapping {
    /// Pairs of input (name or label) and column; several columns of one input are joined with a space.
    pub pairs: Vec<(String, String)>,
    /// The decimal mark amounts use; `None`: a dot.
    pub decimal: Option<char>,
    /// True if dates such as 03/04/2026 mean the day first, false the month, as the date columns of the list tell.
    /// `None`: they do not tell.
    #[serde(default)]
    pub day_first: Option<bool>,
    /// True if pages without text are sent as pictures; false: a document that has nothing else is held back.
    #[serde(default)]
    pub pictures: bool,
    /// True if documents that are too long for the model are read in parts; false: their rows end as too long.
    #[serde(default)]
    pub split: bool,
    /// How models are asked beside the usual way.
    #[serde(default)]
    pub ways: Ways,
    /// True if passwords of documents were given before the run started, so that it is not gone on with without them.
    #[serde(default)]
    pub passwords: bool,
}

/// What changes of a [`Mapping`]; `None` leaves it.
#[derive(Debug, Clone, Default)]
pub struct MappingChange {
    /// All pairs of input and column.
    pub pairs: Option<Vec<(String, String)>>,
    /// Whether pages without text are sent as pictures.
    pub pictures: Option<bool>,
    /// Whether documents that are too long are read in parts.
    pub split: Option<bool>,
    /// How models are asked beside the usual way.
    pub ways: Option<Ways>,
}

impl Mapping {
    /// With a change.
    pub(crate) fn changed(self, change: MappingChange) -> Self {
        Self {
            pairs: change.pairs.unwrap_or(self.pairs),
            pictures: change.pictures.unwrap_or(self.pictures),
            split: change.split.unwrap_or(self.split),
            ways: change.ways.unwrap_or(self.ways),
            ..self
        }
    }
}

impl TaskListAbout {
    /// The name people know it by.
    pub fn name(&self) -> &str {
        self.source.as_deref().unwrap_or("pasted")
    }
}
