//! The routes: from a request to a scripted reply.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{OriginalUri, Path, State as Shared};
use axum::http::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Response, StatusCode};
use axum::routing::{get, post};
use serde_json::{Value as Json, json};
use tokio::time::sleep;

use crate::ledger::{Meter, OpenRequest, tokens};
use crate::protocol;
use crate::server::State;
use crate::stream::{After, body};
use crate::{Asked, Kind, Protocol, SeenRequest, Turn};

pub(crate) fn router(state: Arc<State>) -> Router {
    Router::new()
        .route("/v1/messages", post(messages))
        .route("/v1/messages/count_tokens", post(count_anthropic))
        .route("/v1/responses", post(responses))
        .route("/v1/responses/input_tokens", post(count_responses))
        .route("/v1/chat/completions", post(chat))
        .route("/v1beta/models/{call}", post(gemini))
        .route("/v1/models", get(models))
        .route("/v1beta/models", get(gemini_models))
        .route("/api/v0/models", get(native_models))
        .merge(crate::batch_routes::routes())
        .route("/bill", get(bill))
        .layer(axum::extract::DefaultBodyLimit::max(64 * 1024 * 1024))
        .with_state(state)
}

type Reply = Response<Body>;

async fn native_models(Shared(state): Shared<Arc<State>>) -> Reply {
    state.options.native_list.as_ref().map_or_else(
        || json_reply(404, &json!({"error": "no such list"})),
        |list| json_reply(200, list),
    )
}

async fn messages(
    Shared(state): Shared<Arc<State>>,
    uri: OriginalUri,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    answer(&state, Protocol::Anthropic, None, &uri, &headers, &bytes).await
}

async fn responses(
    Shared(state): Shared<Arc<State>>,
    uri: OriginalUri,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    answer(&state, Protocol::Responses, None, &uri, &headers, &bytes).await
}

async fn chat(
    Shared(state): Shared<Arc<State>>,
    uri: OriginalUri,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    answer(&state, Protocol::Chat, None, &uri, &headers, &bytes).await
}

async fn gemini(
    Shared(state): Shared<Arc<State>>,
    Path(call): Path<String>,
    uri: OriginalUri,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    let (model, verb) = call.split_once(':').unwrap_or((&call, ""));
    if verb == "countTokens" {
        let body: Json = serde_json::from_slice(&bytes).unwrap_or_default();
        let asked = protocol::read(
            Protocol::Gemini,
            Some(model),
            body["generateContentRequest"].clone(),
        );
        return json_reply(200, &json!({"totalTokens": tokens(asked.text_bytes)}));
    }
    answer(
        &state,
        Protocol::Gemini,
        Some(model),
        &uri,
        &headers,
        &bytes,
    )
    .await
}

async fn count_anthropic(
    Shared(state): Shared<Arc<State>>,
    uri: OriginalUri,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    remember(&state, &uri, &headers, &bytes);
    let asked = protocol::read(
        Protocol::Anthropic,
        None,
        serde_json::from_slice(&bytes).unwrap_or_default(),
    );
    json_reply(200, &json!({"input_tokens": tokens(asked.text_bytes)}))
}

async fn count_responses(
    Shared(state): Shared<Arc<State>>,
    uri: OriginalUri,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    remember(&state, &uri, &headers, &bytes);
    let asked = protocol::read(
        Protocol::Responses,
        None,
        serde_json::from_slice(&bytes).unwrap_or_default(),
    );
    json_reply(
        200,
        &json!({"object": "response.input_tokens", "input_tokens": tokens(asked.text_bytes)}),
    )
}

async fn models(Shared(state): Shared<Arc<State>>, uri: OriginalUri, headers: HeaderMap) -> Reply {
    if let Some(refusal) = wrong_key(
        &state,
        Protocol::Chat,
        &SeenRequest::new(uri.path(), &headers, Json::Null),
    ) {
        return refusal;
    }
    let entries: Vec<Json> = state
        .options
        .models
        .iter()
        .map(|name| {
            let mut entry = json!({"id": name, "type": "model", "object": "model"});
            if let Some(window) = state.options.windows.get(name) {
                entry["max_model_len"] = json!(window);
            }
            entry
        })
        .collect();
    json_reply(
        200,
        &json!({"object": "list", "data": entries, "has_more": false}),
    )
}

