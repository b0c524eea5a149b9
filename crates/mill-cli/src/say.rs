//! The command's two voices: one JSON object or a table on standard output, sentences on standard error.

use std::io::Write as _;

use mill_api::{ApiError, Spoken};
use serde::Serialize;

use crate::words;

/// How an answer is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Lines for people.
    Words,
    /// One JSON object.
    Json,
}

impl Form {
    /// The form a `--json` flag asks for.
    pub(crate) const fn of(json: bool) -> Self {
        if json { Self::Json } else { Self::Words }
    }
}

/// Writes a line to standard output. A closed pipe (`| head`) is no fault of anyone's.
pub(crate) fn line(text: &str) {
    drop(writeln!(std::io::stdout().lock(), "{text}"));
}

/// Writes a line to standard error.
pub(crate) fn error_line(text: &str) {
    drop(writeln!(std::io::stderr().lock(), "{text}"));
}

/// Writes the one JSON object.
pub(crate) fn json<T: Serialize>(object: &T) -> Result<(), ApiError> {
    let text = serde_json::to_string(object)
        .map_err(|error| ApiError::new("internal", error.to_string()))?;
    line(&text);
    Ok(())
}

/// Says what was refused and what to do next, in the person's language where there are words for it.
pub(crate) fn refusal(error: &ApiError) {
    let Spoken { sentence, hint } = words::of_error(error);
    error_line(&sentence);
    if let Some(hint) = hint {
        error_line(&hint);
    }
}
