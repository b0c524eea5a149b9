//! What learning from a correction sends.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A corrected row and what it shall become.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct LearnParams {
    /// The run's id.
    pub run: String,
    /// The task's number.
    pub task: u32,
    /// `example`, `rule` or `check`.
    pub kind: String,
}

/// A lesson that was learnt.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct UnlearnParams {
    /// The run's id.
    pub run: String,
    /// What the lesson is known by.
    #[ts(type = "number")]
    pub lesson: i64,
}

/// Which corrections.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct CorrectionsParams {
    /// The run's id.
    pub run: String,
    /// True: of all runs of its job.
    #[serde(default)]
    pub whole_job: bool,
}
