//! The page's own process may die, of memory or of a driver. The engine does not notice, and the page loads again.

use tauri::WebviewWindow;

/// Loads the page again whenever its process ended.
#[cfg(target_os = "linux")]
pub(crate) fn reload_when_it_dies(window: &WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::WebViewExt as _;

    window.with_webview(|webview| {
        webview
            .inner()
            .connect_web_process_terminated(|view, reason| {
                tracing::warn!(?reason, "the page's process ended; loading the page again");
                view.reload();
            });
    })
}

/// Elsewhere the system's web view does this by itself.
#[cfg(not(target_os = "linux"))]
pub(crate) fn reload_when_it_dies(_window: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}
