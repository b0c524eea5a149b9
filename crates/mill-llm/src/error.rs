//! What can go wrong between us and a provider, and what may be done about it.

use std::time::Duration;

use mill_domain::{PauseReason, ProviderName};
use thiserror::Error;

use crate::ServerWord;

/// A server wait longer than this is not slept through by a task: the run is told and decides.
pub const LONGEST_QUIET_WAIT: Duration = Duration::from_mins(2);

/// A call, or a question about models or keys, that failed. [`LlmError::is_retryable`] says whether trying again helps.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LlmError {
    /// The provider needs a key and none is stored. Trying again does not help.
    #[error("no key is stored for {provider}")]
    KeyMissing {
        /// Whose key is missing.
        provider: ProviderName,
    },
    /// The provider does not accept the key, or the key may not do this (401, 403). Stops everything that uses the key.
    #[error("{} refused the key: {}", .0.provider, .0.message)]
    KeyRefused(Box<ServerWord>),
    /// Credit, quota or a spend limit is used up (402, spend codes). Waiting seconds does not help.
    #[error("the quota at {} is used up: {}", .0.provider, .0.message)]
    Quota(Box<ServerWord>),
    /// Too many requests or tokens just now (429). Helps: wait as long as the server says. Never a reason to fail a task.
    #[error("{} asks to slow down: {}", .0.provider, .0.message)]
    RateLimited(Box<ServerWord>),
    /// The provider failed or is overloaded (408, 409, 5xx, 529, also as an event inside a stream). Trying again helps.
    #[error("{} failed: {}", .0.provider, .0.described())]
    Overloaded(Box<ServerWord>),
    /// The model does not exist there, or not for this key (404). Trying again does not help.
    #[error("{} does not know this model: {}", .0.provider, .0.message)]
    UnknownModel(Box<ServerWord>),
    /// The provider does not accept the request (400, 413, 422 …). Trying again does not help.
    #[error("{} did not accept the request: {}", .0.provider, .0.described())]
    Rejected(Box<ServerWord>),
    /// No connection: name, network, proxy, certificate, or nothing listens there. Trying again may help.
    #[error("cannot reach {provider} at {url}: {detail}")]
    Unreachable {
        /// Who was called.
        provider: ProviderName,
        /// Scheme, host and port of the endpoint.
        url: String,
        /// The chain of causes in words.
        detail: String,
    },
    /// Nothing came for too long. Trying again may help.
    #[error("{provider} sent {silence} for {} s", .after.as_secs())]
    TimedOut {
        /// Who was called.
        provider: ProviderName,
        /// What was waited for.
        silence: Silence,
        /// How long.
        after: Duration,
    },
    /// The reply began and did not end as replies end. What came is discarded; trying again may help.
    #[error("the reply of {provider} broke off: {detail}")]
    StreamBroken {
        /// Who was called.
        provider: ProviderName,
        /// How it broke.
        detail: String,
    },
    /// The reply is not in the provider's language: a web page, broken JSON. Trying again may help.
    #[error("{provider} sent a reply that cannot be read: {detail}")]
    BadReply {
        /// Who was called.
        provider: ProviderName,
        /// What it was, shortened.
        detail: String,
    },
    /// Our own settings do not work: an address that is no URL, an unknown provider. Trying again does not help.
    #[error("{provider} cannot be used: {detail}")]
    BadSetup {
        /// Which provider.
        provider: ProviderName,
        /// What is wrong with it.
        detail: String,
    },
}

/// What a timer waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Silence {
    /// The first piece of the answer.
    NoFirstToken,
    /// Any further byte.
    NoByte,
    /// The whole of a short reply (a model list, an error text).
    NoReply,
}

impl std::fmt::Display for Silence {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::NoFirstToken => "no answer",
            Self::NoByte => "nothing more",
            Self::NoReply => "no reply",
        })
    }
}

