//! The end of a review.

use super::run_id;
use crate::params::{RunParams, SignParams};
use crate::view::signoff::ClosingView;
use crate::view::since::SinceView;
use crate::{ApiError, Host};

pub(super) async fn since_get(host: &Host, params: RunParams) -> Result<SinceView, ApiError> {
    let since = host.engine.run_since(run_id(&params.run)?).await?;
    Ok(SinceView::from(&since))
}

pub(super) async fn signoff_get(host: &Host, params: RunParams) -> Result<ClosingView, ApiError> {
    let sheet = host.engine.closing_sheet(run_id(&params.run)?).await?;
    Ok(ClosingView::from(&sheet))
}

pub(super) async fn signoff_sign(host: &Host, params: SignParams) -> Result<ClosingView, ApiError> {
    let run = run_id(&params.run)?;
    let sheet = host
        .engine
        .sign_off(run, params.reviewer.as_deref())
        .await?;
    Ok(ClosingView::from(&sheet))
}
