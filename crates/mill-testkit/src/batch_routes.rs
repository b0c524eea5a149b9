//! The doors for batches: Anthropic's Message Batches, and `OpenAI`'s files and batches.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{OriginalUri, Path, State as Shared};
use axum::http::{HeaderMap, Response};
use axum::routing::{delete, get, post};
use jiff::{Span, Timestamp};
use serde_json::{Value as Json, json};

use crate::batch::{Batch, Item, work};
use crate::routes::{json_reply, remember};
use crate::server::State;
use crate::{Protocol, protocol};

type Reply = Response<Body>;

pub(crate) fn routes() -> Router<Arc<State>> {
    Router::new()
        .route(
            "/v1/messages/batches",
            post(make_messages).get(list_messages),
        )
        .route(
            "/v1/messages/batches/{id}",
            get(message_batch).delete(drop_batch),
        )
        .route("/v1/messages/batches/{id}/cancel", post(cancel))
        .route("/v1/messages/batches/{id}/results", get(results))
        .route("/v1/files", post(upload))
        .route("/v1/files/{id}", delete(drop_file))
        .route("/v1/files/{id}/content", get(content))
        .route("/v1/batches", post(make).get(list))
        .route("/v1/batches/{id}", get(batch))
        .route("/v1/batches/{id}/cancel", post(cancel))
}

async fn make_messages(
    Shared(state): Shared<Arc<State>>,
    uri: OriginalUri,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    remember(&state, &uri, &headers, &bytes);
    let body: Json = serde_json::from_slice(&bytes).unwrap_or_default();
    let items = body["requests"].as_array().into_iter().flatten();
    let items = items.map(|request| Item {
        name: text(&request["custom_id"]),
        body: request["params"].clone(),
    });
    put(
        &state,
        "msgbatch",
        Protocol::Anthropic,
        items.collect(),
        Json::Null,
    )
}

async fn make(
    Shared(state): Shared<Arc<State>>,
    uri: OriginalUri,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    remember(&state, &uri, &headers, &bytes);
    let order: Json = serde_json::from_slice(&bytes).unwrap_or_default();
    let file = {
        let shelf = state.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.files.get(&text(&order["input_file_id"])).cloned()
    };
    let Some(file) = file else {
        return missing("no such file");
    };
    let lines = file.lines().filter(|line| !line.is_empty());
    let items = lines.map(|line| {
        let line: Json = serde_json::from_str(line).unwrap_or_default();
        Item {
            name: text(&line["custom_id"]),
            body: line["body"].clone(),
        }
    });
    let language = match order["endpoint"].as_str() {
        Some("/v1/chat/completions") => Protocol::Chat,
        _ => Protocol::Responses,
    };
    put(&state, "batch", language, items.collect(), order)
}

/// Keeps a batch; the reply may be lost on the way.
fn put(state: &Arc<State>, kind: &str, protocol: Protocol, items: Vec<Item>, order: Json) -> Reply {
    let batch = Batch {
        protocol,
        items,
        made_at: Timestamp::now(),
        cancelled: false,
        results: None,
        order,
    };
    let mut shelf = state.shelf.lock().unwrap_or_else(PoisonError::into_inner);
    let id = shelf.new_id(kind);
    let reply = view(&id, &batch);
    shelf.batches.insert(id, batch);
    drop(shelf);
    if state.batch_faults.lose_reply.swap(false, Ordering::SeqCst) {
        let error = protocol::error(
            protocol,
            502,
            "api_error",
            "bad gateway",
            state.options.compat,
        );
        return json_reply(502, &error);
    }
    json_reply(200, &reply)
}

/// Looks at a batch after giving it the time to be answered.
fn with<T>(state: &Arc<State>, id: &str, look: impl FnOnce(&mut Batch) -> T) -> Option<T> {
    let mut batch = {
        let shelf = state.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.batches.get(id)?.clone()
    };
    work(state, &mut batch);
    let seen = look(&mut batch);
    let mut shelf = state.shelf.lock().unwrap_or_else(PoisonError::into_inner);
    shelf.batches.insert(id.to_owned(), batch);
    Some(seen)
}

async fn message_batch(Shared(state): Shared<Arc<State>>, Path(id): Path<String>) -> Reply {
    batch(Shared(state), Path(id)).await
}

async fn batch(Shared(state): Shared<Arc<State>>, Path(id): Path<String>) -> Reply {
    let seen = with(&state, &id, |batch| {
        let lines = batch
            .results
            .clone()
            .filter(|_| batch.protocol != Protocol::Anthropic);
        (view(&id, batch), lines)
    });
    let Some((view, lines)) = seen else {
        return missing("no such batch");
    };
    if let Some(lines) = lines {
        let (failed, good): (Vec<&Json>, Vec<&Json>) = lines
            .iter()
            .partition(|line| line["response"]["status_code"] != 200);
        let mut shelf = state.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.files.insert(format!("file_out_{id}"), in_lines(good));
        shelf
            .files
            .insert(format!("file_err_{id}"), in_lines(failed));
    }
    json_reply(200, &view)
}

async fn list_messages(Shared(state): Shared<Arc<State>>) -> Reply {
    list(Shared(state)).await
}

