//! Batches handed in at the server: kept, answered by the script when asked for, and billed at half.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::Timestamp;
use mill_domain::PriceVariant;
use serde_json::{Value as Json, json};

use crate::server::State;
use crate::{Asked, Kind, Protocol, Turn, protocol};

/// The discount of every batch.
const HALF: PriceVariant = PriceVariant {
    numerator: 1,
    denominator: 2,
};

/// Batches and files by their ids, and how the server is to treat them.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    pub(crate) batches: BTreeMap<String, Batch>,
    pub(crate) files: BTreeMap<String, String>,
    made: u64,
}

/// One batch.
#[derive(Debug, Clone)]
pub(crate) struct Batch {
    pub(crate) protocol: Protocol,
    pub(crate) items: Vec<Item>,
    pub(crate) made_at: Timestamp,
    pub(crate) cancelled: bool,
    /// Lines of results; none while it is at work.
    pub(crate) results: Option<Vec<Json>>,
    /// What `OpenAI` gives back of the order.
    pub(crate) order: Json,
}

/// One question.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) body: Json,
}

/// Faults to play.
#[derive(Debug, Default)]
pub(crate) struct BatchFaults {
    /// Nothing is answered while this is set.
    pub(crate) held: AtomicBool,
    /// The next batch is taken and the reply is an error.
    pub(crate) lose_reply: AtomicBool,
}

impl Shelf {
    pub(crate) fn new_id(&mut self, kind: &str) -> String {
        self.made += 1;
        format!("{kind}_{}", self.made)
    }
}

/// Answers a batch if it is its time; asked before every look at it.
pub(crate) fn work(state: &Arc<State>, batch: &mut Batch) {
    let held = state.batch_faults.held.load(Ordering::SeqCst);
    if batch.results.is_some() || (held && !batch.cancelled) {
        return;
    }
    let mut results: Vec<Json> = batch
        .items
        .iter()
        .map(|item| result(state, batch, item))
        .collect();
    // In any order, as the providers say.
    results.reverse();
    batch.results = Some(results);
}

fn result(state: &Arc<State>, batch: &Batch, item: &Item) -> Json {
    if batch.cancelled {
        return unasked(batch.protocol, &item.name, "cancelled");
    }
    let asked = protocol::read(batch.protocol, None, item.body.clone());
    let compat = state.options.compat;
    if let Some((status, message)) = compat.refusal(batch.protocol, &item.body) {
        state.ledger.refused(false);
        let said = (status, "invalid_request_error", message);
        return failed(&asked, &item.name, said);
    }
    let asked = crate::routes::numbered(state, asked);
    let script = Arc::clone(
        &state
            .script
            .read()
            .unwrap_or_else(std::sync::PoisonError::into_inner),
    );
    let turn = script(&asked);
    let _open = state.ledger.open();
    match &turn.kind {
        Kind::Status { code, .. } if code == "batch_expired" => {
            unasked(batch.protocol, &item.name, "expired")
        }
        Kind::Status {
            status,
            code,
            message,
        } => {
            state.ledger.refused(false);
            failed(&asked, &item.name, (*status, code, message))
        }
        _ => answered(state, &asked, turn, &item.name),
    }
}

fn answered(state: &Arc<State>, asked: &Asked, mut turn: Turn, name: &str) -> Json {
    // Anthropic names the tier; `OpenAI`'s batches do not say that they were one.
    if asked.protocol == Protocol::Anthropic {
        turn.service_tier = Some("batch".to_owned());
    }
    let usage = state.cached(asked, protocol::usage_of(asked, &turn));
    let Some(body) = protocol::whole(asked, &turn, usage, state.options.compat) else {
        state.ledger.refused(false);
        return failed(asked, name, (500, "api_error", "scripted error"));
    };
    // A server of one's own has no discount that anybody could know of.
    let discount: &[PriceVariant] = match asked.protocol {
        Protocol::Chat => &[],
        _ => &[HALF],
    };
    state.ledger.book(&asked.model, usage, discount);
    if asked.protocol == Protocol::Anthropic {
        return json!({"custom_id": name, "result": {"type": "succeeded", "message": body}});
    }
    line(name, 200, &body)
}

fn failed(asked: &Asked, name: &str, (status, code, message): (u16, &str, &str)) -> Json {
    let error = protocol::error(
        asked.protocol,
        status,
        code,
        message,
        crate::Compat::default(),
    );
    if asked.protocol == Protocol::Anthropic {
        return json!({"custom_id": name, "result": {"type": "errored", "error": error}});
    }
    line(name, status, &error)
}

/// A line in `OpenAI`'s file of answers, or of failures.
fn line(name: &str, status: u16, body: &Json) -> Json {
    let response =
        json!({"status_code": status, "request_id": format!("req_{name}"), "body": body});
    json!({"id": format!("batch_req_{name}"), "custom_id": name, "response": response, "error": null})
}

/// A question that was never asked.
fn unasked(protocol: Protocol, name: &str, why: &str) -> Json {
    match protocol {
        Protocol::Anthropic => {
            let kind = if why == "cancelled" { "canceled" } else { why };
            json!({"custom_id": name, "result": {"type": kind}})
        }
        _ => json!({
            "id": format!("batch_req_{name}"), "custom_id": name, "response": null,
            "error": {"code": format!("batch_{why}"), "message": "This request was not asked."}
        }),
    }
}
