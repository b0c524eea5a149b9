//! A reply with an error status, read as far as every protocol shares it.

use mill_domain::ProviderName;
use reqwest::header::HeaderMap;
use serde_json::Value as Json;

use super::open::LOGIN_ASKED;
use crate::wait::{text_of, wait_of};
use crate::{LlmError, ServerWord};

/// Status, headers and body of a reply that is an error.
#[derive(Debug, Clone)]
pub(crate) struct HttpFailure {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl HttpFailure {
    /// The error object inside the body, whatever wraps it: `{"error":{…}}`, the same in an array, or the body itself.
    pub(crate) fn error(&self) -> Option<Json> {
        let body: Json = serde_json::from_str(self.body.trim()).ok()?;
        Some(error_inside(&body))
    }

    /// The words of the server with a code and a sentence chosen by the protocol.
    pub(crate) fn word(
        &self,
        provider: &ProviderName,
        code: Option<String>,
        message: Option<&str>,
    ) -> ServerWord {
        let fallback = self.plain_body();
        let mut word = ServerWord::new(
            provider,
            Some(self.status),
            code,
            message.unwrap_or(&fallback),
        );
        word.wait = wait_of(&self.headers);
        word.should_retry =
            text_of(&self.headers, "x-should-retry").and_then(|text| text.parse().ok());
        word.request_id = request_id(&self.headers);
        word
    }

    /// The class that the status alone implies.
    pub(crate) fn by_status(&self, word: ServerWord) -> LlmError {
        let word = Box::new(word);
        match self.status {
            401 | 403 => LlmError::KeyRefused(word),
            402 => LlmError::Quota(word),
            404 => LlmError::UnknownModel(word),
            407 => LlmError::Unreachable {
                provider: word.provider,
                url: "the proxy".to_owned(),
                detail: LOGIN_ASKED.to_owned(),
            },
            429 => LlmError::RateLimited(word),
            408 | 409 | 425 | 500.. => LlmError::Overloaded(word),
            _ => LlmError::Rejected(word),
        }
    }

    /// The body for people: text as it is, a web page as the fact that it is one.
    fn plain_body(&self) -> String {
        let body = self.body.trim();
        if body.is_empty() {
            return "it gave no reason".to_owned();
        }
        if body.starts_with('<') {
            return "a web page came instead of an answer".to_owned();
        }
        body.to_owned()
    }
}

/// The error object of a parsed body.
pub(crate) fn error_inside(body: &Json) -> Json {
    let body = body
        .as_array()
        .and_then(|items| items.first())
        .unwrap_or(body);
    body.get("error").unwrap_or(body).clone()
}

/// The provider's id of a reply.
pub(crate) fn request_id(headers: &HeaderMap) -> Option<String> {
    ["request-id", "x-request-id", "x-generation-id"]
        .into_iter()
        .find_map(|name| text_of(headers, name))
        .map(str::to_owned)
}
