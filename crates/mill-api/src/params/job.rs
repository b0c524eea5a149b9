//! What the job form sends.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::view::job::{Mapping, WaysView};
use crate::view::money::Money;

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
    /// Whether documents that are too long for the model are read in parts.
    #[ts(optional)]
    pub split: Option<bool>,
    /// How models are asked beside the usual way, whole.
    #[ts(optional)]
    pub ways: Option<WaysView>,
}
