//! What a host is told when a method cannot do what was asked.

mod sentences;
mod spoken;

use std::collections::BTreeMap;

use serde::Serialize;
use ts_rs::TS;

pub use spoken::{Spoken, said};

/// A refusal: a code the window has words for in both languages, and an English sentence for everything else.
#[derive(Debug, Clone, Serialize, TS, thiserror::Error)]
#[error("{message}")]
pub struct ApiError {
    /// A fixed word; the window's words live under the same key.
    pub code: String,
    /// What failed and with what, in English.
    pub message: String,
    /// What to do next, in English; none if nothing can be done.
    pub hint: Option<String>,
    /// Named parts of the sentence, for translation.
    #[ts(type = "Record<string, string>")]
    pub params: BTreeMap<String, String>,
}

impl ApiError {
    /// An error without parameters.
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self {
            code: code.to_owned(),
            message: message.into(),
            hint: None,
            params: BTreeMap::new(),
        }
    }

    /// Adds a named part.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl std::fmt::Display) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }

    /// Adds what to do next.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
