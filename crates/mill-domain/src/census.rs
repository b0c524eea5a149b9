//! Counts that add up.

use serde::Serialize;

use crate::{DecidedBy, Outcome, TaskState};

/// Tasks by where they are: `total = done + failed + waiting`, where waiting includes those at work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct TaskCounts {
    /// Every task of the run.
    pub total: u64,
    /// Ended `done`.
    pub done: u64,
    /// Ended any other way.
    pub failed: u64,
    /// Not ended.
    pub waiting: u64,
}

/// Done tasks by who decided them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct DoneBy {
    /// By a rule, free of charge.
    pub rule: u64,
    /// By a model.
    pub model: u64,
    /// By a person.
    pub person: u64,
}

/// Ended tasks by outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct OutcomeCounts {
    /// See [`Outcome::Done`].
    pub done: u64,
    /// See [`Outcome::Refused`].
    pub refused: u64,
    /// See [`Outcome::CutOff`].
    pub cut_off: u64,
    /// See [`Outcome::Invalid`].
    pub invalid: u64,
    /// See [`Outcome::TooLong`].
    pub too_long: u64,
    /// See [`Outcome::Unreadable`].
    pub unreadable: u64,
    /// See [`Outcome::ProviderError`].
    pub provider_error: u64,
    /// See [`Outcome::Cancelled`].
    pub cancelled: u64,
    /// See [`Outcome::Skipped`].
    pub skipped: u64,
}

impl OutcomeCounts {
    /// The counter of one outcome.
    pub const fn counter(&mut self, outcome: Outcome) -> &mut u64 {
        match outcome {
            Outcome::Done => &mut self.done,
            Outcome::Refused => &mut self.refused,
            Outcome::CutOff => &mut self.cut_off,
            Outcome::Invalid => &mut self.invalid,
            Outcome::TooLong => &mut self.too_long,
            Outcome::Unreadable => &mut self.unreadable,
            Outcome::ProviderError => &mut self.provider_error,
            Outcome::Cancelled => &mut self.cancelled,
            Outcome::Skipped => &mut self.skipped,
        }
    }
}

/// Where every task of a run is and how it got there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Census {
    /// By place.
    pub tasks: TaskCounts,
    /// Tasks an agent is working on now, or whose first call is held for the next agent; a part of `tasks.waiting`.
    pub at_work: u64,
    /// By who decided.
    pub done_by: DoneBy,
    /// By outcome.
    pub outcomes: OutcomeCounts,
}

impl Census {
    /// Counts `count` tasks that are all in one state. `decided_by` matters for done tasks only.
    pub fn add(&mut self, state: TaskState, decided_by: Option<DecidedBy>, count: u64) {
        self.tasks.total += count;
        match state {
            TaskState::Waiting => self.tasks.waiting += count,
            TaskState::AtWork => {
                self.tasks.waiting += count;
                self.at_work += count;
            }
            TaskState::Ended(outcome) => {
                *self.outcomes.counter(outcome) += count;
                if outcome.is_done() {
                    self.tasks.done += count;
                    match decided_by {
                        Some(DecidedBy::Rule) => self.done_by.rule += count,
                        Some(DecidedBy::Person) => self.done_by.person += count,
                        Some(DecidedBy::Model) | None => self.done_by.model += count,
                    }
                } else {
                    self.tasks.failed += count;
                }
            }
        }
    }

    /// True if no task is left to do.
    pub const fn is_complete(&self) -> bool {
        self.tasks.waiting == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sum_of_the_census_adds_up() {
        let mut census = Census::default();
        census.add(TaskState::Waiting, None, 3);
        census.add(TaskState::AtWork, None, 2);
        census.add(TaskState::Ended(Outcome::Done), Some(DecidedBy::Rule), 7);
        census.add(TaskState::Ended(Outcome::Done), Some(DecidedBy::Model), 5);
        for outcome in Outcome::ALL
            .into_iter()
            .filter(|outcome| !outcome.is_done())
        {
            census.add(TaskState::Ended(outcome), None, 1);
        }
        let tasks = census.tasks;
        assert_eq!(tasks.total, tasks.done + tasks.failed + tasks.waiting);
        assert_eq!(
            (tasks.total, tasks.done, tasks.failed, tasks.waiting),
            (25, 12, 8, 5)
        );
        assert_eq!(
            census.done_by.rule + census.done_by.model + census.done_by.person,
            tasks.done
        );
        assert!(!census.is_complete());
    }
}
