//! Google's Gemini API, native, because its `OpenAI` door leaves counts out.

mod body;
mod errors;
mod reader;

use async_trait::async_trait;
use mill_domain::{ProviderName, Secret};
use reqwest::{RequestBuilder, Url};
use serde_json::Value as Json;
use tokio_util::sync::CancellationToken;

use crate::estimate::{MediaBound, input_bound};
use crate::exchange::Exchange;
use crate::http::{HttpClient, json_reply, parse_url, secret_header};
use crate::{CallEnd, KeyCheck, LlmError, ModelInfo, ModelRequest, OnProgress, Provider};

/// A picture, and a page with its text.
const MEDIA: MediaBound = MediaBound {
    image: 1_120,
    pdf_page: 4_120,
};

/// Gemini at one address with one key.
#[derive(Debug)]
pub struct Gemini {
    name: ProviderName,
    base: Url,
    key: Secret<String>,
    client: HttpClient,
}

impl Gemini {
    /// Ready to call; `base` as `https://generativelanguage.googleapis.com/v1beta`, with or without `/v1beta`.
    /// # Errors
    /// [`LlmError::BadSetup`] if `base` is no address.
    pub fn new(base: &str, key: Secret<String>, client: HttpClient) -> Result<Self, LlmError> {
        let name = ProviderName::new("gemini");
        let mut base = parse_url(&name, base)?;
        if base.path() == "/" {
            base.set_path("/v1beta");
        }
        Ok(Self {
            name,
            base,
            key,
            client,
        })
    }

    fn url(&self, path: &str, query: Option<&str>) -> Url {
        let mut url = self.base.clone();
        url.set_path(&format!(
            "{}/{path}",
            self.base.path().trim_end_matches('/')
        ));
        url.set_query(query);
        url
    }

    fn post(&self, model: &str, verb: &str, query: Option<&str>) -> RequestBuilder {
        let url = self.url(&format!("models/{model}:{verb}"), query);
        self.signed(self.client.to(&url).post(url))
    }

    fn signed(&self, request: RequestBuilder) -> RequestBuilder {
        request.header("x-goog-api-key", secret_header("", &self.key))
    }

    async fn ask(&self, request: RequestBuilder) -> Result<Json, LlmError> {
        json_reply(&self.name, request, |failure| {
            errors::error_of(&self.name, failure)
        })
        .await
    }
}

#[async_trait]
impl Provider for Gemini {
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
        let question = self
            .post(&request.model, "streamGenerateContent", Some("alt=sse"))
            .json(&body::content(request));
        let reader = reader::ContentReader::new(&self.name, &request.model);
        exchange
            .run(question, reader, |failure| {
                errors::end_of(&self.name, failure)
            })
            .await
    }

    async fn models(&self) -> Result<Vec<ModelInfo>, LlmError> {
        let mut found = Vec::new();
        let mut page: Option<String> = None;
        loop {
            let query = page.map_or_else(
                || "pageSize=1000".to_owned(),
                |token| format!("pageSize=1000&pageToken={token}"),
            );
            let url = self.url("models", Some(&query));
            let reply = self.ask(self.signed(self.client.to(&url).get(url))).await?;
            found.extend(
                reply["models"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(model_of),
            );
            page = reply["nextPageToken"]
                .as_str()
                .filter(|token| !token.is_empty())
                .map(str::to_owned);
            if page.is_none() {
                return Ok(found);
            }
        }
    }

    async fn test_key(&self) -> Result<KeyCheck, LlmError> {
        Ok(KeyCheck {
            models: Some(self.models().await?.len()),
            missing: Vec::new(),
        })
    }

    fn input_bound(&self, request: &ModelRequest) -> u64 {
        input_bound(request, MEDIA)
    }

    async fn count_input(&self, request: &ModelRequest) -> Result<Option<u64>, LlmError> {
        let question = self
            .post(&request.model, "countTokens", None)
            .json(&body::count(request));
        Ok(self.ask(question).await?["totalTokens"].as_u64())
    }
}

/// Models that answer with text; others (embeddings, pictures only) are left out.
fn model_of(entry: &Json) -> Option<ModelInfo> {
    let verbs = entry["supportedGenerationMethods"].as_array();
    if verbs.is_some_and(|verbs| !verbs.iter().any(|verb| verb == "generateContent")) {
        return None;
    }
    Some(ModelInfo {
        label: entry["displayName"].as_str().map(str::to_owned),
        max_input_tokens: entry["inputTokenLimit"].as_u64(),
        max_output_tokens: entry["outputTokenLimit"].as_u64(),
        ..ModelInfo::named(entry["name"].as_str()?.trim_start_matches("models/"))
    })
}
