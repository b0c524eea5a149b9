//! What the settings send of keys.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A key that was typed.
#[derive(Clone, Deserialize, TS)]
pub struct KeySetParams {
    /// The provider's name.
    pub provider: String,
    /// What the key is for; absent: the default key.
    #[ts(optional)]
    pub name: Option<String>,
    /// The key. It goes to the key store and nowhere else.
    pub key: String,
    /// True: keep it until the program ends, without the key store.
    #[serde(default)]
    pub session_only: bool,
}

impl std::fmt::Debug for KeySetParams {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("KeySetParams")
            .field("provider", &self.provider)
            .finish_non_exhaustive()
    }
}

/// One of a provider's keys.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct KeyParams {
    /// The provider's name.
    pub provider: String,
    /// The key's name; absent: the default key.
    #[ts(optional)]
    pub name: Option<String>,
}