/// Newest first, both providers' together: no test has both.
async fn list(Shared(state): Shared<Arc<State>>) -> Reply {
    if state.options.compat.no_batches {
        return missing("no such path");
    }
    let ids: Vec<String> = {
        let shelf = state.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.batches.keys().rev().cloned().collect()
    };
    let data: Vec<Json> = ids
        .iter()
        .filter_map(|id| with(&state, id, |batch| view(id, batch)))
        .collect();
    let (first, last) = (ids.first(), ids.last());
    json_reply(
        200,
        &json!({"object": "list", "data": data, "has_more": false, "first_id": first, "last_id": last}),
    )
}

async fn results(Shared(state): Shared<Arc<State>>, Path(id): Path<String>) -> Reply {
    let lines = with(&state, &id, |batch| batch.results.clone()).flatten();
    match lines {
        Some(lines) => plain(in_lines(&lines)),
        None => missing("no results yet"),
    }
}

async fn cancel(Shared(state): Shared<Arc<State>>, Path(id): Path<String>) -> Reply {
    let view = {
        let mut shelf = state.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.batches.get_mut(&id).map(|batch| {
            batch.cancelled = batch.results.is_none();
            view(&id, batch)
        })
    };
    view.map_or_else(|| missing("no such batch"), |view| json_reply(200, &view))
}

async fn drop_batch(Shared(state): Shared<Arc<State>>, Path(id): Path<String>) -> Reply {
    let mut shelf = state.shelf.lock().unwrap_or_else(PoisonError::into_inner);
    shelf.batches.remove(&id);
    json_reply(200, &json!({"id": id, "type": "message_batch_deleted"}))
}

async fn upload(Shared(state): Shared<Arc<State>>, bytes: Bytes) -> Reply {
    let form = String::from_utf8_lossy(&bytes);
    let file = form
        .split_once("name=\"file\"")
        .and_then(|(_, rest)| rest.split_once("\r\n\r\n"))
        .and_then(|(_, rest)| rest.split_once("\r\n--"))
        .map(|(file, _)| file.to_owned());
    let Some(file) = file else {
        return missing("no file in the form");
    };
    let size = file.len();
    let mut shelf = state.shelf.lock().unwrap_or_else(PoisonError::into_inner);
    let id = shelf.new_id("file");
    shelf.files.insert(id.clone(), file);
    json_reply(
        200,
        &json!({
            "id": id, "object": "file", "bytes": size, "created_at": Timestamp::now().as_second(),
            "filename": "batch.jsonl", "purpose": "batch", "status": "processed"
        }),
    )
}

async fn content(Shared(state): Shared<Arc<State>>, Path(id): Path<String>) -> Reply {
    let shelf = state.shelf.lock().unwrap_or_else(PoisonError::into_inner);
    match shelf.files.get(&id) {
        Some(file) => plain(file.clone()),
        None => missing("no such file"),
    }
}

async fn drop_file(Shared(state): Shared<Arc<State>>, Path(id): Path<String>) -> Reply {
    let mut shelf = state.shelf.lock().unwrap_or_else(PoisonError::into_inner);
    let deleted = shelf.files.remove(&id).is_some();
    json_reply(
        200,
        &json!({"id": id, "object": "file", "deleted": deleted}),
    )
}

fn view(id: &str, batch: &Batch) -> Json {
    let over = batch.results.is_some();
    let total = batch.items.len();
    if batch.protocol == Protocol::Anthropic {
        let status = if over { "ended" } else { "in_progress" };
        let counts = if over {
            json!({"processing": 0, "succeeded": total, "errored": 0, "canceled": 0, "expired": 0})
        } else {
            json!({"processing": total, "succeeded": 0, "errored": 0, "canceled": 0, "expired": 0})
        };
        let made = batch.made_at;
        let url = over.then(|| format!("/v1/messages/batches/{id}/results"));
        return json!({
            "id": id, "type": "message_batch", "processing_status": status, "request_counts": counts,
            "created_at": made.to_string(), "expires_at": (made + Span::new().hours(24)).to_string(),
            "ended_at": over.then(|| made.to_string()), "archived_at": null, "cancel_initiated_at": null,
            "results_url": url
        });
    }
    let status = match (over, batch.cancelled) {
        (true, true) => "cancelled",
        (true, false) => "completed",
        (false, _) => "in_progress",
    };
    json!({
        "id": id, "object": "batch", "endpoint": batch.order["endpoint"], "status": status,
        "completion_window": "24h", "created_at": batch.made_at.as_second(),
        "input_file_id": batch.order["input_file_id"], "metadata": batch.order["metadata"],
        "output_file_id": over.then(|| format!("file_out_{id}")),
        "error_file_id": over.then(|| format!("file_err_{id}")),
        "request_counts": {"total": total, "completed": if over { total } else { 0 }, "failed": 0}
    })
}

fn in_lines<'l>(lines: impl IntoIterator<Item = &'l Json>) -> String {
    let lines = lines.into_iter().map(ToString::to_string);
    lines.collect::<Vec<_>>().join("\n")
}

fn text(value: &Json) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn plain(text: String) -> Reply {
    Response::new(Body::from(text))
}

fn missing(message: &str) -> Reply {
    json_reply(
        404,
        &json!({"type": "error", "error": {"type": "not_found_error", "code": "not_found_error", "message": message}}),
    )
}
