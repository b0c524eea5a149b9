//! Providers that talk to a scripted server.

use std::sync::Arc;

use mill_domain::{ModelRef, ProviderName, Secret};
use mill_llm::http::{HttpSettings, client};
use mill_llm::{CallEnd, Endpoints, ModelRequest, Provider, providers};
use mill_testkit::ScriptedServer;
use serde_json::json;
use tokio_util::sync::CancellationToken;

/// One model per protocol.
pub(crate) const MODELS: [&str; 4] = [
    "anthropic/claude-haiku-5-5",
    "openai/gpt-6-luna",
    "custom/llama",
    "gemini/gemini-3.5-flash",
];

pub(crate) const KEY: &str = "sk-test-0123456789";

pub(crate) fn endpoints(url: &str) -> Endpoints {
    let others = ["deepseek", "xai", "mistral", "ollama", "azure", "lmstudio"]
        .map(|name| (ProviderName::new(name), url.to_owned()));
    Endpoints {
        anthropic: url.to_owned(),
        openai: url.to_owned(),
        gemini: url.to_owned(),
        custom: Some(url.to_owned()),
        others: others.into_iter().collect(),
        ..Endpoints::default()
    }
}

pub(crate) fn provider_at(model: &str, url: &str) -> Arc<dyn Provider> {
    provider_with(model, url, HttpSettings::default())
}

pub(crate) fn provider_with(model: &str, url: &str, settings: HttpSettings) -> Arc<dyn Provider> {
    let model: ModelRef = model.parse().unwrap();
    let http = client(settings).unwrap();
    providers::build(
        &model,
        &endpoints(url),
        Some(Secret::new(KEY.to_owned())),
        &http,
    )
    .unwrap()
}

pub(crate) fn request(model: &str) -> ModelRequest {
    let model: ModelRef = model.parse().unwrap();
    let mut request = ModelRequest::new(model.model(), "Code the line.", "OYSTER 12.00 凭证", 400);
    request.output_schema = Some(
        json!({
            "type": "object",
            "properties": {"vendor": {"type": "string"}},
            "required": ["vendor"]
        })
        .into(),
    );
    request
}

pub(crate) async fn ask(model: &str, server: &ScriptedServer) -> CallEnd {
    ask_with(model, server, &request(model)).await
}

pub(crate) async fn ask_with(
    model: &str,
    server: &ScriptedServer,
    request: &ModelRequest,
) -> CallEnd {
    provider_at(model, &server.url())
        .complete(request, &CancellationToken::new(), &|_| {})
        .await
}
