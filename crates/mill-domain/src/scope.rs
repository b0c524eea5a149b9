//! What a cap covers.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{DomainError, JobId, KeyName, ProviderName, RunId};

/// The kinds of caps a call is held against, all of them together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScopeKind {
    /// One run.
    Run,
    /// All runs of one job.
    Job,
    /// A day, over all runs.
    Day,
    /// A month, over all runs.
    Month,
    /// A month of one provider.
    Provider,
    /// A month of one key of a provider.
    Key,
}

impl ScopeKind {
    /// All of them, in the order they are named in when several have no room.
    pub const ALL: [Self; 6] = [
        Self::Run,
        Self::Job,
        Self::Day,
        Self::Month,
        Self::Provider,
        Self::Key,
    ];

    /// The word as stored and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Job => "job",
            Self::Day => "day",
            Self::Month => "month",
            Self::Provider => "provider",
            Self::Key => "key",
        }
    }
}

impl fmt::Display for ScopeKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl FromStr for ScopeKind {
    type Err = DomainError;

    fn from_str(text: &str) -> Result<Self, DomainError> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.as_str() == text)
            .ok_or_else(|| DomainError::UnknownWord {
                kind: "cap",
                text: text.to_owned(),
            })
    }
}

/// What one cap covers. A cap of a day or a month holds for every day or month alike.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Scope {
    /// Its kind.
    pub kind: ScopeKind,
    /// Which one: the id of the run or job, the provider, `provider/key`; "" for day and month.
    pub name: String,
}

impl Scope {
    /// One run.
    pub fn run(run: RunId) -> Self {
        Self::named(ScopeKind::Run, run.to_string())
    }

    /// All runs of one job.
    pub fn job(job: JobId) -> Self {
        Self::named(ScopeKind::Job, job.to_string())
    }

    /// A day, over all runs.
    pub const fn day() -> Self {
        Self::named(ScopeKind::Day, String::new())
    }

    /// A month, over all runs.
    pub const fn month() -> Self {
        Self::named(ScopeKind::Month, String::new())
    }

    /// A month of one provider.
    pub fn provider(provider: &ProviderName) -> Self {
        Self::named(ScopeKind::Provider, provider.to_string())
    }

    /// A month of one key.
    pub fn key(provider: &ProviderName, key: &KeyName) -> Self {
        Self::named(ScopeKind::Key, format!("{provider}/{key}"))
    }

    /// A scope as stored.
    pub const fn named(kind: ScopeKind, name: String) -> Self {
        Self { kind, name }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ScopeKind::Provider | ScopeKind::Key => {
                write!(formatter, "{} {}", self.kind, self.name)
            }
            _ => write!(formatter, "{}", self.kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_back_as_they_are_written() {
        for kind in ScopeKind::ALL {
            assert_eq!(kind.as_str().parse(), Ok(kind));
        }
        assert!("year".parse::<ScopeKind>().is_err());
    }

    #[test]
    fn a_scope_says_which_provider_and_key() {
        let anthropic = ProviderName::new("anthropic");
        let client: KeyName = "Client A".parse().unwrap();
        assert_eq!(
            Scope::key(&anthropic, &client).to_string(),
            "key anthropic/Client A"
        );
        assert_eq!(
            Scope::provider(&anthropic).to_string(),
            "provider anthropic"
        );
        assert_eq!(Scope::month().to_string(), "month");
    }
}
