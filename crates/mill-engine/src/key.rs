//! Keys: typed for this session, given by the environment, or in the system's key store. Read at the moment of use.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{MutexGuard, PoisonError};

use mill_domain::{KeyName, ProviderName, Secret};
use mill_llm::RateLimits;
use mill_llm::providers::needs_key;
use mill_secrets::{SecretName, SecretsError};

use crate::{Engine, EngineError};

/// Providers the window lists, in its order, with the name people know them by.
const PROVIDERS: [(&str, &str); 12] = [
    ("anthropic", "Anthropic"),
    ("openai", "OpenAI"),
    ("gemini", "Google Gemini"),
    ("openrouter", "OpenRouter"),
    ("deepseek", "DeepSeek"),
    ("mistral", "Mistral"),
    ("xai", "xAI"),
    ("ollama", "Ollama"),
    ("lmstudio", "LM Studio"),
    ("vllm", "vLLM"),
    ("llama_cpp", "llama.cpp"),
    ("custom", "OpenAI-compatible"),
];

/// Where a provider's key is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyPlace {
    /// In the system's key store.
    Store,
    /// Typed, kept until the program ends.
    Session,
    /// Given by the environment.
    Environment,
    /// There is none.
    None,
}

/// One of a provider's keys, without the key.
#[derive(Debug, Clone)]
pub struct KeyState {
    /// The provider.
    pub provider: ProviderName,
    /// What people call the provider.
    pub title: &'static str,
    /// Which of the provider's keys.
    pub name: KeyName,
    /// Where its key is.
    pub place: KeyPlace,
    /// The key's last four characters.
    pub last_four: Option<String>,
    /// True if the provider works without a key.
    pub optional: bool,
}

/// Whether the key store works, and every provider's key.
#[derive(Debug)]
pub struct KeyStoreState {
    /// Why the store does not work; `None` if it does.
    pub problem: Option<SecretsError>,
    /// Every provider's key.
    pub keys: Vec<KeyState>,
}

impl Engine {
    /// Stores a typed key: written, read back and compared in the key store, or kept for this session only.
    /// # Errors
    /// [`EngineError::Secret`] with the reason and the next step; [`EngineError::BadValue`] for an empty key.
    pub async fn set_key(
        &self,
        provider: &ProviderName,
        name: &KeyName,
        key: Secret<String>,
        session_only: bool,
    ) -> Result<(), EngineError> {
        let key = Secret::new(key.expose().trim().to_owned());
        if key.expose().is_empty() || key.expose().contains(char::is_whitespace) {
            let expected = "paste the key alone, without spaces or line breaks".to_owned();
            return Err(EngineError::BadValue {
                what: "key",
                value: "•••".to_owned(),
                expected,
            });
        }
        if session_only {
            self.session_keys()
                .insert((provider.clone(), name.clone()), key);
        } else {
            self.parts.secrets.set(stored(provider, name), key).await?;
            if !name.is_default() {
                self.store()
                    .add_key_name(provider, name, self.now())
                    .await?;
            }
        }
        self.stale(["keys", "models", "caps"]);
        Ok(())
    }

    /// Removes one of a provider's keys from the session and the key store. The environment's stays.
    /// # Errors
    /// [`EngineError::Secret`] if the key store refuses.
    pub async fn remove_key(
        &self,
        provider: &ProviderName,
        name: &KeyName,
    ) -> Result<(), EngineError> {
        self.session_keys()
            .remove(&(provider.clone(), name.clone()));
        self.parts.secrets.remove(stored(provider, name)).await?;
        self.store().remove_key_name(provider, name).await?;
        self.stale(["keys", "models", "caps"]);
        Ok(())
    }

