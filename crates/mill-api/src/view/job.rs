//! Jobs, their task lists and what a run of them would cost.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::field::FieldView;
use super::money::Money;
use super::settings::CapView;
use super::skill::SkillSummary;

/// A job in a list.
#[derive(Debug, Clone, Serialize, TS)]
pub struct JobSummary {
    /// Its id.
    pub job: String,
    /// What people call it.
    pub name: String,
    /// The skill's name.
    pub skill: String,
    /// The task list's file name; none if there is none yet.
    pub source: Option<String>,
    /// Rows of the task list.
    pub rows: u64,
    /// `provider/model`.
    pub model: String,
    /// Runs so far.
    pub runs: u32,
    /// Last change, milliseconds since 1970 UTC.
    pub saved_at: i64,
    /// Start of the latest run; none if there was none.
    pub last_run_at: Option<i64>,
}

/// A job as designed.
#[derive(Debug, Clone, Serialize, TS)]
pub struct JobView {
    /// Its id.
    pub job: String,
    /// What people call it.
    pub name: String,
    /// The skill; none if it is gone from the library.
    pub skill: Option<SkillSummary>,
    /// What the skill reads.
    pub inputs: Vec<FieldView>,
    /// What it returns.
    pub outputs: Vec<FieldView>,
    /// The task list; none yet.
    pub table: Option<TableSummary>,
    /// Which columns feed which input.
    pub mapping: Vec<Mapping>,
    /// `provider/model`.
    pub model: String,
    /// Agents at once, 1 to 256.
    pub agents: u32,
    /// The cap; none: not set yet.
    pub budget_usd: Option<Money>,
    /// Which of the provider's keys its runs use; none: the default one.
    pub key: Option<String>,
    /// True if pages without text are sent as pictures; false: a document that has nothing else is held back.
    pub pictures: bool,
    /// True if documents that are too long for the model are read in parts; false: their rows end as too long.
    pub split: bool,
    /// How models are asked beside the usual way.
    pub ways: WaysView,
    /// What all its runs may cost together, and did.
    pub cap: CapView,
    /// Runs so far.
    pub runs: u32,
    /// Last change, milliseconds since 1970 UTC.
    pub saved_at: i64,
}

/// How models are asked beside the usual way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WaysView {
    /// Models that are asked in this order where the one before could not do a row, `provider/model`.
    pub fallback: Vec<String>,
    /// Outcomes the next model is asked for: `refused`, `cut_off`, `invalid`, `too_long`, `provider_error`.
    pub fallback_on: Vec<String>,
    /// True if a fallback may be dearer than the job's model.
    pub allow_dearer: bool,
    /// True if questions are handed in as batches, to be answered within a day at about half the price.
    pub batch: bool,
    /// True if rows fail instead of waiting for a provider that is away or asks for patience.
    pub fail_fast: bool,
    /// Results by a model that may be without a verdict before a run waits for the person; none: any number.
    #[serde(default)]
    pub ahead: Option<u32>,
    /// Where the person's own servers are: one entry for each `custom/…` model with an address.
    pub endpoints: Vec<Endpoint>,
}

/// Where a model of the person's own server is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Endpoint {
    /// `custom/NAME`.
    pub model: String,
    /// The address, with or without scheme and path.
    pub address: String,
}

/// One input and the columns it is read from, joined with a space.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Mapping {
    /// The input's name in the skill.
    pub input: String,
    /// Column names; empty: not mapped.
    pub columns: Vec<String>,
}

/// A task list that was brought in.
#[derive(Debug, Clone, Serialize, TS)]
pub struct TableSummary {
    /// The file's name; `pasted` text has none.
    pub source: Option<String>,
    /// `csv`, `xlsx`, `xls`, `xlsb`, `ods`, `files` or `pasted`.
    pub kind: String,
    /// The text encoding, for text files.
    pub encoding: Option<String>,
    /// The sheet, for workbooks.
    pub sheet: Option<String>,
    /// The header's row in the file; none without one.
    pub header_row: Option<u32>,
    /// Column names.
    pub columns: Vec<String>,
    /// Rows that can be used.
    pub rows: u64,
    /// The column that names each row's document, where files were matched to the rows; none: they were not.
    pub documents: Option<String>,
    /// Doubts and faults found while reading.
    pub problems: Vec<TableProblem>,
}

