//! What the server saw of a request, without its key.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::HeaderMap;
use serde_json::Value as Json;

/// Headers that carry keys.
const KEY_HEADERS: [&str; 4] = ["authorization", "x-api-key", "api-key", "x-goog-api-key"];

/// A request as it arrived. Keys are stars; [`SeenRequest::has_key`] compares without showing.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenRequest {
    /// Its path and query.
    pub path: String,
    /// Its headers, names in lower case, keys as stars.
    pub headers: BTreeMap<String, String>,
    /// Its body; null if it had none.
    pub body: Json,
    key: Option<u64>,
}

impl SeenRequest {
    pub(crate) fn new(path: &str, headers: &HeaderMap, body: Json) -> Self {
        let shown = headers.iter().map(|(name, value)| {
            let text = if KEY_HEADERS.contains(&name.as_str()) {
                "***"
            } else {
                value.to_str().unwrap_or("?")
            };
            (name.as_str().to_owned(), text.to_owned())
        });
        let key = KEY_HEADERS
            .iter()
            .find_map(|name| headers.get(*name)?.to_str().ok())
            .map(fingerprint);
        Self {
            path: path.to_owned(),
            headers: shown.collect(),
            body,
            key,
        }
    }

    /// True if the request carried exactly this key.
    pub fn has_key(&self, key: &str) -> bool {
        self.key == Some(fingerprint(key))
    }

    /// True if the request carried any key.
    pub const fn has_any_key(&self) -> bool {
        self.key.is_some()
    }
}

fn fingerprint(key: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.strip_prefix("Bearer ").unwrap_or(key).hash(&mut hasher);
    hasher.finish()
}
