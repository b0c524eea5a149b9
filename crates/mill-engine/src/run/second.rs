//! Second models that a skill's checks ask about an answer: blind, inside the task, under the caps of the run.

use std::sync::{Arc, OnceLock};

use mill_domain::{Finding, PauseReason};
use mill_llm::{End, LlmError};
use mill_skills::{
    CheckedOutput, FieldPath, check_output, not_seconded, parse_answer, second_findings,
};
use mill_store::RunRow;
use tokio_util::sync::CancellationToken;

use super::LiveRun;
use super::agent::{Desk, REPAIR};
use super::call::{Asked, Stop, Unsettled};
use super::drive::Work;
use super::fallback::Next;
use crate::{Engine, EngineError};

/// A second model at work beside the run's own.
pub(super) struct Second {
    pub(super) work: Work,
    fields: Vec<FieldPath>,
    /// Why it is not asked any more in this stretch of work: nothing else would come of it.
    off: OnceLock<String>,
}

/// What came of asking a second model.
enum Heard {
    Answer(CheckedOutput),
    /// Why nothing can be compared.
    Nothing(String),
}

impl Engine {
    /// The second models of a run's skill; empty where it asks none.
    pub(super) async fn gather_seconds(
        &self,
        row: &RunRow,
        main: &Work,
        live: &Arc<LiveRun>,
    ) -> Result<Arc<[Second]>, EngineError> {
        let mut seconds = Vec::new();
        for (number, plan) in (1..).zip(crate::second::plans(&main.skill, &main.model, &main.ways)?)
        {
            let same_provider = plan.model.provider() == main.model.provider();
            let own_place = main.ways.endpoint_of(&plan.model);
            let other = RunRow {
                model: plan.model.to_string(),
                key: row.key.clone().filter(|_| same_provider),
                endpoint: own_place
                    .map_or_else(|| row.endpoint.clone(), |own| Some(own.to_owned())),
                skill_source: serde_json::to_string(&plan.skill.source)?,
                ..row.clone()
            };
            let mut work = self.gather(other, Arc::clone(live)).await?;
            work.no_room = Arc::clone(&main.no_room);
            work.fence.clone_from(&main.fence);
            work.asks_again = main.asks_again;
            work.second = number;
            seconds.push(Second {
                work,
                fields: plan.fields,
                off: OnceLock::new(),
            });
        }
        Ok(seconds.into())
    }
}

impl Work {
    /// Ends a task whose answer fits: at once, or after the second models of the skill were heard. What is paid for is
    /// stored before anybody else is asked. `is_resumed`: the answer is of an earlier try.
    pub(super) async fn end_fitting(
        &self,
        desk: &Desk,
        mut checked: CheckedOutput,
        (mut call, is_resumed): (Unsettled, bool),
        stop: &CancellationToken,
    ) -> Result<Next, Stop> {
        let mut starts = is_resumed;
        for second in self.seconds.iter() {
            self.settle(std::mem::take(&mut call), None).await?;
            let (heard, asked) = second.hear(desk, (is_resumed, starts), stop).await?;
            starts = starts && asked.is_none();
            call = asked.unwrap_or_default();
            checked
                .findings
                .extend(second.findings(self, &checked, heard));
        }
        self.settle_soon(call, self.done_ending(desk, checked))
            .await?;
        Ok(Next::Ended)
    }

    /// The answer of an earlier try that fits and still waits for its second models; `None`: there is none.
    pub(super) async fn fitting_answer(
        &self,
        desk: &Desk,
        attempts: u32,
    ) -> Result<Option<CheckedOutput>, Stop> {
        if attempts == 0 || self.seconds.is_empty() {
            return Ok(None);
        }
        let store = self.engine.store();
        let text = store
            .paid_answer(self.run, desk.task, &self.model, self.second)
            .await?;
        let checked = text.map(|text| self.check(desk, &text));
        Ok(checked.filter(CheckedOutput::is_valid))
    }

    /// What is said where a document was too long to be read at once: nobody was asked about it as a whole.
    pub(super) fn not_seconded_in_parts(&self) -> Vec<Finding> {
        let reason = "the document was read in parts";
        let of_one = |second: &Second| {
            not_seconded(
                &self.skill,
                &second.fields,
                &second.work.model.to_string(),
                reason,
            )
        };
        self.seconds.iter().flat_map(of_one).collect()
    }
}

impl Second {
    /// Asks, or takes what was paid for before an interruption. The call is `None` if none was made.
    async fn hear(
        &self,
        desk: &Desk,
        (is_resumed, starts): (bool, bool),
        stop: &CancellationToken,
    ) -> Result<(Heard, Option<Unsettled>), Stop> {
        let work = &self.work;
        if is_resumed {
            let store = work.engine.store();
            let paid = store.paid_answer(work.run, desk.task, &work.model, work.second);
            if let Some(text) = paid.await? {
                return Ok((self.read(desk, &text), None));
            }
        }
        let request = work.asked_here(&work.question_about(&desk.inputs, &desk.source));
        let why_not = self.off.get().cloned().or_else(|| work.too_long(&request));
        if let Some(reason) = why_not {
            return Ok((Heard::Nothing(reason), None));
        }
        let asked = work.ask(desk, &request, (REPAIR + work.second, starts), stop);
        let Asked { end, call } = match asked.await {
            // Whoever asks rows again waits for no budget; the answer that is there is worth more than none.
            Err(Stop::NoRoom) if work.asks_again => {
                let reason = "there is no room for it under the budget".to_owned();
                return Ok((Heard::Nothing(reason), None));
            }
            asked => asked?,
        };
        let heard = match end {
            End::Answer { text } => self.read(desk, &text),
            other => Heard::Nothing(self.reason(other)),
        };
        Ok((heard, Some(call)))
    }

    fn read(&self, desk: &Desk, text: &str) -> Heard {
        match parse_answer(text) {
            Ok(answer) => {
                let source = desk.source_text.as_deref();
                let skill = &self.work.skill;
                Heard::Answer(check_output(skill, &desk.inputs, answer, source))
            }
            Err(error) => Heard::Nothing(format!("its answer cannot be read: {error}")),
        }
    }

    /// Why there is nothing to compare. A second model never stops the run: one whose provider will not answer is left alone
    /// until the run is resumed.
    fn reason(&self, end: End) -> String {
        match end {
            End::Answer { .. } | End::Cancelled => String::new(),
            End::Refused { reason, .. } => format!("it refused: {reason}"),
            End::Empty => "the model answered with nothing".to_owned(),
            End::CutOff { .. } => {
                let limit = self.work.output_tokens;
                format!(
                    "the answer reached its limit of {limit} tokens; nothing was made up to finish it"
                )
            }
            End::TooLong { detail } => detail,
            End::Failed(error) => {
                let reason = error.to_string();
                if stays_so(&error) {
                    // Several agents may find out at once; the first word stands.
                    drop(self.off.set(reason.clone()));
                }
                reason
            }
        }
    }

    fn findings(&self, main: &Work, answer: &CheckedOutput, heard: Heard) -> Vec<Finding> {
        let model = self.work.model.to_string();
        match heard {
            Heard::Answer(said) => {
                second_findings(&main.skill, &self.fields, &answer.record, &said, &model)
            }
            Heard::Nothing(reason) => not_seconded(&main.skill, &self.fields, &model, &reason),
        }
    }
}

/// Whether every further question would end the same way.
fn stays_so(error: &LlmError) -> bool {
    matches!(
        error.stops_provider(),
        Some(PauseReason::KeyRefused | PauseReason::Quota)
    ) || matches!(error, LlmError::UnknownModel(_))
}