async fn gemini_models(
    Shared(state): Shared<Arc<State>>,
    uri: OriginalUri,
    headers: HeaderMap,
) -> Reply {
    if let Some(refusal) = wrong_key(
        &state,
        Protocol::Gemini,
        &SeenRequest::new(uri.path(), &headers, Json::Null),
    ) {
        return refusal;
    }
    let entries: Vec<Json> = state
        .options
        .models
        .iter()
        .map(|name| json!({"name": format!("models/{name}"), "supportedGenerationMethods": ["generateContent"]}))
        .collect();
    json_reply(200, &json!({"models": entries}))
}

async fn bill(Shared(state): Shared<Arc<State>>) -> Reply {
    let bill = state.ledger.bill();
    json_reply(
        200,
        &json!({
            "requests": bill.requests, "refused": bill.refused, "limited": bill.limited, "billed": bill.billed,
            "usage": bill.usage, "cost_usd": bill.cost, "peak": bill.peak, "open": bill.open
        }),
    )
}

async fn answer(
    state: &Arc<State>,
    protocol: Protocol,
    model: Option<&str>,
    uri: &OriginalUri,
    headers: &HeaderMap,
    bytes: &Bytes,
) -> Reply {
    let open = state.ledger.open();
    let json: Json = serde_json::from_slice(bytes).unwrap_or_default();
    let path = uri
        .path_and_query()
        .map_or_else(String::new, ToString::to_string);
    let seen = SeenRequest::new(&path, headers, json.clone());
    let refusal = wrong_key(state, protocol, &seen);
    if !state.options.forgetful {
        state
            .seen
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(seen);
    }
    if let Some(refusal) = refusal
        .or_else(|| over_limit(state, protocol))
        .or_else(|| incompatible(state, protocol, &json))
    {
        return refusal;
    }
    let asked = numbered(state, protocol::read(protocol, model, json));
    let script = Arc::clone(&state.script.read().unwrap_or_else(PoisonError::into_inner));
    let turn = script(&asked);
    if turn.delay_ms > 0 {
        sleep(Duration::from_millis(turn.delay_ms)).await;
    }
    play(state, &asked, &turn, open)
}

/// Keeps a request that asks no model.
pub(crate) fn remember(state: &State, uri: &OriginalUri, headers: &HeaderMap, bytes: &Bytes) {
    if state.options.forgetful {
        return;
    }
    let path = uri
        .path_and_query()
        .map_or_else(String::new, ToString::to_string);
    let body = serde_json::from_slice(bytes).unwrap_or_default();
    state
        .beside
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(SeenRequest::new(&path, headers, body));
}

/// Counts the request among all, and among those with the same text.
pub(crate) fn numbered(state: &State, mut asked: Asked) -> Asked {
    asked.number = state.numbers.fetch_add(1, Ordering::Relaxed);
    if !state.options.forgetful {
        let mut before = state
            .asked_before
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let times = before.entry(asked.user.clone()).or_default();
        asked.seen_before = *times;
        *times += 1;
    }
    asked
}

fn play(state: &Arc<State>, asked: &Asked, turn: &Turn, open: OpenRequest) -> Reply {
    let compat = state.options.compat;
    let mut reply = match &turn.kind {
        Kind::Status {
            status,
            code,
            message,
        } => {
            state.ledger.refused(false);
            json_reply(
                *status,
                &protocol::error(asked.protocol, *status, code, message, compat),
            )
        }
        Kind::WebPage { status } => {
            state.ledger.refused(false);
            page(*status)
        }
        Kind::ErrorInOk { code } => {
            state.ledger.refused(false);
            json_reply(
                200,
                &protocol::error(asked.protocol, 500, code, "scripted error", compat),
            )
        }
        Kind::Answer { .. }
        | Kind::Refusal { .. }
        | Kind::Filtered { .. }
        | Kind::LengthCut { .. }
        | Kind::NoReason { .. }
        | Kind::ErrorMidStream { .. }
        | Kind::CutStream { .. }
        | Kind::NoEnd { .. }
        | Kind::Stall { .. } => stream(state, asked, turn, open),
    };
    for (name, value) in &turn.headers {
        if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), value.parse::<HeaderValue>()) {
            reply.headers_mut().insert(name, value);
        }
    }
    reply
}

