//! What a call used, in buckets that never overlap.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// Tokens and fees of one or more calls, normalised so that no token is in two buckets.
///
/// Providers count differently (some include cached tokens in the input, some do not); the rooms that
/// read their replies convert into this form, and everything after them adds and prices without asking who it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Input tokens that were neither read from nor written to a cache.
    pub input_tokens: u64,
    /// Input tokens read from a prompt cache.
    pub cache_read_tokens: u64,
    /// Input tokens written to the short-lived cache (5 minutes at Anthropic, 30 at `OpenAI`).
    pub cache_write_short_tokens: u64,
    /// Input tokens written to the long-lived cache (1 hour at Anthropic, 12 at `OpenAI`).
    pub cache_write_long_tokens: u64,
    /// Everything billed as output, thinking included.
    pub output_tokens: u64,
    /// Web searches, each billed as a fee.
    pub web_searches: u64,
}

impl Usage {
    /// The whole prompt, which decides the long-context tier.
    pub const fn prompt_tokens(&self) -> u64 {
        self.input_tokens
            .saturating_add(self.cache_read_tokens)
            .saturating_add(self.cache_write_short_tokens)
            .saturating_add(self.cache_write_long_tokens)
    }

    /// Tokens written to any cache.
    pub const fn cache_write_tokens(&self) -> u64 {
        self.cache_write_short_tokens
            .saturating_add(self.cache_write_long_tokens)
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.input_tokens = self.input_tokens.saturating_add(other.input_tokens);
        self.cache_read_tokens = self
            .cache_read_tokens
            .saturating_add(other.cache_read_tokens);
        self.cache_write_short_tokens = self
            .cache_write_short_tokens
            .saturating_add(other.cache_write_short_tokens);
        self.cache_write_long_tokens = self
            .cache_write_long_tokens
            .saturating_add(other.cache_write_long_tokens);
        self.output_tokens = self.output_tokens.saturating_add(other.output_tokens);
        self.web_searches = self.web_searches.saturating_add(other.web_searches);
    }
}

/// How far the numbers of a call can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UsageQuality {
    /// Counted by the provider at the end of the call.
    Exact,
    /// The provider sent no final count: our own estimate, never zero for a call that produced something.
    Estimated,
    /// Nobody knows whether or how the call ended: the whole reservation stays booked.
    Unknown,
}

impl UsageQuality {
    /// The word as stored and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Estimated => "estimated",
            Self::Unknown => "unknown",
        }
    }
}
