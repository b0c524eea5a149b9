//! A run as every host shows it: the object of the command line, and what the window shows beside it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::field::{FieldView, FindingView};
use super::money::{Money, UsageView};

/// Tasks by where they are: `total = done + failed + waiting`; `waiting` includes those at work.
#[derive(Debug, Clone, Default, Serialize, TS)]
pub struct TaskCountsView {
    /// Every task.
    pub total: u64,
    /// Ended done.
    pub done: u64,
    /// Ended any other way.
    pub failed: u64,
    /// Not ended.
    pub waiting: u64,
}

/// Done tasks by who decided them.
#[derive(Debug, Clone, Default, Serialize, TS)]
pub struct DoneByView {
    /// By a rule.
    pub rule: u64,
    /// By a model.
    pub model: u64,
    /// By a person.
    pub person: u64,
}

/// Ended tasks by outcome.
#[derive(Debug, Clone, Default, Serialize, TS)]
pub struct OutcomesView {
    /// A result that passed the checks.
    pub done: u64,
    /// Declined by the model or its provider, or answered with nothing.
    pub refused: u64,
    /// The answer reached its length limit.
    pub cut_off: u64,
    /// The answer did not fit the outputs.
    pub invalid: u64,
    /// The input does not fit the model.
    pub too_long: u64,
    /// The row or document cannot be used.
    pub unreadable: u64,
    /// The provider failed.
    pub provider_error: u64,
    /// Stopped by a person.
    pub cancelled: u64,
    /// Not to be done.
    pub skipped: u64,
}

/// What people said of the results so far: `accepted + corrected + rejected + by_sample + left = done`.
#[derive(Debug, Clone, Default, Serialize, TS)]
pub struct ReviewTally {
    /// Accepted as they are.
    pub accepted: u64,
    /// Accepted after a change.
    pub corrected: u64,
    /// Not to be used.
    pub rejected: u64,
    /// Accepted by sample: nobody looked at the row itself.
    pub by_sample: u64,
    /// Done, and nobody looked yet.
    pub left: u64,
    /// Part of `left` that needs a person: unsure, or with a finding, or undecided by rule and model.
    pub needs_review: u64,
}

/// Where a run is. Its first fields are the object the command line prints.
#[derive(Debug, Clone, Serialize, TS)]
pub struct RunView {
    /// The run's id.
    pub run: String,
    /// `running`, `paused`, `finished`, `cancelled` or `failed`.
    pub state: String,
    /// Why it is paused: `person`, `budget`, `quota`, `key_refused`, `outage`, `interrupted`, `model_unknown`,
    /// `disk_full`, `review`; none otherwise.
    pub reason: Option<String>,
    /// By place.
    pub tasks: TaskCountsView,
    /// By who decided.
    pub done_by: DoneByView,
    /// By outcome.
    pub outcomes: OutcomesView,
    /// What all its calls used.
    pub usage: UsageView,
    /// Settled cost.
    pub cost_usd: Money,
    /// What settled and uncertain calls would have cost without a prompt cache; the same as they did where none is used.
    pub cost_without_cache_usd: Money,
    /// True if its questions are handed in as batches, to be answered within a day.
    pub batch: bool,
    /// Held for calls in flight.
    pub reserved_usd: Money,
    /// Held for calls nobody knows the end of.
    pub uncertain_usd: Money,
    /// The cap; none: no cap (practice and free local models only).
    pub budget_usd: Option<Money>,
    /// Likely cost at the end; none while nothing is known.
    pub forecast_usd: Option<Money>,
    /// Agents it was told to use.
    pub agents: u32,
    /// Time it was at work, in milliseconds, pauses left out.
    pub wall_ms: u64,
    /// The job it came from; none for a run started from the command line.
    pub job: Option<String>,
    /// What people call it.
    pub name: String,
    /// Place among the runs of its job or skill, from 1.
    pub number: u32,
    /// The skill's name.
    pub skill: String,
    /// The skill's version as it was at the start.
    pub skill_version: String,
    /// `provider/model`.
    pub model: String,
    /// True if no model was called: every result must say so.
    pub practice: bool,
    /// Tasks an agent is working on; a part of `tasks.waiting`.
    pub at_work: u64,
    /// Start, milliseconds since 1970 UTC.
    pub started_at: i64,
    /// End; none while open.
    pub ended_at: Option<i64>,
    /// Milliseconds until the end at today's pace; none while unknown or not running.
    pub eta_ms: Option<u64>,
    /// Money per minute over the last minute; none while unknown.
    pub burn_usd_per_minute: Option<Money>,
    /// About how much more finishes a run that is paused at its budget; none otherwise.
    pub more_needed_usd: Option<Money>,
    /// Which cap had no room when it paused for one; none otherwise.
    pub no_room: Option<NoRoomView>,
    /// Which of the provider's keys it uses; none: the default one.
    pub key: Option<String>,
    /// Agents held back: who for and until when.
    pub waiting_for: Option<WaitingFor>,
    /// How fast its calls leave; none if it is not at work or nothing limits it.
    pub pace: Option<PaceView>,
    /// The computer's latest sleep while it was at work; none: it is not at work, or the computer was awake.
    pub slept: Option<SleptView>,
    /// When it goes on by itself, milliseconds since 1970 UTC; none unless it is paused for a quota that is said to come
    /// back.
    pub resumes_at: Option<i64>,
    /// What people said so far.
    pub review: ReviewTally,
    /// Results by a model that may be without a verdict before it waits for the reviewer; none: any number.
    pub ahead: Option<u32>,
    /// Results by a model that wait for a verdict; none where nothing limits how many may.
    pub unreviewed: Option<u64>,
    /// The run it asks second opinions about; none: it is a run of its own.
    pub verifies: Option<String>,
}

