//! One row of work and its states.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{DomainError, IllegalTransition, Outcome};

/// The place of a task in its run, from 1. Stable for the life of the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TaskNumber(pub u32);

impl fmt::Display for TaskNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// Who decided a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// A rule of the skill, without a model.
    Rule,
    /// A model.
    Model,
    /// A person.
    Person,
}

impl DecidedBy {
    /// The word as stored and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Model => "model",
            Self::Person => "person",
        }
    }
}

impl std::str::FromStr for DecidedBy {
    type Err = DomainError;

    fn from_str(text: &str) -> Result<Self, DomainError> {
        match text {
            "rule" => Ok(Self::Rule),
            "model" => Ok(Self::Model),
            "person" => Ok(Self::Person),
            _ => Err(DomainError::UnknownWord {
                kind: "decider",
                text: text.to_owned(),
            }),
        }
    }
}

/// Where a task is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TaskState {
    /// Nobody works on it.
    Waiting,
    /// An agent works on it.
    AtWork,
    /// It has its one outcome; nothing changes it any more, unless a person asks again and the answer fits.
    Ended(Outcome),
}

/// What can happen to a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaskEvent {
    /// An agent takes it.
    Start,
    /// The agent gave it back: pause, budget, provider outage, or the program died.
    GiveBack,
    /// It ended.
    End(Outcome),
}

impl TaskState {
    /// The state after `event`.
    /// # Errors
    /// [`IllegalTransition`] if the state does not have it: an ended task stays ended, a waiting one can only end
    /// as cancelled, skipped or unreadable, because no agent looked at it.
    pub fn after(self, event: TaskEvent) -> Result<Self, IllegalTransition> {
        match (self, event) {
            (Self::Waiting, TaskEvent::Start) => Ok(Self::AtWork),
            (Self::AtWork, TaskEvent::GiveBack) => Ok(Self::Waiting),
            (Self::AtWork, TaskEvent::End(outcome))
            | (
                Self::Waiting,
                TaskEvent::End(
                    outcome @ (Outcome::Cancelled | Outcome::Skipped | Outcome::Unreadable),
                ),
            ) => Ok(Self::Ended(outcome)),
            (Self::Waiting, TaskEvent::GiveBack | TaskEvent::End(_))
            | (Self::AtWork, TaskEvent::Start)
            | (Self::Ended(_), _) => Err(IllegalTransition {
                what: "task",
                state: format!("{self:?}"),
                event: format!("{event:?}"),
            }),
        }
    }

    /// The word as stored: `waiting`, `at_work`, or the outcome's.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::AtWork => "at_work",
            Self::Ended(outcome) => outcome.as_str(),
        }
    }
}

impl std::str::FromStr for TaskState {
    type Err = DomainError;

    fn from_str(text: &str) -> Result<Self, DomainError> {
        match text {
            "waiting" => Ok(Self::Waiting),
            "at_work" => Ok(Self::AtWork),
            other => other.parse().map(Self::Ended),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn event() -> impl Strategy<Value = TaskEvent> {
        prop_oneof![
            Just(TaskEvent::Start),
            Just(TaskEvent::GiveBack),
            prop::sample::select(Outcome::ALL.to_vec()).prop_map(TaskEvent::End),
        ]
    }

    proptest! {
        #[test]
        fn an_ended_task_never_changes_again(events in prop::collection::vec(event(), 1..40)) {
            let mut state = TaskState::Waiting;
            for event in events {
                match state.after(event) {
                    Ok(next) => {
                        prop_assert!(!matches!(state, TaskState::Ended(_)));
                        prop_assert_eq!(next.as_str().parse::<TaskState>().unwrap(), next);
                        state = next;
                    }
                    Err(refused) => prop_assert_eq!(refused.what, "task"),
                }
            }
        }
    }

    #[test]
    fn done_needs_an_agent() {
        assert!(
            TaskState::Waiting
                .after(TaskEvent::End(Outcome::Done))
                .is_err()
        );
        assert!(
            TaskState::Waiting
                .after(TaskEvent::End(Outcome::Cancelled))
                .is_ok()
        );
    }
}
