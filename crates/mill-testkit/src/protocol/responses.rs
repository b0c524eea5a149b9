//! `OpenAI` Responses.

use mill_domain::Usage;
use serde_json::{Value as Json, json};

use super::{named, read_messages, timed};
use crate::stream::Frame;
use crate::{Asked, Kind, Turn};

const ITEM: &str = "msg_scripted";

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
    let mut events = Vec::new();
    if !matches!(&turn.kind, Kind::ErrorMidStream { text, .. } if text.is_empty()) {
        let begun = object(asked, turn, Stage::Begun);
        let item = json!({"id": ITEM, "type": "message", "role": "assistant", "status": "in_progress", "content": []});
        events.push((0, json!({"type": "response.created", "response": begun})));
        events.push((
            0,
            json!({"type": "response.output_item.added", "output_index": 0, "item": item}),
        ));
    }
    for piece in turn.text_pieces() {
        let data = json!({
            "type": "response.output_text.delta", "item_id": ITEM, "output_index": 0, "content_index": 0,
            "delta": piece, "logprobs": []
        });
        events.push((piece.len(), data));
    }
    events.extend(
        ending(asked, turn, usage)
            .into_iter()
            .map(|event| (0, event)),
    );
    let frames = events.into_iter().enumerate().map(numbered).collect();
    timed(frames, turn)
}

fn numbered((number, (text_bytes, mut event)): (usize, (usize, Json))) -> Frame {
    event["sequence_number"] = json!(number);
    let name = event["type"].as_str().unwrap_or_default().to_owned();
    Frame {
        text_bytes,
        ..named(&name, &event)
    }
}

/// The reply in one piece. `None`: this turn is no whole reply.
pub(super) fn whole(asked: &Asked, turn: &Turn, usage: Usage) -> Option<Json> {
    Some(object(asked, turn, Stage::of(&turn.kind, usage)?))
}

fn ending(asked: &Asked, turn: &Turn, usage: Usage) -> Vec<Json> {
    if let Kind::ErrorMidStream { code, .. } = &turn.kind {
        return vec![
            json!({"type": "error", "code": code, "message": "scripted error", "param": null}),
        ];
    }
    let Some(stage) = Stage::of(&turn.kind, usage) else {
        return Vec::new();
    };
    let mut events = Vec::new();
    if let Kind::Refusal { reason, .. } = &turn.kind {
        events.push(json!({
            "type": "response.refusal.delta", "item_id": ITEM, "output_index": 0, "content_index": 1, "delta": reason
        }));
    }
    events.push(json!({
        "type": format!("response.{}", stage.status()), "response": object(asked, turn, stage)
    }));
    events
}

/// How far a response is.
#[derive(Clone, Copy)]
enum Stage {
    Begun,
    Completed(Usage),
    Incomplete(Option<&'static str>, Usage),
}

impl Stage {
    /// `None`: it has no proper end.
    const fn of(kind: &Kind, usage: Usage) -> Option<Self> {
        match kind {
            Kind::Answer { .. } | Kind::Refusal { .. } => Some(Self::Completed(usage)),
            Kind::Filtered { .. } => Some(Self::Incomplete(Some("content_filter"), usage)),
            Kind::LengthCut { .. } => Some(Self::Incomplete(Some("max_output_tokens"), usage)),
            Kind::NoReason { .. } => Some(Self::Incomplete(None, usage)),
            Kind::ErrorMidStream { .. }
            | Kind::CutStream { .. }
            | Kind::NoEnd { .. }
            | Kind::Stall { .. }
            | Kind::Status { .. }
            | Kind::WebPage { .. }
            | Kind::ErrorInOk { .. } => None,
        }
    }

    const fn status(self) -> &'static str {
        match self {
            Self::Begun => "in_progress",
            Self::Completed(_) => "completed",
            Self::Incomplete(..) => "incomplete",
        }
    }
}

fn object(asked: &Asked, turn: &Turn, stage: Stage) -> Json {
    let (reason, usage) = match stage {
        Stage::Begun => (None, None),
        Stage::Completed(usage) => (None, Some(usage)),
        Stage::Incomplete(reason, usage) => (reason, Some(usage)),
    };
    json!({
        "id": "resp_scripted", "object": "response", "created_at": 1_796_000_000, "model": asked.model,
        "status": stage.status(), "error": null,
        "incomplete_details": reason.map(|reason| json!({"reason": reason})),
        "output": output(turn, stage),
        "parallel_tool_calls": true, "tool_choice": "auto", "tools": [], "instructions": null, "metadata": {},
        "temperature": 1.0, "top_p": 1.0,
        "service_tier": turn.service_tier.as_deref().unwrap_or("default"),
        "usage": usage.map(counts)
    })
}

fn output(turn: &Turn, stage: Stage) -> Json {
    if matches!(stage, Stage::Begun) {
        return json!([]);
    }
    let mut content = vec![
        json!({"type": "output_text", "text": turn.text(), "annotations": [], "logprobs": []}),
    ];
    if let Kind::Refusal { reason, .. } = &turn.kind {
        content.push(json!({"type": "refusal", "refusal": reason}));
    }
    json!([{"id": ITEM, "type": "message", "role": "assistant", "status": stage.status(), "content": content}])
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
