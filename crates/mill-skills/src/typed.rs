//! Text to typed values: cells of a table, cells of a rule, corrections a person types.

use mill_domain::{CheckKind, FieldSpec, FieldType, Finding, FindingLevel, Value};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive as _;
use serde_json::Value as Json;

use crate::number::{read_number, read_written};
use crate::{DateOrder, DecimalMark, fold, read_date};

/// The most characters of a value a finding shows.
const SHOWN_CHARS: usize = 120;
/// Separates several choices in one cell.
const CHOICE_SEPARATORS: [char; 4] = ['|', ';', '；', '、'];

/// How text in a table is to be read where it could mean two things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reading {
    /// The decimal mark.
    pub decimal: DecimalMark,
    /// Day or month first; `None`: dates that could be either are not read.
    pub dates: Option<DateOrder>,
}

/// Reads what a person typed or a cell holds as a value of `field`, in canonical form. `Ok(None)`: the text is empty.
/// # Errors
/// A [`Finding`] of level error if the text is not of the field's type, too long or not in its list.
pub fn value_from_text(
    field: &FieldSpec,
    text: &str,
    reading: Reading,
) -> Result<Option<Value>, Finding> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Ok(None);
    }
    let of_type = |value: Option<Value>| value.map(Some).ok_or_else(|| not_of_type(field, trimmed));
    match &field.field_type {
        FieldType::Text { max_chars } => within_length(field, trimmed, *max_chars).map(Some),
        FieldType::Integer => {
            let whole =
                read_number(trimmed, reading.decimal).filter(|value| value.fract().is_zero());
            of_type(whole.and_then(|value| value.to_i64()).map(Json::from))
        }
        FieldType::Number | FieldType::Money => {
            of_type(read_number(trimmed, reading.decimal).map(decimal))
        }
        FieldType::Percent => of_type(read_written(trimmed, reading.decimal).and_then(|written| {
            let hundred = Decimal::ONE_HUNDRED;
            let share = if written.percent {
                written.value.checked_div(hundred)?.normalize()
            } else {
                written.value
            };
            Some(decimal(share))
        })),
        FieldType::Date => {
            of_type(read_date(trimmed, reading.dates).map(|date| Json::from(date.to_string())))
        }
        FieldType::YesNo => of_type(yes_no(trimmed).map(Json::from)),
        FieldType::Choice { choices } => match listed_spelling(choices, trimmed) {
            Some(choice) => Ok(Some(Json::from(choice))),
            None => Err(not_listed(field, choices, trimmed)),
        },
        FieldType::Choices { choices } => chosen(field, choices, trimmed).map(Some),
        FieldType::List { .. } => {
            of_type(serde_json::from_str(trimmed).ok().filter(Json::is_array))
        }
        FieldType::File => Ok(Some(Json::from(trimmed))),
    }
}

/// The type in plain words, as part of a sentence: `an amount such as 1204.50`.
pub(crate) fn expected_words(field_type: &FieldType) -> String {
    match field_type {
        FieldType::Text { max_chars: None } => "text".to_owned(),
        FieldType::Text {
            max_chars: Some(limit),
        } => format!("text of at most {limit} characters"),
        FieldType::Integer => "a whole number such as 12".to_owned(),
        FieldType::Number => "a number such as 12.5".to_owned(),
        FieldType::Money => "an amount such as 1204.50 or -12.00".to_owned(),
        FieldType::Percent => "a share such as 0.85 or 85%".to_owned(),
        FieldType::Date => "a date such as 2026-03-31".to_owned(),
        FieldType::YesNo => "yes or no".to_owned(),
        FieldType::Choice { choices } => format!("exactly one of {} listed values", choices.len()),
        FieldType::Choices { choices } => format!("any of {} listed values", choices.len()),
        FieldType::List { .. } => "a list of records".to_owned(),
        FieldType::File => "a file".to_owned(),
    }
}

/// A finding about one field, of level error.
pub(crate) fn finding(
    field: &FieldSpec,
    check: CheckKind,
    expected: String,
    found: &str,
    message: String,
) -> Finding {
    Finding {
        field: field.name.clone(),
        check,
        level: FindingLevel::Error,
        expected,
        found: shown(found),
        message,
    }
}

/// The finding for a value that must be there and is not.
pub(crate) fn missing(field: &FieldSpec) -> Finding {
    let expected = expected_words(&field.field_type);
    finding(
        field,
        CheckKind::Required,
        expected,
        "",
        format!("{} is missing.", field.label),
    )
}

pub(crate) fn not_of_type(field: &FieldSpec, found: &str) -> Finding {
    let expected = expected_words(&field.field_type);
    let message = format!(
        "{} is `{}`, which is not {expected}.",
        field.label,
        shown(found)
    );
    finding(field, CheckKind::Type, expected, found, message)
}

pub(crate) fn not_listed(field: &FieldSpec, choices: &[String], found: &str) -> Finding {
    let expected = format!("one of {} listed values", choices.len());
    let message = format!(
        "{} is `{}`, which is not {expected}.",
        field.label,
        shown(found)
    );
    finding(field, CheckKind::Choice, expected, found, message)
}