/// What a password did for the documents of a job that waited for one.
#[derive(Debug, Clone, Serialize, TS)]
pub struct UnlockedView {
    /// Documents it opened.
    pub opened: u32,
    /// Documents that still wait.
    pub locked: u32,
}

/// A doubt or fault in a table, with its place.
#[derive(Debug, Clone, Serialize, TS)]
pub struct TableProblem {
    /// Row as spreadsheet programs count; none for the whole file.
    pub row: Option<u32>,
    /// Column name; none for the whole row.
    pub column: Option<String>,
    /// The kind, a fixed word such as `ragged` or `error_cell`.
    pub kind: String,
    /// A whole English sentence.
    pub message: String,
    /// Named parts of the sentence, for translation.
    #[ts(type = "Record<string, string>")]
    pub params: std::collections::BTreeMap<String, String>,
    /// True if the row cannot be used.
    pub blocks_row: bool,
}

/// How a file is to be read; everything absent is guessed and the guess is shown.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Reading {
    /// Sheet name.
    #[ts(optional)]
    pub sheet: Option<String>,
    /// Header row, counted from 1; 0: there is none.
    #[ts(optional)]
    pub header_row: Option<u32>,
    /// Text encoding label.
    #[ts(optional)]
    pub encoding: Option<String>,
    /// One character.
    #[ts(optional)]
    pub delimiter: Option<String>,
    /// `.` or `,`.
    #[ts(optional)]
    pub decimal: Option<String>,
}

/// A file looked at before it is brought in: the object `stampmill import` prints.
#[derive(Debug, Clone, Serialize, TS)]
pub struct TablePreview {
    /// `csv`, `xlsx`, `xls`, `xlsb`, `ods`.
    pub kind: String,
    /// The file's name.
    pub source: String,
    /// The text encoding; none for workbooks.
    pub encoding: Option<String>,
    /// How sure the encoding is, 0 to 1.
    pub sure: f64,
    /// The delimiter; none for workbooks.
    pub delimiter: Option<String>,
    /// The decimal mark amounts use.
    pub decimal: Option<String>,
    /// The sheet that was read; none for text files.
    pub sheet: Option<String>,
    /// All sheets.
    pub sheets: Vec<SheetView>,
    /// The header's row, from 1; none without one.
    pub header_row: Option<u32>,
    /// Column names.
    pub columns: Vec<String>,
    /// Data rows in all.
    pub rows_total: u64,
    /// The first rows, or all of them if asked.
    pub rows: Vec<Vec<String>>,
    /// Doubts and faults.
    pub problems: Vec<TableProblem>,
}

/// A sheet of a workbook.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SheetView {
    /// Its name.
    pub name: String,
    /// False if hidden.
    pub visible: bool,
}

/// A row of a job's task list and who would decide it.
#[derive(Debug, Clone, Serialize, TS)]
pub struct JobRow {
    /// Its place, from 0; stable while the list is edited.
    pub position: u32,
    /// Its row in the file.
    pub source_row: u32,
    /// Cells to the letter.
    pub cells: Vec<String>,
    /// `rule`, `model`, `person`, `skip`, or `unreadable`; `unknown` until the columns are assigned.
    pub decides: String,
    /// The rule, from 1.
    pub rule: Option<u32>,
    /// The rule's outputs as text, in the order of the job's outputs; empty unless a rule decides.
    pub shown: Vec<String>,
    /// Why the row cannot be used, in English; none if it can.
    pub problem: Option<String>,
}

/// A page of a job's rows.
#[derive(Debug, Clone, Serialize, TS)]
pub struct JobRowsPage {
    /// Rows in the chosen view.
    pub total: u64,
    /// All rows.
    pub all: u64,
    /// Rows rules decide.
    pub by_rule: u64,
    /// Rows that go to the model.
    pub by_model: u64,
    /// The rows asked for.
    pub rows: Vec<JobRow>,
}

