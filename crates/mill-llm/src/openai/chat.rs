//! Chat Completions with any server that speaks it: asked for the best, content with what it takes.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use mill_domain::{ModelRef, ProviderName, Secret};
use reqwest::{Method, RequestBuilder, Response, Url};
use serde_json::Value as Json;
use tokio::sync::MutexGuard;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::batch::Door;
use super::chat_reader::ChatReader;
use super::endpoint::{Endpoint, Signature};
use super::learned::{Habits, Learned};
use super::profile::{LimitField, Profile};
use super::{chat_body, errors, models};
use crate::batch::end_of_reply;
use crate::estimate::input_bound;
use crate::exchange::{Exchange, refused};
use crate::http::{HttpClient, HttpFailure, NotOpened, is_loopback};
use crate::{
    Batches, CallEnd, End, Feature, KeyCheck, LlmError, ModelInfo, ModelRequest, OnProgress,
    Progress, Provider,
};

/// How long calls wait for what a new endpoint says to the first one. A refusal comes at once, before the model begins; an
/// acceptance may take as long as the answer, and waiting for that would cost a whole round of agents.
const REFUSAL_NEAR: Duration = Duration::from_millis(20);
/// The same beyond this machine.
const REFUSAL_FAR: Duration = Duration::from_millis(500);

/// Most refusals answered by leaving something out, before the refusal is believed.
const MOST_FALLBACKS: usize = 6;

/// A server that speaks Chat Completions, at one address, with or without a key.
///
/// What it refuses is left out and remembered; share one value per endpoint so that the memory is shared.
#[derive(Debug, Clone)]
pub struct Chat {
    endpoint: Endpoint,
    profile: Profile,
    /// Where questions go.
    completions: Url,
    learned: Arc<Learned>,
}

impl Chat {
    /// Ready to call; `base` with or without `/v1` and trailing slash.
    /// # Errors
    /// [`LlmError::BadSetup`] if `base` is no address; [`LlmError::KeyMissing`] if the profile needs a key.
    pub fn new(
        name: &ProviderName,
        profile: Profile,
        base: &str,
        key: Option<Secret<String>>,
        client: HttpClient,
    ) -> Result<Self, LlmError> {
        if profile.needs_key && key.is_none() {
            return Err(LlmError::KeyMissing {
                provider: name.clone(),
            });
        }
        let prefix = if profile.key_header == "authorization" {
            "Bearer "
        } else {
            ""
        };
        let signature = key.map(|key| Signature {
            header: profile.key_header,
            prefix,
            key,
        });
        let endpoint = Endpoint::new(name, base, signature, client)?;
        Ok(Self {
            profile,
            completions: endpoint.url("chat/completions"),
            endpoint,
            learned: Arc::new(Learned::new(&profile)),
        })
    }

    /// Features the server was found to lack so far.
    pub fn missing(&self) -> Vec<Feature> {
        self.learned.missing()
    }

    fn question(&self, request: &ModelRequest, habits: Habits) -> RequestBuilder {
        self.endpoint
            .request(Method::POST, self.completions.clone())
            .json(&chat_body::completion(request, habits))
    }

    /// While the endpoint is new, one call at a time goes ahead, so that a refusal is met once; those that waited go all
    /// together once it is known, or when a refusal would have come by then. `Err`: cancelled while waiting.
    async fn turn(&self, cancel: &CancellationToken) -> Result<Option<MutexGuard<'_, ()>>, ()> {
        if self.learned.is_settled() {
            return Ok(None);
        }
        let usual = if is_loopback(&self.completions) {
            REFUSAL_NEAR
        } else {
            REFUSAL_FAR
        };
        let patience = self.endpoint.refusal_patience().unwrap_or(usual);
        let probing = cancel
            .run_until_cancelled(timeout(patience, self.learned.probing.lock()))
            .await
            .ok_or(())?;
        let probing = match probing {
            Ok(probing) => Some(probing),
            // It does refuse things: what it takes is found out by one.
            Err(_elapsed) if self.learned.was_refused() => Some(
                cancel
                    .run_until_cancelled(self.learned.probing.lock())
                    .await
                    .ok_or(())?,
            ),
            Err(_elapsed) => None,
        };
        Ok(probing.filter(|_| !self.learned.is_settled()))
    }

    async fn open_with_fallbacks(
        &self,
        exchange: &Exchange<'_>,
        request: &ModelRequest,
    ) -> Result<Response, NotOpened> {
        let with_schema = request.output_schema.is_some();
        let mut habits = self.learned.habits();
        let mut dropped = Vec::new();
        let mut refusals = 0;
        loop {
            if request.limit_must_hold && habits.limit == LimitField::Nothing {
                return Err(NotOpened::NotSent(self.without_limit()));
            }
            match exchange.open(self.question(request, habits)).await {
                Ok(response) => {
                    self.learned.accepted(habits, with_schema);
                    for feature in dropped {
                        // Agents that went ahead together may have met the same refusal.
                        if self.learned.is_news(feature) {
                            self.tell(feature);
                            exchange.tell(Progress::Dropped(feature));
                        }
                    }
                    return Ok(response);
                }
                Err(NotOpened::Status(failure)) => {
                    let asked = with_schema.then(|| self.learned.schema_is_proven());
                    let fallback = habits
                        .after_refusal(&failure, asked)
                        .filter(|_| refusals < MOST_FALLBACKS);
                    let Some((weaker, feature)) = fallback else {
                        return Err(NotOpened::Status(failure));
                    };
                    refusals += 1;
                    self.learned.refused();
                    // What others have found out meanwhile need not be refused once more.
                    habits = weaker.without(self.learned.habits());
                    dropped.push(feature);
                }
                Err(other) => return Err(other),
            }
        }
    }

    fn tell(&self, feature: Feature) {
        let name = self.endpoint.name();
        tracing::info!(provider = %name, "{name} lacks a feature: {}", Feature::meaning(feature));
    }

    /// An answer of any length may cost anything.
    fn without_limit(&self) -> LlmError {
        LlmError::BadSetup {
            provider: self.endpoint.name().clone(),
            detail: "the server takes no limit on the length of an answer, neither as `max_tokens` nor as \
                     `max_completion_tokens`, so nothing bounds what a call can cost; it can be used with a price of 0"
                .to_owned(),
        }
    }
}

