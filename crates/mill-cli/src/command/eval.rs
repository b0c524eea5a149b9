//! `skill eval`: a skill's sample tasks by several models.

use std::path::Path;

use mill_api::ApiError;
use mill_api::view::eval::EvalView;
use mill_domain::{DomainError, ModelRef, Usd};
use mill_engine::{Engine, EngineError, Skill};
use rust_i18n::t;

use crate::exit::Exit;
use crate::say;

pub(crate) async fn eval(
    engine: &Engine,
    dir: &Path,
    models: &[String],
    budget: Option<&str>,
    json: bool,
) -> Result<Exit, ApiError> {
    let skill = Skill::read(dir).map_err(EngineError::from)?;
    let models = models
        .iter()
        .map(|model| model.parse())
        .collect::<Result<Vec<ModelRef>, DomainError>>()
        .map_err(EngineError::from)?;
    let budget = budget
        .map(str::parse::<Usd>)
        .transpose()
        .map_err(EngineError::from)?;
    let folder = dir.display().to_string();
    let runs = engine
        .start_eval(&skill, Some(folder), &models, budget)
        .await?;
    for run in &runs {
        engine.wait(*run).await?;
    }
    let report = EvalView::from(engine.eval_report(&runs).await?);
    if json {
        let text = serde_json::to_value(&report)
            .map_err(|error| ApiError::new("internal", error.to_string()))?;
        say::json(&text)?;
    } else {
        lines(&report);
    }
    Ok(if report.models.iter().any(|model| model.failed > 0) {
        Exit::Failed
    } else {
        Exit::Done
    })
}

fn lines(report: &EvalView) {
    for model in &report.models {
        let practice = if model.practice {
            t!("eval.practice")
        } else {
            "".into()
        };
        say::line(&t!(
            "eval.model",
            model = model.model,
            agreed = model.agreed,
            cases = model.done,
            fields_agreed = model.fields_agreed,
            fields = model.fields,
            cost = model.cost_usd.as_str(),
            practice = practice
        ));
    }
    let percent = |share: f64| format!("{:+.0} %", share * 100.0);
    for pair in &report.pairs {
        let told = if pair.apart {
            t!("eval.apart")
        } else {
            t!("eval.not_apart")
        };
        say::line(&t!(
            "eval.pair",
            best = pair.best,
            other = pair.other,
            difference = percent(pair.difference),
            low = percent(pair.low),
            high = percent(pair.high),
            told = told
        ));
    }
}
