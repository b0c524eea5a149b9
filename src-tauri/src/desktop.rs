//! The program from start to end: hand over or be the first, open the engine, show the window, close in order.

use std::path::PathBuf;

use mill_api::{Host, HostOptions};
use tauri::{App, AppHandle, Manager as _, RunEvent, WebviewWindowBuilder};
use tauri_plugin_window_state::StateFlags;

use crate::drawing::{self, FirstPaint};
use crate::drops::{self, DropWatch};
use crate::news::Subscriptions;
use crate::start_failure::{self, StartFailure};
use crate::{arguments, commands, instance, web_process};

/// The one window's label, as in `tauri.conf.json` and in the capability.
pub(crate) const WINDOW: &str = "main";

/// The data folder, once the engine is open.
struct Home(PathBuf);

/// Runs the program until its window closes.
///
/// # Errors
/// When there is no screen, or the window system refuses. What goes wrong later is told in a box of its own.
pub(crate) fn run() -> Result<(), StartFailure> {
    start_failure::check_screen()?;
    let options = HostOptions::new(arguments::home(std::env::args_os()));
    drawing::restore(options.home());
    let app = build(&options)?;
    match open(&app, options) {
        Ok(()) => {}
        Err(failure) => start_failure::show(app.handle(), &failure),
    }
    app.run(|app, event| match event {
        RunEvent::WindowEvent { event, .. } => drops::handle(app, &event),
        RunEvent::Exit => tauri::async_runtime::block_on(close(app)),
        _ => {}
    });
    Ok(())
}

/// The data folder of this program.
pub(crate) fn home(app: &AppHandle) -> PathBuf {
    app.state::<Home>().0.clone()
}

/// Ends the engine in order: what is in flight is written down. Does nothing when it never opened.
pub(crate) async fn close(app: &AppHandle) {
    if let Some(host) = app.try_state::<Host>() {
        host.close().await;
    }
}

/// A second start ends in here, after the first was told.
#[expect(clippy::exit, reason = "written by tauri's own macro")]
fn build(options: &HostOptions) -> Result<App, StartFailure> {
    let remembered = StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED;
    let app = tauri::Builder::default()
        .plugin(instance::plugin(options.home()))
        .plugin(tauri_plugin_dialog::init())
        .plugin(
            tauri_plugin_window_state::Builder::new()
                .with_state_flags(remembered)
                .build(),
        )
        .manage(Subscriptions::default())
        .manage(DropWatch::default())
        .manage(FirstPaint::default())
        .invoke_handler(tauri::generate_handler![
            commands::call,
            commands::subscribe,
            commands::watch_drops,
            commands::pick,
            commands::pick_many,
            commands::pick_save,
            commands::painted,
        ])
        .build(tauri::generate_context!())?;
    Ok(app)
}

fn open(app: &App, options: HostOptions) -> Result<(), StartFailure> {
    let home = options.home().to_owned();
    let host = tauri::async_runtime::block_on(Host::open(options))?;
    app.manage(host);
    app.manage(Home(home));
    open_window(app)?;
    tauri::async_runtime::spawn(drawing::watch(app.handle().clone()));
    Ok(())
}

fn open_window(app: &App) -> tauri::Result<()> {
    for config in app
        .config()
        .app
        .windows
        .iter()
        .filter(|config| config.label == WINDOW)
    {
        let window = WebviewWindowBuilder::from_config(app, config)?
            // The page is ours and stays ours: no link, form or script can lead it elsewhere.
            .on_navigation(|address| {
                address.scheme() == "tauri" || address.host_str() == Some("tauri.localhost")
            })
            .build()?;
        web_process::reload_when_it_dies(&window)?;
    }
    Ok(())
}
