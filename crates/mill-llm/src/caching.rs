//! When a provider's prompt cache is worth its price.
//!
//! A cache keeps the beginning of a prompt. Filling it costs more than plain input at some providers, reading it costs
//! less, and a beginning that is too short is not kept at all.

use mill_domain::{ModelRef, Prices};

/// Bytes of text for a token of a cacheable beginning, on the low side: a shorter one may not be kept.
const BYTES_PER_TOKEN: usize = 4;

/// Models by the start of their name, the more exact first, and the shortest beginning each keeps, in tokens.
const LEAST_TOKENS: [(&str, &str, u64); 10] = [
    ("anthropic", "claude-haiku-4-5", 4_096),
    ("anthropic", "claude-opus-4-5", 4_096),
    ("anthropic", "claude-opus-4-6", 4_096),
    ("anthropic", "claude-opus-4-7", 2_048),
    ("anthropic", "claude-opus-4-8", 1_024),
    ("anthropic", "claude-sonnet-4", 1_024),
    ("anthropic", "claude-sonnet-5-5", 512),
    ("anthropic", "claude-sonnet-5", 1_024),
    ("anthropic", "", 512),
    ("openai", "", 1_024),
];

/// The shortest beginning a model's provider keeps, in tokens. `None`: it has no cache that a call could fill on purpose.
pub fn least_tokens(model: &ModelRef) -> Option<u64> {
    LEAST_TOKENS
        .iter()
        .find(|(provider, start, _)| {
            model.provider().as_str() == *provider && model.model().starts_with(start)
        })
        .map(|(_, _, least)| *least)
}

/// True if `calls` calls that begin alike cost less with a cache than without: one fills it, the others read it.
pub fn pays(model: &ModelRef, prices: &Prices, beginning: &str, calls: u64) -> bool {
    let tokens = (beginning.len() / BYTES_PER_TOKEN) as u64;
    let base = &prices.base;
    let (Some(least), Some(read), true) = (least_tokens(model), base.cache_read, calls > 1) else {
        return false;
    };
    let write = base.cache_write_short.unwrap_or(base.input);
    let cached = write.times(tokens) + read.times(tokens) * i128::from(calls - 1);
    tokens >= least && cached < base.input.times(tokens) * i128::from(calls)
}

#[cfg(test)]
mod tests {
    use mill_domain::{TokenPrices, UsdPerToken};

    use super::*;

    fn prices(read: Option<&str>, write: Option<&str>) -> Prices {
        let price = |text: &str| UsdPerToken::from_usd_per_million(text).unwrap();
        Prices {
            base: TokenPrices {
                input: price("4"),
                output: price("20"),
                cache_read: read.map(price),
                cache_write_short: write.map(price),
                cache_write_long: None,
            },
            ..Prices::FREE
        }
    }

    #[test]
    fn a_cache_pays_from_the_second_call_on_where_the_beginning_is_long_enough() {
        let model: ModelRef = "anthropic/claude-opus-4-7".parse().unwrap();
        let usual = prices(Some("0.2"), Some("5"));
        let long = "x".repeat(2_048 * BYTES_PER_TOKEN);
        assert!(pays(&model, &usual, &long, 2));
        assert!(!pays(&model, &usual, &long, 1), "nobody would read it");
        assert!(
            !pays(&model, &usual, &long[4..], 100),
            "too short to be kept"
        );
        let dear = prices(Some("3.9"), Some("5"));
        assert!(
            !pays(&model, &dear, &long, 2),
            "filling costs more than reading saves"
        );
        assert!(pays(&model, &dear, &long, 20));
        assert!(
            !pays(&model, &prices(None, Some("5")), &long, 20),
            "reading saves nothing"
        );
    }

    #[test]
    fn the_more_exact_name_decides() {
        for (model, expected) in [
            ("anthropic/claude-haiku-4-5-20251001", Some(4_096)),
            ("anthropic/claude-haiku-5-5", Some(512)),
            ("anthropic/claude-sonnet-5", Some(1_024)),
            ("anthropic/claude-sonnet-5-5", Some(512)),
            ("openai/gpt-6-luna", Some(1_024)),
            ("ollama/qwen3:8b", None),
        ] {
            assert_eq!(least_tokens(&model.parse().unwrap()), expected, "{model}");
        }
    }
}
