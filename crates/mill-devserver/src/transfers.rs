//! Files from and to the browser. The browser knows them by grants; the paths stay here.

use std::path::{Path as FilePath, PathBuf};
use std::sync::PoisonError;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use mill_api::FileGrant;
use serde::Deserialize;
use uuid::Uuid;

use crate::server::Server;

/// A file as the browser names it.
#[derive(Deserialize)]
pub(crate) struct Named {
    name: String,
}

/// Takes a file, and answers with a grant to read it.
pub(crate) async fn upload(
    State(server): State<Server>,
    Query(Named { name }): Query<Named>,
    content: Bytes,
) -> Result<Json<FileGrant>, Refusal> {
    let path = place_for(&server, &name).await?;
    tokio::fs::write(&path, content).await?;
    Ok(Json(server.host.grant_read(&path)))
}

/// Answers with a grant to write a file of this name.
pub(crate) async fn save(
    State(server): State<Server>,
    Query(Named { name }): Query<Named>,
) -> Result<Json<FileGrant>, Refusal> {
    let path = place_for(&server, &name).await?;
    let grant = server.host.grant_write(&path);
    let mut saves = server.saves.lock().unwrap_or_else(PoisonError::into_inner);
    saves.insert(grant.grant.clone(), path);
    Ok(Json(grant))
}

/// The file that was written to a grant of [`save`].
pub(crate) async fn download(
    State(server): State<Server>,
    Path(grant): Path<String>,
) -> Result<Response, Refusal> {
    let path = server
        .saves
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get(&grant)
        .cloned();
    let path = path.ok_or(Refusal(StatusCode::NOT_FOUND, "no such grant".to_owned()))?;
    let content = tokio::fs::read(&path).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CONTENT_DISPOSITION, "attachment"),
    ];
    Ok((headers, content).into_response())
}

/// A path in a folder of its own, under the name the person knows; never outside the server's folder.
async fn place_for(server: &Server, name: &str) -> Result<PathBuf, Refusal> {
    let name = FilePath::new(name).file_name().ok_or_else(|| {
        Refusal(
            StatusCode::BAD_REQUEST,
            format!("`{name}` is not a file name"),
        )
    })?;
    let folder = server
        .files
        .path()
        .join(Uuid::now_v7().simple().to_string());
    tokio::fs::create_dir(&folder).await?;
    Ok(folder.join(name))
}

/// Why a transfer failed, as plain text.
pub(crate) struct Refusal(StatusCode, String);

impl From<std::io::Error> for Refusal {
    fn from(error: std::io::Error) -> Self {
        let status = match error.kind() {
            std::io::ErrorKind::NotFound => StatusCode::NOT_FOUND,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self(status, error.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, self.1).into_response()
    }
}
