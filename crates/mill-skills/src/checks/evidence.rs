//! Does a value occur in the source? Numbers and days are compared by what they mean, text by its letters.

use std::sync::LazyLock;

use jiff::civil::Date;
use mill_domain::{Record, Value};
use regex::Regex;
use rust_decimal::Decimal;

use crate::fold::{fold, plain};
use crate::{DateOrder, DecimalMark, read_date, read_number};

/// Digits with the marks that may stand inside a number.
pub(super) static NUMBERS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\d(?:[\d.,'’]|[ \u{a0}\u{202f}]\d{3}\b)*").ok());
/// Days in figures or with the name of a month.
pub(super) static DATES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let figures = r"\d{1,4}\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,4}日?";
    let day_first = r"\d{1,2}(?:st|nd|rd|th)?[ .-]{1,2}\p{L}{3,9}[ .,-]{1,2}\d{2,4}";
    let month_first = r"\p{L}{3,9}[ .-]{1,2}\d{1,2}(?:st|nd|rd|th)?[ .,-]{1,2}\d{2,4}";
    Regex::new(&format!("{figures}|{day_first}|{month_first}")).ok()
});

/// The text that values must come from.
pub(super) struct Source {
    text: String,
    folded: String,
}

impl Source {
    pub(super) fn new(text: &str) -> Self {
        let text = plain(text);
        Self {
            folded: fold(&text),
            text,
        }
    }

    /// Without a document the task's own values are the source.
    pub(super) fn of_inputs(inputs: &Record) -> Self {
        let texts: Vec<String> = inputs
            .iter()
            .map(|(_, value)| {
                value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned)
            })
            .collect();
        Self::new(&texts.join("\n"))
    }

    /// True if the value occurs; every element of a list must. Yes, no and nothing need no evidence.
    pub(super) fn holds(&self, value: &Value) -> bool {
        match value {
            Value::Null | Value::Bool(_) => true,
            Value::Number(number) => self.holds_text(&number.to_string()),
            Value::String(text) => self.holds_text(text),
            Value::Array(items) => items.iter().all(|item| self.holds(item)),
            Value::Object(fields) => fields.values().all(|field| self.holds(field)),
        }
    }

    fn holds_text(&self, text: &str) -> bool {
        if text.trim().is_empty() || self.holds_letters(&fold(text)) {
            return true;
        }
        let date = read_date(text, None).filter(|date| date.to_string() == text);
        if let Some(date) = date {
            return self.holds_date(date);
        }
        read_number(text, DecimalMark::Dot).is_some_and(|number| self.holds_number(number))
    }

    /// The letters occur and are not part of a longer word or number.
    fn holds_letters(&self, wanted: &str) -> bool {
        self.folded.match_indices(wanted).any(|(at, found)| {
            let before = self.folded.get(..at).unwrap_or_default().chars().rev();
            let after = self
                .folded
                .get(at + found.len()..)
                .unwrap_or_default()
                .chars();
            !continues(wanted.chars().next(), before)
                && !continues(wanted.chars().next_back(), after)
        })
    }

    /// The amount occurs, whatever its marks and sign: credits print as `(5.00)`, `-5.00` or `5.00 CR`.
    fn holds_number(&self, wanted: Decimal) -> bool {
        let Some(numbers) = NUMBERS.as_ref() else {
            return false;
        };
        numbers.find_iter(&self.text).any(|found| {
            let text = found.as_str().trim_end_matches(['.', ',', '\'', '’']);
            [DecimalMark::Dot, DecimalMark::Comma]
                .into_iter()
                .any(|mark| {
                    read_number(text, mark).is_some_and(|value| value.abs() == wanted.abs())
                })
        })
    }

    fn holds_date(&self, wanted: Date) -> bool {
        let Some(dates) = DATES.as_ref() else {
            return false;
        };
        dates.find_iter(&self.text).any(|found| {
            [DateOrder::DayFirst, DateOrder::MonthFirst]
                .into_iter()
                .any(|order| read_date(found.as_str(), Some(order)) == Some(wanted))
        })
    }
}

/// True if a word or number that ends in `edge` goes on in the letters beside it; `1` goes on in `,204`.
pub(super) fn continues(edge: Option<char>, mut beside: impl Iterator<Item = char>) -> bool {
    let is_word = |letter: &char| letter.is_ascii_alphanumeric();
    let Some(edge) = edge.filter(is_word) else {
        return false;
    };
    match beside.next() {
        Some('.' | ',') if edge.is_ascii_digit() => {
            beside.next().is_some_and(|letter| letter.is_ascii_digit())
        }
        Some(letter) => is_word(&letter),
        None => false,
    }
}

/// The largest amount with decimals in a text; `None` if there is none.
pub(crate) fn largest_amount(text: &str) -> Option<Decimal> {
    let text = plain(text);
    let found = NUMBERS.as_ref()?.find_iter(&text);
    let amounts = found.filter_map(|found| {
        let trimmed = found.as_str().trim_end_matches(['.', ',', '\'', '’']);
        read_number(trimmed, DecimalMark::Dot).filter(|value| value.scale() == 2)
    });
    amounts.max()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn amounts_and_days_are_found_by_what_they_mean() {
        let source = Source::new(
            "Invoice INV-10 of 31 March 2026\nTotal due: £1,204.50\nGesamt 2.408,00 EUR (12.00)",
        );
        for held in [
            json!("1204.50"),
            json!("1204.5"),
            json!("2408"),
            json!("-12"),
            json!("2026-03-31"),
            json!("inv-10"),
        ] {
            assert!(source.holds(&held), "{held}");
        }
        for missing in [
            json!("204.50"),
            json!("1"),
            json!("2026-03-30"),
            json!("INV-1"),
            json!("485.00"),
        ] {
            assert!(!source.holds(&missing), "{missing}");
        }
        assert!(source.holds(&json!([{"a": "1204.50"}, {"a": null}])));
        assert!(!source.holds(&json!([{"a": "1204.51"}])));
    }

    #[test]
    fn chinese_sources_work_too() {
        let source = Source::new(
            "发票日期：２０２６年３月３１日　合计：￥１，２０４．５０　销售方：南湖纸业",
        );
        for held in [json!("1204.50"), json!("2026-03-31"), json!("南湖纸业")] {
            assert!(source.holds(&held), "{held}");
        }
        assert!(!source.holds(&json!("南湖纸厂")));
    }
}
