//! From the JSON of an answer to a record in canonical form.

use mill_domain::{
    CheckKind, FieldName, FieldSpec, FieldType, Finding, FindingLevel, Record, Value,
};
use serde_json::{Map, Value as Json};

use crate::typed::{missing, not_of_type, shown, value_from_text};
use crate::{DecimalMark, Reading};

/// Answers are asked for in one form; text that could mean two days is not read.
const ANSWER_READING: Reading = Reading {
    decimal: DecimalMark::Dot,
    dates: None,
};

/// Reads an answer. What cannot be used is left out of the record and told as a finding.
pub(super) fn read(outputs: &[FieldSpec], answer: Json) -> (Record, Vec<Finding>) {
    let mut findings = Vec::new();
    let object = match (answer, outputs) {
        (Json::Object(object), _) => object,
        (list @ Json::Array(_), [only])
            if matches!(
                only.field_type,
                FieldType::List { .. } | FieldType::Choices { .. }
            ) =>
        {
            Map::from_iter([(only.name.as_str().to_owned(), list)])
        }
        (other, _) => {
            let names: Vec<_> = outputs.iter().map(|field| field.name.as_str()).collect();
            let expected = format!("one JSON object with {}", names.join(", "));
            findings.push(Finding {
                field: outputs
                    .first()
                    .map_or_else(|| FieldName::new("answer"), |field| field.name.clone()),
                check: CheckKind::Type,
                level: FindingLevel::Error,
                message: format!(
                    "The answer is `{}`, which is not {expected}.",
                    shown(&other.to_string())
                ),
                found: shown(&other.to_string()),
                expected,
            });
            return (Record::new(), findings);
        }
    };
    let record = read_object(outputs, object, "", &mut findings);
    (record.into(), findings)
}

/// Reads the fields of an object; `place` is the record of a list in words, or "".
fn read_object(
    fields: &[FieldSpec],
    mut object: Map<String, Json>,
    place: &str,
    findings: &mut Vec<Finding>,
) -> Map<String, Json> {
    let mut record = Map::new();
    for field in fields {
        let value = object
            .shift_remove(field.name.as_str())
            .unwrap_or(Json::Null);
        let before = findings.len();
        let read = read_value(field, value, findings);
        match read {
            Some(value) => {
                record.insert(field.name.as_str().to_owned(), value);
            }
            None if field.required && findings.len() == before => findings.push(missing(field)),
            None => {}
        }
        for finding in findings
            .iter_mut()
            .skip(before)
            .filter(|_| !place.is_empty())
        {
            finding.message = format!("{place}: {}", finding.message);
        }
    }
    for (name, value) in object {
        findings.push(surplus(&name, &value));
    }
    record
}

fn surplus(name: &str, value: &Json) -> Finding {
    Finding {
        field: FieldName::new(shown(name)),
        check: CheckKind::Type,
        level: FindingLevel::Warning,
        expected: "no such field".to_owned(),
        found: shown(&text_of(value)),
        message: format!(
            "The answer has a field `{}` that the skill does not know; it was left out.",
            shown(name)
        ),
    }
}

/// The value in canonical form; `None` if it is empty or unusable, the latter with a finding.
fn read_value(field: &FieldSpec, value: Json, findings: &mut Vec<Finding>) -> Option<Value> {
    let refuse = |findings: &mut Vec<Finding>, value: &Json| {
        findings.push(not_of_type(field, &text_of(value)));
        None
    };
    match (&field.field_type, value) {
        (_, Json::Null) => None,
        (FieldType::YesNo, Json::Bool(yes)) => Some(Json::Bool(yes)),
        (FieldType::List { fields }, Json::Array(items)) => {
            Some(read_list(field, fields, items, findings))
        }
        (FieldType::Choices { .. }, Json::Array(items)) => read_choices(field, items, findings),
        (
            FieldType::Integer | FieldType::Number | FieldType::Money | FieldType::Percent,
            Json::Number(number),
        ) => read_text(field, &number_text(&number), findings),
        (FieldType::Text { .. }, value @ (Json::Number(_) | Json::Bool(_))) => {
            read_text(field, &value.to_string(), findings)
        }
        (FieldType::List { .. } | FieldType::YesNo, Json::String(text))
            if text.trim().is_empty() =>
        {
            None
        }
        (FieldType::List { .. }, value @ Json::String(_)) => refuse(findings, &value),
        (_, Json::String(text)) => read_text(field, &text, findings),
        (_, value) => refuse(findings, &value),
    }
}

fn read_text(field: &FieldSpec, text: &str, findings: &mut Vec<Finding>) -> Option<Value> {
    match value_from_text(field, text, ANSWER_READING) {
        Ok(value) => value,
        Err(finding) => {
            findings.push(finding);
            None
        }
    }
}

/// Shortest digits of a JSON number: `1204.5`, and `12` for `12.0`.
fn number_text(number: &serde_json::Number) -> String {
    let text = number.to_string();
    let exact = || {
        text.parse::<rust_decimal::Decimal>()
            .or_else(|_| rust_decimal::Decimal::from_scientific(&text))
    };
    match exact() {
        Ok(value) if value.fract().is_zero() => value.trunc().to_string(),
        Ok(value) => value.to_string(),
        Err(_) => text,
    }
}

fn read_list(
    field: &FieldSpec,
    fields: &[FieldSpec],
    items: Vec<Json>,
    findings: &mut Vec<Finding>,
) -> Value {
    let mut records = Vec::new();
    for (number, item) in (1..).zip(items) {
        let place = format!("{} {number}", field.label);
        let before = findings.len();
        match item {
            Json::Object(object) => {
                records.push(Json::Object(read_object(fields, object, &place, findings)));
            }
            other => findings.push(not_of_type(field, &text_of(&other))),
        }
        // The list is what a person sees; the message says which record and which field of it.
        for finding in findings.iter_mut().skip(before) {
            finding.field = field.name.clone();
        }
    }
    Json::Array(records)
}

fn read_choices(field: &FieldSpec, items: Vec<Json>, findings: &mut Vec<Finding>) -> Option<Value> {
    let FieldType::Choices { choices } = &field.field_type else {
        return None;
    };
    let mut chosen = Vec::new();
    for item in items {
        match item
            .as_str()
            .and_then(|text| crate::typed::listed_spelling(choices, text.trim()))
        {
            Some(choice) if chosen.contains(&Json::from(choice)) => {}
            Some(choice) => chosen.push(Json::from(choice)),
            None => {
                findings.push(crate::typed::not_listed(field, choices, &text_of(&item)));
                return None;
            }
        }
    }
    Some(Json::Array(chosen))
}

fn text_of(value: &Json) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
