//! What a person says of a result.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::DomainError;

/// What a **person** says of a result. Nothing else in the program is called accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Right as it is.
    Accepted,
    /// Right after the person's own change, which is stored as a new version of the result.
    Corrected,
    /// Not to be used.
    Rejected,
    /// Accepted without a look of its own: a person looked at a sample and let it speak for the rest.
    BySample,
}

impl Verdict {
    /// The word as stored and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Corrected => "corrected",
            Self::Rejected => "rejected",
            Self::BySample => "by_sample",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl FromStr for Verdict {
    type Err = DomainError;

    fn from_str(text: &str) -> Result<Self, DomainError> {
        match text {
            "accepted" => Ok(Self::Accepted),
            "corrected" => Ok(Self::Corrected),
            "rejected" => Ok(Self::Rejected),
            "by_sample" => Ok(Self::BySample),
            _ => Err(DomainError::UnknownWord {
                kind: "verdict",
                text: text.to_owned(),
            }),
        }
    }
}
