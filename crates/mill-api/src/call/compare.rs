//! Two runs side by side.

use mill_domain::{RunId, TaskNumber};
use mill_engine::BlindChoice;

use super::{PAGE, run_id};
use crate::params::{CompareParams, ComparePickParams, CompareRowsParams};
use crate::view::compare::{BlindNext, ComparedPage, ComparisonView};
use crate::{ApiError, Host};

pub(super) async fn compare_get(
    host: &Host,
    params: CompareParams,
) -> Result<ComparisonView, ApiError> {
    Ok(host.engine.compare(runs(&params)?).await?.into())
}

pub(super) async fn compare_rows(
    host: &Host,
    params: CompareRowsParams,
) -> Result<ComparedPage, ApiError> {
    let page = (params.offset as usize, params.limit.min(PAGE) as usize);
    let (total, rows) = host
        .engine
        .compared_rows(
            [run_id(&params.first)?, run_id(&params.second)?],
            params.only_different,
            page,
        )
        .await?;
    Ok(ComparedPage {
        total,
        rows: rows.into_iter().map(Into::into).collect(),
    })
}

pub(super) async fn compare_next(
    host: &Host,
    params: CompareParams,
) -> Result<BlindNext, ApiError> {
    next(host, runs(&params)?).await
}

pub(super) async fn compare_pick(
    host: &Host,
    params: ComparePickParams,
) -> Result<BlindNext, ApiError> {
    let runs = [run_id(&params.first)?, run_id(&params.second)?];
    let choice = match params.choice.as_str() {
        "left" => BlindChoice::Left,
        "right" => BlindChoice::Right,
        "tied" => BlindChoice::Tied,
        other => {
            return Err(
                ApiError::new("bad_value", format!("`{other}` is no choice"))
                    .with("what", "choice")
                    .with("value", other)
                    .with("expected", "left, right, tied"),
            );
        }
    };
    host.engine
        .pick_blind(runs, TaskNumber(params.task), choice)
        .await?;
    next(host, runs).await
}

pub(super) async fn compare_undo(
    host: &Host,
    params: CompareParams,
) -> Result<BlindNext, ApiError> {
    let runs = runs(&params)?;
    host.engine.undo_blind(runs).await?;
    next(host, runs).await
}

async fn next(host: &Host, runs: [RunId; 2]) -> Result<BlindNext, ApiError> {
    Ok(BlindNext {
        pair: host.engine.next_blind(runs).await?.map(Into::into),
    })
}

fn runs(params: &CompareParams) -> Result<[RunId; 2], ApiError> {
    Ok([run_id(&params.first)?, run_id(&params.second)?])
}
