//! From the engine's facts to what hosts are shown.

mod draft;
mod eval;
pub(crate) mod rules;
pub(crate) mod suggestion;

use std::collections::BTreeMap;

use mill_domain::{NoRoom, Outcome, PauseReason, RunState, TaskState, Usd};
use mill_engine::{
    AgentCell, AgentState, Basis, Decision, EngineError, Estimate, JobRowDecision, LongDocument,
    ModelChoice, ReviewCounts, RunSummary, Skill, StoredProblem, TaskList, TaskListAbout,
    TaskListRow, TaskRow as StoredTask, TurnRow, shown,
};

use crate::ApiError;
use crate::view::field::FindingView;
use crate::view::job::{
    CallsRange, CostRange, EstimateView, JobRow, LongDocumentView, TableProblem, TableSummary,
    WallEstimate,
};
use crate::view::money::UsageView;
use crate::view::run::{
    AgentView, DoneByView, NoRoomView, OutcomesView, PaceView, ReviewTally, RunView, SleptView,
    TaskCountsView, TaskRow, TurnView, WaitingFor,
};
use crate::view::settings::ModelOption;

impl From<EngineError> for ApiError {
    fn from(error: EngineError) -> Self {
        Self::from(&error)
    }
}

impl From<&EngineError> for ApiError {
    fn from(error: &EngineError) -> Self {
        let mut api = Self::new(&error.code(), sentence(error));
        api.hint = error.hint();
        api.params = error
            .params()
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect();
        api
    }
}

/// The error and its causes as one English sentence.
fn sentence(error: &EngineError) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}

fn no_room_view(no_room: &NoRoom) -> NoRoomView {
    NoRoomView {
        kind: no_room.scope.kind.as_str().to_owned(),
        name: no_room.scope.name.clone(),
        asked_usd: no_room.refusal.asked.into(),
        left_usd: no_room.refusal.left.into(),
    }
}

impl From<&RunSummary> for RunView {
    fn from(summary: &RunSummary) -> Self {
        let (row, census) = (&summary.row, &summary.census);
        Self {
            run: row.id.to_string(),
            state: row.state.as_str().to_owned(),
            reason: row
                .state
                .pause_reason()
                .map(|reason| reason.as_str().to_owned()),
            tasks: TaskCountsView {
                total: census.tasks.total,
                done: census.tasks.done,
                failed: census.tasks.failed,
                waiting: census.tasks.waiting,
            },
            done_by: DoneByView {
                rule: census.done_by.rule,
                model: census.done_by.model,
                person: census.done_by.person,
            },
            outcomes: OutcomesView {
                done: census.outcomes.done,
                refused: census.outcomes.refused,
                cut_off: census.outcomes.cut_off,
                invalid: census.outcomes.invalid,
                too_long: census.outcomes.too_long,
                unreadable: census.outcomes.unreadable,
                provider_error: census.outcomes.provider_error,
                cancelled: census.outcomes.cancelled,
                skipped: census.outcomes.skipped,
            },
            usage: UsageView::new(summary.requests, &summary.usage),
            cost_usd: row.budget.spent.into(),
            cost_without_cache_usd: summary.uncached.into(),
            batch: summary.ways.batch,
            reserved_usd: row.budget.reserved.into(),
            uncertain_usd: row.budget.uncertain.into(),
            budget_usd: (row.budget.cap != Usd::MAX).then(|| row.budget.cap.into()),
            forecast_usd: summary.forecast.map(Into::into),
            agents: row.agents,
            wall_ms: summary.wall_ms,
            job: row.job.map(|job| job.to_string()),
            name: row.name.clone(),
            number: row.number,
            skill: row.skill_name.clone(),
            skill_version: row.skill_version.clone(),
            model: row.model.clone(),
            practice: summary.model.is_practice(),
            at_work: summary.at_work,
            started_at: row.started_at.as_millis(),
            ended_at: row.ended_at.map(mill_domain::Timestamp::as_millis),
            eta_ms: summary.eta_ms,
            burn_usd_per_minute: summary.burn_per_minute.map(Into::into),
            more_needed_usd: summary.more_needed.map(Into::into),
            no_room: row
                .no_room
                .as_ref()
                .filter(|_| row.state == RunState::Paused(PauseReason::Budget))
                .map(no_room_view),
            key: row.key.as_ref().map(ToString::to_string),
            waiting_for: summary
                .waiting_for
                .as_ref()
                .map(|(provider, until)| WaitingFor {
                    provider: provider.to_string(),
                    until: until.as_millis(),
                }),
            pace: summary
                .pace
                .as_ref()
                .map(|pace| pace_view(pace, summary.model.provider())),
            slept: summary.slept.map(|slept| SleptView {
                ms: slept.ms,
                until: slept.until.as_millis(),
            }),
            resumes_at: summary.resumes_at.map(mill_domain::Timestamp::as_millis),
            review: tally(&summary.review),
            ahead: summary.ahead,
            unreviewed: summary.unreviewed,
            verifies: row.verifies.map(|run| run.to_string()),
        }
    }
}

