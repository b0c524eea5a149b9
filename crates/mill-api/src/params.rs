//! What methods take.

mod rules;
mod sample;
mod studio;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::view::job::{
    CellEdit, ColumnFilter, JobRowsView, ListRow, Mapping, Reading, RowSort, WaysView,
};
use crate::view::money::Money;
use crate::view::run::TaskFilter;

use crate::view::survey::{ReviewFilter, ReviewOrder};
pub use rules::{RuleAcceptParams, RuleDismissParams, RulesFileParams, RulesParams, SuggestParams};
pub use sample::{RunAheadParams, SampleOrderParams, SampleParams, SignParams};
pub use studio::{
    DraftParams, EvalParams, EvalRunsParams, SkillExportParams, StudioKeepParams, StudioParams,
    StudioTryParams, VersionDiffParams, VersionParams,
};

/// Nothing.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct Nothing {}

/// A job.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobParams {
    /// The job's id.
    pub job: String,
}

/// A new job.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobCreateParams {
    /// The skill's id in the library.
    pub skill: String,
    /// Its name; absent: made from the skill's.
    #[ts(optional)]
    pub name: Option<String>,
}

/// Changes to a job; what is absent stays.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobSaveParams {
    /// The job's id.
    pub job: String,
    /// New name.
    #[ts(optional)]
    pub name: Option<String>,
    /// New skill.
    #[ts(optional)]
    pub skill: Option<String>,
    /// New mapping, whole.
    #[ts(optional)]
    pub mapping: Option<Vec<Mapping>>,
    /// New model.
    #[ts(optional)]
    pub model: Option<String>,
    /// New number of agents.
    #[ts(optional)]
    pub agents: Option<u32>,
    /// New cap.
    #[ts(optional)]
    pub budget_usd: Option<Money>,
    /// Another of the provider's keys, by its name; `Default` is the default one.
    #[ts(optional)]
    pub key: Option<String>,
    /// Whether pages without text are sent as pictures.
    #[ts(optional)]
    pub pictures: Option<bool>,
    /// How models are asked beside the usual way, whole.
    #[ts(optional)]
    pub ways: Option<WaysView>,
}

/// A file to look at.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct TablePreviewParams {
    /// What the person's choice in a dialog was registered as.
    pub grant: String,
    /// How to read it.
    #[serde(default)]
    pub reading: Reading,
}

/// A file to bring in.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobSetTableParams {
    /// The job's id.
    pub job: String,
    /// What the person's choice in a dialog was registered as.
    pub grant: String,
    /// How to read it.
    #[serde(default)]
    pub reading: Reading,
}

/// Cells copied from a spreadsheet.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobPasteParams {
    /// The job's id.
    pub job: String,
    /// Tab-separated text as the clipboard gives it; its first line holds the column names.
    pub text: String,
}

/// A page of a job's rows.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobRowsParams {
    /// The job's id.
    pub job: String,
    /// Which rows.
    #[serde(default)]
    pub view: JobRowsView,
    /// Text a row must contain in any cell, case aside; empty: any.
    #[serde(default)]
    pub search: String,
    /// The order to look at them in; absent: as in the list.
    #[serde(default)]
    #[ts(optional)]
    pub sort: Option<RowSort>,
    /// Columns whose cells must contain a text; all must.
    #[serde(default)]
    pub filters: Vec<ColumnFilter>,
    /// Rows to pass over.
    pub offset: u32,
    /// Rows wanted, at most 1,000.
    pub limit: u32,
}

/// Rows to put into a job's task list.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobInsertRowsParams {
    /// The job's id.
    pub job: String,
    /// The rows, in the order they are put in.
    pub rows: Vec<ListRow>,
}

/// Rows to take out of a job's task list.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobRemoveRowsParams {
    /// The job's id.
    pub job: String,
    /// Their positions.
    pub positions: Vec<u32>,
}

/// Changed cells of a job's task list.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct JobEditCellsParams {
    /// The job's id.
    pub job: String,
    /// All of them are written, or none.
    pub edits: Vec<CellEdit>,
}

/// A run to start.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RunStartParams {
    /// The job's id.
    pub job: String,
    /// Only the first so many rows (*Try 5 rows*); absent: all.
    #[ts(optional)]
    pub limit: Option<u32>,
    /// Results by a model that may be without a verdict before the run waits; absent: any number.
    #[ts(optional)]
    pub ahead: Option<u32>,
}

/// A run.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RunParams {
    /// The run's id.
    pub run: String,
}

/// A page of a run's tasks.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RunRowsParams {
    /// The run's id.
    pub run: String,
    /// Which tasks.
    #[serde(default)]
    pub filter: TaskFilter,
    /// Text a row must contain in any cell or result, case aside; empty: any.
    #[serde(default)]
    pub search: String,
    /// Tasks to pass over.
    pub offset: u32,
    /// Tasks wanted, at most 1,000.
    pub limit: u32,
}

/// A task of a run.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct TaskParams {
    /// The run's id.
    pub run: String,
    /// The task's number.
    pub task: u32,
}

/// A new number of agents for a run.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RunAgentsParams {
    /// The run's id.
    pub run: String,
    /// 1 to 256.
    pub agents: u32,
}

