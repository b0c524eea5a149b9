//! What a job's table and its grid send.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::view::job::{CellEdit, ColumnFilter, JobRowsView, ListRow, Reading, RowSort};
use crate::view::matching::FileChoice;

/// A file to look at.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct TablePreviewParams {
    /// What the person's choice in a dialog was registered as.
    pub grant: String,
    /// What was chosen with it: several files are a list with one task a file.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub others: Vec<String>,
    /// How to read it.
    #[serde(default)]
    pub reading: Reading,
}

/// A file to bring in.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobSetTableParams {
    /// The job's id.
    pub job: String,
    /// What the person's choice in a dialog was registered as.
    pub grant: String,
    /// What was chosen with it: several files are a list with one task a file.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub others: Vec<String>,
    /// How to read it.
    #[serde(default)]
    pub reading: Reading,
}

/// A password of documents, as it was typed.
#[derive(Clone, Deserialize, TS)]
pub struct JobUnlockParams {
    /// The job's id.
    pub job: String,
    /// The password. It is kept in memory while the program runs and goes nowhere else.
    pub password: String,
}

impl std::fmt::Debug for JobUnlockParams {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("JobUnlockParams")
            .field("job", &self.job)
            .finish_non_exhaustive()
    }
}

/// Files to lay beside the rows of a job's task list.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobMatchParams {
    /// The job's id.
    pub job: String,
    /// What the person's choice of files and folders was registered as.
    pub grants: Vec<String>,
    /// The column that names the files; absent: the one that names most of them.
    #[ts(optional)]
    pub column: Option<String>,
}

/// Files to give to the rows of a job's task list.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobSetFilesParams {
    /// The job's id.
    pub job: String,
    /// What the person's choice of files and folders was registered as.
    pub grants: Vec<String>,
    /// The column that names the files, as it was shown.
    #[ts(optional)]
    pub column: Option<String>,
    /// What the person said of single rows; all others go as they matched.
    #[serde(default)]
    pub choices: Vec<FileChoice>,
}

/// Cells copied from a spreadsheet.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobPasteParams {
    /// The job's id.
    pub job: String,
    /// Tab-separated text as the clipboard gives it; its first line holds the column names.
    pub text: String,
}

/// A page of a job's rows.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobRowsParams {
    /// The job's id.
    pub job: String,
    /// Which of them, and in which order.
    #[serde(flatten)]
    pub look: RowsLook,
    /// Rows to pass over.
    pub offset: u32,
    /// Rows wanted, at most 1,000.
    pub limit: u32,
}

/// How the rows of a job are looked at; the list itself stays as it is.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
pub struct RowsLook {
    /// Which rows.
    #[serde(default)]
    pub view: JobRowsView,
    /// Text a row must contain in any cell, case aside; empty: any.
    #[serde(default)]
    pub search: String,
    /// The order to look at them in; absent: as in the list.
    #[serde(default)]
    #[ts(optional)]
    pub sort: Option<RowSort>,
    /// Columns whose cells must contain a text; all must.
    #[serde(default)]
    pub filters: Vec<ColumnFilter>,
}

/// A text to find in the cells of a job.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobFindParams {
    /// The job's id.
    pub job: String,
    /// Where to look: rows are counted in this order.
    #[serde(flatten)]
    pub look: RowsLook,
    /// The text, case and width aside.
    pub text: String,
}

/// Rows to put into a job's task list.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobInsertRowsParams {
    /// The job's id.
    pub job: String,
    /// The rows, in the order they are put in.
    pub rows: Vec<ListRow>,
}

/// Rows to take out of a job's task list.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobRemoveRowsParams {
    /// The job's id.
    pub job: String,
    /// Their positions.
    pub positions: Vec<u32>,
}

/// Changed cells of a job's task list.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobEditCellsParams {
    /// The job's id.
    pub job: String,
    /// All of them are written, or none, with what follows.
    pub edits: Vec<CellEdit>,
    /// Positions of rows that go in the same act.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<u32>>")]
    pub remove: Vec<u32>,
    /// Rows that come in the same act, by their positions after the others went.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<ListRow>>")]
    pub add: Vec<ListRow>,
}
