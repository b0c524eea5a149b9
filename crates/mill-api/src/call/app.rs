//! The program itself, the first screen, the line at the foot.

use mill_engine::RunSummary;

use super::job::job_summary;
use crate::params::Nothing;
use crate::view::home::{AppInfo, HomeView, MonthMoney, StatusView};
use crate::view::run::RunView;
use crate::{ApiError, Host};

/// Runs on the first screen.
const HOME_RUNS: usize = 20;

/// Runs on the line at the foot.
const STATUS_RUNS: usize = 6;

pub(super) async fn app_info(host: &Host, _: Nothing) -> Result<AppInfo, ApiError> {
    let config = host.engine.config();
    Ok(AppInfo {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        home: config.home.display().to_string(),
        zone: config.zone_name(),
        language: config.language.clone(),
        first_start: host.engine.jobs().await?.len() <= 1 && host.engine.runs().await?.is_empty(),
    })
}

pub(super) async fn app_status(host: &Host, _: Nothing) -> Result<StatusView, ApiError> {
    let runs = host.engine.runs().await?;
    let (agents_busy, agents_total) = host.engine.agents_busy();
    let at_work = runs
        .iter()
        .filter(|run| run.row.state == mill_domain::RunState::Running)
        .count();
    Ok(StatusView {
        open_runs: runs
            .iter()
            .filter(|run| is_open(run))
            .take(STATUS_RUNS)
            .map(RunView::from)
            .collect(),
        runs_at_work: u32::try_from(at_work).unwrap_or(u32::MAX),
        agents_busy,
        agents_total,
        review_waiting: waiting(&runs),
        month: month(host).await?,
        zone: host.engine.config().zone_name(),
    })
}

pub(super) async fn home_get(host: &Host, _: Nothing) -> Result<HomeView, ApiError> {
    let mut runs = host.engine.runs().await?;
    let review_waiting = waiting(&runs);
    runs.sort_by_key(|run| !is_open(run));
    let mut jobs = Vec::new();
    for job in host.engine.jobs().await? {
        jobs.push(job_summary(host, job));
    }
    Ok(HomeView {
        jobs,
        runs: runs.iter().take(HOME_RUNS).map(RunView::from).collect(),
        review_waiting,
        month: month(host).await?,
    })
}

fn is_open(run: &RunSummary) -> bool {
    run.row.state.is_open()
}

fn waiting(runs: &[RunSummary]) -> u64 {
    runs.iter().map(|run| run.review.needs_review).sum()
}

async fn month(host: &Host) -> Result<MonthMoney, ApiError> {
    let month = host.engine.month_name();
    let totals = host.engine.month_totals(&month).await?;
    Ok(MonthMoney {
        month,
        spent_usd: (totals.spent + totals.uncertain).into(),
        reserved_usd: totals.reserved.into(),
        cap_usd: host.engine.settings().await?.month_cap.map(Into::into),
    })
}
