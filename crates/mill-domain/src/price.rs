//! What a call costs: exact arithmetic over disjoint buckets.

use serde::{Deserialize, Serialize};

use crate::money::div_half_even;
use crate::{Usage, Usd, UsdPerToken};

/// Prices per token of one tier. A write price of `None` means writes are billed as plain input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenPrices {
    /// Uncached input.
    pub input: UsdPerToken,
    /// Output, thinking included.
    pub output: UsdPerToken,
    /// Input read from a cache; `None`: billed as plain input.
    pub cache_read: Option<UsdPerToken>,
    /// Input written to the short cache.
    pub cache_write_short: Option<UsdPerToken>,
    /// Input written to the long cache.
    pub cache_write_long: Option<UsdPerToken>,
}

/// A dearer tier that applies to **every** token of a call whose whole prompt exceeds a threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceTier {
    /// The prompt size the tier starts above, in tokens.
    pub above_tokens: u64,
    /// True if a prompt of exactly `above_tokens` already counts (xAI).
    pub inclusive: bool,
    /// The tier's prices.
    pub prices: TokenPrices,
}

impl PriceTier {
    /// Whether a prompt of this size is priced by the tier.
    pub const fn applies_to(&self, prompt_tokens: u64) -> bool {
        prompt_tokens > self.above_tokens || (self.inclusive && prompt_tokens == self.above_tokens)
    }
}

/// A multiplier on every token price of a call, as a ratio: fast ×2/1, batch ×1/2, data residency ×11/10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceVariant {
    /// Upper part of the ratio.
    pub numerator: u32,
    /// Lower part of the ratio, above zero.
    pub denominator: u32,
}

impl PriceVariant {
    /// List price.
    pub const STANDARD: Self = Self {
        numerator: 1,
        denominator: 1,
    };
}

/// Everything needed to price a call to one model at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prices {
    /// Prices below every tier.
    pub base: TokenPrices,
    /// The long-context tier, if the model has one.
    pub long_context: Option<PriceTier>,
    /// Fee of one web search.
    pub web_search: Usd,
}

impl Prices {
    /// Nothing costs anything: local servers and practice.
    pub const FREE: Self = Self {
        base: TokenPrices {
            input: UsdPerToken::ZERO,
            output: UsdPerToken::ZERO,
            cache_read: None,
            cache_write_short: None,
            cache_write_long: None,
        },
        long_context: None,
        web_search: Usd::ZERO,
    };

    /// True if no call to this model can cost anything.
    pub fn is_free(&self) -> bool {
        *self == Self::FREE
    }

    /// What a call cost. Variants multiply token prices, not per-request fees; the sum is rounded once, half to even.
    pub fn cost(&self, usage: &Usage, variants: &[PriceVariant]) -> Usd {
        let tokens = self.for_prompt(usage.prompt_tokens()).times(usage);
        scaled(tokens, variants) + self.fees(usage)
    }

    /// The most a call can cost with an input of at most `input_bound` tokens and an output of at most `output_cap`:
    /// every input token at its dearest bucket, in the dearer tier if the bound reaches it.
    pub fn bound(&self, input_bound: u64, output_cap: u64, variants: &[PriceVariant]) -> Usd {
        let base = self.base.dearest(input_bound, output_cap);
        let tokens = match &self.long_context {
            Some(tier) if tier.applies_to(input_bound) => {
                base.max(tier.prices.dearest(input_bound, output_cap))
            }
            _ => base,
        };
        scaled(tokens, variants)
    }

    fn for_prompt(&self, prompt_tokens: u64) -> &TokenPrices {
        match &self.long_context {
            Some(tier) if tier.applies_to(prompt_tokens) => &tier.prices,
            _ => &self.base,
        }
    }

    fn fees(&self, usage: &Usage) -> Usd {
        Usd::from_pico_wide(i128::from(self.web_search.as_pico()) * i128::from(usage.web_searches))
    }
}

impl TokenPrices {
    fn times(&self, usage: &Usage) -> i128 {
        self.input.times(usage.input_tokens)
            + self
                .cache_read
                .unwrap_or(self.input)
                .times(usage.cache_read_tokens)
            + self.write_short().times(usage.cache_write_short_tokens)
            + self.write_long().times(usage.cache_write_long_tokens)
            + self.output.times(usage.output_tokens)
    }

    fn write_short(&self) -> UsdPerToken {
        self.cache_write_short.unwrap_or(self.input)
    }

    fn write_long(&self) -> UsdPerToken {
        self.cache_write_long.unwrap_or_else(|| self.write_short())
    }

    fn dearest(&self, input_bound: u64, output_cap: u64) -> i128 {
        let input = self.input.max(self.write_short()).max(self.write_long());
        input.times(input_bound) + self.output.times(output_cap)
    }
}

fn scaled(pico: i128, variants: &[PriceVariant]) -> Usd {
    let (numerator, denominator) = variants
        .iter()
        .filter(|variant| variant.denominator > 0)
        .fold((1_i128, 1_i128), |(upper, lower), variant| {
            (
                upper * i128::from(variant.numerator),
                lower * i128::from(variant.denominator),
            )
        });
    Usd::from_pico_wide(div_half_even(pico * numerator, denominator))
}
