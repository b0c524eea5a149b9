//! Anthropic's Messages API, version 2026-10-21.

mod batch;
mod body;
mod errors;
mod models;
mod reader;

use async_trait::async_trait;
use mill_domain::{ProviderName, Secret};
use reqwest::{RequestBuilder, Url};
use serde_json::Value as Json;
use tokio_util::sync::CancellationToken;

use crate::estimate::{MediaBound, input_bound};
use crate::exchange::Exchange;
use crate::http::{HttpClient, json_reply, parse_url, secret_header};
use crate::{Batches, CallEnd, KeyCheck, LlmError, ModelInfo, ModelRequest, OnProgress, Provider};

/// The version of the protocol that is spoken.
const VERSION: &str = "2026-10-21";

/// Largest cost of a picture, and of a page: 3,000 tokens of text and one picture.
const MEDIA: MediaBound = MediaBound {
    image: 4_784,
    pdf_page: 7_800,
};

/// Anthropic at one address with one key.
#[derive(Debug)]
pub struct Anthropic {
    name: ProviderName,
    base: Url,
    key: Secret<String>,
    client: HttpClient,
}

impl Anthropic {
    /// Ready to call; `base` as `https://api.anthropic.com`, with or without `/v1`.
    /// # Errors
    /// [`LlmError::BadSetup`] if `base` is no address.
    pub fn new(base: &str, key: Secret<String>, client: HttpClient) -> Result<Self, LlmError> {
        let name = ProviderName::new("anthropic");
        let base = parse_url(
            &name,
            base.trim().trim_end_matches('/').trim_end_matches("/v1"),
        )?;
        Ok(Self {
            name,
            base,
            key,
            client,
        })
    }

    fn post(&self, path: &str) -> RequestBuilder {
        let url = self.url(path);
        self.signed(self.client.to(&url).post(url))
    }

    fn get(&self, path: &str) -> RequestBuilder {
        let url = self.url(path);
        self.signed(self.client.to(&url).get(url))
    }

    fn signed(&self, request: RequestBuilder) -> RequestBuilder {
        request
            .header("anthropic-version", VERSION)
            .header("x-api-key", secret_header("", &self.key))
    }

    fn url(&self, path: &str) -> Url {
        let mut url = self.base.clone();
        let (path, query) = path
            .split_once('?')
            .map_or((path, None), |(path, query)| (path, Some(query)));
        url.set_path(&format!(
            "{}/v1/{path}",
            self.base.path().trim_end_matches('/')
        ));
        url.set_query(query);
        url
    }

    async fn ask(&self, request: RequestBuilder) -> Result<Json, LlmError> {
        json_reply(&self.name, request, |failure| {
            errors::error_of(&self.name, failure)
        })
        .await
    }
}

#[async_trait]
impl Provider for Anthropic {
    fn name(&self) -> &ProviderName {
        &self.name
    }

    async fn complete(
        &self,
        request: &ModelRequest,
        cancel: &CancellationToken,
        progress: &OnProgress<'_>,
    ) -> CallEnd {
        let exchange = Exchange::start(&self.name, request, cancel, progress);
        let question = self.post("messages").json(&body::message(request));
        let reader = reader::MessageReader::new(&self.name);
        exchange
            .run(question, reader, |failure| {
                errors::end_of(&self.name, failure)
            })
            .await
    }

    async fn models(&self) -> Result<Vec<ModelInfo>, LlmError> {
        let mut found = Vec::new();
        let mut after: Option<String> = None;
        loop {
            let query = after.map_or_else(String::new, |id| format!("&after_id={id}"));
            let page = self
                .ask(self.get(&format!("models?limit=1000{query}")))
                .await?;
            found.extend(models::models_of(&page));
            after = models::next_page(&page);
            if after.is_none() {
                return Ok(found);
            }
        }
    }

    async fn test_key(&self) -> Result<KeyCheck, LlmError> {
        let models = self.models().await?.len();
        Ok(KeyCheck {
            models: Some(models),
            missing: Vec::new(),
        })
    }

    fn batches(&self) -> Option<&dyn Batches> {
        Some(self)
    }

    fn input_bound(&self, request: &ModelRequest) -> u64 {
        input_bound(request, MEDIA)
    }

    /// The free counter is an estimate; two per cent and at least 200 tokens are added.
    async fn count_input(&self, request: &ModelRequest) -> Result<Option<u64>, LlmError> {
        let reply = self
            .ask(
                self.post("messages/count_tokens")
                    .json(&body::count(request)),
            )
            .await?;
        let counted = reply["input_tokens"].as_u64();
        Ok(counted.map(|tokens| tokens.saturating_add((tokens / 50).max(200))))
    }
}
