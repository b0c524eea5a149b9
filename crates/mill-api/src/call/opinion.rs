//! Second opinions.

use mill_domain::TaskNumber;
use mill_engine::{OpinionKind, OpinionRows, PreparedVerification, VerifyChoices, Ways};

use super::{amount, run_id};
use crate::convert::estimate_view;
use crate::params::{OpinionParams, RunParams, TaskParams};
use crate::view::opinion::{OpinionPlanView, OpinionView, VerificationView};
use crate::view::run::RunView;
use crate::{ApiError, Host};

pub(super) async fn opinion_plan(
    host: &Host,
    params: OpinionParams,
) -> Result<OpinionPlanView, ApiError> {
    let prepared = prepare(host, params).await?;
    let estimate = host.engine.estimate_verification(&prepared).await?;
    Ok(OpinionPlanView {
        rows: prepared.rows() as u64,
        population: prepared.population(),
        estimate: estimate_view(&estimate, Vec::new()),
    })
}

pub(super) async fn opinion_start(host: &Host, params: OpinionParams) -> Result<RunView, ApiError> {
    let prepared = prepare(host, params).await?;
    let run = host.engine.start_verification(prepared).await?;
    Ok(RunView::from(&host.engine.run(run).await?))
}

pub(super) async fn opinion_list(
    host: &Host,
    params: RunParams,
) -> Result<Vec<VerificationView>, ApiError> {
    let reports = host
        .engine
        .verification_reports(run_id(&params.run)?)
        .await?;
    Ok(reports.iter().map(VerificationView::from).collect())
}

pub(super) async fn opinion_item(
    host: &Host,
    params: TaskParams,
) -> Result<Vec<OpinionView>, ApiError> {
    let opinions = host
        .engine
        .opinions(run_id(&params.run)?, TaskNumber(params.task))
        .await?;
    Ok(opinions.iter().map(OpinionView::from).collect())
}

async fn prepare(host: &Host, params: OpinionParams) -> Result<PreparedVerification, ApiError> {
    let models = params.models.iter().map(|model| {
        model
            .parse()
            .map_err(|error: mill_domain::DomainError| mill_engine::EngineError::from(error))
    });
    let places = params.endpoints.unwrap_or_default().into_iter();
    let places = places.map(|place| (place.model, place.address));
    let choices = VerifyChoices {
        run: run_id(&params.run)?,
        kind: OpinionKind::read(&params.kind)?,
        models: models.collect::<Result<_, _>>()?,
        endpoint: None,
        places: Ways::default().at(places)?,
        rows: OpinionRows::read(&params.rows, params.sample)?,
        instruction: params.instruction.unwrap_or_default(),
        budget: params
            .budget_usd
            .as_ref()
            .map(|money| amount("budget", money))
            .transpose()?,
        agents: params.agents,
    };
    Ok(host.engine.prepare_verification(choices).await?)
}
