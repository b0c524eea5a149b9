//! The list of methods. A row here is a method everywhere: parsed, dispatched, typed in the window.

use ts_rs::{Config, TS, TypeVisitor};

use crate::error::ApiError;
use crate::notification::Notification;
#[allow(
    clippy::wildcard_imports,
    reason = "the rows below name every parameter and view there is"
)]
use crate::params::*;
#[allow(
    clippy::wildcard_imports,
    reason = "the rows below name every parameter and view there is"
)]
use crate::view::{
    again::*, compare::*, eval::*, export::*, home::*, job::*, learn::*, matching::*, merge::*,
    opinion::*, review::*, rules::*, run::*, sample::*, settings::*, signoff::*, since::*,
    skill::*, studio::*, survey::*,
};

/// Calls `$visit!` with every method: name, parameters, view.
macro_rules! methods {
    ($row:ident) => {
        $row! { "app/info", app_info, Nothing, AppInfo }
        $row! { "app/status", app_status, Nothing, StatusView }
        $row! { "home/get", home_get, Nothing, HomeView }
        $row! { "job/list", job_list, Nothing, Vec<JobSummary> }
        $row! { "job/get", job_get, JobParams, JobView }
        $row! { "job/create", job_create, JobCreateParams, JobView }
        $row! { "job/save", job_save, JobSaveParams, JobView }
        $row! { "job/duplicate", job_duplicate, JobParams, JobView }
        $row! { "job/delete", job_delete, JobParams, Nothing }
        $row! { "job/restore", job_restore, JobParams, JobView }
        $row! { "job/set_table", job_set_table, JobSetTableParams, JobView }
        $row! { "job/unlock", job_unlock, JobUnlockParams, UnlockedView }
        $row! { "job/paste", job_paste, JobPasteParams, JobView }
        $row! { "files/preview", files_preview, JobMatchParams, FilesMatched }
        $row! { "files/set", files_set, JobSetFilesParams, JobView }
        $row! { "job/rows", job_rows, JobRowsParams, JobRowsPage }
        $row! { "job/find", job_find, JobFindParams, FoundView }
        $row! { "job/insert_rows", job_insert_rows, JobInsertRowsParams, Nothing }
        $row! { "job/remove_rows", job_remove_rows, JobRemoveRowsParams, Vec<ListRow> }
        $row! { "job/edit_cells", job_edit_cells, JobEditCellsParams, Nothing }
        $row! { "job/estimate", job_estimate, JobParams, EstimateView }
        $row! { "table/preview", table_preview, TablePreviewParams, TablePreview }
        $row! { "run/start", run_start, RunStartParams, RunView }
        $row! { "run/list", run_list, Nothing, Vec<RunView> }
        $row! { "run/get", run_get, RunParams, RunDetail }
        $row! { "run/rows", run_rows, RunRowsParams, TaskPage }
        $row! { "run/agents", run_agents, RunParams, Vec<AgentView> }
        $row! { "run/transcript", run_transcript, TaskParams, Transcript }
        $row! { "run/pause", run_pause, RunParams, RunView }
        $row! { "run/resume", run_resume, RunParams, RunView }
        $row! { "run/stop", run_stop, RunParams, RunView }
        $row! { "run/set_agents", run_set_agents, RunAgentsParams, RunView }
        $row! { "run/set_ahead", run_set_ahead, RunAheadParams, RunView }
        $row! { "run/set_budget", run_set_budget, RunBudgetParams, RunView }
        $row! { "run/export", run_export, RunExportParams, Exported }
        $row! { "run/original", run_original, RunParams, OriginalView }
        $row! { "review/survey", review_survey, SurveyParams, SurveyView }
        $row! { "review/rows", review_rows, ReviewRowsParams, ReviewPage }
        $row! { "review/flag", review_flag, FlagParams, ReviewRow }
        $row! { "review/skip", review_skip, TaskParams, Nothing }
        $row! { "again/plan", again_plan, AskParams, AskPlanView }
        $row! { "learn/preview", learn_preview, LearnParams, LessonView }
        $row! { "learn/save", learn_save, LearnParams, LearntView }
        $row! { "learn/undo", learn_undo, UnlearnParams, UnlearntView }
        $row! { "correction/list", correction_list, CorrectionsParams, Vec<CorrectionView> }
        $row! { "again/ask", again_ask, AskParams, AskedRowsView }
        $row! { "review/item", review_item, TaskParams, ReviewItem }
        $row! { "review/page", review_page, DocumentPageParams, PagePicture }
        $row! { "review/decide", review_decide, DecideParams, Judged }
        $row! { "review/accept_matching", review_accept_matching, AcceptMatchingParams, Judged }
        $row! { "review/undo", review_undo, RunParams, Undone }
        $row! { "opinion/plan", opinion_plan, OpinionParams, OpinionPlanView }
        $row! { "opinion/start", opinion_start, OpinionParams, RunView }
        $row! { "opinion/list", opinion_list, RunParams, Vec<VerificationView> }
        $row! { "opinion/item", opinion_item, TaskParams, Vec<OpinionView> }
        $row! { "merge/choices", merge_choices, RunParams, MergeChoicesView }
        $row! { "merge/list", merge_list, RunParams, Vec<MergeView> }
        $row! { "merge/get", merge_get, MergeParams, MergeView }
        $row! { "merge/table", merge_table, MergeTableParams, MergeMade }
        $row! { "merge/estimate", merge_estimate, MergeSkillParams, MergeEstimateView }
        $row! { "merge/start", merge_start, MergeSkillParams, MergeMade }
        $row! { "merge/judge", merge_judge, MergeJudgeParams, MergeView }
        $row! { "merge/export", merge_export, MergeExportParams, Exported }
        $row! { "sample/plan", sample_plan, SampleOrderParams, SamplePlanView }
        $row! { "sample/draw", sample_draw, SampleOrderParams, SampleView }
        $row! { "sample/list", sample_list, RunParams, Vec<SampleView> }
        $row! { "sample/accept_rest", sample_accept_rest, SampleParams, Judged }
        $row! { "since/get", since_get, RunParams, SinceView }
        $row! { "signoff/get", signoff_get, RunParams, ClosingView }
        $row! { "signoff/sign", signoff_sign, SignParams, ClosingView }
        $row! { "compare/get", compare_get, CompareParams, ComparisonView }
        $row! { "compare/rows", compare_rows, CompareRowsParams, ComparedPage }
        $row! { "compare/next", compare_next, CompareParams, BlindNext }
        $row! { "compare/pick", compare_pick, ComparePickParams, BlindNext }
        $row! { "compare/undo", compare_undo, CompareParams, BlindNext }
        $row! { "costs/get", costs_get, CostsParams, CostsView }
        $row! { "skill/list", skill_list, Nothing, Vec<SkillSummary> }
        $row! { "skill/get", skill_get, SkillParams, SkillView }
        $row! { "skill/import", skill_import, SkillImportParams, SkillSummary }
        $row! { "skill/find", skill_find, SkillImportParams, Vec<FoundSkillView> }
        $row! { "skill/export", skill_export, SkillExportParams, WrittenSkill }
        $row! { "rules/get", rules_get, SkillParams, RulesView }
        $row! { "rules/preview", rules_preview, RulesParams, RulesTrialView }
        $row! { "rules/save", rules_save, RulesParams, RulesSaved }
        $row! { "rules/open", rules_open, RulesFileParams, RulesOpened }
        $row! { "rules/write", rules_write, RulesFileParams, WrittenSkill }
        $row! { "suggestion/list", suggestion_list, SuggestParams, SuggestionsView }
        $row! { "suggestion/preview", suggestion_preview, RuleAcceptParams, RuleEffectView }
        $row! { "suggestion/accept", suggestion_accept, RuleAcceptParams, RuleAccepted }
        $row! { "suggestion/dismiss", suggestion_dismiss, RuleDismissParams, Nothing }
        $row! { "studio/get", studio_get, StudioParams, StudioView }
        $row! { "studio/preview", studio_preview, DraftParams, StudioPreview }
        $row! { "studio/save", studio_save, DraftParams, StudioSaved }
        $row! { "studio/keep", studio_keep, StudioKeepParams, Nothing }
        $row! { "studio/try", studio_try, StudioTryParams, RunView }
        $row! { "eval/estimate", eval_estimate, EvalParams, Vec<EstimateView> }
        $row! { "eval/start", eval_start, EvalParams, EvalView }
        $row! { "eval/get", eval_get, EvalRunsParams, EvalView }
        $row! { "version/list", version_list, SkillParams, Vec<SkillVersionView> }
        $row! { "version/get", version_get, VersionDiffParams, Vec<FileDiffView> }
        $row! { "version/restore", version_restore, VersionParams, SkillSummary }
        $row! { "key/list", key_list, Nothing, KeyStoreView }
        $row! { "key/set", key_set, KeySetParams, KeyStoreView }
        $row! { "key/remove", key_remove, KeyParams, KeyStoreView }
        $row! { "key/test", key_test, KeyParams, KeyTest }
        $row! { "limits/list", limits_list, Nothing, Vec<LimitView> }
        $row! { "caps/get", caps_get, Nothing, CapsView }
        $row! { "caps/set", caps_set, CapSetParams, CapsView }
        $row! { "model/list", model_list, Nothing, Vec<ModelOption> }
        $row! { "price/list", price_list, Nothing, Vec<PriceView> }
        $row! { "price/set", price_set, PriceSetParams, Nothing }
        $row! { "price/remove", price_remove, PriceRemoveParams, Nothing }
        $row! { "settings/get", settings_get, Nothing, SettingsView }
        $row! { "settings/set", settings_set, SettingsView, SettingsView }
    };
}
pub(crate) use methods;

