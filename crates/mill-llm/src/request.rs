//! What we ask of a model, the same for every provider.

use std::sync::Arc;
use std::time::Duration;

use crate::AnswerSchema;

/// One question to a model: everything a provider's adapter needs, and nothing about who the provider is.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelRequest {
    /// The model's own name there, as in [`mill_domain::ModelRef::model`].
    pub model: String,
    /// Instructions that stand above the conversation; the stable part that prompt caches live from.
    pub system: String,
    /// The conversation, oldest first; ends with a user message.
    pub messages: Vec<Message>,
    /// JSON Schema of the answer; `None`: free text.
    pub output_schema: Option<AnswerSchema>,
    /// Name of the schema where a protocol wants one: letters, digits, `_` and `-`, at most 64.
    pub schema_name: String,
    /// The answer's limit in tokens, thinking included.
    pub max_output_tokens: u32,
    /// Money rests on that limit: a server that takes none is not asked at all.
    pub limit_must_hold: bool,
    /// Longest silence between bytes once the reply has begun; keep-alives count as bytes.
    pub idle_timeout: Duration,
    /// Longest wait for the first piece of the answer; keep-alives do not count.
    pub first_token_timeout: Duration,
    /// Ask the provider to keep `system` in its prompt cache where that must be asked for.
    pub cache_prefix: bool,
    /// Our id of the call, sent along where a provider logs one. `None`: nothing is sent.
    pub client_request_id: Option<String>,
}

/// One message of the conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said, in order.
    pub parts: Vec<Part>,
}

/// Who speaks in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The person, or we on their behalf.
    User,
    /// The model, in an earlier turn.
    Assistant,
}

/// A piece of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Plain text.
    Text(String),
    /// A picture.
    Image {
        /// `image/png`, `image/jpeg`, `image/gif` or `image/webp`.
        media_type: String,
        /// The file's bytes; shared, because a large one is asked about more than once.
        bytes: Arc<[u8]>,
    },
    /// A PDF document, sent whole.
    Pdf {
        /// File name shown to the model where a protocol wants one; keep it neutral, it counts as evidence to a model.
        name: String,
        /// The file's bytes, shared.
        bytes: Arc<[u8]>,
        /// Number of pages, for the input bound.
        pages: u32,
    },
}

impl ModelRequest {
    /// A request of one user message with 60 s idle and 120 s first-token limits, a length limit that must hold, no
    /// schema and no cache.
    pub fn new(model: &str, system: &str, user: &str, max_output_tokens: u32) -> Self {
        Self {
            model: model.to_owned(),
            system: system.to_owned(),
            messages: vec![Message::user(user)],
            output_schema: None,
            schema_name: "answer".to_owned(),
            max_output_tokens,
            limit_must_hold: true,
            idle_timeout: Duration::from_mins(1),
            first_token_timeout: Duration::from_mins(2),
            cache_prefix: false,
            client_request_id: None,
        }
    }

    /// The text of the last user message, parts joined by line breaks; empty if there is none.
    pub fn last_user_text(&self) -> String {
        self.messages
            .iter()
            .rev()
            .find(|message| message.role == Role::User)
            .map(Message::text)
            .unwrap_or_default()
    }

    /// Every piece of the conversation.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.messages.iter().flat_map(|message| &message.parts)
    }
}

impl Message {
    /// A user message of one text.
    pub fn user(text: &str) -> Self {
        Self {
            role: Role::User,
            parts: vec![Part::Text(text.to_owned())],
        }
    }

    /// A model's earlier answer, given back to it.
    pub fn assistant(text: &str) -> Self {
        Self {
            role: Role::Assistant,
            parts: vec![Part::Text(text.to_owned())],
        }
    }

    /// The text parts, joined by line breaks.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.parts.iter().filter_map(Part::as_text).collect();
        texts.join("\n")
    }
}

impl Part {
    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Image { .. } | Self::Pdf { .. } => None,
        }
    }
}
