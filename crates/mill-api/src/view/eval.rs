//! A skill measured with several models.

use serde::Serialize;
use ts_rs::TS;

use super::money::Money;

/// What a comparison found, as far as its runs have come.
#[derive(Debug, Clone, Serialize, TS)]
pub struct EvalView {
    /// The skill's name.
    pub skill: String,
    /// Its version.
    pub version: String,
    /// Sample tasks with a result that is wanted.
    pub cases: u64,
    /// How sure the intervals are, 0 to 1.
    pub confidence: f64,
    /// True when every run is over.
    pub over: bool,
    /// One line a model, as asked for.
    pub models: Vec<EvalModelView>,
    /// Each other model beside the one that agreed most; empty until every run is over.
    pub pairs: Vec<EvalPairView>,
    /// The tasks, each with what every model made of it.
    pub items: Vec<EvalItemView>,
}

/// One model in a comparison.
#[derive(Debug, Clone, Serialize, TS)]
pub struct EvalModelView {
    /// `provider/model`.
    pub model: String,
    /// The run, to look into.
    pub run: String,
    /// Where the run is.
    pub state: String,
    /// True if its answers were made up for practice: they say nothing about a model.
    pub practice: bool,
    /// Tasks that ended; fewer than all in a run that is at work or was stopped.
    pub done: u64,
    /// Tasks whose wanted results all agree.
    pub agreed: u64,
    /// Single results that agree.
    pub fields_agreed: u64,
    /// Single results that are wanted of the tasks that ended.
    pub fields: u64,
    /// Tasks that ended without a result.
    pub failed: u64,
    /// Tasks rules decided, alike for every model.
    pub by_rule: u64,
    /// What it cost.
    pub cost_usd: Money,
    /// Time at work, in milliseconds.
    pub wall_ms: u64,
}

/// Two models on the same tasks; shares are of tasks, -1 to 1.
#[derive(Debug, Clone, Serialize, TS)]
pub struct EvalPairView {
    /// The one that agreed most.
    pub best: String,
    /// The other.
    pub other: String,
    /// Tasks only the best got right.
    pub only_best: u64,
    /// Tasks only the other got right.
    pub only_other: u64,
    /// How much more the best got right.
    pub difference: f64,
    /// At least so much, at the stated confidence.
    pub low: f64,
    /// At most so much.
    pub high: f64,
    /// True if the tasks tell the two apart.
    pub apart: bool,
}

/// A sample task in a comparison.
#[derive(Debug, Clone, Serialize, TS)]
pub struct EvalItemView {
    /// Its id in the skill.
    pub id: String,
    /// For each model whether all wanted results agree; none: not done yet.
    pub agreed: Vec<Option<bool>>,
    /// For each model the labels of the results that differ.
    pub differs: Vec<Vec<String>>,
}