/// Collects the TypeScript of a type and of everything it is made of, each once, in the order met.
struct Declarations<'a> {
    config: &'a Config,
    seen: Vec<std::any::TypeId>,
    text: Vec<(String, String)>,
}

impl TypeVisitor for Declarations<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if self.seen.contains(&std::any::TypeId::of::<T>()) {
            return;
        }
        self.seen.push(std::any::TypeId::of::<T>());
        T::visit_generics(self);
        T::visit_dependencies(self);
        if T::output_path().is_some() {
            let documentation = T::docs().unwrap_or_default();
            self.text.push((
                T::ident(self.config),
                format!("{documentation}export {}\n", T::decl(self.config)),
            ));
        }
    }
}

/// The whole contract as one TypeScript module.
pub fn typescript() -> String {
    let config = Config::new().with_large_int("number");
    let mut declarations = Declarations {
        config: &config,
        seen: Vec::new(),
        text: Vec::new(),
    };
    let mut rows = String::new();
    declarations.visit::<ApiError>();
    declarations.visit::<Notification>();
    macro_rules! row {
        ($name:literal, $call:ident, $params:ty, $view:ty) => {
            declarations.visit::<$params>();
            declarations.visit::<$view>();
            rows.push_str(&format!(
                "  {:?}: {{ params: {}; view: {} }};\n",
                $name,
                <$params as TS>::name(&config),
                <$view as TS>::name(&config)
            ));
        };
    }
    methods!(row);
    declarations.text.sort();
    let types: Vec<String> = declarations
        .text
        .into_iter()
        .map(|(_, text)| text)
        .collect();
    let types = types.join(
        "
",
    );
    format!(
        "// Generated by `npm run bindings` from crates/mill-api. Do not edit.\n\n{types}/** Every method of the \
         contract. */\nexport type Methods = {{\n{rows}}};\n"
    )
}