/// A cap that had no room for the next call.
#[derive(Debug, Clone, Serialize, TS)]
pub struct NoRoomView {
    /// `run`, `job`, `day`, `month`, `provider` or `key`.
    pub kind: String,
    /// The id of the run or job, the provider, or `provider/key name`; empty for day and month.
    pub name: String,
    /// What the call could have cost at most.
    pub asked_usd: Money,
    /// What was left.
    pub left_usd: Money,
}

/// A provider the pool waits for.
#[derive(Debug, Clone, Serialize, TS)]
pub struct WaitingFor {
    /// The provider's name.
    pub provider: String,
    /// Until when, milliseconds since 1970 UTC.
    pub until: i64,
}

/// The computer slept while a run was at work; the run paused for so long.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SleptView {
    /// For how long, in milliseconds.
    pub ms: u64,
    /// When it woke up, milliseconds since 1970 UTC.
    pub until: i64,
}

/// How fast calls leave for a provider.
#[derive(Debug, Clone, Serialize, TS)]
pub struct PaceView {
    /// The provider's name.
    pub provider: String,
    /// Calls a minute we let leave, learned from refusals; none if the provider has not refused any.
    pub per_minute: Option<u32>,
    /// Requests its limit allows in a period, as it last said.
    pub requests_limit: Option<u64>,
    /// Requests that are left of it.
    pub requests_left: Option<u64>,
    /// Tokens its tightest limit allows in a period, as it last said.
    pub tokens_limit: Option<u64>,
    /// Tokens that are left of it.
    pub tokens_left: Option<u64>,
}

/// A run and the shape of its rows.
#[derive(Debug, Clone, Serialize, TS)]
pub struct RunDetail {
    /// Where it is.
    pub run: RunView,
    /// Columns of the task list, in the file's order.
    pub columns: Vec<String>,
    /// Positions in `columns` that the skill reads.
    pub used_columns: Vec<u32>,
    /// What the skill returns.
    pub outputs: Vec<FieldView>,
    /// Where the rows came from: the file's name.
    pub source: String,
}

