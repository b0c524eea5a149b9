//! The person's language. Sentences for refusals are the window's own, from the same files.

use std::collections::HashMap;

use mill_api::ApiError;
use rust_i18n::{SimpleBackend, t};

const SHARED: [(&str, &str); 2] = [
    ("en", include_str!("../../../ui/src/words/en/errors.json")),
    ("zh", include_str!("../../../ui/src/words/zh/errors.json")),
];

/// The window's words for refusals, under `error.CODE` and `error.CODE_hint`.
pub(crate) fn shared() -> SimpleBackend {
    let mut backend = SimpleBackend::new();
    for (locale, text) in SHARED {
        // A test proves that both files are flat objects of text; a broken one leaves the English sentence of the error.
        let words: HashMap<String, String> = serde_json::from_str(text).unwrap_or_default();
        let words = words
            .into_iter()
            .map(|(code, word)| (format!("error.{code}").into(), word.into()));
        backend.add_translations(locale.into(), words.collect());
    }
    backend
}

/// Chooses the language of everything said from now on.
pub(crate) fn choose(language: &str) {
    rust_i18n::set_locale(language);
}

/// What a refusal is called in the person's language, and what to do next.
///
/// In English the error's own sentence is the better one: it carries every detail.
pub(crate) fn of_error(error: &ApiError) -> (String, Option<String>) {
    if &*rust_i18n::locale() == "en" {
        return (error.message.clone(), error.hint.clone());
    }
    let sentence = translated(&format!("error.{}", error.code), error);
    let hint = translated(&format!("error.{}_hint", error.code), error);
    let detail = if sentence.is_some() {
        format!("（{}）", error.message)
    } else {
        String::new()
    };
    let sentence = sentence.map_or_else(
        || error.message.clone(),
        |sentence| format!("{sentence}{detail}"),
    );
    (sentence, hint.or_else(|| error.hint.clone()))
}

/// A word with its named parts filled in; `None` if there is none in this language.
fn translated(key: &str, error: &ApiError) -> Option<String> {
    let word = t!(key);
    if word == key || word.ends_with(key) {
        return None;
    }
    let names: Vec<&str> = error.params.keys().map(String::as_str).collect();
    let values: Vec<String> = error.params.values().cloned().collect();
    Some(rust_i18n::replace_patterns(&word, &names, &values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shared_words_are_flat_and_the_same_in_both_languages() {
        let [en, zh] =
            SHARED.map(|(_, text)| serde_json::from_str::<HashMap<String, String>>(text).unwrap());
        let keys = |words: &HashMap<String, String>| {
            words
                .keys()
                .cloned()
                .collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(keys(&en), keys(&zh));
        assert!(en.contains_key("budget_too_small"));
    }
}
