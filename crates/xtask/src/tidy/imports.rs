//! Only the platform layer of the user interface knows that there is a window around it.

use anyhow::Result;

use super::Fault;
use crate::tree::{Tree, ends_in};

/// The one folder that may import it.
const PLATFORM: &str = "ui/src/platform/";

/// Checks every TypeScript file of the user interface.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn check(tree: &Tree) -> Result<Vec<Fault>> {
    let mut faults = Vec::new();
    let sources = tree.files(|file| {
        file.starts_with("ui/src/") && !file.starts_with(PLATFORM) && ends_in(file, &["ts", "tsx"])
    });
    for file in sources {
        for (index, line) in tree.text(file)?.lines().enumerate() {
            if line.contains("\"@tauri-apps/") || line.contains("'@tauri-apps/") {
                let number = index + 1;
                faults.push(Fault::new(
                    format!("{file}:{number}"),
                    format!("only {PLATFORM} may import @tauri-apps"),
                ));
            }
        }
    }
    Ok(faults)
}
