//! Other models for what the first could not do, one after the other; the last one's outcome is the task's.

use mill_domain::Outcome;
use mill_llm::ModelRequest;
use mill_store::TurnRow;

use super::call::Stop;
use super::drive::Work;

/// What follows an end that brought no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// The task has its outcome.
    Ended,
    /// The next model is asked.
    PassedOn,
}

impl Work {
    /// Whether another model is asked after this outcome.
    pub(super) fn passes_on(&self, outcome: Outcome) -> bool {
        self.next.is_some() && self.ways.passes_on(outcome)
    }

    /// The question as this model is asked it.
    pub(super) fn asked_here(&self, question: &ModelRequest) -> ModelRequest {
        ModelRequest {
            model: self.model.model().to_owned(),
            limit_must_hold: !self.prices.is_free(),
            cache_prefix: self.warm.is_used(),
            ..question.clone()
        }
    }

    /// Where a task that was interrupted goes on: past the models that were paid for and passed it on.
    pub(super) async fn first_to_ask(
        &self,
        task: mill_domain::TaskNumber,
        attempts: u32,
    ) -> Result<&Self, Stop> {
        let mut work = self.panelist(task);
        if attempts == 0 || work.next.is_none() {
            return Ok(work);
        }
        let turns = self.engine.store().turns(self.run, task).await?;
        while let Some(next) = work.next.as_deref().filter(|_| work.has_passed_on(&turns)) {
            work = next;
        }
        Ok(work)
    }

    fn has_passed_on(&self, turns: &[TurnRow]) -> bool {
        let name = self.model.to_string();
        let mine = || {
            let of_the_task = turns.iter().filter(|turn| turn.second == 0);
            of_the_task.filter(|turn| turn.model == name)
        };
        let ended = |turn: &TurnRow| match turn.end.as_str() {
            "refused" | "empty" => Some(Outcome::Refused),
            "cut_off" => Some(Outcome::CutOff),
            "too_long" => Some(Outcome::TooLong),
            _ => None,
        };
        let invalid = mine()
            .any(|turn| turn.end == "answered" && turn.turn > 1)
            .then_some(Outcome::Invalid);
        mine()
            .filter_map(ended)
            .chain(invalid)
            .any(|outcome| self.ways.passes_on(outcome))
    }
}
