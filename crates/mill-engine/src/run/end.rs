//! How a task ends.

use mill_domain::{
    CheckKind, DecidedBy, FieldName, Finding, FindingLevel, Outcome, PauseReason, Record, RunId,
    TaskNumber, Timestamp,
};
use mill_llm::End;
use mill_skills::CheckedOutput;
use mill_store::TaskEnding;

use super::agent::{Desk, ending_of};
use super::call::{Stop, Unsettled, pause_reason};
use super::drive::Work;
use super::fallback::Next;
use crate::review::is_unsure;

/// Who an ending is about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ending {
    pub(super) run: RunId,
    pub(super) task: TaskNumber,
    pub(super) at: Timestamp,
}

impl Ending {
    fn failed(self, outcome: Outcome, problem: String) -> TaskEnding {
        TaskEnding {
            run: self.run,
            task: self.task,
            outcome,
            decided_by: None,
            rule: None,
            output: None,
            findings: Vec::new(),
            needs_review: false,
            problem: Some(problem),
            at: self.at,
        }
    }

    fn answered(self, outcome: Outcome, output: Record, findings: Vec<Finding>) -> TaskEnding {
        TaskEnding {
            decided_by: Some(DecidedBy::Model),
            output: Some(output),
            findings,
            problem: None,
            ..self.failed(outcome, String::new())
        }
    }
}

impl Work {
    /// The answer fits. It is laid out for review if a check warns, the model is unsure, or the document hid something.
    pub(super) async fn end_done(
        &self,
        desk: &Desk,
        checked: CheckedOutput,
        call: Unsettled,
    ) -> Result<(), Stop> {
        let ending = self.done_ending(desk, checked);
        self.settle(call, Some(ending)).await
    }

    /// How a task ends whose answer fits.
    pub(super) fn done_ending(&self, desk: &Desk, checked: CheckedOutput) -> TaskEnding {
        let mut findings = checked.findings;
        findings.extend(desk.notes.iter().map(|note| document_note(note)));
        let needs_review = !findings.is_empty() || is_unsure(&self.skill, &checked.record);
        let mut ending = ending_of(self, desk).answered(Outcome::Done, checked.record, findings);
        ending.needs_review = needs_review;
        ending
    }

    /// The answer does not fit, also after a repair. What could be read of it is kept for the person to see.
    pub(super) async fn end_invalid(
        &self,
        desk: &Desk,
        checked: CheckedOutput,
        call: Unsettled,
    ) -> Result<Next, Stop> {
        if self.passes_on(Outcome::Invalid) {
            self.settle(call, None).await?;
            return Ok(Next::PassedOn);
        }
        let problems = checked
            .findings
            .iter()
            .filter(|finding| finding.level == FindingLevel::Error);
        let problem = problems
            .map(|finding| finding.message.as_str())
            .collect::<Vec<_>>()
            .join(" ");
        // What the document hid may be why.
        let mut findings = checked.findings;
        findings.extend(desk.notes.iter().map(|note| document_note(note)));
        let mut ending = ending_of(self, desk).answered(Outcome::Invalid, checked.record, findings);
        ending.problem = Some(problem);
        self.settle(call, Some(ending)).await?;
        Ok(Next::Ended)
    }

    /// It never came to a call.
    pub(super) async fn end_failed(
        &self,
        desk: &Desk,
        outcome: Outcome,
        problem: String,
    ) -> Result<(), Stop> {
        self.engine
            .store()
            .end_tasks(vec![ending_of(self, desk).failed(outcome, problem)])
            .await?;
        Ok(())
    }

    /// The exchange brought no answer: an outcome of its own, or a pause of the whole run.
    pub(super) async fn end_without_answer(
        &self,
        desk: &Desk,
        end: End,
        call: Unsettled,
    ) -> Result<Next, Stop> {
        let (outcome, problem) = match end {
            End::Answer { .. } | End::Cancelled => return Err(Stop::GivenBack),
            End::Refused { reason, .. } => (Outcome::Refused, reason),
            End::Empty => (
                Outcome::Refused,
                "the model answered with nothing".to_owned(),
            ),
            End::CutOff { .. } => {
                let limit = self.output_tokens;
                (
                    Outcome::CutOff,
                    format!(
                        "the answer reached its limit of {limit} tokens; nothing was made up to finish it"
                    ),
                )
            }
            End::TooLong { detail } => (Outcome::TooLong, detail),
            End::Failed(error) => match pause_reason(&error, self.fail_fast) {
                // Another model may be there when this provider is not.
                Some(PauseReason::Outage) if self.passes_on(Outcome::ProviderError) => {
                    (Outcome::ProviderError, error.to_string())
                }
                Some(reason) => {
                    if let Some(wait) = error.retry_after() {
                        self.live.hear_back_at(self.later(wait));
                    }
                    return Err(Stop::Pause(reason));
                }
                None => (Outcome::ProviderError, error.to_string()),
            },
        };
        if self.passes_on(outcome) {
            self.settle(call, None).await?;
            return Ok(Next::PassedOn);
        }
        let ending = ending_of(self, desk).failed(outcome, problem);
        self.settle(call, Some(ending)).await?;
        Ok(Next::Ended)
    }
}

/// What was found in a document, as a finding of the document input.
fn document_note(note: &str) -> Finding {
    Finding {
        field: FieldName::new("document"),
        check: CheckKind::Evidence,
        level: FindingLevel::Warning,
        expected: "a document whose text a reader can see".to_owned(),
        found: note.chars().take(120).collect(),
        message: note.to_owned(),
    }
}
