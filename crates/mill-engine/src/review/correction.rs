//! From what a person typed to the next version of a result.

use std::collections::BTreeMap;

use mill_domain::{CheckKind, FieldName, FieldSpec, FieldType, Record, Value};
use mill_skills::{Reading, Skill, check_record, value_from_text};
use mill_store::TaskRow;

use super::RunShape;
use crate::EngineError;

/// The person's version: the current one with the typed fields in place.
pub(super) fn corrected(
    shape: &RunShape,
    row: &TaskRow,
    fields: &BTreeMap<String, String>,
) -> Result<Record, EngineError> {
    let before = row.output.clone().unwrap_or_default();
    let mut after = Record::new();
    for field in &shape.skill.outputs {
        let value = match fields.get(field.name.as_str()) {
            Some(text) => typed(&shape.skill, field, text, shape.map.reading)?,
            None => before.get(&field.name).cloned(),
        };
        if let Some(value) = value {
            after.set(&field.name, value);
        }
    }
    if let Some(unknown) = fields
        .keys()
        .find(|name| shape.skill.output(&FieldName::new(name.as_str())).is_none())
    {
        return Err(EngineError::BadValue {
            what: "field",
            value: unknown.clone(),
            expected: format!("use one of {}", names(&shape.skill)),
        });
    }
    if after == before {
        return Err(EngineError::BadValue {
            what: "correction",
            value: String::new(),
            expected: "change at least one field, or accept the row".to_owned(),
        });
    }
    Ok(after)
}

fn typed(
    skill: &Skill,
    field: &FieldSpec,
    text: &str,
    reading: Reading,
) -> Result<Option<Value>, EngineError> {
    if matches!(field.field_type, FieldType::List { .. }) {
        return typed_list(skill, field, text).map(Some);
    }
    value_from_text(field, text, reading).map_err(|finding| EngineError::BadCorrection {
        field: field.name.to_string(),
        label: field.label.clone(),
        value: finding.found,
        expected: finding.expected,
    })
}

/// A list travels as JSON: the form in the window writes it, nobody types it. Its records are held to their types like
/// a model's answer is.
fn typed_list(skill: &Skill, field: &FieldSpec, text: &str) -> Result<Value, EngineError> {
    let refused = |expected: String| EngineError::BadCorrection {
        field: field.name.to_string(),
        label: field.label.clone(),
        value: text.to_owned(),
        expected,
    };
    let value: Value =
        serde_json::from_str(text).map_err(|_| refused("a list of records".to_owned()))?;
    let mut typed = Record::new();
    typed.set(&field.name, value);
    let checked = check_record(skill, &Record::new(), &typed, None);
    let wrong = checked
        .findings
        .iter()
        .find(|finding| matches!(finding.check, CheckKind::Type | CheckKind::Choice));
    if let Some(finding) = wrong {
        return Err(refused(finding.expected.clone()));
    }
    let list = checked.record.get(&field.name).cloned();
    list.ok_or_else(|| refused("a list of records".to_owned()))
}

fn names(skill: &Skill) -> String {
    skill
        .outputs
        .iter()
        .map(|field| field.name.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}
