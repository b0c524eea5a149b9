//! Which renderer the web view of Linux gets, and the watch over the first paint.
//!
//! Where there is no graphics processor, the web view's own renderer works in software and leaves parts of a new screen unpainted;
//! the plain one does not, so it is used there from the start.
//!
//! With some graphics drivers the web view shows an empty window and no error. So the page says when it has drawn itself;
//! when it stays silent for ten seconds, the program starts once more with the plain renderer and remembers that.
//! What the person set in their own environment is never changed.

use std::path::Path;
use std::time::Duration;

use tauri::{AppHandle, Manager as _};
use tauri_plugin_dialog::{DialogExt as _, MessageDialogKind};
use tokio::sync::watch;

use crate::desktop;
use crate::language::Language;

/// How long the page may take. Under load it takes two seconds.
const PATIENCE: Duration = Duration::from_secs(10);

/// Turns off the renderer that fails on some drivers.
const PLAIN: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";

/// Set by us beside [`PLAIN`]; tells it from the person's own setting. Holds [`FRESH`] right after the page stayed silent.
/// A person who sets it to [`NOT_YET`] leaves the choice to the web view for as long as it draws.
const OURS: &str = "STAMPMILL_PLAIN_DRAWING";
const FRESH: &str = "fresh";
const REMEMBERED: &str = "remembered";
const SOFTWARE: &str = "software";
const NOT_YET: &str = "not-yet";

/// Where the system lists its graphics processors.
const GRAPHICS: &str = "/dev/dri";

/// The file in the data folder that remembers. Deleting it tries the other renderer again.
const MEMORY: &str = "plain-drawing";

/// Whether the page has drawn itself.
pub(crate) struct FirstPaint(watch::Sender<bool>);

impl Default for FirstPaint {
    fn default() -> Self {
        Self(watch::Sender::new(false))
    }
}

impl FirstPaint {
    /// The page says so.
    pub(crate) fn done(&self) {
        self.0.send_replace(true);
    }
}

/// What the environment says about drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Setting {
    /// Nothing: the web view chooses.
    Free,
    /// The person set one of the web view's variables themselves.
    Theirs,
    /// We set it, long ago or just now.
    Ours {
        /// True right after the page stayed silent.
        fresh: bool,
    },
}

/// What to do when the page stays silent.
#[derive(Debug, PartialEq, Eq)]
enum Remedy {
    /// Start again with the plain renderer.
    Relaunch,
    /// Say what else can be tried.
    Tell,
}

/// Starts this program over with the plain renderer when an earlier start found that it is needed, or when drawing is done in
/// software anyway.
///
/// Returns when there is nothing to do.
pub(crate) fn restore(home: &Path) {
    if setting() != Setting::Free {
        return;
    }
    if home.join(MEMORY).exists() {
        start_over(REMEMBERED);
    } else if cfg!(target_os = "linux")
        && std::env::var_os(OURS).is_none()
        && !has_graphics_processor(Path::new(GRAPHICS))
    {
        start_over(SOFTWARE);
    }
}

/// Whether a driver offers to render: a file `renderD` and a number in `folder`.
fn has_graphics_processor(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|entries| {
        entries
            .flatten()
            .any(|entry| entry.file_name().to_string_lossy().starts_with("renderD"))
    })
}

/// Waits for the first paint, and helps when it does not come.
pub(crate) async fn watch(app: AppHandle) {
    let setting = setting();
    if setting == (Setting::Ours { fresh: true }) {
        tell_relaunched(&app);
    }
    let mut painted = app.state::<FirstPaint>().0.subscribe();
    if tokio::time::timeout(PATIENCE, painted.wait_for(|done| *done))
        .await
        .is_ok()
    {
        tracing::info!("the page has drawn its first screen");
        return;
    }
    tracing::warn!(
        ?setting,
        "the page has not drawn itself within {} s",
        PATIENCE.as_secs()
    );
    match remedy(setting) {
        Remedy::Relaunch => {
            let home = desktop::home(&app);
            if let Err(error) = std::fs::write(
                home.join(MEMORY),
                "The window stayed empty with WebKit's own renderer.\n",
            ) {
                tracing::warn!(%error, "cannot remember the plain renderer");
            }
            desktop::close(&app).await;
            // The new start takes this one's place; its bus name and its files are let go with it.
            start_over(FRESH);
            tell_start_again(&app);
        }
        Remedy::Tell => tell_empty(&app),
    }
}

const fn remedy(setting: Setting) -> Remedy {
    match setting {
        Setting::Free if cfg!(target_os = "linux") => Remedy::Relaunch,
        Setting::Free | Setting::Theirs | Setting::Ours { .. } => Remedy::Tell,
    }
}

fn setting() -> Setting {
    setting_of(|name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()))
}

