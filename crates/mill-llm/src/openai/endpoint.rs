//! An address of a server that speaks one of `OpenAI`'s languages, and the key for it.

use std::time::Duration;

use mill_domain::{ProviderName, Secret};
use reqwest::{Method, RequestBuilder, Url};
use serde_json::Value as Json;

use super::errors;
use crate::LlmError;
use crate::batch::LONG_REPLY;
use crate::http::{HttpClient, json_reply, parse_url, secret_header, text_reply, with_version};

/// How a key is sent: the header, and what stands before the key in it.
#[derive(Debug, Clone)]
pub(super) struct Signature {
    pub(super) header: &'static str,
    pub(super) prefix: &'static str,
    pub(super) key: Secret<String>,
}

/// Where requests go, and whose they are.
#[derive(Debug, Clone)]
pub(super) struct Endpoint {
    name: ProviderName,
    base: Url,
    signature: Option<Signature>,
    client: HttpClient,
}

impl Endpoint {
    /// `base` with or without `/v1` and trailing slash.
    /// # Errors
    /// [`LlmError::BadSetup`] if `base` is no address.
    pub(super) fn new(
        name: &ProviderName,
        base: &str,
        signature: Option<Signature>,
        client: HttpClient,
    ) -> Result<Self, LlmError> {
        Ok(Self {
            name: name.clone(),
            base: with_version(parse_url(name, base)?),
            signature,
            client,
        })
    }

    pub(super) const fn name(&self) -> &ProviderName {
        &self.name
    }

    /// How long calls wait for what this server says to the first one, where that is set.
    pub(super) fn refusal_patience(&self) -> Option<Duration> {
        self.client.settings().refusal_patience
    }

    pub(super) const fn base(&self) -> &Url {
        &self.base
    }

    pub(super) fn url(&self, path: &str) -> Url {
        let mut url = self.base.clone();
        url.set_path(&format!(
            "{}/{path}",
            self.base.path().trim_end_matches('/')
        ));
        url
    }

    /// Another path of the same server.
    pub(super) fn url_beside(&self, path: &str) -> Url {
        let mut url = self.base.clone();
        url.set_path(path);
        url
    }

    /// A request with the key.
    pub(super) fn request(&self, method: Method, url: Url) -> RequestBuilder {
        let request = self.client.to(&url).request(method, url);
        match &self.signature {
            None => request,
            Some(signature) => request.header(
                signature.header,
                secret_header(signature.prefix, &signature.key),
            ),
        }
    }

    pub(super) fn post(&self, path: &str) -> RequestBuilder {
        self.request(Method::POST, self.url(path))
    }

    pub(super) fn delete(&self, path: &str) -> RequestBuilder {
        self.request(Method::DELETE, self.url(path))
    }

    /// What stands at a path.
    pub(super) async fn look(&self, path: &str) -> Result<Json, LlmError> {
        self.look_at(self.url(path)).await
    }

    pub(super) async fn look_at(&self, url: Url) -> Result<Json, LlmError> {
        self.send(self.request(Method::GET, url)).await
    }

    pub(super) async fn send(&self, request: RequestBuilder) -> Result<Json, LlmError> {
        json_reply(&self.name, request, |failure| {
            errors::error_of(&self.name, failure)
        })
        .await
    }

    /// A reply of any size, to the letter.
    pub(super) async fn send_for_text(&self, request: RequestBuilder) -> Result<String, LlmError> {
        text_reply(&self.name, request, LONG_REPLY, |failure| {
            errors::error_of(&self.name, failure)
        })
        .await
    }
}
