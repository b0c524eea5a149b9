//! Numbers as people write them: thousands marks, currency signs, accounting negatives, percent.

use std::str::FromStr as _;

use rust_decimal::Decimal;
use unicode_normalization::UnicodeNormalization as _;

/// Words for currencies that may stand before or after an amount.
const CURRENCY_WORDS: [&str; 24] = [
    "USD", "EUR", "GBP", "CNY", "RMB", "JPY", "HKD", "CHF", "AUD", "CAD", "NZD", "INR", "SGD",
    "SEK", "NOK", "DKK", "PLN", "CZK", "KRW", "TWD", "US$", "元", "円", "圆",
];
const CURRENCY_SIGNS: [char; 10] = ['$', '£', '€', '¥', '₹', '₩', '₽', '₺', '₪', '฿'];

/// Which mark separates the decimals where one mark alone could mean either: `1,234`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum DecimalMark {
    /// `1,234.50`.
    #[default]
    Dot,
    /// `1.234,50`.
    Comma,
}

/// A number and whether a percent sign stood with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WrittenNumber {
    /// The value as written: 7.5 for `7.5 %`.
    pub(crate) value: Decimal,
    /// True with a percent sign.
    pub(crate) percent: bool,
}

/// Reads a number as people write it: `1,204.50`, `£1,204.50`, `(1,204.50)`, `-£5`, `5-`, `１２`, `12 EUR`.
///
/// Both marks together speak for themselves (`1.204,50` is 1204.50); a single one is read by `mark`. Decimals stay as
/// written. `None` if the text is not one number, is wrongly grouped (`1,5` with [`DecimalMark::Dot`]), looks like a
/// code (`1E5`), carries a percent sign, or has more than 28 digits.
pub fn read_number(text: &str, mark: DecimalMark) -> Option<Decimal> {
    read_written(text, mark)
        .filter(|written| !written.percent)
        .map(|written| written.value)
}

/// As [`read_number`], with a percent sign allowed.
pub(crate) fn read_written(text: &str, mark: DecimalMark) -> Option<WrittenNumber> {
    let compatible: String = text
        .nfkc()
        .map(|letter| if is_minus(letter) { '-' } else { letter })
        .collect();
    let mut rest = compatible.trim();
    let mut negative = false;
    let mut signed = false;
    let mut percent = false;
    let mut currency = false;
    loop {
        let before = rest;
        let inside = rest
            .strip_prefix('(')
            .and_then(|inner| inner.strip_suffix(')'));
        if let Some(inner) = inside {
            if signed {
                return None;
            }
            (rest, negative, signed) = (inner.trim(), true, true);
        }
        let sign = rest
            .strip_prefix(['-', '+'])
            .map(|inner| (inner, rest.starts_with('-')));
        let sign = sign.or_else(|| rest.strip_suffix('-').map(|inner| (inner, true)));
        if let Some((inner, minus)) = sign {
            if signed {
                return None;
            }
            (rest, negative, signed) = (inner.trim(), minus, true);
        }
        if let Some(inner) = rest.strip_suffix('%')
            && !percent
        {
            (rest, percent) = (inner.trim(), true);
        }
        if !currency && let Some(inner) = without_currency(rest) {
            (rest, currency) = (inner.trim(), true);
        }
        if rest == before {
            break;
        }
    }
    let value = Decimal::from_str(&plain_digits(rest, mark)?).ok()?;
    let value = if negative && !value.is_zero() {
        -value
    } else {
        value
    };
    Some(WrittenNumber { value, percent })
}

const fn is_minus(letter: char) -> bool {
    matches!(letter, '\u{2212}' | '\u{2013}' | '\u{2010}' | '\u{2011}')
}

fn without_currency(text: &str) -> Option<&str> {
    let sign = text
        .strip_prefix(CURRENCY_SIGNS)
        .or_else(|| text.strip_suffix(CURRENCY_SIGNS));
    sign.or_else(|| {
        CURRENCY_WORDS
            .iter()
            .find_map(|word| text.strip_prefix(word).or_else(|| text.strip_suffix(word)))
    })
}

/// The digits with at most one dot; `None` unless the text is one well-formed number without a sign.
fn plain_digits(text: &str, mark: DecimalMark) -> Option<String> {
    if !text
        .chars()
        .all(|letter| letter.is_ascii_digit() || is_separator(letter))
    {
        return None;
    }
    let (whole, decimals) = match decimal_at(text, mark) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let decimals = match decimals {
        Some(digits) if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            return None;
        }
        other => other,
    };
    let whole = ungrouped(whole, decimals.is_some())?;
    let digits = whole.len() + decimals.map_or(0, str::len);
    if digits > 28 {
        return None;
    }
    Some(decimals.map_or_else(|| whole.clone(), |decimals| format!("{whole}.{decimals}")))
}

