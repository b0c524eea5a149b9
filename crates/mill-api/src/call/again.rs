//! Rows put to the model once more.

use mill_domain::TaskNumber;
use mill_engine::{AskAgain, AskPlan, AskedAgain, AskedRows};

use super::{amount, run_id};
use crate::convert::tally;
use crate::params::{AskParams, TaskParams};
use crate::view::again::{AskPlanView, AskedRowView, AskedRowsView, AskedView};
use crate::view::run::ReviewTally;
use crate::{ApiError, Host};

pub(super) async fn again_plan(host: &Host, params: AskParams) -> Result<AskPlanView, ApiError> {
    Ok(ask_plan_view(
        &host.engine.plan_asking(&ask(params)?).await?,
    ))
}

pub(super) async fn again_ask(host: &Host, params: AskParams) -> Result<AskedRowsView, ApiError> {
    let ask = ask(params)?;
    let run = ask.run;
    let asked = host.engine.ask_again(ask).await?;
    let review = tally(&host.engine.review_counts(run).await?);
    Ok(asked_rows_view(&asked, review))
}

pub(super) async fn review_skip(host: &Host, params: TaskParams) -> Result<(), ApiError> {
    let (run, task) = (run_id(&params.run)?, TaskNumber(params.task));
    Ok(host.engine.skip_row(run, task).await?)
}

fn ask(params: AskParams) -> Result<AskAgain, ApiError> {
    Ok(AskAgain {
        run: run_id(&params.run)?,
        tasks: params.tasks.into_iter().map(TaskNumber).collect(),
        note: params.note,
        with_answer: params.with_answer,
        budget: params
            .budget_usd
            .as_ref()
            .map(|cap| amount("budget", cap))
            .transpose()?,
    })
}

/// What asking would take, as hosts show it.
pub fn ask_plan_view(plan: &AskPlan) -> AskPlanView {
    let tightest = plan.tightest.as_ref();
    AskPlanView {
        rows: plan.rows,
        most_usd: plan.most.into(),
        fits: plan.fits(),
        kind: tightest.map(|(scope, _)| scope.kind.as_str().to_owned()),
        name: tightest
            .map(|(scope, _)| scope.name.clone())
            .unwrap_or_default(),
        left_usd: tightest.map(|(_, left)| (*left).into()),
        workable_usd: plan.workable.map(Into::into),
    }
}

/// What came of asking, as hosts show it.
pub fn asked_rows_view(asked: &AskedRows, review: ReviewTally) -> AskedRowsView {
    let answered = asked.rows.iter().filter(|(_, row)| row.version.is_some());
    let answered = u32::try_from(answered.count()).unwrap_or(u32::MAX);
    let all = u32::try_from(asked.rows.len()).unwrap_or(u32::MAX);
    AskedRowsView {
        rows: asked
            .rows
            .iter()
            .map(|(task, row)| AskedRowView {
                task: task.0,
                asked: asked_view(row),
            })
            .collect(),
        answered,
        kept: all.saturating_sub(answered),
        no_room: asked.no_room.is_some(),
        review,
    }
}

pub(super) fn asked_view(asked: &AskedAgain) -> AskedView {
    AskedView {
        note: asked.note.clone(),
        with_answer: asked.with_answer,
        reviewer: asked.reviewer.clone(),
        at: asked.asked_at.as_millis(),
        attempt: asked.attempt,
        ended_as: asked.ended_as.clone(),
        problem: asked.problem.clone(),
        version: asked.version,
        former: asked.former,
        undone: asked.is_undone,
    }
}
