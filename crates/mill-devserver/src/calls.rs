//! Methods of the contract.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use crate::server::Server;

/// Calls a method. Its refusals have status 422 and the error as JSON.
pub(crate) async fn call(
    State(server): State<Server>,
    Path(method): Path<String>,
    Json(params): Json<Value>,
) -> Response {
    match server.host.call(&method, params).await {
        Ok(view) => Json(view).into_response(),
        Err(error) => (StatusCode::UNPROCESSABLE_ENTITY, Json(error)).into_response(),
    }
}
