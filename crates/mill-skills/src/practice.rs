//! Answers for practice mode: made from the schema, without a model, the same for the same seed.

use mill_domain::{FieldName, FieldSpec, FieldType, Record, Value};
use rust_decimal::Decimal;
use serde_json::{Map, Value as Json};
use sha2::{Digest as _, Sha256};

use crate::Skill;
use crate::bound::Bound;
use crate::checks::CheckRule;

mod merge;
mod sums;

/// Every text of a practice answer begins so.
pub const PRACTICE_TEXT: &str = "Practice answer, no model was asked.";
/// Days of 2026 that practice dates are taken from.
const DAYS_IN_MONTH: u64 = 28;

/// A plausible answer: choices from the list, shares between 0.5 and 0.99, amounts and lists that add up where the
/// skill checks sums, and texts that say they are practice. The same skill, inputs and seed give the same answer.
/// `source_text` is the text of the task's documents: amounts that need evidence are taken from it.
pub fn answer(skill: &Skill, inputs: &Record, source_text: Option<&str>, seed: u64) -> Value {
    let draw = Draw {
        seed,
        inputs: serde_json::to_string(inputs).unwrap_or_default(),
    };
    let mut answer = object(&skill.outputs, "", &draw);
    for check in &skill.checks {
        match &check.rule {
            CheckRule::Range { field, min, max } if field.inner.is_none() => {
                within(&mut answer, &field.field, *min, *max, &draw);
            }
            CheckRule::Evidence { field } if field.inner.is_none() => {
                from_source(skill, &mut answer, &field.field, source_text);
            }
            CheckRule::Range { .. }
            | CheckRule::Evidence { .. }
            | CheckRule::Required { .. }
            | CheckRule::Pattern { .. }
            | CheckRule::Sum { .. }
            | CheckRule::Lookup { .. }
            | CheckRule::Agree { .. } => {}
        }
    }
    sums::make_them_hold(skill, &mut answer);
    if let Some(spec) = &skill.merge {
        merge::lines(skill, spec, inputs, &mut answer, |fields, number| {
            object(fields, &format!("/{}/{number}", spec.lines), &draw)
        });
    }
    Json::Object(answer)
}

/// Numbers that depend on the seed, the inputs and the field, and on nothing else.
struct Draw {
    seed: u64,
    inputs: String,
}

impl Draw {
    /// A number from 0 to `below` - 1; 0 if `below` is 0.
    fn number(&self, path: &str, below: u64) -> u64 {
        let mut hash = Sha256::new();
        hash.update(self.seed.to_le_bytes());
        hash.update(path);
        hash.update([0]);
        hash.update(&self.inputs);
        let bytes = hash.finalize();
        let number = bytes
            .iter()
            .take(8)
            .fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
        number.checked_rem(below).unwrap_or(0)
    }

    fn decimal(&self, path: &str, from: i64, below: i64) -> Decimal {
        let width = u64::try_from(below - from).unwrap_or(0);
        let offset = i64::try_from(self.number(path, width)).unwrap_or(0);
        Decimal::new(from + offset, 2)
    }
}

fn object(fields: &[FieldSpec], path: &str, draw: &Draw) -> Map<String, Json> {
    let value = |field: &FieldSpec| value(field, &format!("{path}/{}", field.name), draw);
    fields
        .iter()
        .map(|field| (field.name.as_str().to_owned(), value(field)))
        .collect()
}

fn value(field: &FieldSpec, path: &str, draw: &Draw) -> Json {
    match &field.field_type {
        FieldType::Text { max_chars } => {
            let limit = max_chars.map_or(usize::MAX, |limit| limit as usize);
            Json::from(PRACTICE_TEXT.chars().take(limit).collect::<String>().trim())
        }
        FieldType::Integer => Json::from(1 + draw.number(path, 9)),
        FieldType::Number => Json::from(draw.decimal(path, 100, 10_000).normalize().to_string()),
        FieldType::Money => Json::from(draw.decimal(path, 500, 50_000).to_string()),
        FieldType::Percent => Json::from(draw.decimal(path, 50, 100).to_string()),
        FieldType::Date => {
            let (month, day) = (
                1 + draw.number(path, 12),
                1 + draw.number(&format!("{path}/day"), DAYS_IN_MONTH),
            );
            Json::from(format!("2026-{month:02}-{day:02}"))
        }
        FieldType::YesNo => Json::from(draw.number(path, 2) == 1),
        FieldType::Choice { choices } => pick(choices, path, draw),
        FieldType::Choices { choices } => Json::Array(vec![pick(choices, path, draw)]),
        FieldType::List { fields } => {
            let records = 1 + draw.number(path, 3);
            (1..=records)
                .map(|number| Json::Object(object(fields, &format!("{path}/{number}"), draw)))
                .collect()
        }
        FieldType::File => Json::Null,
    }
}

fn pick(choices: &[String], path: &str, draw: &Draw) -> Json {
    let at = usize::try_from(draw.number(path, choices.len() as u64)).unwrap_or(0);
    choices
        .get(at)
        .map_or(Json::Null, |choice| Json::from(choice.as_str()))
}

/// Moves a number into its range; a value already inside stays.
fn within(
    answer: &mut Map<String, Json>,
    field: &FieldName,
    min: Option<Bound>,
    max: Option<Bound>,
    draw: &Draw,
) {
    let Some(value) = answer.get(field.as_str()) else {
        return;
    };
    let outside = min.is_some_and(|min| min.of_value(value).is_some_and(std::cmp::Ordering::is_lt))
        || max.is_some_and(|max| max.of_value(value).is_some_and(std::cmp::Ordering::is_gt));
    if !outside {
        return;
    }
    let limits = [min, max].into_iter().flatten();
    let limits: Vec<Bound> = limits.collect();
    let at = usize::try_from(draw.number(field.as_str(), limits.len() as u64)).unwrap_or(0);
    let Some(limit) = limits.get(at) else { return };
    let is_integer = value.is_number();
    let limit = limit.to_string();
    let moved = if is_integer {
        limit.parse::<i64>().map_or(Json::Null, Json::from)
    } else {
        Json::from(limit)
    };
    answer.insert(field.as_str().to_owned(), moved);
}

/// Takes the largest amount of the source, which on a bill is the total.
fn from_source(
    skill: &Skill,
    answer: &mut Map<String, Json>,
    field: &FieldName,
    source_text: Option<&str>,
) {
    let is_amount = skill
        .output(field)
        .is_some_and(|spec| matches!(spec.field_type, FieldType::Money | FieldType::Number));
    let largest = source_text
        .and_then(crate::checks::largest_amount)
        .filter(|_| is_amount);
    if let Some(amount) = largest {
        answer.insert(field.as_str().to_owned(), Json::from(amount.to_string()));
    }
}

#[cfg(test)]
mod tests;
