//! What the comparison of two runs sends.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Two runs.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct CompareParams {
    /// The first run's id.
    pub first: String,
    /// The second's.
    pub second: String,
}

/// A page of the rows two runs share.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct CompareRowsParams {
    /// The first run's id.
    pub first: String,
    /// The second's.
    pub second: String,
    /// True: only rows on which they differ; false: those first, then the others.
    #[serde(default)]
    pub only_different: bool,
    /// Rows to pass over.
    pub offset: u32,
    /// Rows wanted, at most 1,000.
    pub limit: u32,
}

/// Which of two results is better.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ComparePickParams {
    /// The first run's id.
    pub first: String,
    /// The second's.
    pub second: String,
    /// The row's `first_task`, as it was shown.
    pub task: u32,
    /// `left`, `right` or `tied`.
    pub choice: String,
}
