//! What the run screen sends.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::view::money::Money;
use crate::view::run::TaskFilter;

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
    /// True: into a copy of the workbook the rows came from.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub into_original: bool,
    /// The encoding of a CSV by its usual label; absent: UTF-8 with a mark.
    #[ts(optional)]
    pub encoding: Option<String>,
    /// The one character between the cells of a CSV; absent: a comma.
    #[ts(optional)]
    pub delimiter: Option<String>,
}
