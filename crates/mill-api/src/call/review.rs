//! What people see of a result, and what they say.

use mill_domain::{TaskNumber, Verdict};
use mill_engine::{Evidence, ReviewDetail, shown};

use super::again::asked_view;
use super::document::document_view;
use super::run_id;
use super::survey::review_row;
use crate::convert::rules::rule_said_view;
use crate::convert::tally;
use crate::params::{DecideParams, RunParams, TaskParams};
use crate::view::review::{EvidenceView, Judged, ResultVersion, ReviewItem, SourceCell, Undone};
use crate::view::run::ReviewTally;
use crate::{ApiError, Host};

pub(super) async fn review_item(host: &Host, params: TaskParams) -> Result<ReviewItem, ApiError> {
    let detail = host
        .engine
        .review_detail(run_id(&params.run)?, TaskNumber(params.task))
        .await?;
    Ok(item(&detail))
}

fn item(detail: &ReviewDetail) -> ReviewItem {
    let source = detail
        .columns
        .iter()
        .zip(&detail.row.row.cells)
        .enumerate()
        .map(|(index, (column, text))| SourceCell {
            column: column.clone(),
            text: text.clone(),
            used: detail.used.contains(&index),
        });
    let versions = detail.versions.iter().map(|version| ResultVersion {
        version: version.version,
        by: version.decided_by.as_str().to_owned(),
        at: version.made_at.as_millis(),
        shown: shown(&detail.skill, Some(&version.output)),
    });
    ReviewItem {
        row: review_row(&detail.skill, &detail.row),
        source: source.collect(),
        document: detail.document.as_deref().map(document_view),
        evidence: detail.evidence.iter().map(evidence).collect(),
        why: detail.why.clone(),
        why_rule: detail
            .rule()
            .map(|rule| rule_said_view(&detail.skill, rule)),
        unsure: detail.unsure(),
        model: detail.turns.last().map(|turn| turn.model.clone()),
        turns: u32::try_from(detail.turns.len()).unwrap_or(u32::MAX),
        input_tokens: detail.turns.iter().map(|turn| turn.input_tokens).sum(),
        output_tokens: detail.turns.iter().map(|turn| turn.output_tokens).sum(),
        cost_usd: detail.row.row.cost.into(),
        asked: detail.asked.iter().map(asked_view).collect(),
        versions: versions.collect(),
    }
}

fn evidence(found: &Evidence) -> EvidenceView {
    EvidenceView {
        field: found.field.to_string(),
        page: found.page,
        quote: found.quote.clone(),
        start: found.start,
    }
}

pub(super) async fn review_decide(host: &Host, params: DecideParams) -> Result<Judged, ApiError> {
    let run = run_id(&params.run)?;
    let verdict: Verdict = params.verdict.parse().map_err(|_| {
        ApiError::new("bad_value", format!("`{}` is no verdict", params.verdict))
            .with("what", "verdict")
            .with("value", &params.verdict)
            .with("expected", "accepted, corrected, rejected")
    })?;
    let tasks = params.tasks.iter().copied().map(TaskNumber).collect();
    host.engine
        .judge(run, tasks, verdict, &params.fields)
        .await?;
    super::run::go_on(host, run).await;
    Ok(Judged {
        tasks: params.tasks,
        review: counts(host, run).await?,
    })
}

pub(super) async fn review_undo(host: &Host, params: RunParams) -> Result<Undone, ApiError> {
    let run = run_id(&params.run)?;
    let undone = host.engine.undo_verdict(run).await?;
    Ok(Undone {
        tasks: undone.tasks.into_iter().map(|task| task.0).collect(),
        sample: undone.sample,
        kept: undone.lesson.as_ref().is_some_and(|lesson| lesson.kept),
        skill: undone.lesson.map(|lesson| lesson.skill.as_str().to_owned()),
        review: counts(host, run).await?,
    })
}

async fn counts(host: &Host, run: mill_domain::RunId) -> Result<ReviewTally, ApiError> {
    Ok(tally(&host.engine.review_counts(run).await?))
}
