//! What the methods of merges take.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::view::money::Money;

/// A document of a run.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct MergeParams {
    /// The run whose results it is made of.
    pub run: String,
    /// Its number in that run.
    pub number: u32,
}

/// A table or journal to add up.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct MergeTableParams {
    /// The run's id.
    pub run: String,
    /// What rows are grouped by; at least one.
    pub by: Vec<String>,
    /// What is added up; empty: rows are counted.
    pub sum: Vec<String>,
    /// The account that balances a journal; none: no journal.
    pub contra: Option<String>,
    /// Take results in that nobody judged.
    pub unreviewed: bool,
    /// Take results in that were rejected.
    pub rejected: bool,
}

/// A document for a skill to write.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct MergeSkillParams {
    /// The run's id.
    pub run: String,
    /// The skill's id in the library.
    pub skill: String,
    /// `provider/model`.
    pub model: String,
    /// The hard cap; none: the skill's own.
    pub budget_usd: Option<Money>,
    /// Take results in that nobody judged.
    pub unreviewed: bool,
    /// Take results in that were rejected.
    pub rejected: bool,
}

/// What a person says of a document as a whole.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct MergeJudgeParams {
    /// The run whose results it is made of.
    pub run: String,
    /// Its number in that run.
    pub number: u32,
    /// True: accepted; false: rejected; none: nothing any more.
    pub accepted: Option<bool>,
}

/// Where a document goes.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct MergeExportParams {
    /// The run whose results it is made of.
    pub run: String,
    /// Its number in that run.
    pub number: u32,
    /// What the person's choice in a save dialog was registered as; its ending chooses the format.
    pub grant: String,
    /// Language of our own words in the file, `en` or `zh`.
    pub language: String,
}