/// The text if it is not too long.
pub(crate) fn within_length(
    field: &FieldSpec,
    text: &str,
    max_chars: Option<u32>,
) -> Result<Value, Finding> {
    let length = text.chars().count();
    match max_chars {
        Some(limit) if length > limit as usize => {
            let message = format!(
                "{} has {length} characters; at most {limit} are allowed.",
                field.label
            );
            Err(finding(
                field,
                CheckKind::Length,
                format!("at most {limit} characters"),
                text,
                message,
            ))
        }
        Some(_) | None => Ok(Json::from(text)),
    }
}

/// The spelling of the list for a value that is the same but for case, width and space.
pub(crate) fn listed_spelling<'a>(choices: &'a [String], text: &str) -> Option<&'a str> {
    if let Some(exact) = choices.iter().find(|choice| *choice == text) {
        return Some(exact);
    }
    let folded = fold(text);
    choices
        .iter()
        .find(|choice| fold(choice) == folded)
        .map(String::as_str)
}

/// The first characters of a value, for a finding.
pub(crate) fn shown(text: &str) -> String {
    if text.chars().count() <= SHOWN_CHARS {
        return text.to_owned();
    }
    text.chars().take(SHOWN_CHARS - 1).chain(['…']).collect()
}

/// A decimal in canonical form.
pub(crate) fn decimal(value: Decimal) -> Value {
    Json::from(if value.is_zero() {
        value.abs().to_string()
    } else {
        value.to_string()
    })
}

/// Yes or no in the words people use.
pub(crate) fn yes_no(text: &str) -> Option<bool> {
    match fold(text).as_str() {
        "yes" | "y" | "true" | "1" | "是" | "はい" => Some(true),
        "no" | "n" | "false" | "0" | "否" | "いいえ" => Some(false),
        _ => None,
    }
}

fn chosen(field: &FieldSpec, choices: &[String], text: &str) -> Result<Value, Finding> {
    let mut chosen = Vec::new();
    for part in text
        .split(CHOICE_SEPARATORS)
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let choice =
            listed_spelling(choices, part).ok_or_else(|| not_listed(field, choices, part))?;
        let choice = Json::from(choice);
        if !chosen.contains(&choice) {
            chosen.push(choice);
        }
    }
    Ok(Json::Array(chosen))
}

#[cfg(test)]
mod tests {
    use mill_domain::FieldName;
    use serde_json::json;

    use super::*;

    fn field(field_type: FieldType) -> FieldSpec {
        FieldSpec {
            name: FieldName::new("x"),
            label: "X".to_owned(),
            field_type,
            required: false,
            from_model_only: false,
        }
    }

    fn read(field_type: FieldType, text: &str) -> Result<Option<Value>, String> {
        value_from_text(&field(field_type), text, Reading::default())
            .map_err(|finding| finding.message)
    }

    #[test]
    fn every_type_has_one_canonical_form() {
        let choices = vec!["Food Costs".to_owned(), "Postage".to_owned()];
        for (field_type, text, value) in [
            (
                FieldType::Text { max_chars: Some(3) },
                " abc ",
                json!("abc"),
            ),
            (FieldType::Integer, "1,204", json!(1204)),
            (FieldType::Number, "012.50", json!("12.50")),
            (FieldType::Money, "(£1,204.50)", json!("-1204.50")),
            (FieldType::Percent, "7.5 %", json!("0.075")),
            (FieldType::Percent, "0.85", json!("0.85")),
            (FieldType::Date, "31/03/2026", json!("2026-03-31")),
            (FieldType::YesNo, "Yes", json!(true)),
            (FieldType::YesNo, "否", json!(false)),
            (
                FieldType::Choice {
                    choices: choices.clone(),
                },
                "food  COSTS",
                json!("Food Costs"),
            ),
            (
                FieldType::Choices { choices },
                "postage; Food Costs; Postage",
                json!(["Postage", "Food Costs"]),
            ),
            (FieldType::File, "a/b.pdf", json!("a/b.pdf")),
        ] {
            assert_eq!(read(field_type.clone(), text), Ok(Some(value)), "{text}");
            assert_eq!(read(field_type, "  "), Ok(None));
        }
    }

    #[test]
    fn what_does_not_fit_is_a_finding_in_plain_words() {
        let choices = vec!["Food Costs".to_owned(), "Postage".to_owned()];
        assert_eq!(
            read(FieldType::Money, "n/a").unwrap_err(),
            "X is `n/a`, which is not an amount such as 1204.50 or -12.00."
        );
        assert_eq!(
            read(FieldType::Choice { choices }, "Food Cost").unwrap_err(),
            "X is `Food Cost`, which is not one of 2 listed values."
        );
        assert!(read(FieldType::Integer, "1.5").is_err());
        assert!(read(FieldType::Date, "03/04/2026").is_err());
        assert!(read(FieldType::Text { max_chars: Some(3) }, "abcd").is_err());
    }
}
