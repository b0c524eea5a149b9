//! `estimate`: what a run would take.

use mill_api::view::job::EstimateView;
use mill_api::{ApiError, estimate_view};
use mill_engine::{Engine, EngineError};
use rust_i18n::t;
use serde::Serialize;

use super::files;
use super::run::prepare;
use crate::arguments::RunFlags;
use crate::exit::Exit;
use crate::say;

/// The estimate object of the contract, and which files went to which rows.
#[derive(Serialize)]
struct EstimateObject {
    #[serde(flatten)]
    estimate: EstimateView,
    #[serde(skip_serializing_if = "Option::is_none")]
    matching: Option<serde_json::Value>,
}

pub(crate) async fn estimate(engine: &Engine, flags: RunFlags) -> Result<Exit, ApiError> {
    let flags = flags.with_job()?;
    let json = flags.json;
    let (prepared, report) = prepare(engine, flags).await?;
    let estimate = engine.estimate(&prepared).await?;
    // A missing budget is no fault here: the estimate is what one is chosen by.
    let refusal = match engine.check_money(&prepared).await {
        Ok(()) | Err(EngineError::NoBudget { .. }) => None,
        Err(error) => Some(error),
    };
    let view = estimate_view(&estimate, mill_api::list_problems(prepared.list()));
    if json {
        say::json(&EstimateObject {
            estimate: view,
            matching: report.as_ref().map(files::object),
        })?;
    } else {
        if let Some(report) = &report {
            files::tell(report);
        }
        sentences(&view);
    }
    match refusal {
        None => Ok(Exit::Done),
        Some(error) => Err(error.into()),
    }
}

pub(super) fn sentences(view: &EstimateView) {
    say::line(&t!(
        "estimate.rows",
        rows = view.tasks,
        by_rule = view.by_rule,
        by_model = view.calls.low.saturating_sub(view.second_calls)
    ));
    for long in &view.long_documents {
        let parts = long.parts.unwrap_or_default();
        let key = match (long.parts, view.split) {
            (None, _) => "estimate.long_uncut",
            (Some(_), true) => "estimate.long_parts",
            (Some(_), false) => "estimate.long",
        };
        say::line(&t!(
            key,
            row = long.row,
            file = long.file,
            tokens = long.tokens,
            limit = view.window_tokens.unwrap_or_default(),
            parts = parts
        ));
    }
    if view.second_calls > 0 {
        say::line(&t!(
            "estimate.second",
            models = view.second_models.join(", "),
            calls = view.second_calls
        ));
    }
    if view.price_unknown {
        return;
    }
    let money = |money: &mill_api::view::money::Money| {
        money
            .amount()
            .map(|amount| amount.to_fixed(4))
            .unwrap_or_default()
    };
    say::line(&t!(
        "estimate.cost",
        likely = money(&view.cost_usd.likely),
        most = money(&view.cost_usd.most)
    ));
    say::line(&t!(
        "estimate.smallest",
        smallest = money(&view.smallest_budget_usd)
    ));
    say::line(&t!("estimate.time", seconds = view.wall_s.likely));
}
