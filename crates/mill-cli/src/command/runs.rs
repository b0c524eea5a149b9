//! `runs`: the history.

use mill_api::ApiError;
use mill_api::view::run::RunView;
use mill_engine::Engine;
use rust_i18n::t;

use crate::exit::Exit;
use crate::say;

pub(crate) async fn list(engine: &Engine, json: bool) -> Result<Exit, ApiError> {
    let runs = engine.runs().await?;
    if json {
        let runs: Vec<RunView> = runs.iter().map(RunView::from).collect();
        say::json(&serde_json::json!({ "runs": runs }))?;
        return Ok(Exit::Done);
    }
    if runs.is_empty() {
        say::line(&t!("runs.none"));
    }
    for run in &runs {
        let tasks = &run.census.tasks;
        say::line(&format!(
            "{}  {:<10} {:>6} / {:<6} {:>12} USD  {}  {}",
            run.row.id,
            t!(format!("state.{}", run.row.state.as_str())),
            tasks.done,
            tasks.total,
            run.row.budget.spent.to_fixed(4),
            run.row.skill_name,
            run.row.model,
        ));
    }
    Ok(Exit::Done)
}
