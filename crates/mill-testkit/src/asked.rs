//! A request as the server understood it.

use serde_json::Value as Json;

/// The language a request came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// Anthropic Messages.
    Anthropic,
    /// `OpenAI` Responses.
    Responses,
    /// `OpenAI` Chat Completions.
    Chat,
    /// Gemini `streamGenerateContent`.
    Gemini,
}

/// A request as the server understood it; what a script decides by.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// Number of the request among all that asked a model, from 0.
    pub number: u64,
    /// Number of earlier requests with the same last user text; above 0 for retries and repairs.
    pub seen_before: u64,
    /// The language it came in.
    pub protocol: Protocol,
    /// The model asked for.
    pub model: String,
    /// The instructions.
    pub system: String,
    /// The text of the last user message.
    pub user: String,
    /// The JSON schema of the answer. `None`: not sent as a schema.
    pub schema: Option<Json>,
    /// The limit of the answer. `None`: not sent.
    pub max_output_tokens: Option<u64>,
    /// True if the client asked for usage in the stream (Chat Completions only).
    pub wants_usage: bool,
    /// Bytes of all texts, instructions included.
    pub text_bytes: usize,
    /// The whole body.
    pub body: Json,
}

impl Asked {
    /// An answer made from the schema alone: first choices, numbers in bounds, short texts; `{}` without one.
    pub fn schema_answer(&self) -> String {
        self.schema
            .as_ref()
            .map_or_else(|| "{}".to_owned(), |schema| sample(schema).to_string())
    }
}

fn sample(schema: &Json) -> Json {
    if let Some(choice) = schema["enum"]
        .as_array()
        .and_then(|choices| choices.first())
    {
        return choice.clone();
    }
    if let Some(alternative) = schema["anyOf"]
        .as_array()
        .and_then(|alternatives| alternatives.first())
    {
        return sample(alternative);
    }
    let kind = schema["type"]
        .as_str()
        .or_else(|| schema["type"].as_array()?.iter().find_map(Json::as_str));
    match kind {
        Some("object") => {
            let properties = schema["properties"].as_object().into_iter().flatten();
            Json::Object(
                properties
                    .map(|(name, property)| (name.clone(), sample(property)))
                    .collect(),
            )
        }
        Some("array") if schema["items"].is_object() => Json::Array(vec![sample(&schema["items"])]),
        Some("array") => Json::Array(Vec::new()),
        Some("integer") => schema["minimum"].as_i64().unwrap_or(1).into(),
        Some("number") => schema["maximum"].as_f64().unwrap_or(0.9).into(),
        Some("boolean") => true.into(),
        Some("null") => Json::Null,
        _ if schema["format"] == "date" => "2026-01-31".into(),
        _ => "scripted".into(),
    }
}
