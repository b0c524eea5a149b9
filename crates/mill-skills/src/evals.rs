//! Sample tasks with expected outputs: read and checked for names, never run here.

use mill_domain::{FieldSpec, FieldType, Record, Value};
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use crate::bound::number;
use crate::{Place, SkillError, SkillSource, fold};

/// One sample task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvalCase {
    /// Its name, unique in the file.
    pub id: String,
    /// The inputs as they would stand in a table, not yet typed; files are paths inside the skill's folder.
    pub inputs: Record,
    /// The outputs that count; fields that are not named may be anything.
    pub expected: Record,
    /// What the case is about; "" if the author does not say.
    pub note: String,
}

impl EvalCase {
    /// Which of the outputs that count agree with an answer, by name in the file's order. An answer that is not there
    /// agrees with nothing.
    pub fn compare<'a>(
        &'a self,
        outputs: &[FieldSpec],
        answer: Option<&Record>,
    ) -> Vec<(&'a str, bool)> {
        self.expected
            .iter()
            .map(|(name, wanted)| {
                let spec = outputs.iter().find(|field| field.name.as_str() == name);
                let agrees = spec.zip(answer).is_some_and(|(spec, answer)| {
                    let got = answer.get(&spec.name).unwrap_or(&Value::Null);
                    agrees(&spec.field_type, wanted, got)
                });
                (name, agrees)
            })
            .collect()
    }
}

/// True if two values of a field say the same: numbers by what they are worth, text without case, width and extra space,
/// several choices in any order.
pub fn says_the_same(field_type: &FieldType, one: &Value, other: &Value) -> bool {
    agrees(field_type, one, other)
}

/// True if a value is the wanted one: numbers by what they are worth, text without case, width and extra space, several
/// choices in any order, records one by one in the fields that are wanted.
fn agrees(field_type: &FieldType, wanted: &Value, got: &Value) -> bool {
    let text = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match (field_type, wanted, got) {
        (FieldType::List { fields }, Value::Array(wanted), Value::Array(got)) => {
            wanted.len() == got.len()
                && wanted
                    .iter()
                    .zip(got)
                    .all(|(wanted, got)| record_agrees(fields, wanted, got))
        }
        (FieldType::Choices { .. }, Value::Array(wanted), Value::Array(got)) => {
            let folded = |items: &[Value]| {
                let mut items: Vec<String> = items.iter().map(|item| fold(&text(item))).collect();
                items.sort();
                items
            };
            folded(wanted) == folded(got)
        }
        (
            FieldType::Integer | FieldType::Number | FieldType::Money | FieldType::Percent,
            wanted,
            got,
        ) => match (number(&text(wanted)), number(&text(got))) {
            (Some(wanted), Some(got)) => wanted == got,
            (None, None) => text(wanted) == text(got),
            (Some(_), None) | (None, Some(_)) => false,
        },
        (_, wanted, got) => fold(&text(wanted)) == fold(&text(got)),
    }
}

fn record_agrees(fields: &[FieldSpec], wanted: &Value, got: &Value) -> bool {
    fields.iter().all(|field| {
        wanted.get(field.name.as_str()).is_none_or(|wanted| {
            let got = got.get(field.name.as_str()).unwrap_or(&Value::Null);
            agrees(&field.field_type, wanted, got)
        })
    })
}

#[derive(Deserialize)]
struct EvalFile {
    evals: Vec<EvalRow>,
}

#[derive(Deserialize)]
struct EvalRow {
    id: Json,
    #[serde(default)]
    inputs: Map<String, Json>,
    #[serde(default)]
    expected: Map<String, Json>,
    #[serde(default)]
    note: String,
}

