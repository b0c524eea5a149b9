//! A skill measured with several models.

use mill_engine::{EngineError, SkillId};

use super::{amount, run_id};
use crate::params::{EvalParams, EvalRunsParams};
use crate::view::eval::EvalView;
use crate::{ApiError, Host};

pub(super) async fn eval_start(host: &Host, params: EvalParams) -> Result<EvalView, ApiError> {
    let id = SkillId::new(&params.skill);
    let skill = host.engine.skill(&id)?;
    let models = params.models.iter().map(|model| model.parse());
    let models = models
        .collect::<Result<Vec<_>, mill_domain::DomainError>>()
        .map_err(EngineError::from)?;
    let budget = params
        .budget_usd
        .as_ref()
        .map(|money| amount("budget", money))
        .transpose()?;
    let folder = host.engine.eval_folder(&id);
    let runs = host
        .engine
        .start_eval(&skill, folder, &models, budget)
        .await?;
    Ok(host.engine.eval_report(&runs).await?.into())
}

pub(super) async fn eval_get(host: &Host, params: EvalRunsParams) -> Result<EvalView, ApiError> {
    let runs = params.runs.iter().map(|run| run_id(run));
    let runs = runs.collect::<Result<Vec<_>, _>>()?;
    Ok(host.engine.eval_report(&runs).await?.into())
}
