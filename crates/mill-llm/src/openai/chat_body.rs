//! Our request in the words of Chat Completions, by what the endpoint takes.

use serde_json::{Map, Value as Json, json};

use super::learned::Habits;
use super::profile::{LimitField, SchemaMode};
use super::responses_body::data_url;
use crate::schema::{for_openai, in_words};
use crate::{Message, ModelRequest, Part, Role};

/// The body of a streaming chat completion.
pub(super) fn completion(request: &ModelRequest, habits: Habits) -> Json {
    let mut body = Map::new();
    body.insert("model".to_owned(), json!(request.model));
    body.insert(
        "messages".to_owned(),
        Json::Array(messages(request, habits.schema)),
    );
    body.insert("stream".to_owned(), json!(true));
    if habits.ask_usage {
        body.insert("stream_options".to_owned(), json!({"include_usage": true}));
    }
    match habits.limit {
        LimitField::MaxTokens => {
            body.insert("max_tokens".to_owned(), json!(request.max_output_tokens))
        }
        LimitField::MaxCompletionTokens => body.insert(
            "max_completion_tokens".to_owned(),
            json!(request.max_output_tokens),
        ),
        LimitField::Nothing => None,
    };
    if let Some(format) = request
        .output_schema
        .as_ref()
        .and_then(|schema| response_format(request, schema, habits.schema))
    {
        body.insert("response_format".to_owned(), format);
    }
    Json::Object(body)
}

/// The same as one of many in a batch, which cannot stream.
pub(super) fn item(request: &ModelRequest, habits: Habits) -> Json {
    let mut body = completion(request, habits);
    if let Some(fields) = body.as_object_mut() {
        fields.remove("stream");
        fields.remove("stream_options");
    }
    body
}

fn response_format(request: &ModelRequest, schema: &Json, mode: SchemaMode) -> Option<Json> {
    match mode {
        SchemaMode::JsonSchema => Some(json!({
            "type": "json_schema",
            "json_schema": {"name": request.schema_name, "strict": true, "schema": for_openai(schema)}
        })),
        SchemaMode::JsonObjectWithSchema => {
            Some(json!({"type": "json_object", "schema": for_openai(schema)}))
        }
        SchemaMode::JsonObject => Some(json!({"type": "json_object"})),
        SchemaMode::Words => None,
    }
}

fn messages(request: &ModelRequest, mode: SchemaMode) -> Vec<Json> {
    let words = match (&request.output_schema, mode) {
        (None, _) | (_, SchemaMode::JsonSchema) => None,
        (Some(schema), _) => Some(in_words(schema)),
    };
    let system: Vec<String> = [
        Some(request.system.clone()).filter(|text| !text.is_empty()),
        words,
    ]
    .into_iter()
    .flatten()
    .collect();
    let head =
        (!system.is_empty()).then(|| json!({"role": "system", "content": system.join("\n\n")}));
    head.into_iter()
        .chain(request.messages.iter().map(turn))
        .collect()
}

/// Text alone goes as a string: small servers' templates know nothing else.
fn turn(message: &Message) -> Json {
    let role = match message.role {
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    if message.parts.iter().all(|part| part.as_text().is_some()) {
        return json!({"role": role, "content": message.text()});
    }
    let content: Vec<Json> = message.parts.iter().map(block).collect();
    json!({"role": role, "content": content})
}

fn block(part: &Part) -> Json {
    match part {
        Part::Text(text) => json!({"type": "text", "text": text}),
        Part::Image { media_type, bytes } => {
            json!({"type": "image_url", "image_url": {"url": data_url(media_type, bytes)}})
        }
        Part::Pdf { name, bytes, .. } => {
            json!({"type": "file", "file": {"filename": name, "file_data": data_url("application/pdf", bytes)}})
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_schema() -> ModelRequest {
        let mut request = ModelRequest::new("qwen3:8b", "Code the line.", "OYSTER 12.00", 400);
        request.output_schema = Some(
            json!({"type": "object", "properties": {"account": {"type": "string"}}, "required": ["account"]}),
        );
        request
    }

    #[test]
    fn every_step_to_a_schema_is_a_different_request() {
        let habits = |schema| Habits {
            ask_usage: true,
            schema,
            limit: LimitField::MaxTokens,
        };
        let request = with_schema();
        let strict = completion(&request, habits(SchemaMode::JsonSchema));
        assert_eq!(strict["response_format"]["json_schema"]["strict"], true);
        assert_eq!(strict["messages"][0]["content"], "Code the line.");
        assert_eq!(strict["stream_options"]["include_usage"], true);
        assert_eq!(strict["max_tokens"], 400);
        let object = completion(&request, habits(SchemaMode::JsonObjectWithSchema));
        assert_eq!(object["response_format"]["type"], "json_object");
        assert_eq!(
            object["response_format"]["schema"]["required"],
            json!(["account"])
        );
        assert_eq!(
            completion(&request, habits(SchemaMode::JsonObject))["response_format"],
            json!({"type": "json_object"})
        );
        let words = completion(&request, habits(SchemaMode::Words));
        assert_eq!(words.get("response_format"), None);
        assert!(
            words["messages"][0]["content"]
                .as_str()
                .unwrap()
                .starts_with("Code the line.\n\nAnswer with one JSON object")
        );
    }
}
