//! Many rows at once.

use mill_domain::TaskNumber;
use mill_engine::{ReviewOrder as Order, shown};

use super::run::row_filter;
use super::{PAGE, run_id};
use crate::convert::{tally, task_row};
use crate::params::{AcceptMatchingParams, FlagParams, ReviewRowsParams, SurveyParams};
use crate::view::review::Judged;
use crate::view::survey::{
    ReviewFilter, ReviewOrder, ReviewPage, ReviewRow, RiskReasonView, SurveyView,
};
use crate::{ApiError, Host};

pub(super) async fn review_survey(
    host: &Host,
    params: SurveyParams,
) -> Result<SurveyView, ApiError> {
    let survey = host
        .engine
        .survey(run_id(&params.run)?, &filter(params.filter))
        .await?;
    Ok(survey.into())
}

pub(super) async fn review_rows(
    host: &Host,
    params: ReviewRowsParams,
) -> Result<ReviewPage, ApiError> {
    let run = run_id(&params.run)?;
    let skill = host.engine.run_shape(run).await?.skill;
    let order = match params.order {
        ReviewOrder::File => Order::File,
        ReviewOrder::Risk => Order::Risk,
    };
    let page = (params.offset as usize, params.limit.min(PAGE) as usize);
    let (total, rows) = host
        .engine
        .review_rows(run, &filter(params.filter), order, page)
        .await?;
    Ok(ReviewPage {
        total,
        rows: rows.iter().map(|row| review_row(&skill, row)).collect(),
    })
}

/// A row as review shows it.
pub(super) fn review_row(skill: &mill_engine::Skill, row: &mill_engine::ReviewRow) -> ReviewRow {
    ReviewRow {
        task: task_row(skill, &row.row),
        risk: row.risk.score,
        agent: row.agent.word(),
        reasons: row.risk.reasons.iter().map(RiskReasonView::from).collect(),
        flagged: row.flag.is_some(),
        flag_note: row.flag.clone().unwrap_or_default(),
        before: row.before.as_ref().map(|before| shown(skill, Some(before))),
    }
}

pub(super) async fn review_accept_matching(
    host: &Host,
    params: AcceptMatchingParams,
) -> Result<Judged, ApiError> {
    let run = run_id(&params.run)?;
    let tasks = host
        .engine
        .accept_matching(run, &filter(params.filter), params.count)
        .await?;
    super::run::go_on(host, run).await;
    Ok(Judged {
        tasks: tasks.into_iter().map(|task| task.0).collect(),
        review: tally(&host.engine.review_counts(run).await?),
    })
}

pub(super) async fn review_flag(host: &Host, params: FlagParams) -> Result<ReviewRow, ApiError> {
    let (run, task) = (run_id(&params.run)?, TaskNumber(params.task));
    let flag = params.flagged.then_some(params.note.as_str());
    host.engine.set_flag(run, task, flag).await?;
    let skill = host.engine.run_shape(run).await?.skill;
    Ok(review_row(
        &skill,
        &host.engine.review_row(run, task).await?,
    ))
}

fn filter(filter: ReviewFilter) -> mill_engine::ReviewFilter {
    mill_engine::ReviewFilter {
        show: row_filter(filter.show),
        search: filter.search,
        picks: filter.picks.into_iter().map(Into::into).collect(),
    }
}
