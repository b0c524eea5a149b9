//! Rows that were asked again.

use serde::Serialize;
use ts_rs::TS;

use super::money::Money;
use super::run::ReviewTally;

/// What asking again would take.
#[derive(Debug, Clone, Serialize, TS)]
pub struct AskPlanView {
    /// Rows.
    pub rows: u32,
    /// What it can cost at most.
    pub most_usd: Money,
    /// True if every cap has room for that.
    pub fits: bool,
    /// The kind of the cap with the least room: `run`, `job`, `day`, `month`, `provider` or `key`; none if nothing caps it.
    pub kind: Option<String>,
    /// What that cap covers: the provider, `provider/key name` or an id; empty for day and month.
    pub name: String,
    /// The room it has; none if nothing caps it.
    pub left_usd: Option<Money>,
    /// The run's cap with which the run itself has room; none if the run has no cap.
    pub workable_usd: Option<Money>,
}

/// One time a row was asked again.
#[derive(Debug, Clone, Serialize, TS)]
pub struct AskedView {
    /// What the model was told.
    pub note: String,
    /// True if the model saw what it had answered before.
    pub with_answer: bool,
    /// Who asked; empty if not given.
    pub reviewer: String,
    /// When, milliseconds since 1970 UTC.
    pub at: i64,
    /// The try its first call belongs to, as in the transcript.
    pub attempt: u32,
    /// The outcome of the answer, or why there is none: `no_room`, `stopped`, `interrupted` or a reason to pause; none while
    /// the answer is awaited.
    pub ended_as: Option<String>,
    /// Why the answer was not used; none if it was, or there is no more to say.
    pub problem: Option<String>,
    /// The version of the result it made; none if the row stayed as it was.
    pub version: Option<u32>,
    /// The version it stands in the place of; none if the row had no result, or stayed as it was.
    pub former: Option<u32>,
    /// True if the person took the answer back.
    pub undone: bool,
}

/// A row and how asking it again ended.
#[derive(Debug, Clone, Serialize, TS)]
pub struct AskedRowView {
    /// The task's number.
    pub task: u32,
    /// How it ended.
    pub asked: AskedView,
}

/// What came of asking again.
#[derive(Debug, Clone, Serialize, TS)]
pub struct AskedRowsView {
    /// The rows, in the order they were asked for.
    pub rows: Vec<AskedRowView>,
    /// Rows with a new answer.
    pub answered: u32,
    /// Rows that stayed as they were.
    pub kept: u32,
    /// True if a cap had no room for some of them.
    pub no_room: bool,
    /// The sums afterwards.
    pub review: ReviewTally,
}