/// One task of a run.
#[derive(Debug, Clone, Serialize, TS)]
pub struct TaskRow {
    /// Its place in the run, from 1.
    pub task: u32,
    /// Its row in the file, as spreadsheet programs count.
    pub source_row: u32,
    /// The cells of the file, to the letter.
    pub cells: Vec<String>,
    /// `waiting`, `at_work`, or its outcome.
    pub outcome: String,
    /// `rule`, `model` or `person`; none until decided.
    pub by: Option<String>,
    /// The rule that decided, from 1.
    pub rule: Option<u32>,
    /// Outputs by field name, canonical; none without a result.
    #[ts(type = "Record<string, unknown> | null")]
    pub output: Option<serde_json::Value>,
    /// Outputs as text for people, in the order of the run's `outputs`.
    pub shown: Vec<String>,
    /// What checks say.
    pub findings: Vec<FindingView>,
    /// `accepted`, `corrected`, `rejected` or `by_sample`; none until a person said so.
    pub verdict: Option<String>,
    /// The number of the sample it was accepted by; none for any other verdict.
    pub by_sample: Option<u32>,
    /// True if a person should look: a finding, low confidence, or nobody could decide.
    pub needs_review: bool,
    /// Tries so far.
    pub attempts: u32,
    /// What it cost, all tries together.
    pub cost_usd: Money,
    /// Why it did not end done, in English; none if it did.
    pub problem: Option<String>,
}

/// A page of tasks.
#[derive(Debug, Clone, Serialize, TS)]
pub struct TaskPage {
    /// All tasks that match the filter.
    pub total: u64,
    /// Those asked for.
    pub rows: Vec<TaskRow>,
}

/// Which tasks to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TaskFilter {
    /// All of them.
    #[default]
    All,
    /// Done, no verdict yet, and a person should look.
    NeedsReview,
    /// Done and no verdict yet.
    Unjudged,
    /// With a verdict.
    Judged,
    /// Decided by a rule.
    ByRule,
    /// Decided by a model.
    ByModel,
    /// Ended any other way than done.
    Failed,
    /// Not ended.
    Waiting,
    /// Drawn for the run's latest sample.
    InSample,
}

/// One agent of a run.
#[derive(Debug, Clone, Serialize, TS)]
pub struct AgentView {
    /// Its number, from 1; it keeps it.
    pub agent: u32,
    /// `idle`, `rules`, `answering`, `checking`, `waiting` (for the provider).
    pub state: String,
    /// The task it works on.
    pub task: Option<u32>,
    /// The task's row in the file.
    pub source_row: Option<u32>,
    /// The first words of the task, for people to recognise it by.
    pub label: String,
    /// The model's own name.
    pub model: String,
    /// Exchanges with the model so far.
    pub turns: u32,
    /// Input tokens of this task so far.
    pub input_tokens: u64,
    /// Output tokens of this task so far.
    pub output_tokens: u64,
    /// Cost of this task so far.
    pub cost_usd: Money,
    /// Held for its call in flight.
    pub held_usd: Money,
    /// When it took the task, milliseconds since 1970 UTC.
    pub since: Option<i64>,
}

/// All that was said between an agent and the model about one task.
#[derive(Debug, Clone, Serialize, TS)]
pub struct Transcript {
    /// The task as listed.
    pub row: TaskRow,
    /// Exchanges, oldest first, over all attempts.
    pub turns: Vec<TurnView>,
    /// The beginning of every request of the run, to the letter: to its own model, then to each second model.
    pub told: Vec<String>,
}

/// One exchange with a model.
#[derive(Debug, Clone, Serialize, TS)]
pub struct TurnView {
    /// Which try, from 1.
    pub attempt: u32,
    /// Which exchange of the try, from 1.
    pub turn: u32,
    /// Who was asked.
    pub model: String,
    /// 0: for the task's own answer; else which of the skill's second models it was, which did not see that answer.
    pub second: u32,
    /// What was asked: the part that differs from row to row.
    pub prompt: String,
    /// What came back; empty if nothing did.
    pub reply: String,
    /// `answered`, `refused`, `cut_off`, `empty`, `too_long`, `failed`, `uncertain` or `in_flight`.
    pub end: String,
    /// What went wrong, in English; none if nothing.
    pub problem: Option<String>,
    /// Input tokens, uncached and cached together.
    pub input_tokens: u64,
    /// Output tokens.
    pub output_tokens: u64,
    /// What it cost, or holds.
    pub cost_usd: Money,
    /// `exact`, `estimated` or `unknown`.
    pub quality: String,
    /// How long it took, in milliseconds; none while in flight.
    pub took_ms: Option<u64>,
}
