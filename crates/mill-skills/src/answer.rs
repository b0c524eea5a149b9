//! The text of an answer: one whole JSON value, or nothing. Nothing is ever completed.

use serde_json::Value;

use crate::SkillError;

/// Finds the JSON in what a model wrote: plain, in a code fence, or one whole object inside prose.
///
/// A cut object is never closed and an object inside a cut one is never taken for the answer. Fields given twice are
/// refused, because one of the two would be lost.
/// # Errors
/// [`SkillError::BadAnswer`] if the text is empty, cut, holds no object or more than one.
pub fn parse_answer(text: &str) -> Result<Value, SkillError> {
    let bad = |reason: String| SkillError::BadAnswer { reason };
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(bad("it is empty".to_owned()));
    }
    let plain_error = match whole(text) {
        Ok(value @ (Value::Object(_) | Value::Array(_))) => return Ok(value),
        Ok(_) => return Err(bad("it is not a JSON object".to_owned())),
        Err(error) => error,
    };
    if let Some(inner) = only_fence(text)
        && let Ok(value @ (Value::Object(_) | Value::Array(_))) = whole(inner)
    {
        return Ok(value);
    }
    if text.starts_with(['{', '[']) {
        return Err(bad(plain_error));
    }
    let Some(start) = text.find('{') else {
        return Err(bad("there is no JSON object in it".to_owned()));
    };
    let (value, rest) = first_value(text.get(start..).unwrap_or_default()).map_err(bad)?;
    if rest.contains('{') {
        return Err(bad("there is more than one JSON object in it".to_owned()));
    }
    Ok(value)
}

fn whole(text: &str) -> Result<Value, String> {
    let (value, rest) = first_value(text)?;
    if rest.trim().is_empty() {
        Ok(value)
    } else {
        Err("there is text after the JSON".to_owned())
    }
}

/// The JSON value the text starts with, and what follows it.
fn first_value(text: &str) -> Result<(Value, &str), String> {
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<unique::UniqueValue>();
    match stream.next() {
        Some(Ok(value)) => Ok((
            value.0,
            text.get(stream.byte_offset()..).unwrap_or_default(),
        )),
        Some(Err(error)) if error.is_eof() => Err("the JSON is cut off".to_owned()),
        Some(Err(error)) => Err(format!("the JSON is broken: {error}")),
        None => Err("it is empty".to_owned()),
    }
}

/// The inside of a code fence, if the text has exactly one.
fn only_fence(text: &str) -> Option<&str> {
    let mut parts = text.split("```");
    let (_, inner, _) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    // The first line names the language, if anything.
    let body = match inner.split_once('\n') {
        Some((language, body)) if !language.contains(['{', '[']) => body,
        Some(_) | None => inner,
    };
    Some(body.trim())
}

mod unique;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn reason(text: &str) -> String {
        parse_answer(text).unwrap_err().to_string()
    }

    #[test]
    fn whole_json_is_found_plain_fenced_and_in_prose() {
        let object = json!({"a": [1, {"b": "}"}]});
        for text in [
            r#"{"a":[1,{"b":"}"}]}"#,
            "\u{feff} {\"a\":[1,{\"b\":\"}\"}]}\n",
            "```json\n{\"a\":[1,{\"b\":\"}\"}]}\n```",
            "Here it is:\n```\n{\"a\":[1,{\"b\":\"}\"}]}\n```\nDone.",
            "The answer is {\"a\":[1,{\"b\":\"}\"}]} as asked.",
        ] {
            assert_eq!(parse_answer(text).unwrap(), object, "{text}");
        }
        assert_eq!(parse_answer("[]").unwrap(), json!([]));
    }

    #[test]
    fn a_cut_answer_is_never_closed() {
        let cut = r#"{"lines":[{"no":1,"amt":10},{"no":2,"amt":20}"#;
        assert_eq!(reason(cut), "the answer is not usable: the JSON is cut off");
        assert_eq!(
            reason(&format!("Sure! {cut}")),
            "the answer is not usable: the JSON is cut off"
        );
        assert_eq!(
            reason(&format!("```json\n{cut}\n```")),
            "the answer is not usable: the JSON is broken: expected `,` or `]` at line 2 column 1"
        );
        assert!(parse_answer(&format!("```json\n{cut}")).is_err());
        assert!(parse_answer(&format!("{cut}\n```")).is_err());
    }

    #[test]
    fn nothing_and_too_much_are_told_apart() {
        assert_eq!(reason(""), "the answer is not usable: it is empty");
        assert_eq!(reason(" \n"), "the answer is not usable: it is empty");
        assert_eq!(
            reason("I cannot do that."),
            "the answer is not usable: there is no JSON object in it"
        );
        assert_eq!(
            reason("null"),
            "the answer is not usable: it is not a JSON object"
        );
        assert_eq!(
            reason("\"Food\""),
            "the answer is not usable: it is not a JSON object"
        );
        assert_eq!(
            reason("a {\"x\":1} or {\"x\":2}"),
            "the answer is not usable: there is more than one JSON object in it"
        );
        assert_eq!(
            reason("{\"x\":1} {\"x\":2}"),
            "the answer is not usable: there is text after the JSON"
        );
        assert!(reason("{\"x\":1,\"x\":2}").contains("`x` is given twice"));
    }
}