impl LlmError {
    /// True if the same request may succeed a little later. `x-should-retry` of the server wins where it was sent.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::RateLimited(word) | Self::Overloaded(word) => word.should_retry.unwrap_or(true),
            Self::Rejected(word) => word.should_retry.unwrap_or(false),
            Self::Unreachable { .. }
            | Self::TimedOut { .. }
            | Self::StreamBroken { .. }
            | Self::BadReply { .. } => true,
            Self::KeyMissing { .. }
            | Self::KeyRefused(_)
            | Self::Quota(_)
            | Self::UnknownModel(_)
            | Self::BadSetup { .. } => false,
        }
    }

    /// True if what was sent may have taken effect although no good reply came.
    pub const fn may_have_arrived(&self) -> bool {
        match self {
            Self::Overloaded(_)
            | Self::Unreachable { .. }
            | Self::TimedOut { .. }
            | Self::StreamBroken { .. }
            | Self::BadReply { .. } => true,
            Self::KeyMissing { .. }
            | Self::KeyRefused(_)
            | Self::Quota(_)
            | Self::RateLimited(_)
            | Self::UnknownModel(_)
            | Self::Rejected(_)
            | Self::BadSetup { .. } => false,
        }
    }

    /// How long the server asked to wait, counted from the moment of its reply. `None`: it did not say.
    pub fn retry_after(&self) -> Option<Duration> {
        self.word().and_then(|word| word.wait)
    }

    /// The reason to pause everything that uses this provider and key; `None` if only this call is affected.
    ///
    /// Overload and lost connections count as an outage; ask only after the retries are used up.
    pub fn stops_provider(&self) -> Option<PauseReason> {
        match self {
            Self::KeyMissing { .. } | Self::KeyRefused(_) => Some(PauseReason::KeyRefused),
            Self::Quota(_) => Some(PauseReason::Quota),
            Self::RateLimited(word) if word.wait.is_some_and(|wait| wait > LONGEST_QUIET_WAIT) => {
                Some(PauseReason::Quota)
            }
            Self::Unreachable { .. } => Some(PauseReason::Outage),
            Self::Overloaded(word) if matches!(word.status, Some(502 | 503 | 529)) => {
                Some(PauseReason::Outage)
            }
            Self::RateLimited(_)
            | Self::Overloaded(_)
            | Self::UnknownModel(_)
            | Self::Rejected(_)
            | Self::TimedOut { .. }
            | Self::StreamBroken { .. }
            | Self::BadReply { .. }
            | Self::BadSetup { .. } => None,
        }
    }

    /// What the server itself said, if it said anything.
    pub fn word(&self) -> Option<&ServerWord> {
        match self {
            Self::KeyRefused(word)
            | Self::Quota(word)
            | Self::RateLimited(word)
            | Self::Overloaded(word)
            | Self::UnknownModel(word)
            | Self::Rejected(word) => Some(word),
            Self::KeyMissing { .. }
            | Self::Unreachable { .. }
            | Self::TimedOut { .. }
            | Self::StreamBroken { .. }
            | Self::BadReply { .. }
            | Self::BadSetup { .. } => None,
        }
    }

    /// A stable word for the kind of failure, for stores, hosts and translations.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::KeyMissing { .. } => "key_missing",
            Self::KeyRefused(_) => "key_refused",
            Self::Quota(_) => "quota",
            Self::RateLimited(_) => "rate_limited",
            Self::Overloaded(_) => "overloaded",
            Self::UnknownModel(_) => "unknown_model",
            Self::Rejected(_) => "rejected",
            Self::Unreachable { .. } => "unreachable",
            Self::TimedOut { .. } => "timed_out",
            Self::StreamBroken { .. } => "stream_broken",
            Self::BadReply { .. } => "bad_reply",
            Self::BadSetup { .. } => "bad_setup",
        }
    }

    /// What a person can do next, in English; hosts translate by [`LlmError::code`].
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::KeyMissing { .. } => "store a key under Settings, or with `stampmill key set`",
            Self::KeyRefused(_) => "check the key at the provider, store it again, then resume",
            Self::Quota(_) => {
                "add credit or raise the limit at the provider, or choose another model, then resume"
            }
            Self::RateLimited(_) => {
                "nothing to do: the work goes on when the provider allows it; fewer agents wait less"
            }
            Self::Overloaded(_) => "try again later, or choose another model",
            Self::UnknownModel(_) => "choose a model from the provider's list",
            Self::Rejected(_) => {
                "the provider's message says what it does not accept; change the skill or the model"
            }
            Self::Unreachable { .. } => {
                "check the network, the proxy and the address under Settings; is a local server started?"
            }
            Self::TimedOut { .. } => {
                "try again, or allow more time; a local model may still be loading"
            }
            Self::StreamBroken { .. } | Self::BadReply { .. } => {
                "try again; if it stays, check the endpoint's address"
            }
            Self::BadSetup { .. } => "correct the provider's settings",
        }
    }
}
