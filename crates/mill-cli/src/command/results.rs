//! `show`: a run and its results.

use mill_api::view::field::FindingView;
use mill_api::view::money::Money;
use mill_api::view::run::RunView;
use mill_api::view::signoff::SignOffView;
use mill_api::{ApiError, task_row};
use mill_engine::{Engine, RowFilter};
use serde::Serialize;

use crate::exit::Exit;
use crate::words::of_engine;
use crate::{say, session};

#[derive(Serialize)]
struct ShowObject {
    #[serde(flatten)]
    run: RunView,
    /// Names under the review, oldest first.
    sign_offs: Vec<SignOffView>,
    results: Vec<ResultObject>,
}

/// One task in the words of the contract.
#[derive(Serialize)]
struct ResultObject {
    task: u32,
    source_row: u32,
    outcome: String,
    by: Option<String>,
    rule: Option<String>,
    /// The model that answered last; none if none did.
    model: Option<String>,
    /// The agent that made it, as the run's screen numbers it; none if no agent did, or it is not known which.
    agent: Option<u32>,
    output: Option<serde_json::Value>,
    findings: Vec<FindingView>,
    verdict: Option<String>,
    by_sample: Option<u32>,
    needs_review: bool,
    attempts: u32,
    cost_usd: Money,
    problem: Option<String>,
    practice: bool,
}

pub(crate) async fn show(engine: &Engine, run: &str, json: bool) -> Result<Exit, ApiError> {
    let run = session::run_id(engine, run).await?;
    let summary = engine.run(run).await?;
    let shape = engine.run_shape(run).await?;
    let (_, rows) = engine
        .task_page(run, RowFilter::All, "", 0, u64::from(u32::MAX))
        .await?;
    let practice = summary.model.is_practice();
    let rows = rows.iter().map(|row| task_row(&shape.skill, row));
    if !json {
        for row in rows {
            let by = row.by.as_deref().unwrap_or("-");
            let verdict = row.verdict.as_deref().unwrap_or("-");
            let shown = if row.shown.is_empty() {
                row.problem.as_deref().map(of_engine).unwrap_or_default()
            } else {
                row.shown.join(" | ")
            };
            let mark = if practice { "practice" } else { "" };
            say::line(&format!(
                "{:>6}  {:<14} {by:<6} {verdict:<9} {mark} {shown}",
                row.source_row, row.outcome
            ));
        }
        return Ok(Exit::Done);
    }
    let models = engine.answering_models(run).await?;
    let agents = engine.result_agents(run).await?;
    let results = rows.map(|row| ResultObject {
        task: row.task,
        source_row: row.source_row,
        outcome: row.outcome,
        by: row.by,
        model: models.get(&row.task).cloned(),
        agent: agents.get(&row.task).copied(),
        rule: row.rule.map(|rule| rule.to_string()),
        output: row.output,
        findings: row.findings,
        verdict: row.verdict,
        by_sample: row.by_sample,
        needs_review: row.needs_review,
        attempts: row.attempts,
        cost_usd: row.cost_usd,
        problem: row.problem,
        practice,
    });
    let sign_offs = engine.sign_offs(run).await?;
    say::json(&ShowObject {
        run: RunView::from(&summary),
        sign_offs: sign_offs.iter().map(SignOffView::from).collect(),
        results: results.collect(),
    })?;
    Ok(Exit::Done)
}
