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
