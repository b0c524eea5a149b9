//! Files of results.

use serde::Serialize;
use ts_rs::TS;

use crate::ApiError;

/// Whether results can go into a copy of the workbook the rows came from.
#[derive(Debug, Clone, Serialize, TS)]
pub struct OriginalView {
    /// The original's name; none: the rows came from something else.
    pub name: Option<String>,
    /// The ending the copy must have, `xlsx` or `xlsm`; none if there can be no copy.
    pub ending: Option<String>,
    /// The sheet that gets the results; none if there can be no copy.
    pub sheet: Option<String>,
    /// The letters of the first column of results; none if there can be no copy.
    pub column: Option<String>,
    /// What to know before.
    pub doubts: Vec<CopyDoubtView>,
    /// Why there can be no copy; none if there can.
    pub refusal: Option<ApiError>,
}

/// What to know before a copy is written.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CopyDoubtView {
    /// `signature`, `changed_rows`, `added_rows`, `no_header` or `covered`.
    pub kind: String,
    /// How many rows it is about; none: it is about the workbook.
    pub rows: Option<u32>,
}
