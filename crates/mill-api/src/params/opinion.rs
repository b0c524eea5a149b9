//! What the methods of second opinions take.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::view::job::Endpoint;
use crate::view::money::Money;

/// A second opinion to ask for, or to think about.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct OpinionParams {
    /// The run whose results are asked about.
    pub run: String,
    /// `answer` (the same task from the source, without the result) or `check` (whether the result is right).
    pub kind: String,
    /// Who is asked, each for itself, `provider/model`; 1 to 5.
    pub models: Vec<String>,
    /// Where single models are that have no address of their own, `custom/NAME`; absent: where the run knows them.
    #[ts(optional)]
    pub endpoints: Option<Vec<Endpoint>>,
    /// `all`, `unjudged`, `by_model`, `findings` or `sample`.
    pub rows: String,
    /// `sample`: how many to draw.
    #[ts(optional)]
    pub sample: Option<u32>,
    /// Told to every verifier beside the skill's own instructions; absent: nothing.
    #[ts(optional)]
    pub instruction: Option<String>,
    /// The hard cap of all of it; absent: none (free models only).
    #[ts(optional)]
    pub budget_usd: Option<Money>,
    /// Agents at once; absent: as the run had.
    #[ts(optional)]
    pub agents: Option<u32>,
}
