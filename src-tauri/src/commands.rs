//! All that the page can ask of this program. A new power is a new line here, in `build.rs` and in the capability.
#![expect(
    clippy::needless_pass_by_value,
    reason = "what a command takes, it takes by value"
)]

use mill_api::{ApiError, FileGrant, Host, Notification};
use serde_json::Value;
use tauri::ipc::Channel;
use tauri::{State, WebviewWindow};

use crate::dialogs::{self, PickKind, PickManyKind, SaveKind};
use crate::drawing::FirstPaint;
use crate::drops::DropWatch;
use crate::news::Subscriptions;

/// Calls a method of the contract.
#[tauri::command]
pub(crate) async fn call(
    host: State<'_, Host>,
    method: String,
    params: Value,
) -> Result<Value, ApiError> {
    host.call(&method, params).await
}

/// Sends news to `channel` until the window closes or subscribes again.
#[tauri::command]
pub(crate) fn subscribe(
    window: WebviewWindow,
    host: State<'_, Host>,
    subscriptions: State<'_, Subscriptions>,
    channel: Channel<Notification>,
) {
    subscriptions.start(window.label(), &host, channel);
}

/// Sends grants for files dropped on the window to `channel`.
#[tauri::command]
pub(crate) fn watch_drops(watch: State<'_, DropWatch>, channel: Channel<Vec<FileGrant>>) {
    watch.watch(channel);
}

/// Lets the person choose something to read; `None` if they changed their mind.
#[tauri::command]
pub(crate) async fn pick(
    window: WebviewWindow,
    host: State<'_, Host>,
    kind: PickKind,
) -> Result<Option<FileGrant>, ApiError> {
    let path = dialogs::pick(&window, &host, kind).await;
    Ok(path.map(|path| host.grant_read(&path)))
}

/// Lets the person choose any number of files to read; empty if they changed their mind.
#[tauri::command]
pub(crate) async fn pick_many(
    window: WebviewWindow,
    host: State<'_, Host>,
    kind: PickManyKind,
) -> Result<Vec<FileGrant>, ApiError> {
    let paths = dialogs::pick_many(&window, &host, kind).await;
    Ok(paths.iter().map(|path| host.grant_read(path)).collect())
}

/// Lets the person choose where to write; `None` if they changed their mind.
#[tauri::command]
pub(crate) async fn pick_save(
    window: WebviewWindow,
    host: State<'_, Host>,
    kind: SaveKind,
    suggested_name: String,
) -> Result<Option<FileGrant>, ApiError> {
    let path = dialogs::pick_save(&window, &host, kind, &suggested_name).await;
    Ok(path.map(|path| host.grant_write(&path)))
}

/// The page says that it has drawn itself; see [`crate::drawing`].
#[tauri::command]
pub(crate) fn painted(first_paint: State<'_, FirstPaint>) {
    first_paint.done();
}
