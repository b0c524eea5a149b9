//! News from the engine to the window: one subscription a window, replaced when the page loads again.

use std::collections::HashMap;
use std::sync::Mutex;

use futures::StreamExt as _;
use mill_api::{Host, Notification};
use tauri::async_runtime::JoinHandle;
use tauri::ipc::Channel;

/// The running subscription of each window, by its label.
// A plain mutex: nothing is awaited under it.
#[derive(Default)]
pub(crate) struct Subscriptions(Mutex<HashMap<String, JoinHandle<()>>>);

impl Subscriptions {
    /// Sends what the engine tells to `channel` until the window is gone or subscribes again.
    pub(crate) fn start(&self, window: &str, host: &Host, channel: Channel<Notification>) {
        let host = host.clone();
        let forward = tauri::async_runtime::spawn(async move {
            let mut news = host.subscribe();
            while let Some(notification) = news.next().await {
                if channel.send(notification).is_err() {
                    break;
                }
            }
        });
        let mut running = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(former) = running.insert(window.to_owned(), forward) {
            former.abort();
        }
    }
}
