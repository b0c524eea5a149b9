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

impl StartFailure {
    /// Why, and what to do, in a language of ours.
    fn spoken(&self, language: Language) -> String {
        match self {
            Self::Engine(error) => error.spoken(language.choose("en", "zh")).to_string(),
            Self::Window(error) => match language {
                Language::English => self.to_string(),
                Language::Chinese => format!("无法打开窗口：{error}"),
            },
            Self::NoScreen => language
                .choose(
                    "There is no screen to open a window on (DISPLAY and WAYLAND_DISPLAY are empty). The `stampmill` \
                     command does the same work without one.",
                    "没有可以显示窗口的屏幕（DISPLAY 和 WAYLAND_DISPLAY 都是空的）。用 `stampmill` 命令可以完成同样的工作。",
                )
                .to_owned(),
        }
    }
}

/// Tells it on the terminal: there is no window system to tell it with.
#[expect(
    clippy::print_stderr,
    reason = "without a screen the terminal is the only place to say it"
)]
pub(crate) fn tell(failure: &StartFailure) {
    let language = Language::of_system();
    eprintln!("{}\n{}", heading(language), failure.spoken(language));
}

/// Tells it in a box, and ends the program with exit code 1 when the box is closed.
pub(crate) fn show(app: &AppHandle, failure: &StartFailure) {
    tell(failure);
    let language = Language::of_system();
    let ending = app.clone();
    app.dialog()
        .message(failure.spoken(language))
        .title(heading(language))
        .kind(MessageDialogKind::Error)
        .show(move |_closed| ending.exit(1));
}

const fn heading(language: Language) -> &'static str {
    language.choose("Stampmill could not start", "Stampmill 无法启动")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_screen_is_said_in_both_languages_with_what_to_do() {
        let english = StartFailure::NoScreen.spoken(Language::English);
        let chinese = StartFailure::NoScreen.spoken(Language::Chinese);
        assert!(english.contains("`stampmill` command"), "{english}");
        assert!(chinese.contains("`stampmill` 命令"), "{chinese}");
    }
}
