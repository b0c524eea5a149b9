//! `OpenAI` Responses.

use mill_domain::Usage;
use serde_json::{Value as Json, json};

use super::{named, read_messages, timed};
use crate::stream::Frame;
use crate::{Asked, Kind, Turn};

pub(super) fn read(asked: &mut Asked) {
    let body = asked.body.clone();
    body["instructions"]
        .as_str()
        .unwrap_or_default()
        .clone_into(&mut asked.system);
    asked.text_bytes = asked.system.len();
    asked.max_output_tokens = body["max_output_tokens"].as_u64();
    asked.schema = Some(body["text"]["format"]["schema"].clone()).filter(Json::is_object);
    if let Some(text) = body["input"].as_str() {
        text.clone_into(&mut asked.user);
        asked.text_bytes += text.len();
    }
    read_messages(asked, &body["input"], "content");
}

pub(super) fn frames(asked: &Asked, turn: &Turn, usage: Usage) -> Vec<Frame> {
    if let Kind::ErrorMidStream { text, code } = &turn.kind
        && text.is_empty()
    {
        return vec![error_event(code)];
    }
    let begun = object(asked, turn, "in_progress", None);
    let mut frames = vec![
        named(
            "response.created",
            &json!({"type": "response.created", "sequence_number": 0, "response": begun}),
        ),
        named(
            "response.output_item.added",
            &json!({"type": "response.output_item.added", "output_index": 0, "item": {"type": "message", "content": []}}),
        ),
    ];
    for piece in turn.text_pieces() {
        let data = json!({"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": piece});
        frames.push(Frame {
            text_bytes: piece.len(),
            ..named("response.output_text.delta", &data)
        });
    }
    frames.extend(ending(asked, turn, usage));
    timed(frames, turn)
}

fn ending(asked: &Asked, turn: &Turn, usage: Usage) -> Vec<Frame> {
    let last = |status: &str, details: Option<&str>| {
        let mut response = object(asked, turn, status, details);
        response["usage"] = counts(usage);
        let name = format!("response.{status}");
        named(&name, &json!({"type": name, "response": response}))
    };
    match &turn.kind {
        Kind::Answer { .. } => vec![last("completed", None)],
        Kind::Refusal { reason, .. } => {
            let delta = json!({"type": "response.refusal.delta", "delta": reason});
            vec![
                named("response.refusal.delta", &delta),
                last("completed", None),
            ]
        }
        Kind::Filtered { .. } => vec![last("incomplete", Some("content_filter"))],
        Kind::LengthCut { .. } => vec![last("incomplete", Some("max_output_tokens"))],
        Kind::NoReason { .. } => vec![last("incomplete", None)],
        Kind::ErrorMidStream { code, .. } => vec![error_event(code)],
        Kind::CutStream { .. }
        | Kind::NoEnd { .. }
        | Kind::Stall { .. }
        | Kind::Status { .. }
        | Kind::WebPage { .. }
        | Kind::ErrorInOk { .. } => Vec::new(),
    }
}

fn error_event(code: &str) -> Frame {
    named(
        "error",
        &json!({"type": "error", "code": code, "message": "scripted error", "param": null}),
    )
}

fn object(asked: &Asked, turn: &Turn, status: &str, details: Option<&str>) -> Json {
    let text = if status == "in_progress" {
        ""
    } else {
        turn.text()
    };
    json!({
        "id": "resp_scripted", "object": "response", "status": status, "model": asked.model,
        "output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text, "annotations": []}]}],
        "error": null,
        "incomplete_details": details.map(|reason| json!({"reason": reason})),
        "service_tier": turn.service_tier.as_deref().unwrap_or("default"),
        "usage": null
    })
}

fn counts(usage: Usage) -> Json {
    json!({
        "input_tokens": usage.prompt_tokens(),
        "input_tokens_details": {
            "cached_tokens": usage.cache_read_tokens,
            "cache_write_tokens": usage.cache_write_tokens(),
            "cache_write_tokens_details": {
                "ttl_30m_tokens": usage.cache_write_short_tokens,
                "ttl_12h_tokens": usage.cache_write_long_tokens
            }
        },
        "output_tokens": usage.output_tokens,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": usage.prompt_tokens() + usage.output_tokens
    })
}
