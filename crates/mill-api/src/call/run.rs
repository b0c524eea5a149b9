//! Runs.

use mill_domain::TaskNumber;
use mill_engine::{ResumeSkill, RowFilter};

use super::{PAGE, amount, job_id, run_id};
use crate::convert::{agent, task_row, turn};
use crate::params::{
    Nothing, RunAgentsParams, RunAheadParams, RunBudgetParams, RunParams, RunRowsParams,
    RunStartParams, TaskParams,
};
use crate::view::field::FieldView;
use crate::view::run::{AgentView, RunDetail, RunView, TaskFilter, TaskPage, Transcript};
use crate::{ApiError, Host};

pub(super) async fn run_start(host: &Host, params: RunStartParams) -> Result<RunView, ApiError> {
    let table = host
        .engine
        .prepare_job(job_id(&params.job)?, params.limit)
        .await?;
    let run = host
        .engine
        .start_ahead(table.prepared, params.ahead)
        .await?;
    view(host, run).await
}

pub(super) async fn run_list(host: &Host, _: Nothing) -> Result<Vec<RunView>, ApiError> {
    Ok(host
        .engine
        .runs()
        .await?
        .iter()
        .map(RunView::from)
        .collect())
}

pub(super) async fn run_get(host: &Host, params: RunParams) -> Result<RunDetail, ApiError> {
    let run = run_id(&params.run)?;
    let summary = host.engine.run(run).await?;
    let shape = host.engine.run_shape(run).await?;
    let used = shape
        .used()
        .into_iter()
        .filter_map(|column| u32::try_from(column).ok());
    Ok(RunDetail {
        run: RunView::from(&summary),
        used_columns: used.collect(),
        outputs: shape.skill.outputs.iter().map(FieldView::from).collect(),
        columns: shape.columns,
        source: summary.row.source,
    })
}

pub(super) async fn run_rows(host: &Host, params: RunRowsParams) -> Result<TaskPage, ApiError> {
    let run = run_id(&params.run)?;
    let shape = host.engine.run_shape(run).await?;
    let (offset, limit) = (u64::from(params.offset), u64::from(params.limit.min(PAGE)));
    let (total, rows) = host
        .engine
        .task_page(
            run,
            row_filter(params.filter),
            &params.search,
            offset,
            limit,
        )
        .await?;
    Ok(TaskPage {
        total,
        rows: rows.iter().map(|row| task_row(&shape.skill, row)).collect(),
    })
}

/// The store's filter of the same name.
pub(super) const fn row_filter(filter: TaskFilter) -> RowFilter {
    match filter {
        TaskFilter::All => RowFilter::All,
        TaskFilter::NeedsReview => RowFilter::NeedsReview,
        TaskFilter::Unjudged => RowFilter::Unjudged,
        TaskFilter::Judged => RowFilter::Judged,
        TaskFilter::ByRule => RowFilter::ByRule,
        TaskFilter::ByModel => RowFilter::ByModel,
        TaskFilter::Failed => RowFilter::Failed,
        TaskFilter::Waiting => RowFilter::Waiting,
        TaskFilter::InSample => RowFilter::InSample,
    }
}

pub(super) async fn run_agents(host: &Host, params: RunParams) -> Result<Vec<AgentView>, ApiError> {
    let run = run_id(&params.run)?;
    let models = host.engine.models_in_turn(run).await?;
    // A row's tasks follow each other, one for each verifier.
    let model = |task: Option<TaskNumber>| {
        let at = task.map_or(0, |task| {
            task.0.saturating_sub(1) as usize % models.len().max(1)
        });
        models.get(at).map_or("", String::as_str)
    };
    let cells = host.engine.agents(run).into_iter();
    Ok(cells
        .map(|cell| {
            let model = model(cell.task);
            agent(cell, model.split_once('/').map_or(model, |(_, name)| name))
        })
        .collect())
}

pub(super) async fn run_transcript(
    host: &Host,
    params: TaskParams,
) -> Result<Transcript, ApiError> {
    let run = run_id(&params.run)?;
    let task = TaskNumber(params.task);
    let detail = host.engine.review_detail(run, task).await?;
    Ok(Transcript {
        told: host.engine.told_in_run(run).await?,
        row: task_row(&detail.skill, &detail.row.row),
        turns: detail.turns.into_iter().map(turn).collect(),
    })
}

pub(super) async fn run_pause(host: &Host, params: RunParams) -> Result<RunView, ApiError> {
    let run = run_id(&params.run)?;
    host.engine.pause(run).await?;
    view(host, run).await
}

pub(super) async fn run_resume(host: &Host, params: RunParams) -> Result<RunView, ApiError> {
    let run = run_id(&params.run)?;
    host.engine.resume(run, ResumeSkill::AsRun).await?;
    view(host, run).await
}

pub(super) async fn run_stop(host: &Host, params: RunParams) -> Result<RunView, ApiError> {
    let run = run_id(&params.run)?;
    host.engine.end_run(run).await?;
    view(host, run).await
}

pub(super) async fn run_set_agents(
    host: &Host,
    params: RunAgentsParams,
) -> Result<RunView, ApiError> {
    let run = run_id(&params.run)?;
    host.engine.set_agents(run, params.agents).await?;
    view(host, run).await
}

pub(super) async fn run_set_budget(
    host: &Host,
    params: RunBudgetParams,
) -> Result<RunView, ApiError> {
    let run = run_id(&params.run)?;
    host.engine
        .set_budget(run, amount("budget", &params.budget_usd)?)
        .await?;
    view(host, run).await
}

async fn view(host: &Host, run: mill_domain::RunId) -> Result<RunView, ApiError> {
    Ok(RunView::from(&host.engine.run(run).await?))
}

pub(super) async fn run_set_ahead(
    host: &Host,
    params: RunAheadParams,
) -> Result<RunView, ApiError> {
    let run = run_id(&params.run)?;
    host.engine.set_ahead(run, params.ahead).await?;
    go_on(host, run).await;
    view(host, run).await
}

/// A run that waited for its reviewer goes on as verdicts come. One that cannot says so where it is shown.
pub(super) async fn go_on(host: &Host, run: mill_domain::RunId) {
    if let Err(error) = host.engine.go_on_after_review(run).await {
        tracing::warn!(run.id = %run, error = %error, "run {run} could not go on after a review");
    }
}
