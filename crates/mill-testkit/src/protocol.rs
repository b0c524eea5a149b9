//! The four languages: reading requests, writing replies.

mod anthropic;
mod chat;
mod gemini;
mod responses;

use mill_domain::Usage;
use serde_json::Value as Json;

use crate::ledger::tokens;
use crate::stream::Frame;
use crate::{Asked, Compat, Protocol, Turn};

/// Reads a request; `model` is the one named in the path, if the protocol names it there.
pub(crate) fn read(protocol: Protocol, model: Option<&str>, body: Json) -> Asked {
    let mut asked = Asked {
        number: 0,
        seen_before: 0,
        protocol,
        model: model
            .or_else(|| body["model"].as_str())
            .unwrap_or_default()
            .to_owned(),
        system: String::new(),
        user: String::new(),
        schema: None,
        max_output_tokens: None,
        wants_usage: true,
        text_bytes: 0,
        body,
    };
    match protocol {
        Protocol::Anthropic => anthropic::read(&mut asked),
        Protocol::Responses => responses::read(&mut asked),
        Protocol::Chat => chat::read(&mut asked),
        Protocol::Gemini => gemini::read(&mut asked),
    }
    asked
}

/// The events of a turn that streams.
pub(crate) fn frames(asked: &Asked, turn: &Turn, usage: Usage, compat: Compat) -> Vec<Frame> {
    match asked.protocol {
        Protocol::Anthropic => anthropic::frames(asked, turn, usage),
        Protocol::Responses => responses::frames(asked, turn, usage),
        Protocol::Chat => chat::frames(asked, turn, usage, compat),
        Protocol::Gemini => gemini::frames(asked, turn, usage),
    }
}

/// The reply in one piece. `None`: this turn is no whole reply, or the language knows none.
pub(crate) fn whole(asked: &Asked, turn: &Turn, usage: Usage, compat: Compat) -> Option<Json> {
    match asked.protocol {
        Protocol::Anthropic => anthropic::whole(asked, turn, usage),
        Protocol::Responses => responses::whole(asked, turn, usage),
        Protocol::Chat => chat::whole(asked, turn, usage, compat),
        Protocol::Gemini => None,
    }
}

/// An error body.
pub(crate) fn error(
    protocol: Protocol,
    status: u16,
    code: &str,
    message: &str,
    compat: Compat,
) -> Json {
    match protocol {
        Protocol::Anthropic => anthropic::error(code, message),
        Protocol::Responses => chat::error(code, message, None),
        Protocol::Chat => chat::error(code, message, compat.integer_codes.then_some(status)),
        Protocol::Gemini => gemini::error(status, code, message),
    }
}

/// The counts of a turn: its own, or a token for every three bytes.
pub(crate) fn usage_of(asked: &Asked, turn: &Turn) -> Usage {
    turn.usage.unwrap_or_else(|| Usage {
        input_tokens: tokens(asked.text_bytes).max(1),
        output_tokens: tokens(turn.text().len()),
        ..Usage::default()
    })
}

/// An event with a name.
fn named(name: &str, data: &Json) -> Frame {
    Frame::new(format!("event: {name}\ndata: {data}\n\n"))
}

/// Delays the frames that carry text: the first by the time to the first token, the others by the gap.
fn timed(mut frames: Vec<Frame>, turn: &Turn) -> Vec<Frame> {
    let mut delay_ms = turn.first_token_ms;
    for frame in frames.iter_mut().filter(|frame| frame.text_bytes > 0) {
        frame.delay_ms = delay_ms;
        delay_ms = turn.gap_ms;
    }
    frames
}

/// The text of a content that is a string or a list of blocks with `text`.
fn text_of(content: &Json) -> String {
    match content {
        Json::String(text) => text.clone(),
        Json::Array(parts) => parts
            .iter()
            .filter_map(|part| part["text"].as_str())
            .collect::<Vec<_>>()
            .join("\n"),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Object(_) => String::new(),
    }
}

/// Bytes of text in such a content.
fn bytes_of(content: &Json) -> usize {
    match content {
        Json::String(text) => text.len(),
        Json::Array(parts) => parts
            .iter()
            .filter_map(|part| part["text"].as_str())
            .map(str::len)
            .sum(),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Object(_) => 0,
    }
}

/// Messages of one shape: role, content, and which content is the last user's.
fn read_messages(asked: &mut Asked, messages: &Json, content: &str) {
    let messages = messages.as_array().map(Vec::as_slice).unwrap_or_default();
    let last = messages
        .iter()
        .rev()
        .find(|message| message["role"] == "user");
    asked.user = last
        .map(|message| text_of(&message[content]))
        .unwrap_or_default();
    asked.text_bytes += messages
        .iter()
        .map(|message| bytes_of(&message[content]))
        .sum::<usize>();
}
