//! Files dropped on the window. The paths go to the engine; the page gets grants.
//!
//! The drop comes from the operating system, not from the page, so a page cannot make one up.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use mill_api::{FileGrant, Host};
use tauri::ipc::Channel;
use tauri::{AppHandle, DragDropEvent, Manager as _, WindowEvent};

/// Who wants to know of drops; `None` until the page asked.
// A plain mutex: nothing is awaited under it.
#[derive(Default)]
pub(crate) struct DropWatch(Mutex<Option<Channel<Vec<FileGrant>>>>);

impl DropWatch {
    /// Sends grants for dropped files to `channel` from now on.
    pub(crate) fn watch(&self, channel: Channel<Vec<FileGrant>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(channel);
    }

    fn tell(&self, grants: Vec<FileGrant>) {
        let watch = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(channel) = watch.as_ref()
            && let Err(error) = channel.send(grants)
        {
            tracing::warn!(%error, "the window did not take the dropped files");
        }
    }
}

/// Turns a drop into grants; every other window event is left alone.
pub(crate) fn handle(app: &AppHandle, event: &WindowEvent) {
    if let WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) = event {
        let grants = grant(&app.state::<Host>(), paths);
        app.state::<DropWatch>().tell(grants);
    }
}

fn grant(host: &Host, paths: &[PathBuf]) -> Vec<FileGrant> {
    paths.iter().map(|path| host.grant_read(path)).collect()
}
