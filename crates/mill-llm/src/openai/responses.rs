//! `OpenAI`'s Responses API, streaming, nothing stored there.

use async_trait::async_trait;
use mill_domain::{ModelRef, ProviderName, Secret};
use reqwest::RequestBuilder;
use serde_json::Value as Json;
use tokio_util::sync::CancellationToken;

use super::batch::Door;
use super::endpoint::{Endpoint, Signature};
use super::responses_reader::ResponsesReader;
use super::{errors, models, responses_body};
use crate::batch::end_of_reply;
use crate::estimate::{MediaBound, input_bound};
use crate::exchange::Exchange;
use crate::http::HttpClient;
use crate::{Batches, CallEnd, KeyCheck, LlmError, ModelInfo, ModelRequest, OnProgress, Provider};

/// A picture sent at original size, and a page of text and picture.
const MEDIA: MediaBound = MediaBound {
    image: 36_000,
    pdf_page: 6_000,
};

/// `OpenAI` at one address with one key.
#[derive(Debug)]
pub struct Responses {
    endpoint: Endpoint,
}

impl Responses {
    /// Ready to call; `base` as `https://api.openai.com/v1`, with or without `/v1`.
    /// # Errors
    /// [`LlmError::BadSetup`] if `base` is no address.
    pub fn new(base: &str, key: Secret<String>, client: HttpClient) -> Result<Self, LlmError> {
        let signature = Signature {
            header: "authorization",
            prefix: "Bearer ",
            key,
        };
        let name = ProviderName::new("openai");
        Ok(Self {
            endpoint: Endpoint::new(&name, base, Some(signature), client)?,
        })
    }

    fn post(&self, path: &str, request: &ModelRequest) -> RequestBuilder {
        let builder = self.endpoint.post(path);
        match &request.client_request_id {
            Some(id) => builder.header("x-client-request-id", id),
            None => builder,
        }
    }

    /// Regional hosts bill a surcharge that the reply does not mention.
    fn is_regional(&self) -> bool {
        self.endpoint
            .base()
            .host_str()
            .is_some_and(|host| ["eu.", "us."].iter().any(|region| host.starts_with(region)))
    }
}

#[async_trait]
impl Provider for Responses {
    fn name(&self) -> &ProviderName {
        self.endpoint.name()
    }

    async fn complete(
        &self,
        request: &ModelRequest,
        cancel: &CancellationToken,
        progress: &OnProgress<'_>,
    ) -> CallEnd {
        let name = self.endpoint.name();
        let exchange = Exchange::start(name, request, cancel, progress);
        let question = self
            .post("responses", request)
            .json(&responses_body::response(request));
        let reader = ResponsesReader::new(name, &request.model, self.is_regional());
        exchange
            .run(question, reader, |failure| errors::end_of(name, failure))
            .await
    }

    async fn models(&self) -> Result<Vec<ModelInfo>, LlmError> {
        Ok(models::models_of(&self.endpoint.look("models").await?))
    }

    async fn test_key(&self) -> Result<KeyCheck, LlmError> {
        Ok(KeyCheck {
            models: Some(self.models().await?.len()),
            missing: Vec::new(),
        })
    }

    fn batches(&self) -> Option<&dyn Batches> {
        Some(self)
    }

    fn input_bound(&self, request: &ModelRequest) -> u64 {
        input_bound(request, MEDIA)
    }

    async fn count_input(&self, request: &ModelRequest) -> Result<Option<u64>, LlmError> {
        let question = self
            .post("responses/input_tokens", request)
            .json(&responses_body::count(request));
        Ok(self.endpoint.send(question).await?["input_tokens"].as_u64())
    }
}

impl Door for Responses {
    const ENDPOINT: &'static str = "/v1/responses";

    const ALWAYS: bool = true;

    fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    fn item(&self, request: &ModelRequest) -> Json {
        responses_body::item(request)
    }

    fn end(&self, model: &ModelRef, body: &Json) -> CallEnd {
        let reader = ResponsesReader::new(self.endpoint.name(), model.model(), self.is_regional());
        end_of_reply(reader, model, body)
    }
}
