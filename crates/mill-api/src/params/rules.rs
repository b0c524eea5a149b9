//! Rules tables.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::view::rules::{RuleCellView, SheetColumnView};

/// A rules table as typed.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RulesParams {
    /// The skill it is of.
    pub skill: String,
    /// What the table was made from, as it was read with it; saving is refused if the skill is another by now.
    pub base: String,
    /// Its columns.
    pub columns: Vec<SheetColumnView>,
    /// Its rows, a cell a column.
    pub rows: Vec<Vec<String>>,
}

/// A rules table and a file: the one the table is written to, or one that is opened and compared with it.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RulesFileParams {
    /// The skill it is of.
    pub skill: String,
    /// What the person's choice in a dialog was registered as.
    pub grant: String,
    /// The columns of the table in the editor.
    pub columns: Vec<SheetColumnView>,
    /// Its rows, a cell a column.
    pub rows: Vec<Vec<String>>,
}

/// What to suggest.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SuggestParams {
    /// The skill.
    pub skill: String,
    /// The share of decided rows where the person should decide the same, in percent, 1 to 99.
    pub agreement: u32,
}

/// Suggestions to take over.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RuleAcceptParams {
    /// The skill.
    pub skill: String,
    /// The rules, in the order they are added.
    pub rules: Vec<NewRuleParams>,
}

/// A rule to add.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct NewRuleParams {
    /// Its conditions.
    pub conditions: Vec<RuleCellView>,
    /// What it decides.
    pub then: Vec<RuleCellView>,
    /// A note for the next reader; may be empty.
    pub note: String,
}

/// A suggestion to dismiss, or to bring back.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RuleDismissParams {
    /// The skill.
    pub skill: String,
    /// What the suggestion is known by.
    pub key: String,
    /// False brings it back.
    pub dismissed: bool,
}