/// Cells of a job that hold a text.
#[derive(Debug, Clone, Serialize, TS)]
pub struct FoundView {
    /// How many there are.
    pub total: u64,
    /// The first 20,000 of them, row after row.
    pub cells: Vec<FoundCell>,
}

/// A cell by its place.
#[derive(Debug, Clone, Copy, Serialize, TS)]
pub struct FoundCell {
    /// Row, from 0, among those looked at.
    pub row: u32,
    /// Column, from 0.
    pub column: u32,
}

/// Which rows of a job to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum JobRowsView {
    /// All of them.
    #[default]
    All,
    /// Those rules decide.
    ByRule,
    /// Those that go to the model.
    ByModel,
}

/// One changed cell.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct CellEdit {
    /// The row's position.
    pub position: u32,
    /// The column's index.
    pub column: u32,
    /// The new text.
    pub text: String,
}

/// What a run would take: the object `stampmill estimate` prints.
#[derive(Debug, Clone, Serialize, TS)]
pub struct EstimateView {
    /// The model it is for, `provider/model`: an answer to an older question is known by it.
    pub model: String,
    /// Rows.
    pub tasks: u64,
    /// Rows rules decide, free of charge.
    pub by_rule: u64,
    /// Calls to the model.
    pub calls: CallsRange,
    /// Cost.
    pub cost_usd: CostRange,
    /// Time at work.
    pub wall_s: WallEstimate,
    /// The smallest budget that lets every call start; "0" if nothing costs anything.
    pub smallest_budget_usd: Money,
    /// What the numbers rest on: `earlier_runs`, `bounds` or `practice`.
    pub basis: String,
    /// How many earlier runs or rows the basis has.
    pub basis_count: u64,
    /// True if the model has no price and none was entered: the money fields mean nothing then.
    pub price_unknown: bool,
    /// Second models that the skill's checks ask about each answer; their calls and cost are in the figures.
    pub second_models: Vec<String>,
    /// Their calls.
    pub second_calls: u64,
    /// What keeps rows or the whole run from starting.
    pub problems: Vec<TableProblem>,
    /// Input tokens the model reads at most; none: nobody knows, or no row brings a document.
    pub window_tokens: Option<u64>,
    /// Documents that are too long to be read at once.
    pub long_documents: Vec<LongDocumentView>,
    /// True if these are read in parts.
    pub split: bool,
}

/// A document that is likely too long for the model.
#[derive(Debug, Clone, Serialize, TS)]
pub struct LongDocumentView {
    /// Its row, as spreadsheet programs count.
    pub row: u32,
    /// Its file, as the row names it.
    pub file: String,
    /// About how many tokens the question with it has.
    pub tokens: u64,
    /// True if it is too long for certain.
    pub certain: bool,
    /// In how many parts it would be read; none: it cannot be cut into parts that fit.
    pub parts: Option<u64>,
}

/// Calls to a model.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CallsRange {
    /// At least.
    pub low: u64,
    /// Likely.
    pub likely: u64,
    /// At most, repair turns included.
    pub most: u64,
}

/// Money.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CostRange {
    /// At least.
    pub low: Money,
    /// Likely.
    pub likely: Money,
    /// At most: what the budget gate would hold if every call took its bound.
    pub most: Money,
}

/// Time.
#[derive(Debug, Clone, Serialize, TS)]
pub struct WallEstimate {
    /// Likely seconds at work.
    pub likely: u64,
}

/// The order to look at rows in. The list itself stays as it is.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, TS)]
pub struct RowSort {
    /// Place of the column, from 0.
    pub column: u32,
    /// True: the largest first.
    pub descending: bool,
}

/// Text that cells of a column must contain, case aside.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ColumnFilter {
    /// Place of the column, from 0.
    pub column: u32,
    /// The text.
    pub text: String,
}

/// A row taken out of a task list or put into it.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ListRow {
    /// Its position, from 0.
    pub position: u32,
    /// Its row in the file; none: it is new.
    pub source_row: Option<u32>,
    /// Its cells.
    pub cells: Vec<String>,
    /// Why it cannot be used; none if it can.
    pub problem: Option<String>,
}
