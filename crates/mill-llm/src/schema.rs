//! A JSON schema in the dialect a provider accepts. What its grammar cannot hold is said in the description instead.

use serde_json::{Map, Value as Json, json};

/// Keywords Anthropic's grammar does not take.
const NOT_FOR_ANTHROPIC: [&str; 12] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "$schema",
];

/// Objects closed; bounds moved into descriptions.
pub(crate) fn for_anthropic(schema: &Json) -> Json {
    walk(schema, &|object| {
        close(object);
        let mut said = Vec::new();
        for keyword in NOT_FOR_ANTHROPIC {
            match object.remove(keyword) {
                Some(bound) if keyword != "$schema" => said.push(format!("{keyword}: {bound}")),
                _ => {}
            }
        }
        if object
            .get("minItems")
            .and_then(Json::as_u64)
            .is_some_and(|least| least > 1)
        {
            said.extend(
                object
                    .remove("minItems")
                    .map(|least| format!("minItems: {least}")),
            );
        }
        describe(object, &said);
    })
}

/// Objects closed and every property required, as `strict` wants it; optional ones may be null instead.
pub(crate) fn for_openai(schema: &Json) -> Json {
    walk(schema, &|object| {
        close(object);
        object.remove("$schema");
        let Some(Json::Object(properties)) = object.get_mut("properties") else {
            return;
        };
        let names: Vec<String> = properties.keys().cloned().collect();
        let required: Vec<String> = match object.get("required") {
            Some(Json::Array(names)) => names
                .iter()
                .filter_map(|name| name.as_str().map(str::to_owned))
                .collect(),
            _ => Vec::new(),
        };
        if let Some(Json::Object(properties)) = object.get_mut("properties") {
            for (name, property) in properties
                .iter_mut()
                .filter(|(name, _)| !required.contains(name))
            {
                tracing::trace!("property {name} may be null");
                nullable(property);
            }
        }
        object.insert("required".to_owned(), json!(names));
    })
}

/// The schema as an instruction, for servers that cannot be held to it.
pub(crate) fn in_words(schema: &Json) -> String {
    format!(
        "Answer with one JSON object and nothing else: no explanation, no code fence. It must match this JSON schema:\n{schema}"
    )
}

fn walk(schema: &Json, change: &dyn Fn(&mut Map<String, Json>)) -> Json {
    match schema {
        Json::Object(object) => {
            let mut copy: Map<String, Json> = object
                .iter()
                .map(|(name, value)| {
                    // `enum`, `const`, `default` and `examples` hold data, not schemas.
                    let data = matches!(
                        name.as_str(),
                        "enum" | "const" | "default" | "examples" | "required"
                    );
                    let value = match (name.as_str(), value) {
                        _ if data => value.clone(),
                        ("properties" | "$defs" | "definitions", Json::Object(inner)) => {
                            Json::Object(
                                inner
                                    .iter()
                                    .map(|(key, schema)| (key.clone(), walk(schema, change)))
                                    .collect(),
                            )
                        }
                        _ => walk(value, change),
                    };
                    (name.clone(), value)
                })
                .collect();
            change(&mut copy);
            Json::Object(copy)
        }
        Json::Array(items) => Json::Array(items.iter().map(|item| walk(item, change)).collect()),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => schema.clone(),
    }
}

fn close(object: &mut Map<String, Json>) {
    if object.contains_key("properties") || object.get("type").is_some_and(|kind| kind == "object")
    {
        object.insert("additionalProperties".to_owned(), json!(false));
    }
}

fn describe(object: &mut Map<String, Json>, said: &[String]) {
    if said.is_empty() {
        return;
    }
    let bounds = said.join(", ");
    let text = match object.get("description").and_then(Json::as_str) {
        Some(description) => format!("{description} ({bounds})"),
        None => bounds,
    };
    object.insert("description".to_owned(), json!(text));
}

fn nullable(property: &mut Json) {
    let Json::Object(object) = property else {
        return;
    };
    match object.get_mut("type") {
        Some(Json::String(kind)) if kind != "null" => {
            let kind = kind.clone();
            object.insert("type".to_owned(), json!([kind, "null"]));
        }
        Some(Json::Array(kinds)) if !kinds.contains(&json!("null")) => kinds.push(json!("null")),
        Some(_) => {}
        None => {
            let inner = Json::Object(object.clone());
            *property = json!({"anyOf": [inner, {"type": "null"}]});
            return;
        }
    }
    if let Some(Json::Array(choices)) = object.get_mut("enum")
        && !choices.contains(&Json::Null)
    {
        choices.push(Json::Null);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Json {
        json!({
            "type": "object",
            "required": ["account"],
            "properties": {
                "account": {"enum": ["Food", "Travel"], "type": "string"},
                "confidence": {"type": "number", "minimum": 0, "maximum": 1, "description": "How sure"},
                "lines": {"type": "array", "minItems": 2, "items": {"type": "object", "properties": {"type": {"type": "string"}}}}
            }
        })
    }

    #[test]
    fn anthropics_grammar_gets_closed_objects_and_no_bounds() {
        let schema = for_anthropic(&sample());
        assert_eq!(schema["additionalProperties"], false);
        assert_eq!(
            schema["properties"]["confidence"],
            json!({"type": "number", "description": "How sure (minimum: 0, maximum: 1)"})
        );
        assert_eq!(
            schema["properties"]["lines"]["items"]["additionalProperties"],
            false
        );
        assert_eq!(schema["properties"]["lines"]["minItems"], Json::Null);
        assert_eq!(
            schema["properties"]["lines"]["items"]["properties"]["type"],
            json!({"type": "string"})
        );
        assert_eq!(schema["required"], json!(["account"]));
    }

    #[test]
    fn strict_schemas_require_everything_and_let_the_optional_be_null() {
        let schema = for_openai(&sample());
        assert_eq!(
            schema["required"],
            json!(["account", "confidence", "lines"])
        );
        assert_eq!(schema["properties"]["account"]["type"], "string");
        assert_eq!(
            schema["properties"]["confidence"]["type"],
            json!(["number", "null"])
        );
        assert_eq!(
            schema["properties"]["lines"]["items"]["required"],
            json!(["type"])
        );
        assert_eq!(
            schema["properties"]["lines"]["items"]["properties"]["type"]["type"],
            json!(["string", "null"])
        );
    }
}
