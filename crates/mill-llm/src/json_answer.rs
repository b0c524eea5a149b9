//! The JSON inside an answer: unwrapped from fences and talk, never completed.

use serde_json::Value as Json;

/// Reads an answer as JSON. Code fences, thinking tags and sentences around one JSON value are taken off; a value that is
/// broken or cut stays broken: no bracket is ever added. `None`: there is no whole JSON value in it.
pub fn json_in(text: &str) -> Option<Json> {
    let text = without_thinking(text).trim();
    if let Ok(value) = serde_json::from_str(text) {
        return Some(value);
    }
    fenced(text)
        .and_then(|inner| serde_json::from_str(inner.trim()).ok())
        .or_else(|| embedded(text))
}

/// What follows a closed `<think>` block at the start.
fn without_thinking(text: &str) -> &str {
    match text.trim_start().strip_prefix("<think>") {
        Some(rest) => rest
            .split_once("</think>")
            .map_or(text, |(_, answer)| answer),
        None => text,
    }
}

fn fenced(text: &str) -> Option<&str> {
    let (_, after) = text.split_once("```")?;
    let (first_line, rest) = after.split_once('\n')?;
    let body = if first_line.trim().chars().all(char::is_alphanumeric) {
        rest
    } else {
        after
    };
    body.split_once("```").map(|(inner, _)| inner)
}

/// The one value that starts at the first bracket; nothing but talk may follow it.
fn embedded(text: &str) -> Option<Json> {
    let start = text.find(['{', '['])?;
    let rest = text.get(start..)?;
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Json>();
    let value = values.next()?.ok()?;
    let tail = rest.get(values.byte_offset()..)?;
    // A second value would make the first one a guess.
    if tail.contains(['{', '}', '[', ']']) || !(value.is_object() || value.is_array()) {
        None
    } else {
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn wrapping_is_taken_off() {
        for text in [
            "{\"total\": 3}",
            "  {\"total\": 3}\n",
            "```json\n{\"total\": 3}\n```",
            "```\n{\"total\": 3}\n```\nHope this helps.",
            "Here you are: {\"total\": 3}. Anything else?",
            "<think>{\"total\": 4}? no</think>{\"total\": 3}",
        ] {
            assert_eq!(json_in(text), Some(json!({"total": 3})), "{text}");
        }
        assert_eq!(json_in("[]"), Some(json!([])));
    }

    #[test]
    fn nothing_is_ever_completed_or_chosen() {
        for text in [
            r#"{"lines":[{"no":1,"amt":10},{"no":2,"amt":20}"#,
            r#"{"lines":[{"no":1}"#,
            "```json\n{\"total\": 3\n```",
            "{\"total\": 3} or {\"total\": 4}",
            "",
            "no JSON here",
        ] {
            assert_eq!(json_in(text), None, "{text}");
        }
    }
}
