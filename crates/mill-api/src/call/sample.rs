//! Acceptance samples.

use mill_engine::SampleOrder;

use super::run_id;
use crate::convert::tally;
use crate::params::{RunParams, SampleOrderParams, SampleParams};
use crate::view::review::Judged;
use crate::view::sample::{SamplePlanView, SampleView};
use crate::{ApiError, Host};

pub(super) async fn sample_plan(
    host: &Host,
    params: SampleOrderParams,
) -> Result<SamplePlanView, ApiError> {
    let run = run_id(&params.run)?;
    Ok(host.engine.plan_sample(run, &order(&params)?).await?.into())
}

pub(super) async fn sample_draw(
    host: &Host,
    params: SampleOrderParams,
) -> Result<SampleView, ApiError> {
    let run = run_id(&params.run)?;
    let drawn = host.engine.draw_sample(run, &order(&params)?).await?;
    Ok(SampleView::from(&drawn))
}

pub(super) async fn sample_list(
    host: &Host,
    params: RunParams,
) -> Result<Vec<SampleView>, ApiError> {
    let samples = host.engine.samples(run_id(&params.run)?).await?;
    Ok(samples.iter().map(SampleView::from).collect())
}

pub(super) async fn sample_accept_rest(
    host: &Host,
    params: SampleParams,
) -> Result<Judged, ApiError> {
    let run = run_id(&params.run)?;
    let tasks = host.engine.accept_rest(run, params.sample).await?;
    super::run::go_on(host, run).await;
    Ok(Judged {
        tasks: tasks.into_iter().map(|task| task.0).collect(),
        review: tally(&host.engine.run(run).await?.review),
    })
}

fn order(params: &SampleOrderParams) -> Result<SampleOrder, ApiError> {
    let seed = params.seed.as_ref().map(|seed| {
        seed.parse().map_err(|_| {
            ApiError::new("bad_value", format!("`{seed}` is no seed"))
                .with("what", "seed")
                .with("value", seed)
                .with("expected", "a whole number")
        })
    });
    Ok(SampleOrder {
        tolerable: params.tolerable,
        confidence: params.confidence,
        expected: params.expected,
        scope: match &params.scope {
            Some(scope) => scope.parse()?,
            None => mill_engine::SampleScope::default(),
        },
        seed: seed.transpose()?,
    })
}
