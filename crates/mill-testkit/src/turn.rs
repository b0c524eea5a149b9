//! One scripted turn: what the server does with one request.

use std::time::Duration;

use mill_domain::Usage;
use serde::{Deserialize, Serialize};

/// What the server does with one request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Turn {
    /// The kind of reply.
    #[serde(flatten)]
    pub kind: Kind,
    /// Milliseconds before the headers.
    pub delay_ms: u64,
    /// Milliseconds between the headers and the first piece of the answer; keep-alives go out meanwhile.
    pub first_token_ms: u64,
    /// Milliseconds between the pieces of the answer.
    pub gap_ms: u64,
    /// In how many pieces the answer is streamed; at least 1.
    pub pieces: usize,
    /// Bytes per network chunk; 0: one chunk per event.
    pub chunk_bytes: usize,
    /// Counts to report and to bill. `None`: a token for every three bytes of text.
    pub usage: Option<Usage>,
    /// Further headers.
    pub headers: Vec<(String, String)>,
    /// The tier or speed the reply claims: `priority`, `batch`, `fast`. It is reported, not billed by itself.
    pub service_tier: Option<String>,
}

/// The kind of reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Kind {
    /// A whole answer.
    Answer {
        /// Its text.
        text: String,
    },
    /// The model declines, after the text.
    Refusal {
        /// Why.
        reason: String,
        /// Text before it stops.
        text: String,
    },
    /// A content filter stops it, after the text.
    Filtered {
        /// Text before it stops.
        text: String,
    },
    /// The length limit cuts it.
    LengthCut {
        /// Text before the cut.
        text: String,
    },
    /// It ends properly, but without saying why.
    NoReason {
        /// The text.
        text: String,
    },
    /// An error status; nothing is billed.
    Status {
        /// The status.
        status: u16,
        /// The protocol's code or type, as `rate_limit_error`.
        code: String,
        /// The sentence.
        message: String,
    },
    /// A web page with an error status, as proxies send it.
    WebPage {
        /// The status.
        status: u16,
    },
    /// Status 200 with an error object instead of a reply.
    ErrorInOk {
        /// The code.
        code: String,
    },
    /// An error event after the text, in a stream that began well.
    ErrorMidStream {
        /// Text before it; empty: the error is the first event.
        text: String,
        /// The code or type, as `overloaded_error`.
        code: String,
    },
    /// The connection breaks after the text.
    CutStream {
        /// Text before it.
        text: String,
    },
    /// The stream is closed properly after the text, without its last event.
    NoEnd {
        /// Text before it.
        text: String,
    },
    /// Nothing more comes after the text, and the connection stays open.
    Stall {
        /// Text before it.
        text: String,
    },
}

impl Default for Turn {
    fn default() -> Self {
        Self {
            kind: Kind::Answer {
                text: "ok".to_owned(),
            },
            delay_ms: 0,
            first_token_ms: 0,
            gap_ms: 0,
            pieces: 2,
            chunk_bytes: 0,
            usage: None,
            headers: Vec::new(),
            service_tier: None,
        }
    }
}

impl Turn {
    /// A turn of a kind, at once.
    pub fn of(kind: Kind) -> Self {
        Self {
            kind,
            ..Self::default()
        }
    }

    /// A whole answer, at once.
    pub fn answer(text: impl Into<String>) -> Self {
        Self::of(Kind::Answer { text: text.into() })
    }

    /// One of seven ways in which a call ends badly, by a number from 1: cut by its limit, refused, told to wait, a broken
    /// stream, one without an end, one with an error in it, a failing server. `None`: the call is answered.
    ///
    /// `text` is what comes before, `usage` what is billed of those that are billed whole.
    pub fn trouble(number: u64, text: &str, usage: Usage) -> Option<Self> {
        let text = text.to_owned();
        Some(match number {
            1 => Self::of(Kind::LengthCut { text }).with_usage(usage),
            2 => Self::of(Kind::Refusal {
                reason: "no".to_owned(),
                text,
            })
            .with_usage(usage),
            3 => Self::rate_limited(0),
            4 => Self::of(Kind::CutStream { text }),
            5 => Self::of(Kind::NoEnd { text }),
            6 => Self::of(Kind::ErrorMidStream {
                text,
                code: "overloaded_error".to_owned(),
            }),
            7 => Self::status(500, "api_error", "internal"),
            _ => return None,
        })
    }

    /// An answer without a word.
    pub fn empty() -> Self {
        Self::answer("")
    }

    /// 429 with a `retry-after` in whole seconds.
    pub fn rate_limited(retry_after_s: u64) -> Self {
        Self::status(429, "rate_limit_error", "slow down")
            .with_header("retry-after", &retry_after_s.to_string())
    }

    /// An error status.
    pub fn status(status: u16, code: &str, message: &str) -> Self {
        Self::of(Kind::Status {
            status,
            code: code.to_owned(),
            message: message.to_owned(),
        })
    }

    /// 529, overloaded, without a wait.
    pub fn overloaded() -> Self {
        Self::status(529, "overloaded_error", "overloaded")
    }

    /// 400: the input does not fit.
    pub fn too_long() -> Self {
        let message = "prompt is too long: it exceeds this model's maximum context length";
        Self::status(400, "context_length_exceeded", message)
    }

    /// The same, this long after the request.
    #[must_use]
    pub fn after(self, delay: Duration) -> Self {
        Self {
            delay_ms: u64::try_from(delay.as_millis()).unwrap_or(u64::MAX),
            ..self
        }
    }

    /// The same with these counts.
    #[must_use]
    pub fn with_usage(self, usage: Usage) -> Self {
        Self {
            usage: Some(usage),
            ..self
        }
    }

    /// The same with a further header.
    #[must_use]
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same, cut into network chunks of so many bytes.
    #[must_use]
    pub fn in_chunks_of(self, bytes: usize) -> Self {
        Self {
            chunk_bytes: bytes,
            ..self
        }
    }

    /// The text that is streamed before the end.
    pub fn text(&self) -> &str {
        match &self.kind {
            Kind::Answer { text }
            | Kind::Refusal { text, .. }
            | Kind::Filtered { text }
            | Kind::LengthCut { text }
            | Kind::NoReason { text }
            | Kind::ErrorMidStream { text, .. }
            | Kind::CutStream { text }
            | Kind::NoEnd { text }
            | Kind::Stall { text } => text,
            Kind::Status { .. } | Kind::WebPage { .. } | Kind::ErrorInOk { .. } => "",
        }
    }

    /// The text in its pieces, cut between characters; none for an empty text.
    pub(crate) fn text_pieces(&self) -> Vec<String> {
        let letters: Vec<char> = self.text().chars().collect();
        let size = letters.len().div_ceil(self.pieces.max(1)).max(1);
        letters
            .chunks(size)
            .map(|piece| piece.iter().collect())
            .collect()
    }
}
