//! Model lists in `OpenAI`'s shape, with the fields that some servers add.

use serde_json::Value as Json;

use crate::ModelInfo;

/// Where servers tell how much input and answer may be together, what is in force before what is possible: LM Studio, vLLM,
/// `OpenRouter` and Together, Groq, and LM Studio and Mistral once more.
const WINDOWS: [&str; 5] = [
    "loaded_context_length",
    "max_model_len",
    "context_length",
    "context_window",
    "max_context_length",
];

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
    let window = WINDOWS.iter().find_map(|field| entry[*field].as_u64());
    let window = window.or_else(|| entry["meta"]["n_ctx"].as_u64());
    Some(ModelInfo {
        label: entry["name"].as_str().map(str::to_owned),
        window_tokens: window.filter(|tokens| *tokens > 0),
        ..ModelInfo::named(entry["id"].as_str()?)
    })
}
