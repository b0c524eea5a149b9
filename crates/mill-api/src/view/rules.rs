//! Rules tables being edited, tried and suggested.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::field::FieldView;

/// A rules table as its author edits it.
#[derive(Debug, Clone, Serialize, TS)]
pub struct RulesView {
    /// The file it stands in, inside the skill's folder.
    pub file: String,
    /// The columns, in the file's order.
    pub columns: Vec<SheetColumnView>,
    /// The rules, a cell a column, as written.
    pub rows: Vec<Vec<String>>,
    /// The skill's inputs, for further conditions.
    pub inputs: Vec<FieldView>,
    /// The outputs a rule may fill.
    pub outputs: Vec<FieldView>,
    /// Who gets what no rule decides: `model`, `person` or `skip`.
    pub undecided: String,
    /// The skill's version the table is from.
    pub version: String,
}

/// A column of a rules table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SheetColumnView {
    /// `if`, `then`, `note`, or `unknown` for a title the skill does not know.
    pub part: String,
    /// The name of the input or output; "" for notes and unknown titles.
    pub field: String,
    /// Its title in the file; "": the one we would write.
    pub title: String,
}

/// What a table would do on the rows of the latest run.
#[derive(Debug, Clone, Serialize, TS)]
pub struct RulesTrialView {
    /// What is wrong with it; nothing was tried then.
    pub faults: Vec<SheetFaultView>,
    /// The run whose rows it was tried on; none: the skill has not run yet.
    pub run: Option<String>,
    /// That run's name.
    pub run_name: String,
    /// Rows of that run.
    pub rows: u64,
    /// Rows the table decides.
    pub decided: u64,
    /// Rows the saved table decides.
    pub decided_before: u64,
    /// What each rule does, in the order of the rows that are not blank.
    pub uses: Vec<RuleUseView>,
    /// Rows that come out otherwise than with the saved table.
    pub changed: u64,
    /// The first of them.
    pub changes: Vec<RuleChangeView>,
}

/// Something wrong with a rules table.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SheetFaultView {
    /// The row's place, from 0; none: the columns.
    pub row: Option<u32>,
    /// The column's place, from 0; none: the whole row.
    pub column: Option<u32>,
    /// What was expected, in English.
    pub expected: String,
}

/// What one rule does.
#[derive(Debug, Clone, Serialize, TS)]
pub struct RuleUseView {
    /// Rows that meet its conditions.
    pub matched: u64,
    /// Rows it takes: no rule above it did.
    pub taken: u64,
    /// The number of the rule above that takes most of the others; none if no rule does.
    pub above: Option<u32>,
}

/// A row that comes out otherwise.
#[derive(Debug, Clone, Serialize, TS)]
pub struct RuleChangeView {
    /// The row as the spreadsheet program counts.
    pub row: u32,
    /// Its inputs as text, in the skill's order.
    pub inputs: Vec<String>,
    /// What comes out with the saved table; none: no rule takes it.
    pub before: Option<String>,
    /// What comes out with this table; none: no rule takes it.
    pub after: Option<String>,
}

/// What became of a table that was to be saved.
#[derive(Debug, Clone, Serialize, TS)]
pub struct RulesSaved {
    /// The new version; none: the faults are in the way and nothing changed.
    pub version: Option<String>,
    /// What is in the way.
    pub faults: Vec<SheetFaultView>,
}

/// Rules suggested from what people decided.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SuggestionsView {
    /// Labels of the skill's inputs, for the rows shown.
    pub inputs: Vec<String>,
    /// Labels of the outputs the rules fill.
    pub outputs: Vec<String>,
    /// The rules, those that help most today first.
    pub rules: Vec<SuggestionView>,
    /// How many more there are than are shown.
    pub more: u32,
    /// How rules learnt earlier did on each later period.
    pub periods: Vec<PeriodView>,
    /// Rows of all later periods.
    pub lines: u32,
    /// Rows of them the rules of their time decided.
    pub decided: u32,
    /// Decided rows where the person had chosen the same.
    pub agreed: u32,
    /// Rows people decided, from which was learnt.
    pub cases: u32,
}

/// How rules learnt before a period did on it.
#[derive(Debug, Clone, Serialize, TS)]
pub struct PeriodView {
    /// `2026-11`, or the run's name.
    pub period: String,
    /// Rows with a decision of a person.
    pub lines: u32,
    /// Rows the rules decided.
    pub decided: u32,
    /// Decided rows where the person had chosen the same.
    pub agreed: u32,
}

/// A suggested rule.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SuggestionView {
    /// What it is known by.
    pub key: String,
    /// Its conditions, as cells of the table.
    pub conditions: Vec<RuleCellView>,
    /// What it decides, as cells of the table.
    pub then: Vec<RuleCellView>,
    /// Rows where people decided the same.
    pub agreeing: u32,
    /// Rows where people decided otherwise.
    pub against: u32,
    /// Rows of both that the rules of today leave to a model or a person.
    pub open: u32,
    /// The share of future rows where people are expected to decide the same, in percent.
    pub expected: u32,
    /// Some rows for it, the newest first.
    pub rows_for: Vec<CaseView>,
    /// Some rows against it, the newest first.
    pub rows_against: Vec<CaseView>,
}

/// A cell of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RuleCellView {
    /// The name of the input or output.
    pub field: String,
    /// Its label; may be left out when it is sent.
    #[serde(default)]
    pub label: String,
    /// The cell as it is written in the table.
    pub cell: String,
}

/// A row a person decided.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CaseView {
    /// The run it is from; none for a history file.
    pub run: Option<String>,
    /// The run's name, or the period.
    pub place: String,
    /// The row as the spreadsheet program counts.
    pub row: u32,
    /// Its inputs as text.
    pub inputs: Vec<String>,
    /// What the person chose.
    pub chose: Vec<String>,
}

/// A suggestion taken over.
#[derive(Debug, Clone, Serialize, TS)]
pub struct RuleAccepted {
    /// The skill's version now.
    pub version: String,
    /// What the version before is known by, to go back to.
    pub before: Option<String>,
}