fn pace_view(pace: &mill_engine::PaceSeen, provider: &mill_domain::ProviderName) -> PaceView {
    let limits = pace.limits.as_ref();
    let requests = limits.and_then(|limits| limits.requests);
    let tokens = limits
        .into_iter()
        .flat_map(|limits| [limits.tokens, limits.input_tokens, limits.output_tokens])
        .flatten()
        .min_by_key(|limit| limit.remaining.unwrap_or(u64::MAX));
    PaceView {
        provider: provider.to_string(),
        per_minute: pace.per_minute,
        requests_limit: requests.and_then(|limit| limit.limit),
        requests_left: requests.and_then(|limit| limit.remaining),
        tokens_limit: tokens.and_then(|limit| limit.limit),
        tokens_left: tokens.and_then(|limit| limit.remaining),
    }
}

/// What people said, for hosts.
pub fn tally(counts: &ReviewCounts) -> ReviewTally {
    ReviewTally {
        accepted: counts.accepted,
        corrected: counts.corrected,
        rejected: counts.rejected,
        by_sample: counts.by_sample,
        left: counts.left,
        needs_review: counts.needs_review,
    }
}

/// A task of a run.
pub fn task_row(skill: &Skill, row: &StoredTask) -> TaskRow {
    TaskRow {
        task: row.number.0,
        source_row: row.source_row,
        cells: row.cells.clone(),
        outcome: row.state.as_str().to_owned(),
        by: row.decided_by.map(|by| by.as_str().to_owned()),
        rule: row.rule,
        output: row.output.clone().map(mill_domain::Record::into_json),
        shown: if row.output.is_some() {
            shown(skill, row.output.as_ref())
        } else {
            Vec::new()
        },
        findings: row.findings.iter().map(FindingView::from).collect(),
        verdict: row.verdict.clone(),
        by_sample: row.by_sample,
        needs_review: row.needs_review
            && row.verdict.is_none()
            && row.state == TaskState::Ended(Outcome::Done),
        attempts: row.attempts,
        cost_usd: row.cost.into(),
        problem: row.problem.clone(),
    }
}

/// One agent.
pub(crate) fn agent(cell: AgentCell, model: &str) -> AgentView {
    AgentView {
        agent: cell.slot.0,
        state: match cell.state {
            AgentState::Idle => "idle",
            AgentState::Answering => "answering",
            AgentState::Checking => "checking",
            AgentState::Waiting { .. } => "waiting",
        }
        .to_owned(),
        task: cell.task.map(|task| task.0),
        source_row: cell.source_row,
        label: cell.label,
        model: model.to_owned(),
        turns: cell.turns,
        input_tokens: cell.usage.prompt_tokens(),
        output_tokens: cell.usage.output_tokens,
        cost_usd: cell.cost.into(),
        held_usd: cell.held.into(),
        since: cell.since.map(mill_domain::Timestamp::as_millis),
    }
}

/// One exchange.
pub(crate) fn turn(row: TurnRow) -> TurnView {
    TurnView {
        attempt: row.attempt,
        turn: row.turn,
        model: row.model,
        second: row.second,
        prompt: row.prompt,
        reply: row.reply,
        end: row.end,
        problem: row.problem,
        input_tokens: row.input_tokens,
        output_tokens: row.output_tokens,
        cost_usd: row.cost.into(),
        quality: row.quality,
        took_ms: row.ended_at.map(|ended| ended.millis_since(row.started_at)),
    }
}

