//! The JSON schema of an answer, in the part of the language that Anthropic and OpenAI (strict) both take.

use mill_domain::{FieldSpec, FieldType};
use serde_json::{Map, Value as Json, json};

use crate::Skill;
use crate::prompt::kind;

/// Strict schemas may hold this many listed values in all, and this many characters of them in one list.
const LISTED_VALUES_LIMIT: usize = 500;
const LISTED_CHARS_LIMIT: usize = 14_000;

/// The schema for structured output: one closed object with every property required; what may be missing is nullable.
/// No limits of length, range or pattern, which strict modes refuse. Lists of choices too long for a strict schema
/// become plain text; the check on the answer holds either way.
pub fn json_schema(skill: &Skill) -> Json {
    object(&skill.outputs)
}

fn object(fields: &[FieldSpec]) -> Json {
    let properties: Map<String, Json> = fields
        .iter()
        .map(|field| (field.name.as_str().to_owned(), property(field)))
        .collect();
    let required: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

fn property(field: &FieldSpec) -> Json {
    let schema = of_type(&field.field_type);
    let described = format!("{}: {}", field.label, kind(&field.field_type));
    if field.required {
        return with_description(schema, &described);
    }
    // A union of whole schemas is understood everywhere; an enumeration with null in it is not.
    with_description(json!({"anyOf": [schema, {"type": "null"}]}), &described)
}

fn with_description(mut schema: Json, description: &str) -> Json {
    if let Some(object) = schema.as_object_mut() {
        object.insert("description".to_owned(), Json::from(description));
    }
    schema
}

fn of_type(field_type: &FieldType) -> Json {
    match field_type {
        FieldType::Text { .. }
        | FieldType::Number
        | FieldType::Money
        | FieldType::Percent
        | FieldType::Date
        | FieldType::File => json!({"type": "string"}),
        FieldType::Integer => json!({"type": "integer"}),
        FieldType::YesNo => json!({"type": "boolean"}),
        FieldType::Choice { choices } => listed(choices),
        FieldType::Choices { choices } => json!({"type": "array", "items": listed(choices)}),
        FieldType::List { fields } => json!({"type": "array", "items": object(fields)}),
    }
}

fn listed(choices: &[String]) -> Json {
    let characters: usize = choices.iter().map(String::len).sum();
    if choices.len() > LISTED_VALUES_LIMIT || characters > LISTED_CHARS_LIMIT {
        return json!({"type": "string"});
    }
    json!({"type": "string", "enum": choices})
}

#[cfg(test)]
mod tests;
