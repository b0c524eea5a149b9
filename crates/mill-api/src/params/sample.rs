//! What the methods of samples take.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A sample to draw, or to think about.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SampleOrderParams {
    /// The run's id.
    pub run: String,
    /// The share of wrong results among the rest that would do, above 0, at most 0.5.
    pub tolerable: f64,
    /// How sure the statement shall be, 0.5 or more, below 1.
    pub confidence: f64,
    /// The share of wrong results that is expected; absent: none.
    #[serde(default)]
    #[ts(optional, as = "Option<f64>")]
    pub expected: f64,
    /// `unjudged`, `by_rule` or `by_model`; absent: `unjudged`.
    #[ts(optional)]
    pub scope: Option<String>,
    /// To draw the same rows again, a whole number as text; absent: a number nobody chose.
    #[ts(optional)]
    pub seed: Option<String>,
}

/// A sample of a run.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SampleParams {
    /// The run's id.
    pub run: String,
    /// Its number.
    pub sample: u32,
}

/// A run to sign off.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SignParams {
    /// The run's id.
    pub run: String,
    /// Who signs; it becomes the name in the settings. Absent: the name that is there.
    #[ts(optional)]
    pub reviewer: Option<String>,
}

/// How far a run may be ahead of its reviewer.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RunAheadParams {
    /// The run's id.
    pub run: String,
    /// Results by a model that may be without a verdict; none: any number.
    pub ahead: Option<u32>,
}
