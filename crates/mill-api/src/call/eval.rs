//! A skill measured with several models.

use mill_domain::{ModelRef, Usd};
use mill_engine::{EngineError, Skill, SkillId};

use super::job::money_problem;
use super::{amount, run_id};
use crate::convert::estimate_view;
use crate::params::{EvalParams, EvalRunsParams};
use crate::view::eval::EvalView;
use crate::view::job::EstimateView;
use crate::{ApiError, Host};

/// A comparison as it was asked for.
struct Wanted {
    skill: Skill,
    /// Where the files of its samples are.
    folder: Option<String>,
    models: Vec<ModelRef>,
    budget: Option<Usd>,
}

pub(super) async fn eval_estimate(
    host: &Host,
    params: EvalParams,
) -> Result<Vec<EstimateView>, ApiError> {
    let wanted = wanted(host, &params)?;
    let estimates = host
        .engine
        .estimate_eval(&wanted.skill, wanted.folder, &wanted.models, wanted.budget)
        .await?;
    let views = estimates.into_iter().map(|one| {
        let problems = one.refused.map(money_problem);
        estimate_view(&one.estimate, problems.into_iter().collect())
    });
    Ok(views.collect())
}

pub(super) async fn eval_start(host: &Host, params: EvalParams) -> Result<EvalView, ApiError> {
    let wanted = wanted(host, &params)?;
    let runs = host
        .engine
        .start_eval(&wanted.skill, wanted.folder, &wanted.models, wanted.budget)
        .await?;
    Ok(host.engine.eval_report(&runs).await?.into())
}

pub(super) async fn eval_get(host: &Host, params: EvalRunsParams) -> Result<EvalView, ApiError> {
    let runs = params.runs.iter().map(|run| run_id(run));
    let runs = runs.collect::<Result<Vec<_>, _>>()?;
    Ok(host.engine.eval_report(&runs).await?.into())
}

fn wanted(host: &Host, params: &EvalParams) -> Result<Wanted, ApiError> {
    let id = SkillId::new(&params.skill);
    let models = params.models.iter().map(|model| model.parse());
    let models = models
        .collect::<Result<Vec<_>, mill_domain::DomainError>>()
        .map_err(EngineError::from)?;
    let budget = params.budget_usd.as_ref();
    Ok(Wanted {
        skill: host.engine.skill(&id)?,
        folder: host.engine.eval_folder(&id),
        models,
        budget: budget.map(|money| amount("budget", money)).transpose()?,
    })
}
