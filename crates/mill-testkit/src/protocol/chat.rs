//! `OpenAI` Chat Completions, with the deviations of [`Compat`].

use mill_domain::Usage;
use serde_json::{Value as Json, json};

use super::{bytes_of, read_messages, text_of, timed};
use crate::stream::Frame;
use crate::{Asked, Compat, Kind, Turn};

pub(super) fn read(asked: &mut Asked) {
    let body = asked.body.clone();
    let messages = body["messages"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let system: Vec<&Json> = messages
        .iter()
        .filter(|message| message["role"] == "system")
        .collect();
    asked.system = system
        .iter()
        .map(|message| text_of(&message["content"]))
        .collect::<Vec<_>>()
        .join("\n");
    asked.max_output_tokens = body["max_completion_tokens"]
        .as_u64()
        .or_else(|| body["max_tokens"].as_u64());
    let format = &body["response_format"];
    let schema = [&format["json_schema"]["schema"], &format["schema"]]
        .into_iter()
        .find(|schema| schema.is_object());
    asked.schema = schema.cloned();
    asked.wants_usage = body["stream_options"]["include_usage"] == true;
    read_messages(asked, &body["messages"], "content");
    debug_assert!(
        asked.text_bytes
            >= system
                .iter()
                .map(|message| bytes_of(&message["content"]))
                .sum()
    );
}

pub(super) fn error(code: &str, message: &str, integer: Option<u16>) -> Json {
    let code_field = integer.map_or_else(|| json!(code), |status| json!(status));
    json!({"error": {"message": message, "type": code, "param": null, "code": code_field}})
}

pub(super) fn frames(asked: &Asked, turn: &Turn, usage: Usage, compat: Compat) -> Vec<Frame> {
    let mut frames = Vec::new();
    let early_usage = compat.usage_everywhere.then(|| {
        counts(Usage {
            output_tokens: 1,
            ..usage
        })
    });
    if !matches!(&turn.kind, Kind::ErrorMidStream { text, .. } if text.is_empty()) {
        frames.push(event(&chunk(
            asked,
            turn,
            Some(json!({"role": "assistant", "content": ""})),
            None,
            early_usage.as_ref(),
        )));
    }
    for piece in turn.text_pieces() {
        let content = if compat.content_parts {
            json!([{"type": "text", "text": piece}])
        } else {
            json!(piece)
        };
        let data = chunk(
            asked,
            turn,
            Some(json!({"content": content})),
            None,
            early_usage.as_ref(),
        );
        frames.push(Frame {
            text_bytes: piece.len(),
            ..event(&data)
        });
    }
    if let Kind::ErrorMidStream { code, .. } = &turn.kind {
        frames.push(event(&error(code, "scripted error", None)));
        return finished(frames, turn, compat);
    }
    if let Kind::Refusal { reason, .. } = &turn.kind {
        frames.push(event(&chunk(
            asked,
            turn,
            Some(json!({"content": null, "refusal": reason})),
            None,
            None,
        )));
    }
    match finish_reason(&turn.kind) {
        None => return finished(frames, turn, compat),
        Some(reason) => frames.push(event(&chunk(asked, turn, Some(json!({})), reason, None))),
    }
    if asked.wants_usage && !compat.no_usage {
        let mut last = chunk(asked, turn, None, None, Some(&counts(usage)));
        last["choices"] = if compat.null_choices {
            Json::Null
        } else {
            json!([])
        };
        frames.push(event(&last));
    }
    if !compat.no_done {
        frames.push(Frame::new("data: [DONE]\n\n".to_owned()));
    }
    finished(frames, turn, compat)
}

/// The reply in one piece. `None`: this turn is no whole reply.
pub(super) fn whole(asked: &Asked, turn: &Turn, usage: Usage, compat: Compat) -> Option<Json> {
    let reason = finish_reason(&turn.kind)?;
    let content = if compat.content_parts {
        json!([{"type": "text", "text": turn.text()}])
    } else {
        json!(turn.text())
    };
    let refusal = match &turn.kind {
        Kind::Refusal { reason, .. } => Some(reason),
        _ => None,
    };
    let message = json!({"role": "assistant", "content": content, "refusal": refusal});
    let mut reply = json!({
        "id": "chatcmpl-scripted", "object": "chat.completion", "created": 1_796_000_000, "model": asked.model,
        "choices": [{"index": 0, "message": message, "finish_reason": reason, "logprobs": null}]
    });
    if !compat.no_usage {
        reply["usage"] = counts(usage);
    }
    if let Some(tier) = &turn.service_tier {
        reply["service_tier"] = json!(tier);
    }
    Some(reply)
}

/// The outer `None`: the stream has no proper end. The inner: it ends without a reason.
#[expect(
    clippy::option_option,
    reason = "no end and no reason are two different faults"
)]
fn finish_reason(kind: &Kind) -> Option<Option<&'static str>> {
    match kind {
        Kind::Answer { .. } | Kind::Refusal { .. } => Some(Some("stop")),
        Kind::Filtered { .. } => Some(Some("content_filter")),
        Kind::LengthCut { .. } => Some(Some("length")),
        Kind::NoReason { .. } => Some(None),
        Kind::ErrorMidStream { .. }
        | Kind::CutStream { .. }
        | Kind::NoEnd { .. }
        | Kind::Stall { .. }
        | Kind::Status { .. }
        | Kind::WebPage { .. }
        | Kind::ErrorInOk { .. } => None,
    }
}

fn chunk(
    asked: &Asked,
    turn: &Turn,
    delta: Option<Json>,
    reason: Option<&str>,
    usage: Option<&Json>,
) -> Json {
    let mut chunk = json!({
        "id": "chatcmpl-scripted", "object": "chat.completion.chunk", "created": 1_796_000_000, "model": asked.model
    });
    chunk["choices"] = match delta {
        Some(delta) => json!([{"index": 0, "delta": delta, "finish_reason": reason}]),
        None => json!([]),
    };
    chunk["usage"] = usage.cloned().unwrap_or_default();
    if let Some(tier) = &turn.service_tier {
        chunk["service_tier"] = json!(tier);
    }
    chunk
}

fn event(data: &Json) -> Frame {
    Frame::new(format!("data: {data}\n\n"))
}

fn finished(frames: Vec<Frame>, turn: &Turn, compat: Compat) -> Vec<Frame> {
    let mut frames = timed(frames, turn);
    if compat.crlf_and_comments {
        for frame in &mut frames {
            frame.bytes = format!(": keep-alive\r\n\r\n{}", frame.bytes.replace('\n', "\r\n"));
        }
    }
    frames
}

fn counts(usage: Usage) -> Json {
    json!({
        "prompt_tokens": usage.prompt_tokens(),
        "completion_tokens": usage.output_tokens,
        "total_tokens": usage.prompt_tokens() + usage.output_tokens,
        "prompt_tokens_details": {
            "cached_tokens": usage.cache_read_tokens,
            "cache_write_tokens": usage.cache_write_short_tokens
        }
    })
}
