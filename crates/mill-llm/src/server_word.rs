//! What a server said when it refused or failed, apart from the protocol it said it in.

use std::time::Duration;

use mill_domain::ProviderName;

/// A refusal or failure in the server's own words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerWord {
    /// Who said it.
    pub provider: ProviderName,
    /// HTTP status; `None` if it came as an event inside a stream that began with 200.
    pub status: Option<u16>,
    /// The most specific code given: `error.details.error_code`, `error.code` or `error.type`. An open set.
    pub code: Option<String>,
    /// The server's sentence, shortened to 500 characters; never holds a key.
    pub message: String,
    /// How long it asked to wait. `None`: it did not say.
    pub wait: Option<Duration>,
    /// Its `x-should-retry` header.
    pub should_retry: Option<bool>,
    /// Its id of the request, to quote to the provider's support.
    pub request_id: Option<String>,
}

impl ServerWord {
    /// Words of a server that gave nothing but a sentence.
    pub fn new(
        provider: &ProviderName,
        status: Option<u16>,
        code: Option<String>,
        message: &str,
    ) -> Self {
        Self {
            provider: provider.clone(),
            status,
            code,
            message: shortened(message, 500),
            wait: None,
            should_retry: None,
            request_id: None,
        }
    }

    /// Status, code and sentence in one line.
    pub fn described(&self) -> String {
        match (self.status, &self.code) {
            (Some(status), Some(code)) => format!("{} ({status} {code})", self.message),
            (Some(status), None) => format!("{} ({status})", self.message),
            (None, Some(code)) => format!("{} ({code})", self.message),
            (None, None) => self.message.clone(),
        }
    }
}

/// The first `limit` characters of a text on one line, with an ellipsis if something was left out.
pub(crate) fn shortened(text: &str, limit: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= limit {
        return line;
    }
    let mut short: String = line.chars().take(limit).collect();
    short.push('…');
    short
}
