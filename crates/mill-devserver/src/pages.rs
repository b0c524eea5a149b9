//! The built pages, under the same content rules as in the desktop window.

use std::path::Path;

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::middleware::map_response;
use axum::response::Response;
use tower_http::services::{ServeDir, ServeFile};

/// As in `src-tauri/tauri.conf.json`, except for where the contract is.
const CONTENT_RULES: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
     font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; \
     frame-src 'none'; frame-ancestors 'none'";

/// Serves the files of `dist`; an unknown address shows the first page, which knows all screens.
pub(crate) fn pages(dist: &Path) -> Router {
    let files = ServeDir::new(dist).fallback(ServeFile::new(dist.join("index.html")));
    Router::new()
        .fallback_service(files)
        .layer(map_response(with_rules))
}

async fn with_rules(mut page: Response) -> Response {
    let headers = page.headers_mut();
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(CONTENT_RULES),
    );
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    page
}