/// Reads the sample tasks of a file; none if the skill has no such file.
pub(crate) fn read(
    path: &str,
    source: &SkillSource,
    inputs: &[FieldSpec],
    outputs: &[FieldSpec],
) -> Result<Vec<EvalCase>, SkillError> {
    let Some(text) = source.text(path) else {
        return Ok(Vec::new());
    };
    let file: EvalFile = serde_json::from_str(text).map_err(|error| {
        let place = Place {
            file: path.to_owned(),
            line: u32::try_from(error.line()).ok(),
            key: None,
        };
        let hint = "Write {\"evals\": [{\"id\": 1, \"inputs\": {…}, \"expected\": {…}}]}.";
        SkillError::wrong(
            place,
            format!("the sample tasks cannot be read: {error}"),
            hint,
        )
    })?;
    let mut cases: Vec<EvalCase> = Vec::new();
    for (number, row) in (1..).zip(file.evals) {
        let id = row
            .id
            .as_str()
            .map_or_else(|| row.id.to_string(), str::to_owned);
        refuse_unknown(path, number, "inputs", &row.inputs, inputs)?;
        refuse_unknown(path, number, "expected", &row.expected, outputs)?;
        if cases.iter().any(|case| case.id == id) {
            let place = Place::file(path).at_key(format!("evals[{number}].id"));
            return Err(SkillError::wrong(
                place,
                format!("`{id}` is there twice"),
                "Give each sample its own id.",
            ));
        }
        cases.push(EvalCase {
            id,
            inputs: row.inputs.into(),
            expected: row.expected.into(),
            note: row.note,
        });
    }
    Ok(cases)
}

fn refuse_unknown(
    path: &str,
    number: u32,
    side: &str,
    given: &Map<String, Json>,
    fields: &[FieldSpec],
) -> Result<(), SkillError> {
    let unknown = given.keys().find(|name| {
        fields
            .iter()
            .all(|field| field.name.as_str() != name.as_str())
    });
    let Some(name) = unknown else { return Ok(()) };
    let names: Vec<_> = fields.iter().map(|field| field.name.as_str()).collect();
    let place = Place::file(path).at_key(format!("evals[{number}].{side}.{name}"));
    let hint = format!("Use the names of the skill: {}.", names.join(", "));
    Err(SkillError::wrong(
        place,
        "the skill has no such field",
        hint,
    ))
}

#[cfg(test)]
mod tests {
    use mill_domain::FieldName;
    use serde_json::json;

    use super::*;

    /// Taken by value, because every call below makes them on the spot.
    #[allow(clippy::needless_pass_by_value, reason = "the calls read better")]
    fn of(field_type: &FieldType, wanted: Json, got: Json) -> bool {
        agrees(field_type, &wanted, &got)
    }

    #[test]
    fn values_agree_by_what_they_are() {
        let text = FieldType::Text { max_chars: None };
        assert!(of(&FieldType::Money, json!("495.00"), json!("495")));
        assert!(!of(&FieldType::Money, json!("495.00"), json!("495.01")));
        assert!(of(&FieldType::Percent, json!("85%"), json!("0.85")));
        assert!(of(
            &text,
            json!("Bramble &  Finch"),
            json!("BRAMBLE & FINCH")
        ));
        assert!(of(&FieldType::Money, json!(null), json!(null)));
        assert!(!of(&FieldType::Money, json!(null), json!("0")));
        assert!(of(&FieldType::YesNo, json!(true), json!(true)));
        let choices = FieldType::Choices {
            choices: Vec::new(),
        };
        assert!(of(&choices, json!(["a", "b"]), json!(["B", "a"])));
        let list = FieldType::List {
            fields: vec![FieldSpec {
                name: FieldName::new("amount"),
                label: "Amount".to_owned(),
                field_type: FieldType::Money,
                required: true,
                from_model_only: false,
            }],
        };
        assert!(of(
            &list,
            json!([{"amount": "1"}]),
            json!([{"amount": "1.00", "text": "x"}])
        ));
        assert!(!of(&list, json!([{"amount": "1"}]), json!([])));
    }
}
