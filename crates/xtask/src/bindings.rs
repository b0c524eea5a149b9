//! The contract as TypeScript, for the user interface.
//!
//! A program of mill-api prints it. It is started and not linked, so that this crate is there when the others do not
//! compile: that is when `cargo xtask sqlx` is needed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

/// Where the generated file lives, from the root.
pub(crate) const FILE: &str = "ui/src/bindings/contract.ts";

/// Writes the contract and returns the file's path.
///
/// # Errors
/// If mill-api does not compile, or the file cannot be written.
pub(crate) fn write(root: &Path) -> Result<PathBuf> {
    let path = root.join(FILE);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
    }
    std::fs::write(&path, contract(root)?)
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// The contract of today, as TypeScript.
///
/// # Errors
/// If mill-api does not compile.
pub(crate) fn contract(root: &Path) -> Result<String> {
    let printed = Command::new("cargo")
        .current_dir(root)
        // Without -p: every package keeps its features.
        .args(["run", "--quiet", "--example", "contract"])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    ensure!(
        printed.status.success(),
        "mill-api does not compile; the reason is above"
    );
    Ok(String::from_utf8(printed.stdout)?)
}
