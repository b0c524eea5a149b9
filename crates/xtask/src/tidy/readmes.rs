//! Every room tells what it is for, and its documentation is that text.

use anyhow::Result;

use super::Fault;
use crate::tree::Tree;

/// What a crate's first file begins with.
const INCLUDE: &str = "#![doc = include_str!(\"../README.md\")]";

/// Checks the README of every crate.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn check(tree: &Tree) -> Result<Vec<Fault>> {
    let mut faults = Vec::new();
    let manifests = tree.files(|file| file.starts_with("crates/") && file.ends_with("/Cargo.toml"));
    for folder in manifests.filter_map(|file| file.strip_suffix("/Cargo.toml")) {
        let readme = format!("{folder}/README.md");
        if !tree.has(&readme) || !tree.text(&readme)?.starts_with("# ") {
            faults.push(Fault::new(
                readme,
                "is missing or does not begin with a heading",
            ));
        }
        let first = ["src/lib.rs", "src/main.rs"].map(|name| format!("{folder}/{name}"));
        let Some(first) = first.iter().find(|file| tree.has(file)) else {
            continue;
        };
        if !tree.text(first)?.contains(INCLUDE) {
            faults.push(Fault::new(
                first,
                format!("does not show the README: add {INCLUDE}"),
            ));
        }
    }
    Ok(faults)
}
