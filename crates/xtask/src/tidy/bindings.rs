//! The committed TypeScript is what the contract says today.

use anyhow::Result;

use super::Fault;
use crate::bindings::FILE;
use crate::tree::Tree;

/// Compares the committed bindings with `contract`.
///
/// # Errors
/// If the committed file cannot be read.
pub(super) fn check(tree: &Tree, contract: &str) -> Result<Vec<Fault>> {
    if tree.has(FILE) && tree.text(FILE)? == contract {
        return Ok(Vec::new());
    }
    Ok(vec![Fault::new(
        FILE,
        "is not what the contract says: run `npm run bindings`",
    )])
}
