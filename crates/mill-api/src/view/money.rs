//! How money travels: always a decimal string of US dollars.

use mill_domain::{Usage, Usd};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An amount of US dollars as a decimal string, for example `"0.4123"`. Exact to the pico-dollar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct Money(String);

impl From<Usd> for Money {
    fn from(amount: Usd) -> Self {
        Self(amount.to_string())
    }
}

impl Money {
    /// The amount as it travels.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Reads the amount.
    /// # Errors
    /// If the text is no amount of dollars.
    pub fn amount(&self) -> Result<Usd, mill_domain::DomainError> {
        self.0.parse()
    }
}

/// What calls used. `input_tokens` counts uncached input only.
#[derive(Debug, Clone, Default, Serialize, TS)]
pub struct UsageView {
    /// Requests that left this computer, repeated ones included.
    pub requests: u64,
    /// Input tokens that were neither read from nor written to a cache.
    pub input_tokens: u64,
    /// Everything billed as output.
    pub output_tokens: u64,
    /// Input read from a cache.
    pub cache_read_tokens: u64,
    /// Input written to a cache.
    pub cache_write_tokens: u64,
}

impl UsageView {
    /// Puts a request count beside the tokens.
    pub const fn new(requests: u64, usage: &Usage) -> Self {
        Self {
            requests,
            input_tokens: usage.input_tokens,
            output_tokens: usage.output_tokens,
            cache_read_tokens: usage.cache_read_tokens,
            cache_write_tokens: usage.cache_write_tokens(),
        }
    }
}
