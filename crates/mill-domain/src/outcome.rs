//! How a task ended.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::DomainError;

/// How a task ended: done, or why not. Every task of a finished run has exactly one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A result that passed the type and choice checks.
    Done,
    /// The model or its provider declined: a refusal, a filter, or an empty answer.
    Refused,
    /// The answer reached its length limit; never repaired by guessing.
    CutOff,
    /// The answer did not fit the skill's outputs, also after one repair turn.
    Invalid,
    /// The input does not fit the model.
    TooLong,
    /// The row or its document cannot be used.
    Unreadable,
    /// The provider failed, also after the retries that were allowed.
    ProviderError,
    /// A person stopped it.
    Cancelled,
    /// The skill or the person said not to do it.
    Skipped,
}

impl Outcome {
    /// Every outcome, in the order of the census.
    pub const ALL: [Self; 9] = [
        Self::Done,
        Self::Refused,
        Self::CutOff,
        Self::Invalid,
        Self::TooLong,
        Self::Unreadable,
        Self::ProviderError,
        Self::Cancelled,
        Self::Skipped,
    ];

    /// The word as stored and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Refused => "refused",
            Self::CutOff => "cut_off",
            Self::Invalid => "invalid",
            Self::TooLong => "too_long",
            Self::Unreadable => "unreadable",
            Self::ProviderError => "provider_error",
            Self::Cancelled => "cancelled",
            Self::Skipped => "skipped",
        }
    }

    /// True for `done` alone: everything else counts as failed in the sums.
    pub const fn is_done(self) -> bool {
        matches!(self, Self::Done)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl FromStr for Outcome {
    type Err = DomainError;

    fn from_str(text: &str) -> Result<Self, DomainError> {
        Self::ALL
            .into_iter()
            .find(|outcome| outcome.as_str() == text)
            .ok_or_else(|| DomainError::UnknownWord {
                kind: "outcome",
                text: text.to_owned(),
            })
    }
}
