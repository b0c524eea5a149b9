//! The limits a provider reports in its headers.

use std::time::Duration;

use reqwest::header::HeaderMap;

use crate::wait::{date_of, duration_of, seconds_until, text_of};

/// The limits in force as the last reply reported them. A field is `None` where the provider did not say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RateLimits {
    /// Requests.
    pub requests: Option<RateLimit>,
    /// Tokens of input and output together, or the tightest token limit.
    pub tokens: Option<RateLimit>,
    /// Input tokens.
    pub input_tokens: Option<RateLimit>,
    /// Output tokens.
    pub output_tokens: Option<RateLimit>,
}

/// One limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RateLimit {
    /// The most in a period.
    pub limit: Option<u64>,
    /// What is left of it.
    pub remaining: Option<u64>,
    /// Time until it is full again.
    pub resets_in: Option<Duration>,
}

impl RateLimits {
    /// Reads the headers of Anthropic and of `OpenAI` and its likes; unknown ones are ignored. `None`: there are none.
    pub fn from_headers(headers: &HeaderMap) -> Option<Self> {
        // Most servers state none, and then a dozen names would be looked up for nothing.
        if !headers
            .keys()
            .any(|name| name.as_str().contains("ratelimit"))
        {
            return None;
        }
        let limits = Self {
            requests: anthropic(headers, "requests").or_else(|| openai(headers, "requests")),
            tokens: anthropic(headers, "tokens").or_else(|| openai(headers, "tokens")),
            input_tokens: anthropic(headers, "input-tokens"),
            output_tokens: anthropic(headers, "output-tokens"),
        };
        (limits != Self::default()).then_some(limits)
    }

    /// The longest reset among limits that have nothing left, or do not say: the wait, where a refusal names none.
    pub fn exhausted_wait(&self) -> Option<Duration> {
        [
            self.requests,
            self.tokens,
            self.input_tokens,
            self.output_tokens,
        ]
        .into_iter()
        .flatten()
        .filter(|limit| limit.remaining.unwrap_or(0) == 0)
        .filter_map(|limit| limit.resets_in)
        .max()
    }
}

fn anthropic(headers: &HeaderMap, kind: &str) -> Option<RateLimit> {
    let name = |part: &str| format!("anthropic-ratelimit-{kind}-{part}");
    let reset = text_of(headers, &name("reset"));
    present(RateLimit {
        limit: number(headers, &name("limit")),
        remaining: number(headers, &name("remaining")),
        resets_in: reset.and_then(|moment| seconds_until(moment.parse().ok()?, date_of(headers)?)),
    })
}

fn openai(headers: &HeaderMap, kind: &str) -> Option<RateLimit> {
    let name = |part: &str| format!("x-ratelimit-{part}-{kind}");
    present(RateLimit {
        limit: number(headers, &name("limit")),
        remaining: number(headers, &name("remaining")),
        resets_in: text_of(headers, &name("reset")).and_then(duration_of),
    })
}

fn present(limit: RateLimit) -> Option<RateLimit> {
    (limit != RateLimit::default()).then_some(limit)
}

fn number(headers: &HeaderMap, name: &str) -> Option<u64> {
    text_of(headers, name)?.trim().parse().ok()
}
