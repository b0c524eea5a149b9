//! What the methods of the skill editor take.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::view::money::Money;
use crate::view::studio::SkillDraftView;

/// Where a skill goes.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SkillExportParams {
    /// Its id in the library.
    pub skill: String,
    /// What the person's choice in a save dialog was registered as; a zip is written there.
    pub grant: String,
}

/// A skill to open in the editor.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct StudioParams {
    /// Its id in the library; absent: a new skill.
    #[ts(optional)]
    pub skill: Option<String>,
}

/// A draft of a skill.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct DraftParams {
    /// What is in the form.
    pub draft: SkillDraftView,
    /// The skill it was made from, whose further files it keeps; absent: it is new.
    #[ts(optional)]
    pub from: Option<String>,
}

/// A draft to keep until the editor is opened again.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct StudioKeepParams {
    /// The skill that is edited; absent: a new skill.
    #[ts(optional)]
    pub skill: Option<String>,
    /// What is in the form; absent: nothing is to be kept any more.
    #[ts(optional)]
    pub draft: Option<SkillDraftView>,
}

/// A draft to try on a few rows.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct StudioTryParams {
    /// What is in the form.
    pub draft: SkillDraftView,
    /// The skill it was made from.
    #[ts(optional)]
    pub from: Option<String>,
    /// `provider/model`.
    pub model: String,
    /// The most it may cost; absent: the skill's own cap.
    #[ts(optional)]
    pub budget_usd: Option<Money>,
    /// The job whose first rows are taken; absent: the samples.
    #[ts(optional)]
    pub job: Option<String>,
}

/// A version of a skill.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct VersionParams {
    /// The skill's id.
    pub skill: String,
    /// The version's id.
    pub version: String,
}

/// Two versions of a skill to compare.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct VersionDiffParams {
    /// The skill's id.
    pub skill: String,
    /// The older version's id.
    pub from: String,
    /// The newer version's id.
    pub to: String,
}

/// A skill to measure.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct EvalParams {
    /// Its id in the library.
    pub skill: String,
    /// `provider/model` of each model.
    pub models: Vec<String>,
    /// The most each model may cost; absent: the skill's own cap.
    #[ts(optional)]
    pub budget_usd: Option<Money>,
}

/// The runs of a comparison.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct EvalRunsParams {
    /// Their ids, in the order of the models.
    pub runs: Vec<String>,
}
