//! Result cells: each type in the form a workbook has for it.

use mill_domain::{FieldType, Value};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::source_cell::Cell;
use super::{ExportWords, ResultColumn};

/// A result as a workbook cell. A value that is not of its type, as in results nobody could repair, is text.
pub(super) fn result_cell(
    column: &ResultColumn,
    value: Option<&Value>,
    words: &ExportWords,
) -> Cell {
    let Some(value) = value.filter(|value| !value.is_null()) else {
        return Cell::Blank;
    };
    let typed = match &column.field_type {
        FieldType::Integer => value
            .as_i64()
            .and_then(|number| decimal_cell(Decimal::from(number), "0", 0)),
        FieldType::Number => decimal(value).and_then(|number| decimal_cell(number, "0", 0)),
        FieldType::Money => decimal(value).and_then(|number| decimal_cell(number, "#,##0", 2)),
        FieldType::Percent => decimal(value).and_then(percent_cell),
        FieldType::Date => value.as_str().and_then(day_cell),
        FieldType::Text { .. }
        | FieldType::YesNo
        | FieldType::Choice { .. }
        | FieldType::Choices { .. }
        | FieldType::List { .. }
        | FieldType::File => None,
    };
    typed.unwrap_or_else(|| match result_text(column, Some(value), words) {
        text if text.is_empty() => Cell::Blank,
        text => Cell::Text(text),
    })
}

/// A result as plain text, for CSV: `7.5%`, `yes`, `2026-03-31`, choices apart by `; `, lists as JSON.
pub(super) fn result_text(
    column: &ResultColumn,
    value: Option<&Value>,
    words: &ExportWords,
) -> String {
    let Some(value) = value else {
        return String::new();
    };
    match (&column.field_type, value) {
        (_, Value::Null) => String::new(),
        (FieldType::Percent, value) => {
            match decimal(value).and_then(|share| share.checked_mul(Decimal::ONE_HUNDRED)) {
                Some(percent) => format!("{}%", percent.normalize()),
                None => plain(value),
            }
        }
        (FieldType::YesNo, Value::Bool(true)) => words.yes.clone(),
        (FieldType::YesNo, Value::Bool(false)) => words.no.clone(),
        (FieldType::Choices { .. }, Value::Array(choices)) => {
            choices.iter().map(plain).collect::<Vec<_>>().join("; ")
        }
        (_, value) => plain(value),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn decimal(value: &Value) -> Option<Decimal> {
    Decimal::from_str_exact(&plain(value)).ok()
}

/// A number with at least `places` decimals and as many as it has; `None` if it has more digits than a workbook keeps.
fn decimal_cell(number: Decimal, whole: &str, places: u32) -> Option<Cell> {
    let places = places.max(number.scale());
    let digits = number
        .mantissa()
        .unsigned_abs()
        .checked_ilog10()
        .map_or(1, |log| log + 1);
    if digits > 15 {
        return None;
    }
    let mut format = whole.to_owned();
    if places > 0 {
        format.push('.');
        format.extend(std::iter::repeat_n('0', places as usize));
    }
    Some(Cell::Number {
        value: number.to_f64()?,
        format,
    })
}

fn percent_cell(share: Decimal) -> Option<Cell> {
    let percent = share.checked_mul(Decimal::ONE_HUNDRED)?.normalize();
    match decimal_cell(percent, "0", 0)? {
        Cell::Number { format, .. } => Some(Cell::Number {
            value: share.to_f64()?,
            format: format + "%",
        }),
        other => Some(other),
    }
}

fn day_cell(text: &str) -> Option<Cell> {
    let mut parts = text.split('-');
    let year: u16 = parts.next()?.parse().ok()?;
    let month: u8 = parts.next()?.parse().ok()?;
    let day: u8 = parts.next()?.parse().ok()?;
    // Before March 1900 a workbook's days are off by one.
    let is_safe =
        (1901..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    (is_safe && parts.next().is_none()).then_some(Cell::Day { year, month, day })
}

#[cfg(test)]
mod tests {
    use mill_domain::FieldName;
    use serde_json::json;

    use super::*;

    fn column(field_type: FieldType) -> ResultColumn {
        ResultColumn {
            field: FieldName::new("x"),
            label: "X".to_owned(),
            field_type,
        }
    }

    #[test]
    fn each_type_is_written_as_what_it_is() {
        let words = ExportWords::default();
        let cell =
            |field_type, value: Value| result_cell(&column(field_type), Some(&value), &words);
        let number = |value, format: &str| Cell::Number {
            value,
            format: format.to_owned(),
        };
        assert_eq!(
            cell(FieldType::Percent, json!("0.075")),
            number(0.075, "0.0%")
        );
        assert_eq!(
            cell(FieldType::Money, json!("-1204.5")),
            number(-1204.5, "#,##0.00")
        );
        assert_eq!(cell(FieldType::Integer, json!(42)), number(42.0, "0"));
        assert_eq!(
            cell(FieldType::Date, json!("2026-03-31")),
            Cell::Day {
                year: 2026,
                month: 3,
                day: 31
            }
        );
        assert_eq!(
            cell(FieldType::YesNo, json!(true)),
            Cell::Text("yes".to_owned())
        );
        assert_eq!(
            cell(
                FieldType::Choices {
                    choices: Vec::new()
                },
                json!(["a", "b"])
            ),
            Cell::Text("a; b".to_owned())
        );
        assert_eq!(
            cell(FieldType::Money, json!("about 5")),
            Cell::Text("about 5".to_owned())
        );
        assert_eq!(
            cell(FieldType::Number, json!("12345678901234567.8")),
            Cell::Text("12345678901234567.8".to_owned())
        );
        assert_eq!(
            result_text(&column(FieldType::Percent), Some(&json!("0.075")), &words),
            "7.5%"
        );
    }
}
