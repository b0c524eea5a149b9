//! The model list of `GET /v1/models`.

use serde_json::Value as Json;

use crate::ModelInfo;

/// The models of one page; retired ones are left out.
pub(super) fn models_of(page: &Json) -> Vec<ModelInfo> {
    let entries = page["data"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    entries
        .iter()
        .filter(|entry| entry["lifecycle"] != "retired")
        .filter_map(model_of)
        .collect()
}

/// The id to continue after; `None` on the last page.
pub(super) fn next_page(page: &Json) -> Option<String> {
    let more = page["has_more"].as_bool().unwrap_or(false);
    if more {
        page["last_id"].as_str().map(str::to_owned)
    } else {
        None
    }
}

fn model_of(entry: &Json) -> Option<ModelInfo> {
    let supported = |name: &str| entry["capabilities"][name]["supported"].as_bool();
    Some(ModelInfo {
        name: entry["id"].as_str()?.to_owned(),
        label: entry["display_name"].as_str().map(str::to_owned),
        max_input_tokens: entry["max_input_tokens"].as_u64(),
        window_tokens: None,
        max_output_tokens: entry["max_tokens"].as_u64(),
        reads_images: supported("image_input"),
        reads_pdf: supported("pdf_input"),
    })
}
