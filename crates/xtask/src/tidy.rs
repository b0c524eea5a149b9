//! Rules of the house that a compiler cannot see.

mod bindings;
mod edges;
mod imports;
mod names;
mod queries;
mod readmes;
mod sizes;
mod words;

#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;

use anyhow::Result;

use crate::bindings::contract;
use crate::tree::Tree;

/// Something that is not as the house wants it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Path from the root.
    pub(crate) file: String,
    /// What is wrong and what would be right.
    pub(crate) what: String,
}

impl Fault {
    /// A fault of a file.
    pub(crate) fn new(file: impl Into<String>, what: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            what: what.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.file, self.what)
    }
}

/// Runs every check on the repository at `root`, the bindings included.
///
/// # Errors
/// If a file that a check needs cannot be read; a broken rule is not an error but a fault.
pub(crate) fn run(root: &Path) -> Result<Vec<Fault>> {
    let tree = Tree::read(root)?;
    let mut faults = without_bindings(&tree)?;
    faults.extend(bindings::check(&tree, &contract(root)?)?);
    Ok(faults)
}

/// The checks that need nothing but files.
fn without_bindings(tree: &Tree) -> Result<Vec<Fault>> {
    let mut faults = edges::check(tree)?;
    faults.extend(sizes::check(tree)?);
    faults.extend(names::check(tree));
    faults.extend(readmes::check(tree)?);
    faults.extend(imports::check(tree)?);
    faults.extend(words::check(tree)?);
    faults.extend(queries::check(tree)?);
    Ok(faults)
}
