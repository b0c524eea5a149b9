//! Models a person can choose: those with a price, those that local servers offer, and practice.

use std::time::Duration;

use mill_domain::{ModelRef, ProviderName};
use mill_llm::{KeyCheck, LlmError, providers};

use crate::key::KeyPlace;
use crate::{Engine, EngineError};

/// Servers that run on the person's own computer, at their usual ports.
const LOCAL: [&str; 2] = ["ollama", "lmstudio"];

/// How long a local server may take to say what it has before the list goes on without it.
const LOCAL_PATIENCE: Duration = Duration::from_millis(700);

/// A model a person can choose.
#[derive(Debug, Clone)]
pub struct ModelChoice {
    /// The model.
    pub model: ModelRef,
    /// Input and output price, USD per million tokens; `None`: unknown.
    pub prices: Option<(String, String)>,
    /// True if it costs nothing.
    pub free: bool,
    /// True if it can be called now.
    pub ready: bool,
}

/// What a provider said when its key was tried.
#[derive(Debug, Clone)]
pub struct ModelTest {
    /// Why it did not accept; `None` if it did.
    pub problem: Option<LlmError>,
    /// Models it offers; `None`: it does not say.
    pub models: Option<usize>,
}

impl Engine {
    /// Every model a person can choose: practice first, then those that are ready, then the rest, by name.
    /// # Errors
    /// [`EngineError::Store`] if keys cannot be listed.
    pub async fn models(&self) -> Result<Vec<ModelChoice>, EngineError> {
        let keys = self.keys().await?.keys;
        let has_key = |provider: &ProviderName| {
            keys.iter()
                .any(|key| key.provider == *provider && key.place != KeyPlace::None)
        };
        let mut models = vec![ModelChoice {
            model: ModelRef::new("practice", "sample"),
            prices: None,
            free: true,
            ready: true,
        }];
        for name in LOCAL {
            models.extend(self.local_models(&ProviderName::new(name)).await);
        }
        let listed = self
            .price_book()
            .all(self.now())
            .into_iter()
            .map(|priced| ModelChoice {
                ready: has_key(priced.model.provider()),
                free: priced.prices.is_free(),
                prices: Some((
                    priced.prices.base.input.to_usd_per_million().to_string(),
                    priced.prices.base.output.to_usd_per_million().to_string(),
                )),
                model: priced.model,
            });
        models.extend(listed);
        models.sort_by_key(|choice| (!choice.model.is_practice(), !choice.ready));
        Ok(models)
    }

    /// Tries a provider's key with a question that costs nothing.
    /// # Errors
    /// [`EngineError::Secret`] if the key cannot be read.
    pub async fn test_key(&self, provider: &ProviderName) -> Result<ModelTest, EngineError> {
        let key = match self.key_for(provider).await {
            Ok(key) => key,
            Err(EngineError::Llm(problem)) => {
                return Ok(ModelTest {
                    problem: Some(problem),
                    models: None,
                });
            }
            Err(error) => return Err(error),
        };
        let model = ModelRef::new(provider.as_str(), "any");
        let checked =
            match providers::build(&model, &self.config().endpoints, key, &self.parts.http) {
                Ok(provider) => provider.test_key().await,
                Err(error) => Err(error),
            };
        Ok(match checked {
            Ok(KeyCheck { models, .. }) => ModelTest {
                problem: None,
                models,
            },
            Err(problem) => ModelTest {
                problem: Some(problem),
                models: None,
            },
        })
    }

    async fn local_models(&self, provider: &ProviderName) -> Vec<ModelChoice> {
        let any = ModelRef::new(provider.as_str(), "any");
        let Ok(server) = providers::build(&any, &self.config().endpoints, None, &self.parts.http)
        else {
            return Vec::new();
        };
        let Ok(Ok(models)) = tokio::time::timeout(LOCAL_PATIENCE, server.models()).await else {
            return Vec::new();
        };
        let choices = models.into_iter().map(|info| ModelChoice {
            model: ModelRef::new(provider.as_str(), &info.name),
            prices: None,
            free: true,
            ready: true,
        });
        choices.collect()
    }
}