fn stream(state: &Arc<State>, asked: &Asked, turn: &Turn, open: OpenRequest) -> Reply {
    let usage = state.cached(asked, protocol::usage_of(asked, turn));
    state.fill_cache(asked, turn.first_token_ms);
    let compat = state.options.compat;
    let mut meter = Meter::new(open, asked.model.clone(), usage);
    let streams = asked.body["stream"] == true
        && !(asked.protocol == Protocol::Chat && compat.ignores_stream);
    if !streams && let Some(whole) = protocol::whole(asked, turn, usage, compat) {
        meter.settle(true);
        return json_reply(200, &whole);
    }
    let frames = protocol::frames(asked, turn, usage, compat);
    let (after, whole) = match &turn.kind {
        Kind::CutStream { .. } => (After::Break, false),
        Kind::Stall { .. } => (After::Stall, false),
        Kind::NoEnd { .. } | Kind::ErrorMidStream { .. } => (After::Close, false),
        _ => (After::Close, true),
    };
    // An error as the very first event means that nothing was produced: not billed.
    if !matches!(&turn.kind, Kind::ErrorMidStream { text, .. } if text.is_empty()) {
        meter.start();
    }
    let body = body(
        frames,
        after,
        whole,
        turn.chunk_bytes,
        meter,
        state.stop.clone(),
    );
    let mut reply = Response::new(body);
    reply.headers_mut().insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/event-stream; charset=utf-8"),
    );
    let id = HeaderValue::from_str(&format!("req_{}", asked.number));
    let name = HeaderName::from_static(if asked.protocol == Protocol::Anthropic {
        "request-id"
    } else {
        "x-request-id"
    });
    if let Ok(id) = id {
        reply.headers_mut().insert(name, id);
    }
    reply
}

fn wrong_key(state: &State, protocol: Protocol, seen: &SeenRequest) -> Option<Reply> {
    let key = state.options.key.as_deref()?;
    if seen.has_key(key) {
        return None;
    }
    state.ledger.refused(false);
    let code = if protocol == Protocol::Anthropic {
        "authentication_error"
    } else {
        "invalid_api_key"
    };
    Some(json_reply(
        401,
        &protocol::error(protocol, 401, code, "invalid key", state.options.compat),
    ))
}

fn over_limit(state: &State, protocol: Protocol) -> Option<Reply> {
    let wait = state.limit.as_ref()?.take().err()?;
    state.ledger.refused(true);
    let code = if protocol == Protocol::Anthropic {
        "rate_limit_error"
    } else {
        "rate_limit_exceeded"
    };
    let mut reply = json_reply(
        429,
        &protocol::error(protocol, 429, code, "rate limit", state.options.compat),
    );
    if let Ok(seconds) = HeaderValue::from_str(&format!("{:.3}", wait.as_secs_f64())) {
        reply.headers_mut().insert("retry-after", seconds);
    }
    Some(reply)
}

/// Refusals of a Chat Completions server that does not know an option.
fn incompatible(state: &State, protocol: Protocol, body: &Json) -> Option<Reply> {
    let compat = state.options.compat;
    let (status, message) = compat.refusal(protocol, body)?;
    state.ledger.refused(false);
    Some(json_reply(
        status,
        &protocol::error(protocol, status, "invalid_request_error", message, compat),
    ))
}

pub(crate) fn json_reply(status: u16, body: &Json) -> Reply {
    let mut reply = Response::new(Body::from(body.to_string()));
    *reply.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    reply
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    reply
}

fn page(status: u16) -> Reply {
    let mut reply = Response::new(Body::from(
        "<!doctype html><title>Bad gateway</title><h1>502</h1>",
    ));
    *reply.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
    reply
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("text/html"));
    reply
}
