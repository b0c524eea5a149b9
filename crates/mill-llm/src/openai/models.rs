//! Model lists in `OpenAI`'s shape, with the fields that some servers add.

use serde_json::Value as Json;

use crate::ModelInfo;

/// The models of `GET /models`; also of servers that send the bare array.
pub(super) fn models_of(reply: &Json) -> Vec<ModelInfo> {
    let entries = reply["data"]
        .as_array()
        .or_else(|| reply.as_array())
        .map(Vec::as_slice)
        .unwrap_or_default();
    entries.iter().filter_map(model_of).collect()
}

fn model_of(entry: &Json) -> Option<ModelInfo> {
    let window = ["context_length", "max_model_len", "max_context_length"]
        .iter()
        .find_map(|field| entry[*field].as_u64());
    Some(ModelInfo {
        label: entry["name"].as_str().map(str::to_owned),
        max_input_tokens: window,
        ..ModelInfo::named(entry["id"].as_str()?)
    })
}
