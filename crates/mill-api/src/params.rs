//! What methods take, by the screen that sends it.

mod again;
mod compare;
mod document;
mod job;
mod learn;
mod merge;
mod money;
mod opinion;
mod review;
mod rules;
mod run;
mod sample;
mod settings;
mod skill;
mod studio;
mod table;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub use again::AskParams;
pub use compare::{CompareParams, ComparePickParams, CompareRowsParams};
pub use document::{DocumentPageParams, PlaceParams};
pub use job::{JobCreateParams, JobParams, JobSaveParams};
pub use learn::{CorrectionsParams, LearnParams, UnlearnParams};
pub use merge::{
    MergeExportParams, MergeJudgeParams, MergeParams, MergeSkillParams, MergeTableParams,
};
pub use money::{CapSetParams, CostsParams, PriceRemoveParams, PriceSetParams};
pub use opinion::OpinionParams;
pub use review::{AcceptMatchingParams, DecideParams, FlagParams, ReviewRowsParams, SurveyParams};
pub use rules::{
    NewRuleParams, RuleAcceptParams, RuleDismissParams, RulesFileParams, RulesParams, SuggestParams,
};
pub use run::{
    RunAgentsParams, RunBudgetParams, RunExportParams, RunParams, RunRowsParams, RunStartParams,
    TaskParams,
};
pub use sample::{RunAheadParams, SampleOrderParams, SampleParams, SignParams};
pub use settings::{KeyParams, KeySetParams};
pub use skill::{SkillImportParams, SkillParams};
pub use studio::{
    DraftParams, EvalParams, EvalRunsParams, SkillExportParams, StudioKeepParams, StudioParams,
    StudioTryParams, VersionDiffParams, VersionParams,
};
pub use table::{
    JobEditCellsParams, JobFindParams, JobInsertRowsParams, JobMatchParams, JobPasteParams,
    JobRemoveRowsParams, JobRowsParams, JobSetFilesParams, JobSetTableParams, JobUnlockParams,
    RowsLook, TablePreviewParams,
};

/// Nothing.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct Nothing {}
