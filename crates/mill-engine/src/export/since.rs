//! How a run compares with the one before it of the same job: what rules decided, and what a row cost.

use mill_domain::Usd;
use mill_store::RunRow;
use rust_i18n::t;

use super::ExportLanguage;
use super::run_sheet::month_of;
use crate::estimate::share;
use crate::{Engine, EngineError, RunSummary};

/// Decimals of a cost per row, so that rows that cost next to nothing do not read as free.
const PLACES: u32 = 4;
const FINE_PLACES: u32 = 7;

impl Engine {
    /// Two lines of the run sheet: `71 % (last month 63 %)` and `0.0008 (last month 0.0021)`. Without an earlier run of
    /// the job only the first number of each.
    pub(super) async fn since_last(
        &self,
        summary: &RunSummary,
        language: ExportLanguage,
    ) -> Result<(String, String), EngineError> {
        let by_rule = percent(summary);
        let per_row = cost_per_row(summary);
        let Some(before) = self.run_before(&summary.row).await? else {
            return Ok((by_rule, per_row));
        };
        let zone = &self.config().zone;
        let (now, then) = (
            month_of(summary.row.started_at, zone),
            month_of(before.row.started_at, zone),
        );
        let key = if now == then + 1 {
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
                number = before.row.number
            )
            .into_owned()
        };
        Ok((
            with(by_rule, percent(&before)),
            with(per_row, cost_per_row(&before)),
        ))
    }

    /// The latest run before this one of the same job; of the same skill where a run has no job.
    async fn run_before(&self, row: &RunRow) -> Result<Option<RunSummary>, EngineError> {
        let same = |other: &&RunRow| {
            other.job == row.job
                && other.skill_name == row.skill_name
                && other.id != row.id
                && (other.started_at, other.number) < (row.started_at, row.number)
                && !other.state.is_open()
        };
        let runs = self.store().runs().await?;
        let before = runs
            .iter()
            .filter(same)
            .max_by_key(|run| (run.started_at, run.number));
        match before {
            Some(before) => Ok(Some(self.run(before.id).await?)),
            None => Ok(None),
        }
    }
}

/// The share of rows rules decided, rounded down.
fn percent(summary: &RunSummary) -> String {
    let total = summary.census.tasks.total.max(1);
    format!("{} %", summary.census.done_by.rule * 100 / total)
}

fn cost_per_row(summary: &RunSummary) -> String {
    let total = summary.census.tasks.total;
    let cost = share(summary.row.budget.spent, 1, total);
    let visible = cost == Usd::ZERO || cost >= Usd::from_pico(100_000_000);
    cost.to_fixed(if visible { PLACES } else { FINE_PLACES })
}
