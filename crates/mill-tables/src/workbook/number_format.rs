//! Numbers as a workbook shows them, by the format code of their cell.

use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};
use ssfmt::FormatOptions;

/// The text a person sees. Where a format would cost digits (scientific notation, a narrow column), all digits are shown.
pub(crate) fn show_number(value: f64, code: Option<&str>) -> String {
    let Some(code) = code.filter(|code| !is_general(code)) else {
        return general(value);
    };
    let section = section(code, value);
    let bare = bare(section);
    if bare.contains("E+") || bare.contains("E-") || bare.contains('@') || bare.contains("General")
    {
        return general(value);
    }
    let rounded = decimals(&bare).map_or(value, |places| round_half_up(value, places));
    match ssfmt::format(rounded, code, &FormatOptions::default()) {
        Ok(text) => text.trim().to_owned(),
        Err(_) => general(value),
    }
}

/// All digits that are sure: whole numbers in full, others to the 15 digits a workbook keeps, never with an exponent.
pub(super) fn general(value: f64) -> String {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value == 0.0 {
        return "0".to_owned();
    }
    if value.fract() == 0.0 && value.abs() < EXACT {
        return format!("{value:.0}");
    }
    // A workbook keeps 15 digits; the sixteenth is noise of the binary form, as in 0.1 + 0.2.
    format!("{value:.14e}")
        .parse::<f64>()
        .unwrap_or(value)
        .to_string()
}

fn is_general(code: &str) -> bool {
    code.trim().eq_ignore_ascii_case("general") || code.is_empty() || code == "@"
}

/// The part of the code for this value: positive; negative; zero.
fn section(code: &str, value: f64) -> &str {
    let mut ends = Vec::new();
    let (mut quoted, mut escaped) = (false, false);
    for (place, character) in code.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => quoted = !quoted,
            ';' if !quoted => ends.push(place),
            _ => {}
        }
    }
    let part = |index: usize| {
        let start = if index == 0 {
            0
        } else {
            ends.get(index - 1)? + 1
        };
        code.get(start..ends.get(index).copied().unwrap_or(code.len()))
    };
    let wanted = if value < 0.0 {
        part(1)
    } else if value == 0.0 {
        part(2)
    } else {
        None
    };
    wanted.or_else(|| part(0)).unwrap_or(code)
}

/// The code without literal text: quotes, brackets, escapes, fillers.
fn bare(section: &str) -> String {
    let mut rest = section.chars();
    let mut bare = String::new();
    while let Some(character) = rest.next() {
        match character {
            '"' => while rest.next().is_some_and(|inner| inner != '"') {},
            '[' => while rest.next().is_some_and(|inner| inner != ']') {},
            '\\' | '_' | '*' => {
                rest.next();
            }
            other => bare.push(other),
        }
    }
    bare
}

/// How many decimals the value itself is shown to; `None` if the code scales it or shows a fraction.
fn decimals(bare: &str) -> Option<u32> {
    let is_digit = |character: char| matches!(character, '0' | '#' | '?');
    if bare.contains('/') {
        return None;
    }
    let (whole, behind) = bare.split_once('.').unwrap_or((bare, ""));
    let scales = whole
        .trim_end_matches(|character| !is_digit(character) && character != ',')
        .ends_with(',')
        || behind.trim_start_matches(is_digit).starts_with(',');
    if scales {
        return None;
    }
    let places = behind
        .chars()
        .take_while(|character| is_digit(*character))
        .count();
    let percents = bare.chars().filter(|character| *character == '%').count();
    u32::try_from(places + 2 * percents).ok()
}

/// Rounds as a workbook does: by the decimal digits, halves away from zero.
fn round_half_up(value: f64, places: u32) -> f64 {
    Decimal::from_str_exact(&general(value))
        .ok()
        .and_then(|exact| {
            exact
                .round_dp_with_strategy(places.min(20), RoundingStrategy::MidpointAwayFromZero)
                .to_f64()
        })
        .unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_look_as_in_the_workbook() {
        let cases = [
            (0.075, "0.0%", "7.5%"),
            (1.0, "0%", "100%"),
            (0.12, "0%", "12%"),
            (1234.5, "#,##0.00 [$€-407]", "1,234.50 €"),
            (1234.5, "\"USD\" #,##0.00", "USD 1,234.50"),
            (1234.5, "[$$-409]#,##0.00", "$1,234.50"),
            (-1234.5, "#,##0.00;(#,##0.00)", "(1,234.50)"),
            (123.0, "00000", "00123"),
            (1.005, "0.00", "1.01"),
            (2.675, "#,##0.00", "2.68"),
            (-1234.5, "#,##0.00", "-1,234.50"),
            (100_000_000_000.0, "General", "100000000000"),
            (100_000_000_000.0, "0.00E+00", "100000000000"),
            (0.1 + 0.2, "General", "0.3"),
            (1234.0, "#,##0", "1,234"),
            (
                0.0,
                "_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)",
                "-",
            ),
            (
                5.0,
                "_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)",
                "5.00",
            ),
            (12.0, "0 \"days\"", "12 days"),
        ];
        for (value, code, expected) in cases {
            assert_eq!(
                show_number(value, Some(code)),
                expected,
                "{value} as {code}"
            );
        }
    }

    #[test]
    fn without_a_format_no_digit_is_lost_and_none_is_made_up() {
        for (value, expected) in [
            (123_456_789_012_345.0, "123456789012345"),
            (46112.75, "46112.75"),
            (-0.5, "-0.5"),
            (1e20, "100000000000000000000"),
            (0.000_012_5, "0.0000125"),
        ] {
            assert_eq!(show_number(value, None), expected);
        }
    }
}
