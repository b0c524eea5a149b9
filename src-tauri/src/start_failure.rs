//! Why the program could not start, as a sentence in a box. A person never sees an empty window for it.

use mill_api::StartError;
use tauri::AppHandle;
use tauri_plugin_dialog::{DialogExt as _, MessageDialogKind};

use crate::language::Language;

/// Why the program could not start.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StartFailure {
    /// Linux without an X or Wayland server.
    #[error(
        "there is no screen to open a window on (DISPLAY and WAYLAND_DISPLAY are empty); the `stampmill` command does \
         the same work without one"
    )]
    NoScreen,
    /// The engine refused: its data folder, its database, another program that holds them.
    #[error(transparent)]
    Engine(#[from] StartError),
    /// The window system refused.
    #[error("the window could not be opened: {0}")]
    Window(#[from] tauri::Error),
}

/// Refuses to go on where no window can be shown; the toolkit would end the program without a sentence.
///
/// # Errors
/// [`StartFailure::NoScreen`] on Linux without an X or Wayland server.
pub(crate) fn check_screen() -> Result<(), StartFailure> {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
        return Err(StartFailure::NoScreen);
    }
    Ok(())
}

/// Tells it on the terminal: there is no window system to tell it with.
#[expect(
    clippy::print_stderr,
    reason = "without a screen the terminal is the only place to say it"
)]
pub(crate) fn tell(failure: &StartFailure) {
    eprintln!("Stampmill could not start: {failure}.");
}

/// Tells it in a box, and ends the program with exit code 1 when the box is closed.
pub(crate) fn show(app: &AppHandle, failure: &StartFailure) {
    tell(failure);
    let heading = Language::of_system().choose("Stampmill could not start", "Stampmill 无法启动");
    let ending = app.clone();
    app.dialog()
        .message(failure.to_string())
        .title(heading)
        .kind(MessageDialogKind::Error)
        .show(move |_closed| ending.exit(1));
}
