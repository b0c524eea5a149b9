//! What a second model's answer says of the first: findings on the fields a check names, and nothing else.

use mill_domain::{CheckKind, FieldSpec, FieldType, Finding, FindingLevel, Record, Value};

use super::{CheckedOutput, FieldPath};
use crate::typed::shown;
use crate::{Skill, display_value, says_the_same};

/// Said where the second model leaves a field empty that has a value, or the other way round.
const NOTHING: &str = "—";

/// Where a second model, asked for the same task without seeing the answer, says something else. `model` is who it is.
/// Values are compared by what they say: numbers by worth, text without case, width and extra space.
pub fn second_findings(
    skill: &Skill,
    fields: &[FieldPath],
    answer: &Record,
    said: &CheckedOutput,
    model: &str,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    for path in fields {
        let Some(spec) = spec_of(skill, path) else {
            continue;
        };
        if is_unreadable(said, path) {
            let reason = "its answer does not have the form that was asked for";
            findings.extend(not_seconded(
                skill,
                std::slice::from_ref(path),
                model,
                reason,
            ));
            continue;
        }
        let (own, other) = (values(answer, path), values(&said.record, path));
        let same = own.len() == other.len()
            && own
                .iter()
                .zip(&other)
                .all(|(own, other)| says_the_same(&spec.field_type, own, other));
        if same {
            continue;
        }
        let (own, other) = (text(spec, &own), text(spec, &other));
        let message = format!(
            "{}: {model}, asked without seeing the answer, says `{other}` instead of `{own}`.",
            label(skill, path)
        );
        findings.push(finding(path, other, own, message));
    }
    findings
}

/// The findings where a second model gave no answer that could be compared. `reason` says why, in a few words.
pub fn not_seconded(
    skill: &Skill,
    fields: &[FieldPath],
    model: &str,
    reason: &str,
) -> Vec<Finding> {
    fields
        .iter()
        .map(|path| {
            let message = format!(
                "{} could not be checked by {model}: {reason}.",
                label(skill, path),
                reason = reason.trim_end_matches('.')
            );
            finding(path, String::new(), String::new(), message)
        })
        .collect()
}

fn finding(path: &FieldPath, expected: String, found: String, message: String) -> Finding {
    Finding {
        field: path.field.clone(),
        check: CheckKind::Agree,
        // Somebody else's opinion is worth a look; it never makes a result unusable.
        level: FindingLevel::Warning,
        expected,
        found,
        message,
    }
}

/// The values a path names: one of an output, one a record of a field in a list.
fn values(record: &Record, path: &FieldPath) -> Vec<Value> {
    let value = record.get(&path.field).cloned().unwrap_or(Value::Null);
    match &path.inner {
        None => vec![value],
        Some(inner) => {
            let records = value.as_array().map_or(&[][..], Vec::as_slice);
            records
                .iter()
                .map(|one| one.get(inner.as_str()).cloned().unwrap_or(Value::Null))
                .collect()
        }
    }
}

fn text(spec: &FieldSpec, values: &[Value]) -> String {
    let texts = values
        .iter()
        .map(|value| display_value(&spec.field_type, value))
        .map(|text| {
            if text.is_empty() {
                NOTHING.to_owned()
            } else {
                text
            }
        });
    let joined = texts.collect::<Vec<_>>().join(", ");
    if joined.is_empty() {
        NOTHING.to_owned()
    } else {
        shown(&joined)
    }
}

/// Whether the second answer has something in a field that cannot be read.
fn is_unreadable(said: &CheckedOutput, path: &FieldPath) -> bool {
    let unread = |finding: &Finding| {
        finding.field == path.field
            && finding.level == FindingLevel::Error
            && matches!(finding.check, CheckKind::Type | CheckKind::Choice)
    };
    said.record.get(&path.field).is_none() && said.findings.iter().any(unread)
}

fn spec_of<'a>(skill: &'a Skill, path: &FieldPath) -> Option<&'a FieldSpec> {
    let output = skill.output(&path.field)?;
    match (&path.inner, &output.field_type) {
        (None, _) => Some(output),
        (Some(inner), FieldType::List { fields }) => {
            fields.iter().find(|field| field.name == *inner)
        }
        (Some(_), _) => None,
    }
}

fn label(skill: &Skill, path: &FieldPath) -> String {
    let outer = skill
        .output(&path.field)
        .map_or_else(|| path.field.to_string(), |field| field.label.clone());
    match (&path.inner, spec_of(skill, path)) {
        (Some(_), Some(inner)) => format!("{outer} {}", inner.label),
        _ => outer,
    }
}

#[cfg(test)]
mod tests;
