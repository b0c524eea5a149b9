//! Anthropic Messages.

use mill_domain::Usage;
use serde_json::{Value as Json, json};

use super::{bytes_of, named, read_messages, text_of, timed};
use crate::ledger::tokens;
use crate::stream::Frame;
use crate::{Asked, Kind, Turn};

pub(super) fn read(asked: &mut Asked) {
    let body = asked.body.clone();
    asked.system = text_of(&body["system"]);
    asked.text_bytes = bytes_of(&body["system"]);
    asked.max_output_tokens = body["max_tokens"].as_u64();
    asked.schema = Some(body["output_config"]["format"]["schema"].clone()).filter(Json::is_object);
    read_messages(asked, &body["messages"], "content");
}

pub(super) fn error(code: &str, message: &str) -> Json {
    json!({"type": "error", "error": {"type": code, "message": message, "details": {"error_code": code}}, "request_id": "req_scripted"})
}

pub(super) fn frames(asked: &Asked, turn: &Turn, usage: Usage) -> Vec<Frame> {
    let mut frames = vec![];
    if let Kind::ErrorMidStream { text, code } = &turn.kind
        && text.is_empty()
    {
        return vec![named("error", &error(code, "scripted error"))];
    }
    let start = counts(usage, 1, turn);
    frames.push(named(
        "message_start",
        &json!({"type": "message_start", "message": {
            "id": "msg_scripted", "type": "message", "role": "assistant", "model": asked.model,
            "content": [], "stop_reason": null, "stop_sequence": null, "usage": start
        }}),
    ));
    frames.push(named("ping", &json!({"type": "ping"})));
    frames.push(named(
        "content_block_start",
        &json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
    ));
    for piece in turn.text_pieces() {
        let data = json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}});
        frames.push(Frame {
            text_bytes: piece.len(),
            ..named("content_block_delta", &data)
        });
    }
    frames.extend(ending(turn, usage));
    timed(frames, turn)
}

/// The reply in one piece. `None`: this turn is no whole reply.
pub(super) fn whole(asked: &Asked, turn: &Turn, usage: Usage) -> Option<Json> {
    let (reason, details) = stop_of(&turn.kind)?;
    let text = turn.text();
    let content = if text.is_empty() {
        json!([])
    } else {
        json!([{"type": "text", "text": text, "citations": null}])
    };
    Some(json!({
        "id": "msg_scripted", "type": "message", "role": "assistant", "model": asked.model, "content": content,
        "stop_reason": reason, "stop_sequence": null, "stop_details": details,
        "usage": counts(usage, usage.output_tokens, turn)
    }))
}

fn ending(turn: &Turn, usage: Usage) -> Vec<Frame> {
    if let Kind::ErrorMidStream { code, text } = &turn.kind {
        let so_far = json!({"output_tokens": tokens(text.len())});
        let delta = json!({"type": "message_delta", "delta": {"stop_reason": null, "stop_sequence": null}, "usage": so_far});
        return vec![
            named("message_delta", &delta),
            named("error", &error(code, "scripted error")),
        ];
    }
    let Some((reason, details)) = stop_of(&turn.kind) else {
        return Vec::new();
    };
    let delta = json!({
        "type": "message_delta",
        "delta": {"stop_reason": reason, "stop_sequence": null, "stop_details": details},
        "usage": final_counts(usage)
    });
    vec![
        named(
            "content_block_stop",
            &json!({"type": "content_block_stop", "index": 0}),
        ),
        named("message_delta", &delta),
        named("message_stop", &json!({"type": "message_stop"})),
    ]
}

/// The reason to stop and its details. `None`: it has no proper end.
fn stop_of(kind: &Kind) -> Option<(Json, Json)> {
    let refusal = |category: Option<&str>, explanation: Option<&str>| json!({"type": "refusal", "category": category, "explanation": explanation});
    match kind {
        Kind::Answer { .. } => Some((json!("end_turn"), Json::Null)),
        Kind::Refusal { reason, .. } => Some((json!("refusal"), refusal(None, Some(reason)))),
        Kind::Filtered { .. } => Some((json!("refusal"), refusal(Some("general_harms"), None))),
        Kind::LengthCut { .. } => Some((json!("max_tokens"), Json::Null)),
        Kind::NoReason { .. } => Some((Json::Null, Json::Null)),
        Kind::ErrorMidStream { .. }
        | Kind::CutStream { .. }
        | Kind::NoEnd { .. }
        | Kind::Stall { .. }
        | Kind::Status { .. }
        | Kind::WebPage { .. }
        | Kind::ErrorInOk { .. } => None,
    }
}

fn counts(usage: Usage, output_tokens: u64, turn: &Turn) -> Json {
    let mut counts = final_counts(usage);
    counts["output_tokens"] = json!(output_tokens);
    counts["cache_creation"] = json!({
        "ephemeral_5m_input_tokens": usage.cache_write_short_tokens,
        "ephemeral_1h_input_tokens": usage.cache_write_long_tokens
    });
    match turn.service_tier.as_deref() {
        Some("fast") => counts["speed"] = json!("fast"),
        Some("us") => counts["inference_geo"] = json!("us"),
        Some(tier) => counts["service_tier"] = json!(tier),
        None => counts["service_tier"] = json!("standard"),
    }
    counts
}

/// Cumulative counts as in `message_delta`: without the split of the writes.
fn final_counts(usage: Usage) -> Json {
    json!({
        "input_tokens": usage.input_tokens,
        "cache_creation_input_tokens": usage.cache_write_tokens(),
        "cache_read_input_tokens": usage.cache_read_tokens,
        "output_tokens": usage.output_tokens,
        "server_tool_use": {"web_search_requests": usage.web_searches, "web_fetch_requests": 0}
    })
}
