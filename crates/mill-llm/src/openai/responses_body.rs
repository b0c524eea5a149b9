//! Our request in the words of the Responses API.

use std::hash::{DefaultHasher, Hash, Hasher};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value as Json, json};

use crate::{Message, ModelRequest, Part, Role};

/// The body of a streaming response that is not stored.
pub(super) fn response(request: &ModelRequest) -> Json {
    let mut body = unstored(request);
    body.insert("stream".to_owned(), json!(true));
    body.insert(
        "stream_options".to_owned(),
        json!({"include_obfuscation": false}),
    );
    Json::Object(body)
}

/// The same as one of many in a batch, which cannot stream.
pub(super) fn item(request: &ModelRequest) -> Json {
    Json::Object(unstored(request))
}

fn unstored(request: &ModelRequest) -> Map<String, Json> {
    let mut body = shared(request);
    body.insert(
        "max_output_tokens".to_owned(),
        json!(request.max_output_tokens),
    );
    body.insert("store".to_owned(), json!(false));
    if request.cache_prefix {
        body.insert("prompt_cache_key".to_owned(), json!(cache_key(request)));
    }
    body
}

/// The body of a token count.
pub(super) fn count(request: &ModelRequest) -> Json {
    Json::Object(shared(request))
}

fn shared(request: &ModelRequest) -> Map<String, Json> {
    let mut body = Map::new();
    body.insert("model".to_owned(), json!(request.model));
    if !request.system.is_empty() {
        body.insert("instructions".to_owned(), json!(request.system));
    }
    let input: Vec<Json> = request.messages.iter().map(turn).collect();
    body.insert("input".to_owned(), Json::Array(input));
    if let Some(schema) = &request.output_schema {
        let format = json!({
            "type": "json_schema",
            "name": request.schema_name,
            "strict": true,
            "schema": schema.for_openai()
        });
        body.insert("text".to_owned(), json!({"format": format}));
    }
    body
}

/// A model's earlier answer goes as plain text: as a list it would be an output item, with an id that we never kept.
fn turn(message: &Message) -> Json {
    match message.role {
        Role::User => {
            let content: Vec<Json> = message.parts.iter().map(block).collect();
            json!({"role": "user", "content": content})
        }
        Role::Assistant => json!({"role": "assistant", "content": message.text()}),
    }
}

fn block(part: &Part) -> Json {
    match part {
        Part::Text(text) => json!({"type": "input_text", "text": text}),
        Part::Image { media_type, bytes } => {
            json!({"type": "input_image", "image_url": data_url(media_type, bytes), "detail": "auto"})
        }
        Part::Pdf { name, bytes, .. } => {
            json!({"type": "input_file", "filename": name, "file_data": data_url("application/pdf", bytes)})
        }
    }
}

/// A file as a `data:` address.
pub(super) fn data_url(media_type: &str, bytes: &[u8]) -> String {
    format!("data:{media_type};base64,{}", STANDARD.encode(bytes))
}

/// Requests that share their instructions share a cache. The key says nothing about them.
fn cache_key(request: &ModelRequest) -> String {
    let mut hasher = DefaultHasher::new();
    request.model.hash(&mut hasher);
    request.system.hash(&mut hasher);
    format!("stampmill-{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_request_has_the_shape_of_the_responses_api() {
        let mut request = ModelRequest::new("gpt-6-luna", "Code the line.", "OYSTER 12.00", 400);
        request.output_schema = Some(
            json!({"type": "object", "properties": {"account": {"type": "string"}}, "required": ["account"]}).into(),
        );
        request.messages.push(Message::assistant("{}"));
        request.messages.push(Message::user("Again."));
        request.messages[2].parts.push(Part::Pdf {
            name: "document.pdf".to_owned(),
            bytes: [1, 2, 3].into(),
            pages: 1,
        });
        insta::assert_json_snapshot!(response(&request), @r#"
        {
          "model": "gpt-6-luna",
          "instructions": "Code the line.",
          "input": [
            {
              "role": "user",
              "content": [
                {
                  "type": "input_text",
                  "text": "OYSTER 12.00"
                }
              ]
            },
            {
              "role": "assistant",
              "content": "{}"
            },
            {
              "role": "user",
              "content": [
                {
                  "type": "input_text",
                  "text": "Again."
                },
                {
                  "type": "input_file",
                  "filename": "document.pdf",
                  "file_data": "data:application/pdf;base64,AQID"
                }
              ]
            }
          ],
          "text": {
            "format": {
              "type": "json_schema",
              "name": "answer",
              "strict": true,
              "schema": {
                "type": "object",
                "properties": {
                  "account": {
                    "type": "string"
                  }
                },
                "required": [
                  "account"
                ],
                "additionalProperties": false
              }
            }
          },
          "max_output_tokens": 400,
          "store": false,
          "stream": true,
          "stream_options": {
            "include_obfuscation": false
          }
        }
        "#);
    }

    #[test]
    fn one_skill_shares_one_cache_key() {
        let mut first = ModelRequest::new("m", "Same.", "row 1", 10);
        first.cache_prefix = true;
        let mut second = ModelRequest::new("m", "Same.", "row 2", 10);
        second.cache_prefix = true;
        assert_eq!(
            response(&first)["prompt_cache_key"],
            response(&second)["prompt_cache_key"]
        );
        second.system = "Other.".to_owned();
        assert_ne!(
            response(&first)["prompt_cache_key"],
            response(&second)["prompt_cache_key"]
        );
    }
}
