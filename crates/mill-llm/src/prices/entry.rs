//! The price file as it is written.

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use mill_domain::{PriceTier, PriceVariant, Prices, Timestamp, TokenPrices, Usd, UsdPerToken};
use serde::{Deserialize, Deserializer, de::Error};

use super::hours::PeakHours;

/// The whole file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PriceFile {
    /// The day the list was last compared with the providers' pages.
    #[serde(deserialize_with = "day")]
    pub(super) checked: Date,
    /// Per provider: multipliers by the word a reply uses for them, and fees.
    pub(super) providers: BTreeMap<String, ProviderTerms>,
    /// One entry per model and effective date.
    #[serde(rename = "model")]
    pub(super) models: Vec<Entry>,
}

/// What holds for all models of a provider.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ProviderTerms {
    /// Multipliers as `2/1`, by the word in the reply.
    #[serde(deserialize_with = "variants")]
    pub(super) variants: BTreeMap<String, PriceVariant>,
    /// USD for one web search.
    pub(super) web_search: Usd,
}

/// The prices of one model from one day on, in USD per million tokens.
#[derive(Debug, Deserialize)]
pub(super) struct Entry {
    pub(super) provider: String,
    pub(super) name: String,
    /// Further names the provider itself declares to mean this model.
    #[serde(default)]
    pub(super) aliases: Vec<String>,
    /// First day in UTC. Absent: since before the list began.
    #[serde(default, deserialize_with = "optional_day")]
    pub(super) from: Option<Date>,
    #[serde(flatten)]
    pub(super) base: TierEntry,
    #[serde(default)]
    pub(super) long_context: Option<LongContext>,
    #[serde(default)]
    pub(super) peak: Option<PeakHours>,
    #[serde(default, deserialize_with = "variants")]
    pub(super) variants: BTreeMap<String, PriceVariant>,
    pub(super) max_input: u64,
    pub(super) max_output: u64,
    /// USD for one web search, where the model differs from its provider.
    #[serde(default)]
    pub(super) web_search: Option<Usd>,
}

/// Prices of one tier; what is absent is not billed apart from plain input.
#[derive(Debug, Deserialize)]
pub(super) struct TierEntry {
    input: UsdPerToken,
    output: UsdPerToken,
    cache_read: Option<UsdPerToken>,
    cache_write_short: Option<UsdPerToken>,
    cache_write_long: Option<UsdPerToken>,
}

/// The dearer tier of long prompts.
#[derive(Debug, Deserialize)]
pub(super) struct LongContext {
    above: u64,
    #[serde(default)]
    inclusive: bool,
    #[serde(flatten)]
    prices: TierEntry,
}

impl Entry {
    /// The first moment the entry holds; `None`: always has.
    pub(super) fn starts_at(&self) -> Option<Timestamp> {
        let midnight = self.from?.to_zoned_datetime(TimeZone::UTC).ok()?;
        Some(Timestamp::from_millis(
            midnight.timestamp().as_millisecond(),
        ))
    }

    /// The prices at a moment.
    pub(super) fn prices(&self, at: Timestamp, web_search: Usd) -> Prices {
        let base = self.base.token_prices();
        let base = match &self.peak {
            Some(peak) if !peak.is_peak(at) => peak.off_peak(&base),
            _ => base,
        };
        let long_context = self.long_context.as_ref().map(|tier| PriceTier {
            above_tokens: tier.above,
            inclusive: tier.inclusive,
            prices: tier.prices.token_prices(),
        });
        Prices {
            base,
            long_context,
            web_search: self.web_search.unwrap_or(web_search),
        }
    }
}

impl TierEntry {
    const fn token_prices(&self) -> TokenPrices {
        TokenPrices {
            input: self.input,
            output: self.output,
            cache_read: self.cache_read,
            cache_write_short: self.cache_write_short,
            cache_write_long: self.cache_write_long,
        }
    }
}

fn day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
    String::deserialize(deserializer)?
        .parse()
        .map_err(D::Error::custom)
}

fn optional_day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Date>, D::Error> {
    day(deserializer).map(Some)
}

fn variants<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, PriceVariant>, D::Error> {
    let texts: BTreeMap<String, String> = BTreeMap::deserialize(deserializer)?;
    texts
        .into_iter()
        .map(|(word, ratio)| Ok((word, variant(&ratio).map_err(D::Error::custom)?)))
        .collect()
}

fn variant(ratio: &str) -> Result<PriceVariant, String> {
    let wrong = || format!("`{ratio}` is not a ratio like 11/10");
    let (numerator, denominator) = ratio.split_once('/').ok_or_else(wrong)?;
    let numerator = numerator.parse().map_err(|_| wrong())?;
    match denominator.parse() {
        Ok(denominator) if denominator > 0 => Ok(PriceVariant {
            numerator,
            denominator,
        }),
        _ => Err(wrong()),
    }
}
