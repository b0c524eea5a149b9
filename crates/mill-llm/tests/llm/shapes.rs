//! Every shape of request, as it really arrives, written down for the official SDKs to judge (`tests/sdk`).

use mill_llm::{BatchOrder, Message, ModelRequest, Part};
use mill_testkit::{ScriptedServer, SeenRequest, Turn};
use serde_json::{Value as Json, json};

use crate::support::{ask_with, provider_at, request};

/// The protocols that have an official SDK in Python, and the spelling of Azure's door.
const MODELS: [&str; 4] = [
    "anthropic/claude-haiku-5-5",
    "openai/gpt-6-luna",
    "custom/llama",
    "azure/deployment",
];

/// Where the gate `sdk` looks.
const RECORDS: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/sdk-requests.json");

fn plain(model: &str) -> ModelRequest {
    ModelRequest {
        output_schema: None,
        ..request(model)
    }
}

fn rich_schema() -> Json {
    json!({
        "type": "object",
        "properties": {
            "account": {"type": "string", "enum": ["Food", "Travel"], "description": "where it is booked"},
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
            "note": {"anyOf": [{"type": "string", "maxLength": 200}, {"type": "null"}]},
            "lines": {"type": "array", "minItems": 2, "items": {"type": "object", "properties": {"no": {"type": "integer"}}, "required": ["no"]}}
        },
        "required": ["account", "confidence", "lines"]
    })
}

/// Each shape by its name.
fn shapes(model: &str) -> Vec<(&'static str, ModelRequest)> {
    let picture = |media_type: &str| Part::Image {
        media_type: media_type.to_owned(),
        bytes: [1, 2, 3].into(),
    };
    let mut seen = request(model);
    seen.messages[0].parts.push(picture("image/png"));
    seen.messages[0].parts.push(picture("image/jpeg"));
    let mut read = request(model);
    read.messages[0].parts.push(Part::Pdf {
        name: "document.pdf".to_owned(),
        bytes: [1, 2, 3].into(),
        pages: 1,
    });
    let mut repaired = request(model);
    repaired.messages.push(Message::assistant("{\"vendor\":1}"));
    repaired.messages.push(Message::user("vendor is no text"));
    let mut rich = request(model);
    rich.output_schema = Some(rich_schema().into());
    let mut cached = request(model);
    cached.cache_prefix = true;
    let mut traced = plain(model);
    traced.client_request_id = Some("call-1".to_owned());
    vec![
        ("plain", plain(model)),
        ("schema", rich),
        ("cache", cached),
        ("pictures", seen),
        ("document", read),
        ("repair", repaired),
        ("traced", traced),
    ]
}

#[tokio::test]
async fn every_shape_of_request_is_written_down_for_the_sdks() {
    let mut records = Vec::new();
    for model in MODELS {
        let server = ScriptedServer::start(|asked| Turn::answer(asked.schema_answer()))
            .await
            .unwrap();
        let provider = provider_at(model, &server.url());
        for (shape, request) in shapes(model) {
            let end = ask_with(model, &server, &request).await.end;
            assert!(
                matches!(end, mill_llm::End::Answer { .. }),
                "{model} {shape}: {end:?}"
            );
            records.push(record(model, shape, server.requests()));
            // Chat Completions has no counter.
            if provider.count_input(&request).await.unwrap().is_some() {
                records.push(record(model, shape, server.requests_beside()));
            }
        }
    }
    for model in &MODELS[..2] {
        records.extend(batch_records(model).await);
    }
    assert_eq!(records.len(), 7 * (4 + 2) + 1 + 1 + 7);
    std::fs::write(RECORDS, Json::Array(records).to_string()).unwrap();
}

/// How a batch of all shapes is handed in; where its questions go in a file, each of them too.
async fn batch_records(model: &str) -> Vec<Json> {
    let server = ScriptedServer::playing(Vec::new()).await.unwrap();
    let provider = provider_at(model, &server.url());
    let items: Vec<(String, ModelRequest)> = shapes(model)
        .into_iter()
        .map(|(shape, request)| (shape.to_owned(), request))
        .collect();
    let order = BatchOrder {
        marker: "stampmill-shapes",
        items: &items,
    };
    provider.batches().unwrap().hand_in(order).await.unwrap();
    let questions = server.questions_in_files().into_iter().map(|line| {
        json!({"model": model, "shape": line["custom_id"], "path": "in a batch", "body": line["body"]})
    });
    let mut records: Vec<Json> = questions.collect();
    records.push(record(model, "batch", server.requests_beside()));
    records
}

fn record(model: &str, shape: &str, mut seen: Vec<SeenRequest>) -> Json {
    let SeenRequest { path, body, .. } = seen.pop().unwrap();
    json!({"model": model, "shape": shape, "path": path, "body": body})
}
