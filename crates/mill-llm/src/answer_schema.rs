//! The JSON schema of an answer, made once and shared by all questions of a run.

use std::sync::{Arc, OnceLock};

use serde_json::Value as Json;

use crate::schema::for_openai;

/// A JSON Schema, cheap to clone; what is worked out from it is worked out once.
#[derive(Debug, Clone)]
pub struct AnswerSchema(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    json: Json,
    bytes: usize,
    openai: OnceLock<Json>,
}

impl AnswerSchema {
    /// The schema as it is.
    pub fn json(&self) -> &Json {
        &self.0.json
    }

    /// Bytes of its text.
    pub(crate) fn bytes(&self) -> usize {
        self.0.bytes
    }

    /// The same as OpenAI's strict mode wants it.
    pub(crate) fn for_openai(&self) -> &Json {
        self.0.openai.get_or_init(|| for_openai(&self.0.json))
    }
}

impl From<Json> for AnswerSchema {
    fn from(json: Json) -> Self {
        let (bytes, openai) = (json.to_string().len(), OnceLock::new());
        Self(Arc::new(Parts {
            json,
            bytes,
            openai,
        }))
    }
}

impl PartialEq for AnswerSchema {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.json == other.0.json
    }
}