    /// Every provider's default key and then those with a name, and whether the key store works.
    /// # Errors
    /// [`EngineError::Store`] if the question itself fails.
    pub async fn keys(&self) -> Result<KeyStoreState, EngineError> {
        let problem = self.parts.secrets.probe().await.err();
        let mut names: BTreeSet<(ProviderName, KeyName)> =
            self.store().key_names().await?.into_iter().collect();
        names.extend(self.session_keys().keys().cloned());
        let mut keys = Vec::new();
        for (provider, title) in PROVIDERS {
            let provider = ProviderName::new(provider);
            let named = names
                .iter()
                .filter(|(of, name)| *of == provider && !name.is_default())
                .map(|(_, name)| name.clone());
            for name in std::iter::once(KeyName::default()).chain(named) {
                let (place, key) = self.find_key(&provider, &name, problem.is_none()).await;
                keys.push(KeyState {
                    optional: !needs_key(&provider),
                    provider: provider.clone(),
                    title,
                    name,
                    place,
                    last_four: key.map(|key| key.last_four()),
                });
            }
        }
        Ok(KeyStoreState { problem, keys })
    }

    /// The key to use now; `None` if there is none and the provider works without. `name`: `None` is the default one.
    /// # Errors
    /// [`EngineError::Secret`] if the key store has trouble and nobody else has the key; [`EngineError::Llm`] without a
    /// key where one is needed; [`EngineError::NoSuchKey`] if there is none of that name.
    pub(crate) async fn key_for(
        &self,
        provider: &ProviderName,
        name: Option<&KeyName>,
    ) -> Result<Option<Secret<String>>, EngineError> {
        if provider.as_str() == "practice" {
            return Ok(None);
        }
        let name = name.cloned().unwrap_or_default();
        if let Some((_, key)) = self.near_key(provider, &name) {
            return Ok(Some(key));
        }
        let found = self.parts.secrets.get(stored(provider, &name)).await;
        match found {
            Ok(Some(key)) => Ok(Some(key)),
            Ok(None) if !name.is_default() => Err(EngineError::NoSuchKey {
                provider: provider.clone(),
                name,
            }),
            Ok(None) if needs_key(provider) => {
                Err(EngineError::Llm(mill_llm::LlmError::KeyMissing {
                    provider: provider.clone(),
                }))
            }
            Ok(None) => Ok(None),
            Err(_) if name.is_default() && !needs_key(provider) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The limits each provider stated last, by provider and key; only of keys this process has called with.
    pub fn limits_seen(&self) -> Vec<(ProviderName, KeyName, RateLimits)> {
        let paces = self
            .parts
            .paces
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let seen = paces.iter().filter_map(|((provider, _, key), pace)| {
            let limits = pace.seen().limits?;
            Some((provider.clone(), key.clone().unwrap_or_default(), limits))
        });
        seen.collect()
    }

    async fn find_key(
        &self,
        provider: &ProviderName,
        name: &KeyName,
        store_works: bool,
    ) -> (KeyPlace, Option<Secret<String>>) {
        if let Some((place, key)) = self.near_key(provider, name) {
            return (place, Some(key));
        }
        if !store_works {
            return (KeyPlace::None, None);
        }
        match self.parts.secrets.get(stored(provider, name)).await {
            Ok(Some(key)) => (KeyPlace::Store, Some(key)),
            Ok(None) | Err(_) => (KeyPlace::None, None),
        }
    }

    /// A key that needs no store: typed for the session, else the environment's, which is the default one.
    fn near_key(
        &self,
        provider: &ProviderName,
        name: &KeyName,
    ) -> Option<(KeyPlace, Secret<String>)> {
        let session = self
            .session_keys()
            .get(&(provider.clone(), name.clone()))
            .cloned();
        let environment = || {
            let keys = &self.config().keys;
            keys.get(provider)
                .filter(|_| name.is_default())
                .cloned()
                .map(|key| (KeyPlace::Environment, key))
        };
        session
            .map(|key| (KeyPlace::Session, key))
            .or_else(environment)
    }

    fn session_keys(&self) -> MutexGuard<'_, BTreeMap<(ProviderName, KeyName), Secret<String>>> {
        self.parts
            .session_keys
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Under which name the key store has a key; the default one has the provider's alone.
fn stored(provider: &ProviderName, name: &KeyName) -> SecretName {
    if name.is_default() {
        SecretName::of(provider.clone())
    } else {
        SecretName::with_purpose(provider.clone(), name.as_str())
    }
}
