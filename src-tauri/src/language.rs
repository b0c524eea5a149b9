//! The few words this program says by itself, outside the page: in dialogs and when it cannot start.

use mill_api::Host;
use serde_json::{Value, json};

/// A language of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// English.
    English,
    /// Simplified Chinese.
    Chinese,
}

impl Language {
    /// The language of a tag or locale: `zh`, `zh_CN.UTF-8`; English for every other.
    pub(crate) fn of(tag: &str) -> Self {
        if tag.to_ascii_lowercase().starts_with("zh") {
            Self::Chinese
        } else {
            Self::English
        }
    }

    /// The language the system suggests, for what is said before the engine is open.
    pub(crate) fn of_system() -> Self {
        let tag = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(std::env::var_os)
            .find(|tag| !tag.is_empty())
            .unwrap_or_default();
        Self::of(&tag.to_string_lossy())
    }

    /// The language of the window: what the person chose, else what the engine finds in the system.
    pub(crate) async fn of_window(host: &Host) -> Self {
        let language = |answer: Value| {
            answer
                .get("language")
                .and_then(Value::as_str)
                .map(str::to_owned)
        };
        let chosen = host
            .call("settings/get", json!({}))
            .await
            .ok()
            .and_then(language);
        let tag = match chosen {
            Some(tag) if tag != "system" => Some(tag),
            _ => host
                .call("app/info", json!({}))
                .await
                .ok()
                .and_then(language),
        };
        tag.map_or_else(Self::of_system, |tag| Self::of(&tag))
    }

    /// One of two texts.
    pub(crate) const fn choose<T>(self, english: T, chinese: T) -> T
    where
        T: Copy,
    {
        match self {
            Self::English => english,
            Self::Chinese => chinese,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_of_china_are_chinese_and_everything_else_is_english() {
        assert_eq!(Language::of("zh_CN.UTF-8"), Language::Chinese);
        assert_eq!(Language::of("zh"), Language::Chinese);
        assert_eq!(Language::of("de_DE.UTF-8"), Language::English);
        assert_eq!(Language::of(""), Language::English);
    }
}
