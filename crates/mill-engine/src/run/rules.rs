//! Rules before models: everything that needs no call is decided first, in large commits.

use std::sync::Arc;

use mill_domain::{DecidedBy, FindingLevel, Outcome, Record, RunState, TaskNumber};
use mill_skills::{check_record, inputs_for_row};
use mill_store::{OpenTask, TaskEnding};

use super::drive::Work;
use crate::prepare::Decision;
use crate::{EngineError, EngineEvent};

/// Rows decided in one commit: large enough that a commit costs nothing, small enough that the window moves.
const ROWS: u32 = 500;

/// Decides what rules decide; the tasks that are left for the model, in order.
pub(super) async fn decide_all(work: &Arc<Work>) -> Result<Vec<TaskNumber>, EngineError> {
    let mut for_model = Vec::new();
    let mut first = TaskNumber(1);
    while work.live.wish().is_none() {
        let store = work.engine.store();
        let rows = store.open_tasks(work.run, first, ROWS).await?;
        let Some(last) = rows.last() else {
            break;
        };
        first = TaskNumber(last.number.0.saturating_add(1));
        let page = Arc::clone(work);
        let (endings, mut asks) = tokio::task::spawn_blocking(move || decide_page(&page, &rows))
            .await
            .map_err(|_| EngineError::RunState {
                run: work.run,
                state: RunState::Failed.as_str().to_owned(),
            })?;
        for_model.append(&mut asks);
        if !endings.is_empty() {
            work.engine.store().end_tasks(endings).await?;
            work.engine.publish(EngineEvent::Run(work.run));
        }
    }
    Ok(for_model)
}

fn decide_page(work: &Work, rows: &[OpenTask]) -> (Vec<TaskEnding>, Vec<TaskNumber>) {
    let mut endings = Vec::new();
    let mut for_model = Vec::new();
    for row in rows.iter().filter(|row| !row.at_work) {
        match decide_row(work, row) {
            Some(ending) => endings.push(ending),
            None => for_model.push(row.number),
        }
    }
    (endings, for_model)
}

/// The end of a row that needs no model; `None` if it needs one.
fn decide_row(work: &Work, row: &OpenTask) -> Option<TaskEnding> {
    let inputs = inputs_for_row(&work.map, &row.cells);
    let mut ending = TaskEnding {
        run: work.run,
        task: row.number,
        outcome: Outcome::Done,
        decided_by: None,
        rule: None,
        output: None,
        findings: Vec::new(),
        needs_review: false,
        problem: None,
        at: work.engine.now(),
    };
    if !inputs.is_usable() {
        let problems = inputs
            .findings
            .iter()
            .filter(|finding| finding.level == FindingLevel::Error);
        ending.outcome = Outcome::Unreadable;
        ending.problem = Some(
            problems
                .map(|finding| finding.message.as_str())
                .collect::<Vec<_>>()
                .join(" "),
        );
        return Some(ending);
    }
    match crate::prepare::decide(&work.skill, &inputs.record) {
        Decision::Model { .. } => return None,
        Decision::Rule { rule, output } => {
            let checked = check_record(&work.skill, &inputs.record, &output, None);
            ending.needs_review = !checked.findings.is_empty();
            ending.decided_by = Some(DecidedBy::Rule);
            ending.rule = Some(rule);
            ending.output = Some(checked.record);
            ending.findings = checked.findings;
        }
        Decision::Person { rule } => {
            // The row is done as far as the run can do it; the person fills the result in, in review.
            ending.decided_by = Some(DecidedBy::Person);
            ending.rule = rule;
            ending.output = Some(Record::new());
            ending.needs_review = true;
        }
        Decision::Skip => {
            ending.outcome = Outcome::Skipped;
            ending.problem =
                Some("no rule decides this row, and the skill leaves such rows out".to_owned());
        }
        Decision::Unreadable { problem } => {
            ending.outcome = Outcome::Unreadable;
            ending.problem = Some(problem);
        }
    }
    Some(ending)
}
