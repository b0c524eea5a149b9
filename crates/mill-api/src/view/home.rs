//! What needs the person, and what it all cost.

use serde::Serialize;
use ts_rs::TS;

use super::job::JobSummary;
use super::money::Money;
use super::run::RunView;

/// The program itself.
#[derive(Debug, Clone, Serialize, TS)]
pub struct AppInfo {
    /// Version.
    pub version: String,
    /// The data folder, for people.
    pub home: String,
    /// Time zone of all dates shown, an IANA name.
    pub zone: String,
    /// `en` or `zh`, as the system suggests.
    pub language: String,
    /// True until any job exists that the program did not make.
    pub first_start: bool,
}

/// The first screen.
#[derive(Debug, Clone, Serialize, TS)]
pub struct HomeView {
    /// Jobs, latest change first.
    pub jobs: Vec<JobSummary>,
    /// Runs at work or paused, then the latest others, at most 20.
    pub runs: Vec<RunView>,
    /// Rows that wait for a person, over all runs.
    pub review_waiting: u64,
    /// This month's money.
    pub month: MonthMoney,
}

/// The line at the foot of every screen.
#[derive(Debug, Clone, Serialize, TS)]
pub struct StatusView {
    /// Runs at work or not finished, at most 6.
    pub open_runs: Vec<RunView>,
    /// Runs at work.
    pub runs_at_work: u32,
    /// Agents busy now.
    pub agents_busy: u32,
    /// Agents of all runs at work.
    pub agents_total: u32,
    /// Rows that wait for a person.
    pub review_waiting: u64,
    /// This month's money.
    pub month: MonthMoney,
    /// Time zone of all dates shown.
    pub zone: String,
}

/// A month's spending.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MonthMoney {
    /// `YYYY-MM` in the stated zone.
    pub month: String,
    /// Settled and uncertain together.
    pub spent_usd: Money,
    /// Held for calls in flight.
    pub reserved_usd: Money,
    /// The person's cap; none: not set.
    pub cap_usd: Option<Money>,
}

/// Costs of a month from the one ledger.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CostsView {
    /// What the rows are keyed by: `day`, `skill`, `model`, `job`, `run` or `key`.
    pub by: String,
    /// The zone days are counted in.
    pub zone: String,
    /// Rows; days in order, others dearest first.
    pub rows: Vec<CostRow>,
    /// Sum of the rows.
    pub total_usd: Money,
    /// What the sum would have been without a prompt cache.
    pub total_without_cache_usd: Money,
}

/// One line of costs.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CostRow {
    /// The day, or the name; for keys `provider/name`, only the provider where no key is known.
    pub key: String,
    /// The id behind the name, for runs and jobs; none for others.
    pub id: Option<String>,
    /// Requests that left.
    pub requests: u64,
    /// Uncached input.
    pub input_tokens: u64,
    /// Output.
    pub output_tokens: u64,
    /// Settled and uncertain cost.
    pub cost_usd: Money,
    /// The uncertain part.
    pub uncertain_usd: Money,
    /// What the cost would have been without a prompt cache.
    pub cost_without_cache_usd: Money,
    /// Tasks done in these runs; 0 where it does not apply.
    pub tasks_done: u64,
    /// Tasks accepted or corrected by a person.
    pub tasks_accepted: u64,
    /// True if the line is practice: nothing was spent.
    pub practice: bool,
}
