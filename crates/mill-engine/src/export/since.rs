//! How a run compares with the one before it of the same job: what rules decided, and what a row cost.

use mill_domain::{RunId, Usd};
use mill_store::RunRow;
use rust_i18n::t;

use super::ExportLanguage;
use super::run_sheet::month_of;
use crate::estimate::share;
use crate::{Engine, EngineError, RunSummary};

/// Decimals of a cost per row, so that rows that cost next to nothing do not read as free.
const PLACES: u32 = 4;
const FINE_PLACES: u32 = 7;

/// What rules decided of a run, and what it cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunFigures {
    /// Rows rules decided.
    pub by_rule: u64,
    /// All its rows.
    pub rows: u64,
    /// Settled cost of the run, shared by all its rows, rounded up.
    pub per_row: Usd,
}

/// A run and the one it is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunSince {
    /// The run.
    pub now: RunFigures,
    /// The other; `None`: there is no earlier one of the same job and skill.
    pub before: Option<RunBefore>,
}

/// The run another is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunBefore {
    /// The run.
    pub run: RunId,
    /// Its place among the runs of its job or skill, from 1.
    pub number: u32,
    /// True if it began in the calendar month before the other did.
    pub last_month: bool,
    /// What it came to.
    pub figures: RunFigures,
}

impl Engine {
    /// A run beside the latest one of the month before; without one, beside the latest before it. Only ended runs of the
    /// same job and the same skill count (without a job: of the same name), and practice is compared with practice.
    /// # Errors
    /// [`EngineError::Store`] if there is no such run.
    pub async fn run_since(&self, run: RunId) -> Result<RunSince, EngineError> {
        let summary = self.run(run).await?;
        self.since(&summary).await
    }

    pub(crate) async fn since(&self, summary: &RunSummary) -> Result<RunSince, EngineError> {
        Ok(RunSince {
            now: RunFigures::of(summary),
            before: self.run_before(&summary.row).await?,
        })
    }

    async fn run_before(&self, row: &RunRow) -> Result<Option<RunBefore>, EngineError> {
        let practice = |row: &RunRow| row.model.starts_with("practice/");
        let same = |other: &&RunRow| {
            other.job == row.job
                && other.skill_name == row.skill_name
                && (row.job.is_some() || other.name == row.name)
                && practice(other) == practice(row)
                && other.id != row.id
                && (other.started_at, other.number) < (row.started_at, row.number)
                && !other.state.is_open()
        };
        let zone = &self.config().zone;
        let month = month_of(row.started_at, zone);
        let is_last_month = |other: &RunRow| month_of(other.started_at, zone) + 1 == month;
        let runs = self.store().runs().await?;
        let before = runs
            .iter()
            .filter(same)
            .max_by_key(|run| (is_last_month(run), run.started_at, run.number));
        let Some(before) = before else {
            return Ok(None);
        };
        Ok(Some(RunBefore {
            run: before.id,
            number: before.number,
            last_month: is_last_month(before),
            figures: RunFigures::of(&self.run(before.id).await?),
        }))
    }
}

impl RunFigures {
    fn of(summary: &RunSummary) -> Self {
        let rows = summary.census.tasks.total;
        Self {
            by_rule: summary.census.done_by.rule,
            rows,
            per_row: share(summary.row.budget.spent, 1, rows),
        }
    }

    /// The share of rows rules decided, in percent, rounded down.
    pub fn percent(&self) -> u64 {
        self.by_rule * 100 / self.rows.max(1)
    }

    fn share(&self) -> String {
        format!("{} %", self.percent())
    }

    /// What a row cost in USD, with as many decimals as it takes to see it.
    pub fn cost(&self) -> String {
        let visible = self.per_row == Usd::ZERO || self.per_row >= Usd::from_pico(100_000_000);
        self.per_row
            .to_fixed(if visible { PLACES } else { FINE_PLACES })
    }
}

impl RunSince {
    /// Two texts for a sheet: `71 % (last month 63 %)` and `0.0008 (last month 0.0021)`. Without an earlier run only the
    /// first number of each.
    pub(crate) fn texts(&self, language: ExportLanguage) -> (String, String) {
        let Some(before) = &self.before else {
            return (self.now.share(), self.now.cost());
        };
        let key = if before.last_month {
            "since.last_month"
        } else {
            "since.run"
        };
        let with = |now: String, then: String| {
            t!(
                key,
                locale = language.as_str(),
                now = now,
                before = then,
                number = before.number
            )
            .into_owned()
        };
        let then = &before.figures;
        (
            with(self.now.share(), then.share()),
            with(self.now.cost(), then.cost()),
        )
    }
}
