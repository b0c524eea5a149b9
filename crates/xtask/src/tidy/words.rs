//! Every word on the screen is there in English and in Chinese, with the same holes for values.
//!
//! Two shapes are known: a file per language (`en.json` beside `zh.json`, or the same file name in folders `en` and
//! `zh`), and one file for both (`_version = 2`, each word a table of languages).

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use serde_json::Value;

use super::Fault;
use crate::tree::{Tree, ends_in};

/// Names a Chinese file or folder may have beside `en`.
const CHINESE: &[&str] = &["zh", "zh-CN", "zh-Hans"];

/// Endings of i18next for one and many; Chinese has only `_other`.
const ONE: &str = "_one";
const OTHER: &str = "_other";

/// Checks every file of words.
///
/// # Errors
/// If a file cannot be read or parsed.
pub(super) fn check(tree: &Tree) -> Result<Vec<Fault>> {
    let mut faults = Vec::new();
    for file in tree.files(is_words) {
        if file.contains("/locales/") && !is_english(file) {
            check_both_in_one(tree, file, &mut faults)?;
        }
        if !is_english(file) {
            continue;
        }
        let Some(chinese) = CHINESE
            .iter()
            .map(|name| in_language(file, name))
            .find(|other| tree.has(other))
        else {
            faults.push(Fault::new(file, "has no Chinese beside it"));
            continue;
        };
        compare(
            (file, &read(tree, file)?),
            (&chinese, &read(tree, &chinese)?),
            &mut faults,
        );
    }
    Ok(faults)
}

fn is_words(file: &str) -> bool {
    let ours = file.starts_with("ui/src/")
        || file.starts_with("crates/")
        || file.starts_with("src-tauri/");
    ours && ends_in(file, &["json", "toml"])
}

fn is_english(file: &str) -> bool {
    in_language(file, "zh") != file
}

/// The same file in another language; the same path if this is not an English file.
fn in_language(file: &str, language: &str) -> String {
    let parts: Vec<String> = file
        .split('/')
        .map(|part| match part.strip_prefix("en") {
            Some("") => language.to_owned(),
            Some(ending) if ending.starts_with('.') => format!("{language}{ending}"),
            _ => part.to_owned(),
        })
        .collect();
    parts.join("/")
}

/// Words of one file by their dotted key.
type Words = BTreeMap<String, String>;

fn read(tree: &Tree, file: &str) -> Result<Words> {
    let mut words = Words::new();
    flatten("", &value_of(tree, file)?, &mut words);
    Ok(words)
}

fn value_of(tree: &Tree, file: &str) -> Result<Value> {
    let text = tree.text(file)?;
    let value = if ends_in(file, &["toml"]) {
        toml::from_str(&text).map_err(anyhow::Error::from)
    } else {
        serde_json::from_str(&text).map_err(anyhow::Error::from)
    };
    value.with_context(|| format!("cannot parse {file}"))
}

fn flatten(key: &str, value: &Value, words: &mut Words) {
    match value {
        Value::Object(entries) => {
            for (name, value) in entries {
                let key = if key.is_empty() {
                    name.clone()
                } else {
                    format!("{key}.{name}")
                };
                flatten(&key, value, words);
            }
        }
        Value::String(text) => {
            words.insert(key.to_owned(), text.clone());
        }
        _ => {}
    }
}

fn compare(english: (&str, &Words), chinese: (&str, &Words), faults: &mut Vec<Fault>) {
    for (key, text) in english.1 {
        let fallback = key.strip_suffix(ONE).map(|stem| format!("{stem}{OTHER}"));
        match chinese.1.get(key) {
            Some(translated) if holes(translated) != holes(text) => {
                let what = format!(
                    "`{key}` has the holes {:?}, the English {:?}",
                    holes(translated),
                    holes(text)
                );
                faults.push(Fault::new(chinese.0, what));
            }
            None if !fallback.is_some_and(|other| chinese.1.contains_key(&other)) => {
                faults.push(Fault::new(chinese.0, format!("lacks `{key}`")));
            }
            _ => {}
        }
    }
    for key in chinese.1.keys().filter(|key| !english.1.contains_key(*key)) {
        faults.push(Fault::new(english.0, format!("lacks `{key}`")));
    }
}

/// `_version = 2`: each word is a table with a text for each language.
fn check_both_in_one(tree: &Tree, file: &str, faults: &mut Vec<Fault>) -> Result<()> {
    let value = value_of(tree, file)?;
    if value.get("_version").and_then(Value::as_i64) != Some(2) {
        return Ok(());
    }
    let mut words = Words::new();
    flatten("", &value, &mut words);
    let in_language = |language: &str| -> Words {
        let ending = format!(".{language}");
        words
            .iter()
            .filter_map(|(key, text)| Some((key.strip_suffix(&ending)?.to_owned(), text.clone())))
            .collect()
    };
    let chinese = CHINESE
        .iter()
        .map(|name| in_language(name))
        .find(|words| !words.is_empty());
    compare(
        (file, &in_language("en")),
        (file, &chinese.unwrap_or_default()),
        faults,
    );
    Ok(())
}

/// Names of the values a text takes, in order: `{{count}}` of i18next, `%{count}` of rust-i18n.
fn holes(text: &str) -> Vec<&str> {
    let mut holes: Vec<&str> = Vec::new();
    for (open, close) in [("{{", "}}"), ("%{", "}")] {
        for piece in text.split(open).skip(1) {
            if let Some((hole, _)) = piece.split_once(close) {
                // `%{count, number}`: the name, then how it is shown.
                holes.push(hole.split(',').next().unwrap_or(hole).trim());
            }
        }
    }
    holes.sort_unstable();
    holes.dedup();
    holes
}