fn setting_of(environment: impl Fn(&str) -> Option<String>) -> Setting {
    match environment(OURS).filter(|word| word != NOT_YET) {
        Some(word) => Setting::Ours {
            fresh: word == FRESH,
        },
        None if environment(PLAIN).is_some()
            || environment("WEBKIT_DISABLE_COMPOSITING_MODE").is_some() =>
        {
            Setting::Theirs
        }
        None => Setting::Free,
    }
}

/// Becomes a new start of the same program; comes back only when that fails.
#[cfg(unix)]
fn start_over(word: &str) {
    use std::os::unix::process::CommandExt as _;

    match std::env::current_exe() {
        Ok(program) => {
            let error = std::process::Command::new(program)
                .args(std::env::args_os().skip(1))
                .env(PLAIN, "1")
                .env(OURS, word)
                .exec();
            tracing::error!(%error, "cannot start again with the plain renderer");
        }
        Err(error) => tracing::error!(%error, "cannot find this program to start it again"),
    }
}

/// Only WebKitGTK knows this trouble.
#[cfg(not(unix))]
fn start_over(_word: &str) {}

fn tell_relaunched(app: &AppHandle) {
    let text = Language::of_system().choose(
        "The window stayed empty, so Stampmill started again with a simpler way of drawing, and will keep to it. \
         Nothing was lost.",
        "窗口一直空白，Stampmill 已改用更简单的绘制方式重新启动，今后也会沿用。没有丢失任何内容。",
    );
    tell(app, MessageDialogKind::Info, text);
}

fn tell_empty(app: &AppHandle) {
    let text = Language::of_system().choose(
        "The window has not drawn itself for ten seconds. If it stays empty, close it and start Stampmill once with \
         WEBKIT_DISABLE_COMPOSITING_MODE=1. Your work is safe; the `stampmill` command reads the same data.",
        "窗口已有十秒没有显示内容。如果一直空白，请关闭它，并在环境变量 WEBKIT_DISABLE_COMPOSITING_MODE=1 下再启动一次。\
         您的数据是安全的；命令 `stampmill` 使用同样的数据。",
    );
    tell(app, MessageDialogKind::Warning, text);
}

/// The program file is gone, replaced by an update perhaps. The engine is closed, so this start ends here.
fn tell_start_again(app: &AppHandle) {
    let text = Language::of_system().choose(
        "The window stayed empty. Please start Stampmill again; it will draw in a simpler way. Nothing was lost.",
        "窗口一直空白。请重新启动 Stampmill，它会改用更简单的绘制方式。没有丢失任何内容。",
    );
    let ending = app.clone();
    app.dialog()
        .message(text)
        .title("Stampmill")
        .kind(MessageDialogKind::Warning)
        .show(move |_closed| ending.exit(1));
}

fn tell(app: &AppHandle, kind: MessageDialogKind, text: &str) {
    app.dialog()
        .message(text)
        .title("Stampmill")
        .kind(kind)
        .show(|_closed| {});
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting_with(variables: &[(&str, &str)]) -> Setting {
        setting_of(|wanted| {
            variables
                .iter()
                .find(|(name, _)| *name == wanted)
                .map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn what_the_person_set_themselves_wins() {
        assert_eq!(setting_with(&[(PLAIN, "0")]), Setting::Theirs);
        assert_eq!(
            setting_with(&[("WEBKIT_DISABLE_COMPOSITING_MODE", "1")]),
            Setting::Theirs
        );
        assert_eq!(remedy(Setting::Theirs), Remedy::Tell);
    }

    #[test]
    fn the_program_starts_over_once_and_not_again() {
        assert_eq!(setting_with(&[]), Setting::Free);
        let again = setting_with(&[(PLAIN, "1"), (OURS, FRESH)]);
        assert_eq!(again, Setting::Ours { fresh: true });
        assert_eq!(remedy(again), Remedy::Tell);
        assert_eq!(
            setting_with(&[(PLAIN, "1"), (OURS, REMEMBERED)]),
            Setting::Ours { fresh: false }
        );
    }

    #[test]
    fn the_web_view_chooses_where_a_person_says_so() {
        assert_eq!(setting_with(&[(OURS, NOT_YET)]), Setting::Free);
    }

    #[test]
    fn a_graphics_processor_is_a_render_node() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!has_graphics_processor(&folder.path().join("none")));
        std::fs::write(folder.path().join("card0"), "").unwrap();
        assert!(!has_graphics_processor(folder.path()));
        std::fs::write(folder.path().join("renderD128"), "").unwrap();
        assert!(has_graphics_processor(folder.path()));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn an_empty_window_is_started_over_on_linux() {
        assert_eq!(remedy(Setting::Free), Remedy::Relaunch);
    }
}
