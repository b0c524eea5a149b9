//! Files laid beside the rows of a task list.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::job::TableProblem;

/// Which file goes to which row, and what a person has to say something about.
#[derive(Debug, Clone, Serialize, TS)]
pub struct FilesMatched {
    /// The column that names the files; none: no column does.
    pub column: Option<String>,
    /// Columns that name at least one file, the best first.
    pub columns: Vec<MatchColumn>,
    /// All columns of the list.
    pub all_columns: Vec<String>,
    /// Rows that get a file.
    pub matched: u64,
    /// Rows several files could be for, or one that another row names too.
    pub open: u64,
    /// Rows without a file.
    pub without_file: u64,
    /// The rows, first those that are open, then those without a file, then the others; at most 2,000.
    pub rows: Vec<MatchedRow>,
    /// The files.
    pub files: Vec<MatchFile>,
    /// Files for no row, by their name.
    pub unused: Vec<String>,
}

/// What a column would do.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MatchColumn {
    /// Its name.
    pub column: String,
    /// Rows that would get a file.
    pub rows: u64,
}

/// A row and its file.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MatchedRow {
    /// Its position in the list, from 0.
    pub position: u32,
    /// Its row in the file.
    pub source_row: u32,
    /// What the column says.
    pub cell: String,
    /// What else is known of the row: its first other cells.
    pub about: String,
    /// Its file by name; none: none, or it is open.
    pub file: Option<String>,
    /// `name`, `stem` or `part`: how the cell names the file; none without a file.
    pub way: Option<String>,
    /// The files it could be, where that is open.
    pub candidates: Vec<String>,
}

/// A file.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MatchFile {
    /// Its path inside the chosen folder.
    pub name: String,
    /// `pdf`, `image`, `text` and so on.
    pub kind: String,
    /// What is odd about it.
    pub problems: Vec<TableProblem>,
}

/// What a person says of a row.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct FileChoice {
    /// Its position in the list, from 0.
    pub position: u32,
    /// The file's name; none: no file.
    pub file: Option<String>,
}
