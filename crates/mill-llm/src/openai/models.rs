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

/// The models of LM Studio's own list, which says how much of a model is in force; those that only embed answer nothing.
pub(super) fn native_models_of(reply: &Json) -> Vec<ModelInfo> {
    let entries = reply["data"].as_array().map(Vec::as_slice);
    let answering = entries.unwrap_or_default().iter();
    let answering = answering.filter(|entry| entry["type"] != "embeddings");
    answering.filter_map(model_of).collect()
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_server_tells_its_window_in_a_field_of_its_own() {
        let list = json!({"data": [
            {"id": "router", "name": "Router", "context_length": 200_000},
            {"id": "vllm", "max_model_len": 32_768},
            {"id": "studio", "max_context_length": 131_072, "loaded_context_length": 4_096},
            {"id": "groq", "context_window": 8_192},
            {"id": "llama", "meta": {"n_ctx": 16_384}},
            {"id": "silent"},
            {"id": "odd", "max_model_len": 0},
        ]});
        let told: Vec<_> = models_of(&list)
            .into_iter()
            .map(|model| (model.name, model.window_tokens, model.max_input_tokens))
            .collect();
        let expected = [
            ("router", Some(200_000)),
            ("vllm", Some(32_768)),
            ("studio", Some(4_096)),
            ("groq", Some(8_192)),
            ("llama", Some(16_384)),
            ("silent", None),
            ("odd", None),
        ];
        let expected = expected.map(|(name, window)| (name.to_owned(), window, None));
        assert_eq!(told, expected);
    }
}
