//! What asking again sends.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::view::money::Money;

/// Rows to put to the model once more.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct AskParams {
    /// The run's id.
    pub run: String,
    /// The tasks' numbers.
    pub tasks: Vec<u32>,
    /// What the model is told.
    pub note: String,
    /// True: the model sees what it answered before.
    #[serde(default)]
    pub with_answer: bool,
    /// Another cap for the run; absent: the one it has.
    #[ts(optional)]
    pub budget_usd: Option<Money>,
}
