//! Our request in Anthropic's words. Sampling parameters are never sent: this version of the API refuses them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value as Json, json};

use crate::schema::for_anthropic;
use crate::{Message, ModelRequest, Part, Role};

/// The body of a streaming message.
pub(super) fn message(request: &ModelRequest) -> Json {
    let mut body = shared(request);
    body.insert("max_tokens".to_owned(), json!(request.max_output_tokens));
    body.insert("stream".to_owned(), json!(true));
    Json::Object(body)
}

/// The same as one of many in a batch, which cannot stream.
pub(super) fn item(request: &ModelRequest) -> Json {
    let mut body = shared(request);
    body.insert("max_tokens".to_owned(), json!(request.max_output_tokens));
    Json::Object(body)
}

/// The body of a token count: the same without limit and stream.
pub(super) fn count(request: &ModelRequest) -> Json {
    Json::Object(shared(request))
}

fn shared(request: &ModelRequest) -> Map<String, Json> {
    let mut body = Map::new();
    body.insert("model".to_owned(), json!(request.model));
    if !request.system.is_empty() {
        let mut block = json!({"type": "text", "text": request.system});
        if request.cache_prefix {
            block["cache_control"] = json!({"type": "ephemeral"});
        }
        body.insert("system".to_owned(), json!([block]));
    }
    let messages: Vec<Json> = request.messages.iter().map(turn).collect();
    body.insert("messages".to_owned(), Json::Array(messages));
    if let Some(schema) = &request.output_schema {
        let format = json!({"type": "json_schema", "schema": for_anthropic(schema.json())});
        body.insert("output_config".to_owned(), json!({"format": format}));
    }
    body
}

fn turn(message: &Message) -> Json {
    let role = match message.role {
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    let content: Vec<Json> = message.parts.iter().map(block).collect();
    json!({"role": role, "content": content})
}

fn block(part: &Part) -> Json {
    match part {
        Part::Text(text) => json!({"type": "text", "text": text}),
        Part::Image { media_type, bytes } => json!({
            "type": "image",
            "source": {"type": "base64", "media_type": media_type, "data": STANDARD.encode(bytes)}
        }),
        Part::Pdf { bytes, .. } => json!({
            "type": "document",
            "source": {"type": "base64", "media_type": "application/pdf", "data": STANDARD.encode(bytes)}
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_request_has_the_shape_of_the_messages_api() {
        let mut request =
            ModelRequest::new("claude-haiku-5-5", "Code the line.", "OYSTER 12.00", 400);
        request.cache_prefix = true;
        request.output_schema =
            Some(json!({"type": "object", "properties": {"account": {"type": "string"}}}).into());
        request.messages[0].parts.push(Part::Image {
            media_type: "image/png".to_owned(),
            bytes: [1, 2, 3].into(),
        });
        insta::assert_json_snapshot!(message(&request), @r#"
        {
          "model": "claude-haiku-5-5",
          "system": [
            {
              "type": "text",
              "text": "Code the line.",
              "cache_control": {
                "type": "ephemeral"
              }
            }
          ],
          "messages": [
            {
              "role": "user",
              "content": [
                {
                  "type": "text",
                  "text": "OYSTER 12.00"
                },
                {
                  "type": "image",
                  "source": {
                    "type": "base64",
                    "media_type": "image/png",
                    "data": "AQID"
                  }
                }
              ]
            }
          ],
          "output_config": {
            "format": {
              "type": "json_schema",
              "schema": {
                "type": "object",
                "properties": {
                  "account": {
                    "type": "string"
                  }
                },
                "additionalProperties": false
              }
            }
          },
          "max_tokens": 400,
          "stream": true
        }
        "#);
    }

    #[test]
    fn a_count_has_neither_limit_nor_stream() {
        let body = count(&ModelRequest::new("m", "", "hello", 400));
        assert_eq!(
            body,
            json!({"model": "m", "messages": [{"role": "user", "content": [{"type": "text", "text": "hello"}]}]})
        );
    }
}
