//! Our request in Gemini's words.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value as Json, json};

use crate::{Message, ModelRequest, Part, Role};

/// The body of `streamGenerateContent`.
pub(super) fn content(request: &ModelRequest) -> Json {
    let mut body = Map::new();
    body.insert("contents".to_owned(), contents(request));
    if !request.system.is_empty() {
        body.insert(
            "systemInstruction".to_owned(),
            json!({"parts": [{"text": request.system}]}),
        );
    }
    let mut config = json!({"maxOutputTokens": request.max_output_tokens});
    if let Some(schema) = &request.output_schema {
        config["responseMimeType"] = json!("application/json");
        config["responseJsonSchema"] = schema.json().clone();
    }
    body.insert("generationConfig".to_owned(), config);
    Json::Object(body)
}

/// The body of `countTokens`.
pub(super) fn count(request: &ModelRequest) -> Json {
    let mut inner = content(request);
    inner["model"] = json!(format!("models/{}", request.model));
    json!({"generateContentRequest": inner})
}

fn contents(request: &ModelRequest) -> Json {
    request.messages.iter().map(turn).collect()
}

fn turn(message: &Message) -> Json {
    let role = match message.role {
        Role::User => "user",
        Role::Assistant => "model",
    };
    let parts: Vec<Json> = message.parts.iter().map(part).collect();
    json!({"role": role, "parts": parts})
}

fn part(part: &Part) -> Json {
    match part {
        Part::Text(text) => json!({"text": text}),
        Part::Image { media_type, bytes } => inline(media_type, bytes),
        Part::Pdf { bytes, .. } => inline("application/pdf", bytes),
    }
}

fn inline(media_type: &str, bytes: &[u8]) -> Json {
    json!({"inlineData": {"mimeType": media_type, "data": STANDARD.encode(bytes)}})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_request_has_the_shape_of_generate_content() {
        let mut request =
            ModelRequest::new("gemini-3.5-flash", "Code the line.", "OYSTER 12.00", 400);
        request.output_schema = Some(json!({"type": "object"}).into());
        request.messages[0].parts.push(Part::Pdf {
            name: "d.pdf".to_owned(),
            bytes: [1, 2, 3].into(),
            pages: 1,
        });
        assert_eq!(
            content(&request),
            json!({
                "contents": [{"role": "user", "parts": [
                    {"text": "OYSTER 12.00"},
                    {"inlineData": {"mimeType": "application/pdf", "data": "AQID"}}
                ]}],
                "systemInstruction": {"parts": [{"text": "Code the line."}]},
                "generationConfig": {
                    "maxOutputTokens": 400,
                    "responseMimeType": "application/json",
                    "responseJsonSchema": {"type": "object"}
                }
            })
        );
    }
}
