//! Our request in the words of Chat Completions, by what the endpoint takes.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::learned::Habits;
use super::profile::{LimitField, SchemaMode};
use super::responses_body::data_url;
use crate::schema::in_words;
use crate::{AnswerSchema, Message, ModelRequest, Part, Role};

/// The body of a streaming chat completion. It borrows what it says: a run sends thousands that differ in one message.
#[derive(Debug, Serialize)]
pub(super) struct Completion<'r> {
    model: &'r str,
    messages: Vec<Turn<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<ResponseFormat<'r>>,
}

#[derive(Debug, Serialize)]
struct StreamOptions {
    include_usage: bool,
}

#[derive(Debug, Serialize)]
struct Turn<'r> {
    role: &'static str,
    content: Content<'r>,
}

/// Text alone goes as a string: small servers' templates know nothing else.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Content<'r> {
    Text(Cow<'r, str>),
    Blocks(Vec<Json>),
}

#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ResponseFormat<'r> {
    JsonSchema {
        json_schema: NamedSchema<'r>,
    },
    JsonObject {
        #[serde(skip_serializing_if = "Option::is_none")]
        schema: Option<&'r Json>,
    },
}

#[derive(Debug, Serialize)]
struct NamedSchema<'r> {
    name: &'r str,
    strict: bool,
    schema: &'r Json,
}

/// The body of a streaming chat completion, by what the endpoint takes.
pub(super) fn completion(request: &ModelRequest, habits: Habits) -> Completion<'_> {
    let limit = |field| (habits.limit == field).then_some(request.max_output_tokens);
    Completion {
        model: &request.model,
        messages: messages(request, habits.schema),
        stream: Some(true),
        stream_options: habits.ask_usage.then_some(StreamOptions {
            include_usage: true,
        }),
        max_tokens: limit(LimitField::MaxTokens),
        max_completion_tokens: limit(LimitField::MaxCompletionTokens),
        response_format: request
            .output_schema
            .as_ref()
            .and_then(|schema| response_format(request, schema, habits.schema)),
    }
}

/// The same as one of many in a batch, which cannot stream.
pub(super) fn item(request: &ModelRequest, habits: Habits) -> Json {
    let body = Completion {
        stream: None,
        stream_options: None,
        ..completion(request, habits)
    };
    json!(body)
}

fn response_format<'r>(
    request: &'r ModelRequest,
    schema: &'r AnswerSchema,
    mode: SchemaMode,
) -> Option<ResponseFormat<'r>> {
    match mode {
        SchemaMode::JsonSchema => Some(ResponseFormat::JsonSchema {
            json_schema: NamedSchema {
                name: &request.schema_name,
                strict: true,
                schema: schema.for_openai(),
            },
        }),
        SchemaMode::JsonObjectWithSchema => Some(ResponseFormat::JsonObject {
            schema: Some(schema.for_openai()),
        }),
        SchemaMode::JsonObject => Some(ResponseFormat::JsonObject { schema: None }),
        SchemaMode::Words => None,
    }
}

fn messages(request: &ModelRequest, mode: SchemaMode) -> Vec<Turn<'_>> {
    let words = match (&request.output_schema, mode) {
        (None, _) | (_, SchemaMode::JsonSchema) => None,
        (Some(schema), _) => Some(in_words(schema.json())),
    };
    let system: Cow<'_, str> = match words {
        None => Cow::Borrowed(&request.system),
        Some(words) if request.system.is_empty() => Cow::Owned(words),
        Some(words) => Cow::Owned(format!("{}\n\n{words}", request.system)),
    };
    let head = (!system.is_empty()).then_some(Turn {
        role: "system",
        content: Content::Text(system),
    });
    head.into_iter()
        .chain(request.messages.iter().map(turn))
        .collect()
}

fn turn(message: &Message) -> Turn<'_> {
    let role = match message.role {
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    let content = match message.parts.as_slice() {
        [Part::Text(text)] => Content::Text(Cow::Borrowed(text)),
        parts if parts.iter().all(|part| part.as_text().is_some()) => {
            Content::Text(Cow::Owned(message.text()))
        }
        parts => Content::Blocks(parts.iter().map(block).collect()),
    };
    Turn { role, content }
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
            json!({"type": "object", "properties": {"account": {"type": "string"}}, "required": ["account"]}).into(),
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
        let strict = json!(completion(&request, habits(SchemaMode::JsonSchema)));
        assert_eq!(strict["response_format"]["json_schema"]["strict"], true);
        assert_eq!(strict["messages"][0]["content"], "Code the line.");
        assert_eq!(strict["stream_options"]["include_usage"], true);
        assert_eq!(strict["max_tokens"], 400);
        let object = json!(completion(
            &request,
            habits(SchemaMode::JsonObjectWithSchema)
        ));
        assert_eq!(object["response_format"]["type"], "json_object");
        assert_eq!(
            object["response_format"]["schema"]["required"],
            json!(["account"])
        );
        assert_eq!(
            json!(completion(&request, habits(SchemaMode::JsonObject)))["response_format"],
            json!({"type": "json_object"})
        );
        let words = json!(completion(&request, habits(SchemaMode::Words)));
        assert_eq!(words.get("response_format"), None);
        assert!(
            words["messages"][0]["content"]
                .as_str()
                .unwrap()
                .starts_with("Code the line.\n\nAnswer with one JSON object")
        );
    }
}
