//! One result from the results of a document's parts, as far as nobody has to think for it.

use mill_domain::{FieldName, FieldSpec, FieldType, Record, Value};
use mill_skills::Skill;

/// The skill that reads a part: it may say null where the part does not tell, and is held to no check of the whole.
pub(super) fn skill_of_a_part(skill: &Skill) -> Skill {
    let mut part = skill.clone();
    for field in &mut part.outputs {
        field.required = false;
    }
    part.checks.clear();
    part.examples.clear();
    part
}

/// The skill that decides the fields the parts do not agree on.
pub(super) fn skill_of_the_rest(skill: &Skill, open: &[FieldName]) -> Skill {
    let mut rest = skill.clone();
    rest.outputs.retain(|field| open.contains(&field.name));
    rest.checks.clear();
    rest.examples.clear();
    rest
}

/// What the parts say together, and the fields they do not agree on. Lists of records follow each other in the order of
/// the parts; lists of choices hold each choice once; a value that only one part knows, or all that know it agree on, is
/// the value.
pub(super) fn together(outputs: &[FieldSpec], parts: &[Record]) -> (Record, Vec<FieldName>) {
    let mut whole = Record::new();
    let mut open = Vec::new();
    for field in outputs {
        let values = parts.iter().filter_map(|part| part.get(&field.name));
        let mut values: Vec<&Value> = values.filter(|value| !value.is_null()).collect();
        match field.field_type {
            FieldType::List { .. } => {
                let items = values.iter().filter_map(|value| value.as_array());
                let items: Vec<Value> = items.flatten().cloned().collect();
                whole.set(&field.name, Value::Array(items));
            }
            FieldType::Choices { .. } => {
                let mut chosen: Vec<Value> = Vec::new();
                for value in values.iter().filter_map(|value| value.as_array()).flatten() {
                    if !chosen.contains(value) {
                        chosen.push(value.clone());
                    }
                }
                whole.set(&field.name, Value::Array(chosen));
            }
            _ => {
                values.dedup();
                match values.as_slice() {
                    [] => {}
                    [one] => whole.set(&field.name, (*one).clone()),
                    [one, others @ ..] if others.iter().all(|other| other == one) => {
                        whole.set(&field.name, (*one).clone());
                    }
                    _ => open.push(field.name.clone()),
                }
            }
        }
    }
    (whole, open)
}

#[cfg(test)]
mod tests {
    use mill_domain::FieldSpec;
    use serde_json::json;

    use super::*;

    fn field(name: &str, field_type: FieldType) -> FieldSpec {
        FieldSpec {
            name: FieldName::new(name),
            label: name.to_owned(),
            field_type,
            required: true,
            from_model_only: false,
        }
    }

    fn record(value: serde_json::Value) -> Record {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn lists_follow_each_other_and_what_parts_agree_on_needs_nobody() {
        let list = FieldType::List {
            fields: vec![field("name", FieldType::Text { max_chars: None })],
        };
        let outputs = [
            field("clauses", list),
            field("total", FieldType::Money),
            field("number", FieldType::Text { max_chars: None }),
            field("note", FieldType::Text { max_chars: None }),
            field(
                "tags",
                FieldType::Choices {
                    choices: vec!["a".to_owned(), "b".to_owned()],
                },
            ),
        ];
        let parts = [
            record(
                json!({"clauses": [{"name": "1"}], "total": "5.00", "number": "A-1", "note": "x", "tags": ["a"]}),
            ),
            record(
                json!({"clauses": [], "total": null, "number": "A-1", "note": "y", "tags": ["a", "b"]}),
            ),
            record(
                json!({"clauses": [{"name": "2"}, {"name": "1"}], "number": "A-1", "note": "x"}),
            ),
        ];
        let (whole, open) = together(&outputs, &parts);
        assert_eq!(open, [FieldName::new("note")]);
        assert_eq!(
            whole.into_json(),
            json!({
                "clauses": [{"name": "1"}, {"name": "2"}, {"name": "1"}],
                "total": "5.00", "number": "A-1", "tags": ["a", "b"],
            })
        );
    }
}
