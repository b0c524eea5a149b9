//! Gives the webview the commands listed here and nothing else; `capabilities/main.json` names who may call them.

use tauri_build::{AppManifest, Attributes};

/// Every command of `src/commands.rs`.
const COMMANDS: &[&str] = &[
    "call",
    "subscribe",
    "watch_drops",
    "pick",
    "pick_many",
    "pick_save",
    "painted",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let attributes = Attributes::new().app_manifest(AppManifest::new().commands(COMMANDS));
    tauri_build::try_build(attributes)?;
    Ok(())
}
