//! File names say what is inside. A name that fits everything says nothing.

use super::Fault;
use crate::tree::{Tree, ends_in};

/// Words that fit everything, in singular and plural.
const EMPTY_WORDS: &[&str] = &[
    "util",
    "helper",
    "common",
    "misc",
    "manager",
    "service",
    "processor",
    "handler",
];

/// Endings of files that people write.
const SOURCES: &[&str] = &["rs", "ts", "tsx", "mjs", "js", "css", "sql"];

/// Checks the name of every source file.
pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for file in tree.files(|file| ends_in(file, SOURCES)) {
        let name = file.rsplit('/').next().unwrap_or(file);
        if name == "mod.rs" {
            faults.push(Fault::new(
                file,
                "name a module after its subject, beside its folder, not `mod.rs`",
            ));
        }
        for word in words_of(name) {
            let singular = word.strip_suffix('s').unwrap_or(&word);
            if EMPTY_WORDS.contains(&singular) {
                faults.push(Fault::new(
                    file,
                    format!("`{word}` fits everything: name the file for its subject"),
                ));
            }
        }
    }
    faults
}

/// The words of a file name, in small letters: `RunTable.test.tsx` is run, table, test, tsx.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in name.chars() {
        if !letter.is_alphanumeric() || letter.is_uppercase() {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