#[async_trait]
impl Provider for Chat {
    fn name(&self) -> &ProviderName {
        self.endpoint.name()
    }

    async fn complete(
        &self,
        request: &ModelRequest,
        cancel: &CancellationToken,
        progress: &OnProgress<'_>,
    ) -> CallEnd {
        let Ok(probing) = self.turn(cancel).await else {
            return CallEnd::not_sent(End::Cancelled);
        };
        // The call's own clock starts here: waiting for another's probe is not this one's silence.
        let name = self.endpoint.name();
        let exchange = Exchange::start(name, request, cancel, progress);
        let opened = self.open_with_fallbacks(&exchange, request).await;
        drop(probing);
        match opened {
            Ok(response) => {
                exchange
                    .listen(response, ChatReader::new(name, self.profile, request))
                    .await
            }
            Err(unopened) => refused(unopened, |failure| errors::end_of(name, failure)),
        }
    }

    async fn models(&self) -> Result<Vec<ModelInfo>, LlmError> {
        if let Some(own) = self.profile.native_list {
            // An older server has no such list; whatever is wrong with the server, the usual one says it too.
            let told = self.endpoint.look_at(self.endpoint.url_beside(own)).await;
            let models = told.map(|list| models::native_models_of(&list));
            if let Ok(models) = models
                && !models.is_empty()
            {
                return Ok(models);
            }
        }
        Ok(models::models_of(&self.endpoint.look("models").await?))
    }

    /// A server without a model list passes as well: not all have one.
    async fn test_key(&self) -> Result<KeyCheck, LlmError> {
        match self.models().await {
            Ok(models) => Ok(KeyCheck {
                models: Some(models.len()),
                missing: self.missing(),
            }),
            Err(LlmError::UnknownModel(_)) => Ok(KeyCheck {
                models: None,
                missing: self.missing(),
            }),
            Err(error) => Err(error),
        }
    }

    fn batches(&self) -> Option<&dyn Batches> {
        Some(self)
    }

    fn input_bound(&self, request: &ModelRequest) -> u64 {
        input_bound(request, self.profile.media)
    }
}

/// For servers that offer `/v1/batches`; whether one does is asked first.
impl Door for Chat {
    const ENDPOINT: &'static str = "/v1/chat/completions";

    const ALWAYS: bool = false;

    fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    fn unbounded(&self, request: &ModelRequest) -> Option<LlmError> {
        let is_unbounded = self.learned.habits().limit == LimitField::Nothing;
        (request.limit_must_hold && is_unbounded).then(|| self.without_limit())
    }

    fn asked(&self) -> String {
        self.learned.habits().to_word()
    }

    fn after_refusal(&self, asked: &str, failure: &HttpFailure) -> Option<Feature> {
        // Only a refusal that names the schema is about it: a question of a batch cannot be tried without at once.
        let asked = Habits::of_word(asked)?;
        let (weaker, feature) = asked.after_refusal(failure, Some(true))?;
        if self.learned.refused_as(weaker) {
            self.tell(feature);
        }
        Some(feature)
    }

    fn item(&self, request: &ModelRequest) -> Json {
        chat_body::item(request, self.learned.habits())
    }

    fn end(&self, model: &ModelRef, body: &Json) -> CallEnd {
        // What was asked is only needed where counts are missing, and then the bound is kept.
        let question = ModelRequest::new(model.model(), "", "", 1);
        end_of_reply(
            ChatReader::new(self.endpoint.name(), self.profile, &question),
            model,
            body,
        )
    }
}