/// A new cap for a run.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RunBudgetParams {
    /// The run's id.
    pub run: String,
    /// The cap.
    pub budget_usd: Money,
}

/// Where a run's workbook goes.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RunExportParams {
    /// The run's id.
    pub run: String,
    /// What the person's choice in a save dialog was registered as; its ending chooses the format.
    pub grant: String,
    /// Language of our own words in the file, `en` or `zh`.
    pub language: String,
}

/// What a person says of results.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct DecideParams {
    /// The run's id.
    pub run: String,
    /// The tasks' numbers.
    pub tasks: Vec<u32>,
    /// `accepted`, `corrected` or `rejected`.
    pub verdict: String,
    /// Changed outputs by field name as typed by the person (for `corrected`, of one task).
    #[serde(default)]
    #[ts(type = "Record<string, string>", optional)]
    pub fields: std::collections::BTreeMap<String, String>,
}

/// A run at a glance.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SurveyParams {
    /// The run's id.
    pub run: String,
    /// Which rows.
    #[serde(default)]
    pub filter: ReviewFilter,
}

/// A page of rows to review.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ReviewRowsParams {
    /// The run's id.
    pub run: String,
    /// Which rows.
    #[serde(default)]
    pub filter: ReviewFilter,
    /// In which order.
    #[serde(default)]
    pub order: ReviewOrder,
    /// Rows to pass over.
    pub offset: u32,
    /// Rows wanted, at most 1,000.
    pub limit: u32,
}

/// Two runs.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct CompareParams {
    /// The first run's id.
    pub first: String,
    /// The second's.
    pub second: String,
}

/// A page of the rows two runs share.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct CompareRowsParams {
    /// The first run's id.
    pub first: String,
    /// The second's.
    pub second: String,
    /// True: only rows on which they differ; false: those first, then the others.
    #[serde(default)]
    pub only_different: bool,
    /// Rows to pass over.
    pub offset: u32,
    /// Rows wanted, at most 1,000.
    pub limit: u32,
}

/// Which of two results is better.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ComparePickParams {
    /// The first run's id.
    pub first: String,
    /// The second's.
    pub second: String,
    /// The row's `first_task`, as it was shown.
    pub task: u32,
    /// `left`, `right` or `tied`.
    pub choice: String,
}

/// A flag to set or to take away.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct FlagParams {
    /// The run's id.
    pub run: String,
    /// The task's number.
    pub task: u32,
    /// True: the person wants to come back to it.
    pub flagged: bool,
}

/// All results that match, accepted together.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct AcceptMatchingParams {
    /// The run's id.
    pub run: String,
    /// Which rows.
    #[serde(default)]
    pub filter: ReviewFilter,
    /// How many the person was told it would be; if it is not so many any more, nothing is accepted. Absent: any number.
    #[ts(optional)]
    pub count: Option<u64>,
}

/// Costs.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct CostsParams {
    /// `day`, `skill`, `model`, `job` or `run`.
    pub by: String,
    /// `YYYY-MM` in the stated zone; absent: all time.
    #[ts(optional)]
    pub month: Option<String>,
}

/// A skill.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SkillParams {
    /// Its id in the library.
    pub skill: String,
}

/// A folder or zip to take into the library.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SkillImportParams {
    /// What the person's choice in a dialog was registered as.
    pub grant: String,
}

/// A key that was typed.
#[derive(Clone, Deserialize, TS)]
pub struct KeySetParams {
    /// The provider's name.
    pub provider: String,
    /// What the key is for; absent: the default key.
    #[ts(optional)]
    pub name: Option<String>,
    /// The key. It goes to the key store and nowhere else.
    pub key: String,
    /// True: keep it until the program ends, without the key store.
    #[serde(default)]
    pub session_only: bool,
}

impl std::fmt::Debug for KeySetParams {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("KeySetParams")
            .field("provider", &self.provider)
            .finish_non_exhaustive()
    }
}

/// One of a provider's keys.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct KeyParams {
    /// The provider's name.
    pub provider: String,
    /// The key's name; absent: the default key.
    #[ts(optional)]
    pub name: Option<String>,
}

/// A cap to set.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct CapSetParams {
    /// `day`, `month`, `provider`, `key` or `job`.
    pub kind: String,
    /// The provider, `provider/key name` or the job's id; empty for day and month.
    #[serde(default)]
    pub name: String,
    /// What may be spent; none takes the cap away.
    pub cap_usd: Option<Money>,
}

/// A price the person enters, USD per million tokens.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct PriceSetParams {
    /// `provider/model`.
    pub model: String,
    /// Input price.
    pub input: String,
    /// Output price.
    pub output: String,
    /// Cache read price; absent: as input.
    #[ts(optional)]
    pub cache_read: Option<String>,
    /// Cache write price; absent: as input.
    #[ts(optional)]
    pub cache_write: Option<String>,
    /// First day, `YYYY-MM-DD`; absent: today.
    #[ts(optional)]
    pub from: Option<String>,
    /// True: the price is far from its neighbours, and meant.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub confirmed: bool,
}

/// A price of the person's own to take away.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct PriceRemoveParams {
    /// `provider/model`.
    pub model: String,
    /// The day it begins, `YYYY-MM-DD`; absent: the one in force.
    #[ts(optional)]
    pub from: Option<String>,
}