/// Where a task list came from.
pub(crate) fn table_summary(about: TaskListAbout, rows: u64) -> TableSummary {
    TableSummary {
        source: about.source,
        kind: about.kind,
        encoding: about.encoding,
        sheet: about.sheet,
        header_row: about.header_row,
        columns: about.columns,
        rows,
        documents: about.matched,
        problems: about.problems.into_iter().map(stored_problem).collect(),
    }
}

/// A doubt as it is kept with a list.
pub(crate) fn stored_problem(problem: StoredProblem) -> TableProblem {
    TableProblem {
        row: problem.row,
        column: problem.column,
        kind: problem.kind,
        message: problem.message,
        params: problem.params.into_iter().collect(),
        blocks_row: problem.blocks_row,
    }
}

/// The problems of a task list as it was read.
pub fn list_problems(list: &TaskList) -> Vec<TableProblem> {
    table_summary(list.about.clone(), 0).problems
}

/// A problem of a table as it was read.
pub fn table_problem(problem: mill_engine::Problem) -> TableProblem {
    let params: BTreeMap<String, String> = problem
        .params
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    TableProblem {
        row: problem.row,
        column: problem.column,
        kind: problem.kind.code().to_owned(),
        message: problem.message,
        params,
        blocks_row: problem.blocks_row,
    }
}

/// A row of a job and who would decide it.
pub(crate) fn job_row(skill: &Skill, row: &JobRowDecision<'_>) -> JobRow {
    let (decides, rule, output, problem) = match row.decision {
        Decision::Rule { rule, output } => ("rule", Some(*rule), Some(output), None),
        Decision::Model { rule } => ("model", *rule, None, None),
        Decision::Person { rule } => ("person", *rule, None, None),
        Decision::Skip => ("skip", None, None, None),
        Decision::Unreadable { problem } => ("unreadable", None, None, Some(problem.clone())),
    };
    JobRow {
        position: row.position,
        source_row: row.row.source_row,
        cells: row.row.cells.clone(),
        decides: decides.to_owned(),
        rule,
        shown: if output.is_some() {
            shown(skill, output)
        } else {
            Vec::new()
        },
        problem,
    }
}

/// A row of a job whose columns are not assigned yet.
pub(crate) fn undecided_row(position: u32, row: &TaskListRow) -> JobRow {
    JobRow {
        position,
        source_row: row.source_row,
        cells: row.cells.clone(),
        decides: "unknown".to_owned(),
        rule: None,
        shown: Vec::new(),
        problem: row.problem.clone(),
    }
}

/// What a run would take.
pub fn estimate_view(estimate: &Estimate, problems: Vec<TableProblem>) -> EstimateView {
    let (basis, basis_count) = match estimate.basis {
        Basis::Bounds => ("bounds", 0),
        Basis::EarlierRuns { runs } => ("earlier_runs", runs),
        Basis::Practice => ("practice", 0),
        Basis::RulesOnly => ("rules_only", 0),
    };
    EstimateView {
        model: estimate.model.to_string(),
        tasks: estimate.tasks,
        by_rule: estimate.by_rule,
        calls: CallsRange {
            low: estimate.calls.0,
            likely: estimate.calls.1,
            most: estimate.calls.2,
        },
        cost_usd: CostRange {
            low: estimate.cost.0.into(),
            likely: estimate.cost.1.into(),
            most: estimate.cost.2.into(),
        },
        wall_s: WallEstimate {
            likely: estimate.wall_s,
        },
        smallest_budget_usd: estimate.smallest_budget.into(),
        basis: basis.to_owned(),
        basis_count,
        price_unknown: estimate.price_unknown,
        second_models: estimate.second_models.clone(),
        second_calls: estimate.second_calls,
        problems,
        window_tokens: estimate.window,
        long_documents: estimate.long.iter().map(long_document).collect(),
        split: estimate.splits,
    }
}

fn long_document(long: &LongDocument) -> LongDocumentView {
    LongDocumentView {
        row: long.source_row,
        file: long.file.clone(),
        tokens: long.tokens,
        certain: long.certain,
        parts: long.parts.map(|parts| parts as u64),
    }
}

/// A model the person can choose.
pub(crate) fn model_option(choice: ModelChoice) -> ModelOption {
    let (input_usd, output_usd) = choice.prices.unzip();
    ModelOption {
        practice: choice.model.is_practice(),
        model: choice.model.to_string(),
        input_usd,
        output_usd,
        free: choice.free,
        ready: choice.ready,
    }
}
