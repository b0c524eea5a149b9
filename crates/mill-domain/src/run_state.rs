//! The life of a run.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Census, DomainError, IllegalTransition};

/// Why a run is paused. Every reason names what the person can do about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PauseReason {
    /// A person paused it.
    Person,
    /// The next call does not fit the budget.
    Budget,
    /// The provider's quota or spend limit is used up.
    Quota,
    /// The provider refused the key.
    KeyRefused,
    /// The provider is down or cannot be reached.
    Outage,
    /// The program ended while the run was at work.
    Interrupted,
    /// The provider does not know the model.
    ModelUnknown,
    /// Nothing more can be stored.
    DiskFull,
    /// As many results as the person allowed are without a verdict.
    Review,
}

impl PauseReason {
    /// The word as stored and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Budget => "budget",
            Self::Quota => "quota",
            Self::KeyRefused => "key_refused",
            Self::Outage => "outage",
            Self::Interrupted => "interrupted",
            Self::ModelUnknown => "model_unknown",
            Self::DiskFull => "disk_full",
            Self::Review => "review",
        }
    }
}

impl fmt::Display for PauseReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl FromStr for PauseReason {
    type Err = DomainError;

    fn from_str(text: &str) -> Result<Self, DomainError> {
        [
            Self::Person,
            Self::Budget,
            Self::Quota,
            Self::KeyRefused,
            Self::Outage,
            Self::Interrupted,
            Self::ModelUnknown,
            Self::DiskFull,
            Self::Review,
        ]
        .into_iter()
        .find(|reason| reason.as_str() == text)
        .ok_or_else(|| DomainError::UnknownWord {
            kind: "pause reason",
            text: text.to_owned(),
        })
    }
}

/// Where a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RunState {
    /// Agents are at work, or about to be.
    Running,
    /// Nothing is at work; it can go on.
    Paused(PauseReason),
    /// Every task has an outcome.
    Finished,
    /// A person ended it; tasks that were left are `cancelled`.
    Cancelled,
    /// It could not go on, by a fault of ours or of the machine; what was paid for is kept.
    Failed,
}

/// What can happen to a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEvent {
    /// Agents stopped before the end.
    Pause(PauseReason),
    /// Go on.
    Resume,
    /// No task is left.
    Finish,
    /// A person ended it.
    Cancel,
    /// It cannot go on.
    Fail,
}

impl RunState {
    /// The state after `event`, given where the tasks are.
    /// # Errors
    /// [`IllegalTransition`]: a run with tasks left never finishes, and an ended run never changes.
    pub fn after(self, event: RunEvent, census: &Census) -> Result<Self, IllegalTransition> {
        match (self, event) {
            (Self::Running | Self::Paused(_), RunEvent::Pause(reason)) => Ok(Self::Paused(reason)),
            (Self::Running | Self::Paused(_) | Self::Failed, RunEvent::Resume) => Ok(Self::Running),
            (Self::Running, RunEvent::Finish) if census.is_complete() => Ok(Self::Finished),
            (Self::Running | Self::Paused(_), RunEvent::Cancel) => Ok(Self::Cancelled),
            (Self::Running | Self::Paused(_), RunEvent::Fail) => Ok(Self::Failed),
            (Self::Running | Self::Paused(_), RunEvent::Finish)
            | (
                Self::Failed,
                RunEvent::Pause(_) | RunEvent::Finish | RunEvent::Cancel | RunEvent::Fail,
            )
            | (Self::Finished | Self::Cancelled, _) => Err(IllegalTransition {
                what: "run",
                state: format!("{self:?}"),
                event: format!("{event:?}"),
            }),
        }
    }

    /// The word as stored and sent; a pause's reason is stored beside it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Paused(_) => "paused",
            Self::Finished => "finished",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
        }
    }

    /// Reads the stored words back.
    /// # Errors
    /// [`DomainError::UnknownWord`] for a word this version does not know.
    pub fn from_words(state: &str, reason: Option<&str>) -> Result<Self, DomainError> {
        match state {
            "running" => Ok(Self::Running),
            "paused" => reason.unwrap_or("person").parse().map(Self::Paused),
            "finished" => Ok(Self::Finished),
            "cancelled" => Ok(Self::Cancelled),
            "failed" => Ok(Self::Failed),
            _ => Err(DomainError::UnknownWord {
                kind: "run state",
                text: state.to_owned(),
            }),
        }
    }

    /// Why it is paused; `None` unless it is.
    pub const fn pause_reason(self) -> Option<PauseReason> {
        match self {
            Self::Paused(reason) => Some(reason),
            Self::Running | Self::Finished | Self::Cancelled | Self::Failed => None,
        }
    }

    /// True while the run can still change.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Running | Self::Paused(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, TaskState};

    fn census(waiting: u64, done: u64) -> Census {
        let mut census = Census::default();
        census.add(TaskState::Waiting, None, waiting);
        census.add(TaskState::Ended(Outcome::Done), None, done);
        census
    }

    #[test]
    fn a_run_that_lost_work_never_says_finished() {
        assert!(
            RunState::Running
                .after(RunEvent::Finish, &census(1, 9))
                .is_err()
        );
        assert_eq!(
            RunState::Running.after(RunEvent::Finish, &census(0, 10)),
            Ok(RunState::Finished)
        );
    }

    #[test]
    fn an_ended_run_stays_as_it_is() {
        for event in [
            RunEvent::Resume,
            RunEvent::Cancel,
            RunEvent::Fail,
            RunEvent::Pause(PauseReason::Budget),
        ] {
            assert!(RunState::Finished.after(event, &census(0, 1)).is_err());
            assert!(RunState::Cancelled.after(event, &census(0, 1)).is_err());
        }
    }

    #[test]
    fn states_read_back_from_their_words() {
        for state in [
            RunState::Running,
            RunState::Paused(PauseReason::Quota),
            RunState::Finished,
            RunState::Cancelled,
            RunState::Failed,
        ] {
            let reason = state.pause_reason().map(PauseReason::as_str);
            assert_eq!(RunState::from_words(state.as_str(), reason), Ok(state));
        }
    }
}
