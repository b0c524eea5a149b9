//! What the review sends.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::view::survey::{ReviewFilter, ReviewOrder};

/// What a person says of results.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct DecideParams {
    /// The run's id.
    pub run: String,
    /// The tasks' numbers.
    pub tasks: Vec<u32>,
    /// `accepted`, `corrected` or `rejected`.
    pub verdict: String,
    /// Changed outputs by field name as typed by the person (for `corrected`, of one task).
    #[serde(default)]
    #[ts(type = "Record<string, string>", optional)]
    pub fields: std::collections::BTreeMap<String, String>,
}

/// A run at a glance.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SurveyParams {
    /// The run's id.
    pub run: String,
    /// Which rows.
    #[serde(default)]
    pub filter: ReviewFilter,
}

/// A page of rows to review.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ReviewRowsParams {
    /// The run's id.
    pub run: String,
    /// Which rows.
    #[serde(default)]
    pub filter: ReviewFilter,
    /// In which order.
    #[serde(default)]
    pub order: ReviewOrder,
    /// Rows to pass over.
    pub offset: u32,
    /// Rows wanted, at most 1,000.
    pub limit: u32,
}

/// A flag to set or to take away.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct FlagParams {
    /// The run's id.
    pub run: String,
    /// The task's number.
    pub task: u32,
    /// True: the person wants to come back to it.
    pub flagged: bool,
    /// What to remember about it; absent: nothing.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub note: String,
}

/// All results that match, accepted together.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct AcceptMatchingParams {
    /// The run's id.
    pub run: String,
    /// Which rows.
    #[serde(default)]
    pub filter: ReviewFilter,
    /// How many the person was told it would be; if it is not so many any more, nothing is accepted. Absent: any number.
    #[ts(optional)]
    pub count: Option<u64>,
}
