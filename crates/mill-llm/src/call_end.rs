//! How a call ended, with everything the ledger needs.

use mill_domain::{PriceVariant, Prices, Usage, UsageQuality, Usd};

use crate::{LlmError, RateLimits};

/// The end of one call to a provider. There is always one, whatever happened, and it always says what to book.
#[derive(Debug, Clone, PartialEq)]
pub struct CallEnd {
    /// What came of it.
    pub end: End,
    /// What it used. `None`: nothing is known or nothing was used; see `billed`.
    pub usage: Option<Usage>,
    /// How far `usage` can be trusted.
    pub quality: UsageQuality,
    /// Whether and how it is to be booked.
    pub billed: Billed,
    /// Multipliers on the token prices that the reply reported (fast, priority, batch, region).
    pub variants: Vec<PriceVariant>,
    /// Money the provider itself reported (`OpenRouter`, xAI); kept beside our own figure, never instead of it.
    pub reported_cost: Option<Usd>,
    /// The provider's id of the request.
    pub request_id: Option<String>,
    /// The model that really answered, as the reply names it.
    pub model_served: Option<String>,
    /// HTTP status of the reply; `None` if there was none.
    pub http_status: Option<u16>,
    /// Milliseconds from sending to the first piece of the answer.
    pub first_token_ms: Option<u64>,
    /// The provider's rate-limit headers.
    pub rate_limits: Option<RateLimits>,
    /// False if the request certainly did not reach the provider.
    pub was_sent: bool,
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// The model finished its answer.
    Answer {
        /// The whole text.
        text: String,
    },
    /// The model declined, or a filter of the provider stopped it.
    Refused {
        /// Why, in the provider's words where it gave any.
        reason: String,
        /// What had been written by then; not a result.
        partial: String,
    },
    /// The length limit cut the answer, or the end came without a reason. Never to be completed by guessing.
    CutOff {
        /// What had been written by then; not a result.
        partial: String,
    },
    /// The model finished and said nothing (no text, or only spaces).
    Empty,
    /// The input does not fit the model, or a server cut it silently.
    TooLong {
        /// What the provider said, or what was noticed.
        detail: String,
    },
    /// We ended it on request.
    Cancelled,
    /// It failed. A half answer has been discarded.
    Failed(LlmError),
}

/// Whether a call costs money, by the providers' own rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Billed {
    /// Certainly not: never sent, or refused with an HTTP error.
    No,
    /// By `usage`.
    ByUsage,
    /// It was sent and nobody knows what became of it: the whole bound stays booked.
    UnknownBound,
}

impl CallEnd {
    /// An end that cost nothing because nothing was sent.
    pub fn not_sent(end: End) -> Self {
        Self {
            end,
            usage: None,
            quality: UsageQuality::Exact,
            billed: Billed::No,
            variants: Vec::new(),
            reported_cost: None,
            request_id: None,
            model_served: None,
            http_status: None,
            first_token_ms: None,
            rate_limits: None,
            was_sent: false,
        }
    }

    /// What the call cost at these prices. `None`: unknown, keep the bound.
    pub fn cost(&self, prices: &Prices) -> Option<Usd> {
        match self.billed {
            Billed::No => Some(Usd::ZERO),
            Billed::ByUsage => self.usage.map(|usage| prices.cost(&usage, &self.variants)),
            Billed::UnknownBound => None,
        }
    }

    /// The error, if it failed.
    pub const fn error(&self) -> Option<&LlmError> {
        match &self.end {
            End::Failed(error) => Some(error),
            End::Answer { .. }
            | End::Refused { .. }
            | End::CutOff { .. }
            | End::Empty
            | End::TooLong { .. }
            | End::Cancelled => None,
        }
    }
}
