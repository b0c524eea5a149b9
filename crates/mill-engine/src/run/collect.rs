//! What comes back with a batch: each call settled as the provider bills it, each task ended by the same checks as ever.

use std::collections::BTreeMap;

use mill_domain::{CallId, Outcome, TaskNumber};
use mill_llm::{BatchAnswer, Billed, CallEnd, End, LlmError};
use mill_skills::inputs_for_row;
use mill_store::TaskRow;

use super::batch::NOBODY;
use super::call::{Stop, Unsettled};
use super::drive::Work;

/// Settles the calls of a batch; the tasks that wait for another one.
pub(super) async fn collect(
    work: &Work,
    calls: Vec<(CallId, TaskNumber)>,
    mut answers: BTreeMap<String, BatchAnswer>,
) -> Result<Vec<TaskNumber>, Stop> {
    let mut again = Vec::new();
    let sent = !answers.is_empty();
    for (call, task) in calls {
        let end = match answers.remove(&call.to_string()) {
            Some(BatchAnswer::Asked(end)) => *end,
            Some(BatchAnswer::Expired) => unasked(
                work,
                "the day was over before its turn; the provider did not bill it",
            ),
            // A question the server would not take as it was is asked anew, and uses up none of its tries.
            Some(BatchAnswer::Cancelled | BatchAnswer::NotTaken(_)) => {
                CallEnd::not_sent(End::Cancelled)
            }
            None if sent => lost(work),
            None => CallEnd::not_sent(End::Cancelled),
        };
        if !finish(work, (call, task), end).await? {
            again.push(task);
        }
    }
    Ok(again)
}

/// Answers of a batch that never came to be.
pub(super) const fn never_sent() -> BTreeMap<String, BatchAnswer> {
    BTreeMap::new()
}

/// True if the task has its outcome; false if it waits again.
async fn finish(
    work: &Work,
    (call, task): (CallId, TaskNumber),
    end: CallEnd,
) -> Result<bool, Stop> {
    let store = work.engine.store();
    let row = store.task(work.run, task).await?;
    let unsettled = Unsettled::of(work.totals(call, &end));
    if waits_again(&row, &end, work.attempts) {
        work.settle(unsettled, None).await?;
        store.give_back_task(work.run, task).await?;
        return Ok(false);
    }
    let inputs = inputs_for_row(&work.map, &row.cells).record;
    // The document is read once more: whoever collects may be another process than the one that asked.
    let Some((desk, _)) = work.ask_of(NOBODY, row.number, inputs).await? else {
        work.settle(unsettled, None).await?;
        return Ok(true);
    };
    match end.end {
        End::Answer { text } => {
            let checked = work.check(&desk, &text);
            if checked.is_valid() {
                work.end_done(&desk, checked, unsettled).await?;
            } else {
                work.end_invalid(&desk, checked, unsettled).await?;
            }
        }
        End::Failed(error) => {
            let problem = error.to_string();
            work.settle(unsettled, None).await?;
            work.end_failed(&desk, Outcome::ProviderError, problem)
                .await?;
        }
        other => {
            work.end_without_answer(&desk, other, unsettled).await?;
        }
    }
    Ok(true)
}

/// What was not asked, or failed in passing, goes with the next batch, as often as a call may be tried.
fn waits_again(row: &TaskRow, end: &CallEnd, attempts: u32) -> bool {
    match &end.end {
        End::Cancelled => true,
        End::Failed(error) => error.is_retryable() && row.attempts < attempts,
        _ => false,
    }
}

fn unasked(work: &Work, why: &str) -> CallEnd {
    CallEnd::not_sent(End::Failed(failed(work, why)))
}

/// The batch came back without it: what it cost, nobody knows.
fn lost(work: &Work) -> CallEnd {
    let mut end = unasked(work, "the batch came back without an answer to it");
    end.was_sent = true;
    end.billed = Billed::UnknownBound;
    end
}

fn failed(work: &Work, why: &str) -> LlmError {
    LlmError::StreamBroken {
        provider: work.model.provider().clone(),
        detail: why.to_owned(),
    }
}