const fn is_separator(letter: char) -> bool {
    matches!(letter, '.' | ',' | ' ' | '\'' | '\u{2019}')
}

/// Where the decimal mark stands; `None` for a whole number.
fn decimal_at(text: &str, mark: DecimalMark) -> Option<usize> {
    let (dots, commas) = (text.matches('.').count(), text.matches(',').count());
    let own = match mark {
        DecimalMark::Dot => '.',
        DecimalMark::Comma => ',',
    };
    match (dots, commas) {
        (0, 0) => None,
        // With both marks there, the later one separates the decimals.
        (1.., 1..) => text.rfind(['.', ',']),
        (1, 0) if own == '.' => text.find('.'),
        (0, 1) if own == ',' => text.find(','),
        _ => None,
    }
}

/// The digits of a whole part whose groups are well formed: `1,204,000`, `1 204`, `12,34,000`.
fn ungrouped(whole: &str, may_be_empty: bool) -> Option<String> {
    if whole.is_empty() {
        return may_be_empty.then(|| "0".to_owned());
    }
    let Some(separator) = whole.chars().find(|letter| is_separator(*letter)) else {
        return Some(whole.to_owned());
    };
    let groups: Vec<&str> = whole.split(separator).collect();
    let (first, rest) = groups.split_first()?;
    let (last, inner) = rest.split_last()?;
    let is_digits = |group: &&str| group.bytes().all(|byte| byte.is_ascii_digit());
    let formed = groups.iter().all(is_digits)
        && (1..=3).contains(&first.len())
        && last.len() == 3
        && (inner.iter().all(|group| group.len() == 3)
            || inner.iter().all(|group| group.len() == 2));
    formed.then(|| groups.concat())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn dot(text: &str) -> Option<String> {
        read_number(text, DecimalMark::Dot).map(|value| value.to_string())
    }

    #[test]
    fn amounts_read_as_people_write_them() {
        for (text, value) in [
            ("1,204.50", "1204.50"),
            ("£1,204.50", "1204.50"),
            ("(1,204.50)", "-1204.50"),
            ("-£5", "-5"),
            ("£-5", "-5"),
            ("(£12.00)", "-12.00"),
            ("£(12.00)", "-12.00"),
            ("$(30.00)", "-30.00"),
            ("(1,234.56) EUR", "-1234.56"),
            ("5-", "-5"),
            ("\u{2212}7", "-7"),
            ("１，２３４．５", "1234.5"),
            ("12 EUR", "12"),
            ("USD 1 204 000", "1204000"),
            ("1.204,50", "1204.50"),
            ("1.234.567", "1234567"),
            ("12,34,000", "1234000"),
            ("1'204.50", "1204.50"),
            (".5", "0.5"),
            ("-0", "0"),
            ("1200元", "1200"),
        ] {
            assert_eq!(dot(text).as_deref(), Some(value), "{text}");
        }
    }

    #[test]
    fn what_is_not_one_number_is_refused() {
        for text in [
            "", "-", "n/a", "1,5", "1E5", "3-4", "--5", "(-5)", "1.2.3", "12%", "1,20,0", "£",
            "5.", "1 2", "$$5",
        ] {
            assert_eq!(dot(text), None, "{text}");
        }
    }

    #[test]
    fn a_lone_mark_means_what_the_file_says() {
        let comma = |text| read_number(text, DecimalMark::Comma).map(|value| value.to_string());
        assert_eq!(comma("1.204").as_deref(), Some("1204"));
        assert_eq!(comma("1,5").as_deref(), Some("1.5"));
        assert_eq!(comma("-1.204,50").as_deref(), Some("-1204.50"));
        assert_eq!(comma("1.5"), None);
        assert_eq!(dot("1,204").as_deref(), Some("1204"));
    }

    proptest! {
        #[test]
        fn a_read_number_reads_again_to_itself(units in -10_000_000_000_i64..10_000_000_000, scale in 0_u32..6) {
            let value = Decimal::new(units, scale);
            prop_assert_eq!(read_number(&value.to_string(), DecimalMark::Dot), Some(value));
        }

        #[test]
        fn no_text_makes_the_reader_fail(text in any::<String>()) {
            if let Some(value) = read_number(&text, DecimalMark::Comma) {
                prop_assert!(text.chars().any(char::is_numeric), "{} became {}", text, value);
            }
        }
    }
}
