//! The public price file.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Context as _, Result};
use serde_json::{Map, Value};

/// The file, by its own names of models.
pub(super) struct PublicFile {
    models: Map<String, Value>,
}

/// A model's prices, in USD per million tokens as exact text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Public {
    /// By the names of our book.
    pub(super) base: BTreeMap<&'static str, String>,
    /// The dearer tier of long prompts: above how many tokens, and its prices.
    pub(super) long_context: Option<(i64, BTreeMap<&'static str, String>)>,
    /// Longest input in tokens.
    pub(super) max_input: Option<i64>,
    /// Longest output in tokens.
    pub(super) max_output: Option<i64>,
}

/// Our names of prices, and the file's.
const FIELDS: [(&str, &str); 5] = [
    ("input", "input_cost_per_token"),
    ("output", "output_cost_per_token"),
    ("cache_read", "cache_read_input_token_cost"),
    ("cache_write_short", "cache_creation_input_token_cost"),
    (
        "cache_write_long",
        "cache_creation_input_token_cost_above_1hr",
    ),
];

impl PublicFile {
    /// Reads the file.
    ///
    /// # Errors
    /// If it is no JSON object.
    pub(super) fn read(text: &str) -> Result<Self> {
        let models = serde_json::from_str(text).context("the public file is no JSON object")?;
        Ok(Self { models })
    }

    /// The model our book calls `provider/name`: under that very name, or under its bare name if the file says that it is
    /// this provider's. Never a look-alike.
    pub(super) fn find(&self, id: &str) -> Option<Public> {
        let (provider, name) = id.split_once('/')?;
        let bare = || {
            let entry = self.models.get(name)?;
            let of = entry.get("litellm_provider")?.as_str()?;
            (of == provider).then_some(entry)
        };
        let entry = self.models.get(id).or_else(bare)?;
        Some(Public {
            base: prices(entry, "")?,
            long_context: long_context(entry),
            max_input: entry.get("max_input_tokens").and_then(Value::as_i64),
            max_output: entry.get("max_output_tokens").and_then(Value::as_i64),
        })
    }
}

/// The prices whose names end in `suffix`; `None` without the one for input.
fn prices(entry: &Value, suffix: &str) -> Option<BTreeMap<&'static str, String>> {
    let found: BTreeMap<&'static str, String> = FIELDS
        .into_iter()
        .filter_map(|(ours, theirs)| {
            let price = entry.get(format!("{theirs}{suffix}"))?;
            Some((ours, per_million(price.as_f64()?)))
        })
        .collect();
    found.contains_key("input").then_some(found)
}

/// The tier above so many thousand tokens: `input_cost_per_token_above_200k_tokens`.
fn long_context(entry: &Value) -> Option<(i64, BTreeMap<&'static str, String>)> {
    let thousands = entry.as_object()?.keys().find_map(|key| {
        let above = key.strip_prefix("input_cost_per_token_above_")?;
        above.strip_suffix("k_tokens")?.parse::<i64>().ok()
    })?;
    let prices = prices(entry, &format!("_above_{thousands}k_tokens"))?;
    Some((thousands * 1_000, prices))
}

/// A price per token as one per million, to the digit the file has: the shortest decimal that reads back as the number
/// is what was written there.
fn per_million(price: f64) -> String {
    let shown = format!("{price:e}");
    let (mantissa, exponent) = shown.split_once('e').unwrap_or((&shown, "0"));
    let digits = mantissa.replace('.', "");
    // Digits before the point: one in the mantissa, moved by the exponent and by six for the million.
    let point = 7 + exponent.parse::<i64>().unwrap_or(0);
    let padded = match usize::try_from(-point) {
        Ok(zeros) => format!("{}{digits}", "0".repeat(zeros)),
        Err(_) => format!(
            "{digits:0<width$}",
            width = usize::try_from(point).unwrap_or(0)
        ),
    };
    let (whole, fraction) = padded.split_at(usize::try_from(point).unwrap_or(0));
    let (whole, fraction) = (
        whole.trim_start_matches('0'),
        fraction.trim_end_matches('0'),
    );
    let whole = if whole.is_empty() { "0" } else { whole };
    if fraction.is_empty() {
        whole.to_owned()
    } else {
        format!("{whole}.{fraction}")
    }
}

impl fmt::Display for Public {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prices = self
            .base
            .iter()
            .map(|(field, price)| format!("{field} {price}"));
        formatter.write_str(&prices.collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_per_token_become_exact_prices_per_million() {
        for (per_token, expected) in [
            (0.000_003, "3"),
            (1.5e-5, "15"),
            (3.75e-6, "3.75"),
            (2.5e-8, "0.025"),
            (1e-10, "0.0001"),
            (0.0, "0"),
            (0.000_12, "120"),
        ] {
            assert_eq!(per_million(per_token), expected);
        }
    }
}
