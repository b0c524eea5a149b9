//! One window for one data folder. A second start shows the first window and ends.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;

use tauri::plugin::TauriPlugin;
use tauri::{AppHandle, Manager as _, Runtime};
use tauri_plugin_dialog::{DialogExt as _, MessageDialogKind};

use crate::arguments;
use crate::desktop::WINDOW;
use crate::language::Language;

/// The plugin that hands a second start over to the first.
///
/// On Linux the hand-over is by data folder, so another folder opens its own window. Elsewhere it is by program, and a
/// start for another folder is told so.
pub(crate) fn plugin<R: Runtime>(home: &Path) -> TauriPlugin<R> {
    let ours = home.to_owned();
    tauri_plugin_single_instance::Builder::new()
        .callback(move |app, words, _folder| {
            show(app);
            let asked = arguments::home(words.into_iter().map(Into::into));
            if asked.is_some_and(|asked| asked != ours) {
                tell_other_home(app, &ours);
            }
        })
        .dbus_id(dbus_name(home))
        .build()
}

/// Brings the window to the front.
fn show<R: Runtime>(app: &AppHandle<R>) {
    let Some(window) = app.get_webview_window(WINDOW) else {
        return;
    };
    for step in [window.unminimize(), window.show(), window.set_focus()] {
        if let Err(error) = step {
            tracing::warn!(%error, "the window could not be brought to the front");
        }
    }
}

fn tell_other_home<R: Runtime>(app: &AppHandle<R>, ours: &Path) {
    let language = Language::of_system();
    let text = language.choose(
        "Stampmill is already open with another data folder. Close it first, then open this one:",
        "Stampmill 已用另一个数据文件夹打开。请先关闭，再打开这一个：",
    );
    app.dialog()
        .message(format!("{text}\n\n{}", ours.display()))
        .title("Stampmill")
        .kind(MessageDialogKind::Info)
        .show(|_closed| {});
}

/// A bus name for the data folder: the same folder, the same name.
fn dbus_name(home: &Path) -> String {
    let mut hasher = DefaultHasher::new();
    home.hash(&mut hasher);
    format!("org.stampmill.desktop.home{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_data_folder_has_its_own_bus_name() {
        let name = dbus_name(Path::new("/home/a"));
        assert_eq!(name, dbus_name(Path::new("/home/a")));
        assert_ne!(name, dbus_name(Path::new("/home/b")));
        assert!(name.len() < 255 && name.starts_with("org.stampmill.desktop.home"));
    }
}
