//! The contract as TypeScript, for the user interface.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// Where the generated file lives, from the root.
pub(crate) const FILE: &str = "ui/src/bindings/contract.ts";

/// Writes the contract and returns the file's path.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write(root: &Path) -> Result<PathBuf> {
    let path = root.join(FILE);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
    }
    std::fs::write(&path, mill_api::typescript())
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}
