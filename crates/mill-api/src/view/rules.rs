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
    /// What stands for exactly this skill, to be given back when the table is saved.
    pub base: String,
}

/// A rules table that was opened from a file. Nothing is saved.
#[derive(Debug, Clone, Serialize, TS)]
pub struct RulesOpened {
    /// The table.
    pub table: RulesView,
    /// Rules that are the same in the editor, in the same order.
    pub same: u32,
    /// The others.
    pub changes: Vec<SheetChangeView>,
    /// Titles of columns with something in them that the file does not have.
    pub columns_gone: Vec<String>,
}

/// What became of a rule.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SheetChangeView {
    /// `added`, `removed`, `changed` or `moved`.
    pub kind: String,
    /// Its number in the editor, from 1; none: it is not there.
    pub before: Option<u32>,
    /// Its cells there, in the columns of the file; empty if it is not there.
    pub before_cells: Vec<String>,
    /// Its number in the file, from 1; none: it is not there.
    pub after: Option<u32>,
    /// Its cells there; empty if it is not there.
    pub after_cells: Vec<String>,
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
    /// Which rules of the saved table lose rows whose outcome changes, the most rows first.
    pub losses: Vec<RuleLossView>,
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
    /// The number of a rule above that asks for no more, so that this one can decide nothing; none if there is none.
    pub covered: Option<u32>,
}

/// A rule of the saved table that loses rows, which then come out otherwise.
#[derive(Debug, Clone, Serialize, TS)]
pub struct RuleLossView {
    /// Its number in the saved table.
    pub rule: u32,
    /// Its conditions.
    pub conditions: Vec<RuleCellView>,
    /// The number of the rule of the new table that takes them; none: no rule does.
    pub to: Option<u32>,
    /// How many.
    pub rows: u64,
}

/// What a skill's rules would do with further rules among them. Nothing is saved.
#[derive(Debug, Clone, Serialize, TS)]
pub struct RuleEffectView {
    /// The numbers the rules would have.
    pub numbers: Vec<u32>,
    /// What the table would do.
    pub trial: RulesTrialView,
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
    /// The number of the rule of the saved table that says so.
    pub before_rule: Option<u32>,
    /// What comes out with this table; none: no rule takes it.
    pub after: Option<String>,
    /// The number of the rule of this table that says so.
    pub after_rule: Option<u32>,
}

/// What became of a table that was to be saved.
#[derive(Debug, Clone, Serialize, TS)]
pub struct RulesSaved {
    /// The new version; none: the faults are in the way and nothing changed.
    pub version: Option<String>,
    /// What the next save is to give back; none: as `version`.
    pub base: Option<String>,
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
    /// Rules that were learnt, those that change nothing today or were dismissed included.
    pub learnt: u32,
    /// What would bring rules, where none were learnt.
    pub need: NeedView,
    /// What later periods say of each outcome people chose, those of most rows first.
    pub outcomes: Vec<OutcomeTallyView>,
}

/// What later periods say of one outcome.
#[derive(Debug, Clone, Serialize, TS)]
pub struct OutcomeTallyView {
    /// The outcome, one text an output, in the order of `outputs`.
    pub then: Vec<String>,
    /// Rows of later periods where people chose it, and those the rules of their time decided so.
    pub later: LaterView,
    /// All rows where people chose it.
    pub cases: u32,
    /// Rows of them that the suggested rules leave open.
    pub open: u32,
    /// What would let rules decide more of them.
    pub need: OutcomeNeedView,
}

/// How rows of later periods fared with the rules known before each of them.
#[derive(Debug, Clone, Copy, Serialize, TS)]
pub struct LaterView {
    /// Rows of later periods.
    pub lines: u32,
    /// Rows of them that the rules of their time decided so.
    pub decided: u32,
    /// Decided rows where the person had chosen the same.
    pub agreed: u32,
    /// How many more rows have to be decided until the share of agreement says something; 0: it does.
    pub rows_needed: u32,
}

/// What would let rules decide more rows of one outcome.
#[derive(Debug, Clone, Serialize, TS)]
pub struct OutcomeNeedView {
    /// `enough`: they decide at least half of them; `rows`: `about` more such rows; `input`: another input, because the
    /// same texts were decided in different ways; `unknown`.
    pub kind: String,
    /// About how many more rows.
    pub about: Option<u32>,
    /// How many of the rows left open this would help.
    pub rows: Option<u32>,
}

/// A rule as structured words: every host says it in its person's language.
#[derive(Debug, Clone, Serialize, TS)]
pub struct RuleSaidView {
    /// Its conditions; empty: it always applies.
    pub conditions: Vec<RuleCellView>,
    /// The author's note; "" if there is none.
    pub note: String,
}

/// What would bring rules where there are none.
#[derive(Debug, Clone, Serialize, TS)]
pub struct NeedView {
    /// `enough`; `alike`: no later period yet, a text has to be decided alike `about` times; `rows`: `about` more decided
    /// rows; `aim`: rows alone would not do, people agreed less often than asked for; `unknown`: too few to say.
    pub kind: String,
    /// How many rows, or times.
    pub about: Option<u32>,
    /// At least so many rows, if people agree somewhat more often than so far.
    pub least: Option<u32>,
    /// At most so many, if they agree somewhat less often; none: then no number would do.
    pub most: Option<u32>,
    /// Past decisions that a rule of their time spoke for.
    pub tried: u32,
    /// Those of them where people agreed.
    pub agreed: u32,
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
    /// How the rows it fits fared in later periods with the rules known before each: those that decided as it does.
    pub later: LaterView,
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
    /// The task of that run, by which it is opened; none for a history file.
    pub task: Option<u32>,
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
