//! Sample tasks written: as files of evals and of examples.

use std::collections::BTreeMap;

use mill_domain::{FieldSpec, FieldType, Finding, Value};
use serde_json::{Map, Value as Json, json};

use super::{DraftField, DraftSample};
use crate::{Reading, value_from_text};

/// What a person types where a result must be empty.
pub(super) const MUST_BE_EMPTY: &str = "null";

/// The text of a file of samples; `None` without any.
pub(super) fn file<'a>(
    skill: &str,
    samples: impl Iterator<Item = (usize, &'a DraftSample)>,
    inputs: &[DraftField],
    outputs: &[FieldSpec],
) -> Option<String> {
    let rows: Vec<Json> = samples
        .map(|(at, sample)| {
            json!({
                "id": id(at, sample),
                "note": sample.note.trim(),
                "inputs": texts(&sample.inputs, inputs),
                "expected": results(&sample.expected, outputs),
            })
        })
        .collect();
    if rows.is_empty() {
        return None;
    }
    let file = json!({ "skill_name": skill, "evals": rows });
    serde_json::to_string_pretty(&file)
        .ok()
        .map(|text| text + "\n")
}

/// A sample's own id, or one made from its place.
pub(super) fn id(at: usize, sample: &DraftSample) -> String {
    match sample.id.trim() {
        "" => format!("sample-{}", at + 1),
        id => id.to_owned(),
    }
}

/// The wanted value of a field; `Ok(None)`: it may be anything.
pub(super) fn wanted(spec: &FieldSpec, text: &str) -> Result<Option<Value>, Finding> {
    let trimmed = text.trim();
    if trimmed == MUST_BE_EMPTY {
        return Ok(Some(Json::Null));
    }
    if matches!(spec.field_type, FieldType::Choices { .. })
        && let Ok(Json::Array(items)) = serde_json::from_str(trimmed)
    {
        return Ok(Some(Json::Array(items)));
    }
    value_from_text(spec, trimmed, Reading::default())
}

fn texts(values: &BTreeMap<String, String>, inputs: &[DraftField]) -> Map<String, Json> {
    inputs
        .iter()
        .filter_map(|field| {
            let text = values.get(&field.name)?;
            Some((field.name.clone(), Json::from(text.as_str())))
        })
        .collect()
}

/// In the skill's order, so that a file changes only where something changed.
fn results(values: &BTreeMap<String, String>, outputs: &[FieldSpec]) -> Map<String, Json> {
    outputs
        .iter()
        .filter_map(|spec| {
            let text = values.get(spec.name.as_str())?;
            // What is not of its type was told as a fault; it is kept as typed.
            let value = wanted(spec, text).unwrap_or_else(|_| Some(Json::from(text.as_str())))?;
            Some((spec.name.to_string(), value))
        })
        .collect()
}
