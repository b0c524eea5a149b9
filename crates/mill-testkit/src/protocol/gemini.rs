//! Gemini `streamGenerateContent?alt=sse`.

use mill_domain::Usage;
use serde_json::{Value as Json, json};

use super::{bytes_of, read_messages, text_of, timed};
use crate::stream::Frame;
use crate::{Asked, Kind, Turn};

pub(super) fn read(asked: &mut Asked) {
    let body = asked.body.clone();
    asked.system = text_of(&body["systemInstruction"]["parts"]);
    asked.text_bytes = bytes_of(&body["systemInstruction"]["parts"]);
    asked.max_output_tokens = body["generationConfig"]["maxOutputTokens"].as_u64();
    asked.schema =
        Some(body["generationConfig"]["responseJsonSchema"].clone()).filter(Json::is_object);
    read_messages(asked, &body["contents"], "parts");
}

pub(super) fn error(status: u16, code: &str, message: &str) -> Json {
    json!({"error": {"code": status, "message": message, "status": code.to_uppercase(), "details": []}})
}

pub(super) fn frames(asked: &Asked, turn: &Turn, usage: Usage) -> Vec<Frame> {
    let mut frames = Vec::new();
    for piece in turn.text_pieces() {
        let mut chunk = json!({"candidates": [{"content": {"role": "model", "parts": [{"text": piece}]}, "index": 0}]});
        chunk["usageMetadata"] = counts(Usage {
            output_tokens: 0,
            ..usage
        });
        chunk["modelVersion"] = json!(asked.model);
        frames.push(Frame {
            text_bytes: piece.len(),
            ..event(&chunk)
        });
    }
    let last = match &turn.kind {
        Kind::Refusal { reason, text } if text.is_empty() => {
            Some(json!({"promptFeedback": {"blockReason": "SAFETY", "blockReasonMessage": reason}}))
        }
        Kind::ErrorMidStream { code, .. } => Some(error(503, code, "scripted error")),
        kind => finish_reason(kind)
            .map(|reason| json!({"candidates": [{"finishReason": reason, "index": 0}]})),
    };
    if let Some(mut last) = last {
        if last.get("error").is_none() {
            last["usageMetadata"] = counts(usage);
            last["modelVersion"] = json!(asked.model);
        }
        frames.push(event(&last));
    }
    timed(frames, turn)
}

fn finish_reason(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Answer { .. } => Some("STOP"),
        Kind::Refusal { .. } | Kind::Filtered { .. } => Some("SAFETY"),
        Kind::LengthCut { .. } => Some("MAX_TOKENS"),
        Kind::NoReason { .. }
        | Kind::ErrorMidStream { .. }
        | Kind::CutStream { .. }
        | Kind::NoEnd { .. }
        | Kind::Stall { .. }
        | Kind::Status { .. }
        | Kind::WebPage { .. }
        | Kind::ErrorInOk { .. } => None,
    }
}

fn event(data: &Json) -> Frame {
    Frame::new(format!("data: {data}\r\n\r\n"))
}

fn counts(usage: Usage) -> Json {
    let prompt = usage.prompt_tokens();
    json!({
        "promptTokenCount": prompt,
        "cachedContentTokenCount": usage.cache_read_tokens,
        "candidatesTokenCount": usage.output_tokens,
        "totalTokenCount": prompt + usage.output_tokens
    })
}
