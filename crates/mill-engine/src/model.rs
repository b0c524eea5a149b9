//! Models a person can choose: those with a price, those that local servers offer, and practice.

use mill_domain::{KeyName, ModelRef, ProviderName};
use mill_llm::{KeyCheck, LlmError, local, providers};

use crate::key::KeyPlace;
use crate::{Engine, EngineError};

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
        models.extend(self.local_models().await);
        let listed = self
            .price_book()
            .all(self.now())
            .into_iter()
            .map(|priced| ModelChoice {
                // A server of the person's own may ask for no key; its address is the job's.
                ready: has_key(priced.model.provider())
                    || priced.model.provider().as_str() == "custom",
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
    pub async fn test_key(
        &self,
        provider: &ProviderName,
        name: &KeyName,
    ) -> Result<ModelTest, EngineError> {
        let key = match self.key_for(provider, Some(name)).await {
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

    /// What servers on this machine offer. A name that they pass on to a paid service is not free.
    async fn local_models(&self) -> Vec<ModelChoice> {
        let others = &self.config().endpoints.others;
        let addresses: Vec<(ProviderName, String)> = others
            .iter()
            .map(|(name, url)| (name.clone(), url.clone()))
            .collect();
        let servers = local::find(&self.parts.http, &addresses).await;
        let named = servers.into_iter().flat_map(|server| {
            let provider = server.provider;
            let models = server.models.into_iter();
            models.map(move |info| ModelRef::new(provider.as_str(), &info.name))
        });
        named
            .map(|model| ModelChoice {
                prices: None,
                free: self
                    .prices_for(&model)
                    .is_some_and(|prices| prices.is_free()),
                ready: true,
                model,
            })
            .collect()
    }
}
