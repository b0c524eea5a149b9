//! How long a file may be. Long files hide more than one idea.

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::Fault;
use crate::bindings;
use crate::tree::{Tree, ends_in};

/// Lines of Rust in one file, its tests apart.
const RUST_WALL: usize = 500;
/// Lines of TypeScript in one file.
const TYPESCRIPT_WALL: usize = 300;
/// Files that may be longer, from the root.
const EXCEPTIONS: &str = "crates/xtask/exceptions.toml";

#[derive(Default, Deserialize)]
struct Exceptions {
    #[serde(default)]
    size: Vec<Exception>,
}

#[derive(Deserialize)]
struct Exception {
    file: String,
    lines: usize,
    reason: String,
}

/// Checks every source file, and that each exception is still needed.
///
/// # Errors
/// If a file or the list of exceptions cannot be read.
pub(super) fn check(tree: &Tree) -> Result<Vec<Fault>> {
    let exceptions: Exceptions = if tree.has(EXCEPTIONS) {
        toml::from_str(&tree.text(EXCEPTIONS)?)
            .with_context(|| format!("cannot parse {EXCEPTIONS}"))?
    } else {
        Exceptions::default()
    };
    let mut faults = Vec::new();
    for file in tree.files(|file| wall(file).is_some()) {
        let wall = wall(file).unwrap_or_default();
        let lines = counted_lines(file, &tree.text(file)?);
        match exceptions
            .size
            .iter()
            .find(|exception| exception.file == file)
        {
            None if lines > wall => {
                faults.push(Fault::new(
                    file,
                    format!("has {lines} lines, the wall is {wall}: split it by idea"),
                ));
            }
            Some(exception) if lines > exception.lines => {
                let granted = exception.lines;
                faults.push(Fault::new(
                    file,
                    format!("has {lines} lines, its exception ends at {granted}"),
                ));
            }
            Some(_) if lines <= wall => {
                faults.push(Fault::new(
                    file,
                    format!("no longer needs its exception: take it out of {EXCEPTIONS}"),
                ));
            }
            _ => {}
        }
    }
    for exception in &exceptions.size {
        if !tree.has(&exception.file) {
            faults.push(Fault::new(
                EXCEPTIONS,
                format!("names `{}`, which is gone", exception.file),
            ));
        }
        if exception.reason.trim().is_empty() {
            faults.push(Fault::new(
                EXCEPTIONS,
                format!("gives no reason for `{}`", exception.file),
            ));
        }
    }
    Ok(faults)
}

/// The most lines a file may have; `None` for a file that is not counted.
fn wall(file: &str) -> Option<usize> {
    let rust =
        ends_in(file, &["rs"]) && (file.starts_with("crates/") || file.starts_with("src-tauri/"));
    if rust && file.contains("/src/") && !file.ends_with("/tests.rs") && !file.contains("/tests/") {
        return Some(RUST_WALL);
    }
    let typescript = file.starts_with("ui/src/") && ends_in(file, &["ts", "tsx"]);
    (typescript && !file.contains(".test.") && file != bindings::FILE).then_some(TYPESCRIPT_WALL)
}

/// Lines of the file; in Rust those before its unit tests.
fn counted_lines(file: &str, text: &str) -> usize {
    if ends_in(file, &["rs"]) {
        text.lines()
            .take_while(|line| *line != "#[cfg(test)]")
            .count()
    } else {
        text.lines().count()
    }
}
