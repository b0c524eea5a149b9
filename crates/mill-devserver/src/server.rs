//! The routes and what they share.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::{Context as _, Result};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use mill_api::Host;
use tempfile::TempDir;
use uuid::Uuid;

use crate::{calls, events, guard, pages, transfers};

/// The largest file a browser may bring.
const UPLOAD_LIMIT_BYTES: usize = 512 * 1024 * 1024;

/// What every request can reach.
#[derive(Clone)]
pub(crate) struct Server {
    /// The engine.
    pub(crate) host: Host,
    /// Where this server can be reached: the only right `Host`, behind `http://` the only right `Origin`.
    pub(crate) authority: String,
    /// The word that opens it, new at every start.
    pub(crate) token: String,
    /// Files from and for the browser; gone with the server.
    pub(crate) files: Arc<TempDir>,
    /// Where the files of write grants are.
    // A plain mutex: nothing is awaited under it.
    pub(crate) saves: Arc<Mutex<HashMap<String, PathBuf>>>,
}

impl Server {
    /// A server at this port of 127.0.0.1.
    ///
    /// # Errors
    /// If no folder for files can be made.
    pub(crate) fn new(host: Host, port: u16) -> Result<Self> {
        Ok(Self {
            host,
            authority: format!("127.0.0.1:{port}"),
            token: Uuid::new_v4().simple().to_string(),
            files: Arc::new(tempfile::tempdir().context("cannot make a folder for uploads")?),
            saves: Arc::default(),
        })
    }

    /// The address to open in a browser.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/?token={}", self.authority, self.token)
    }

    /// Every route. The contract asks for the token; the built pages hold nothing of the person's and do not.
    pub(crate) fn router(self, dist: &Path) -> Router {
        let contract = Router::new()
            .route("/call/{*method}", post(calls::call))
            .route("/events", get(events::events))
            .route(
                "/upload",
                post(transfers::upload).layer(DefaultBodyLimit::max(UPLOAD_LIMIT_BYTES)),
            )
            .route("/save", post(transfers::save))
            .route("/download/{grant}", get(transfers::download))
            .layer(from_fn_with_state(self.clone(), guard::token))
            .with_state(self.clone());
        contract
            .merge(pages::pages(dist))
            .layer(from_fn_with_state(self, guard::place))
    }
}
