//! Keys: typed for this session, given by the environment, or in the system's key store. Read at the moment of use.

use std::sync::PoisonError;

use mill_domain::{ProviderName, Secret};
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

/// A provider and its key, without the key.
#[derive(Debug, Clone)]
pub struct KeyState {
    /// The provider.
    pub provider: ProviderName,
    /// What people call it.
    pub title: &'static str,
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
            let mut session = self
                .parts
                .session_keys
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            session.insert(provider.clone(), key);
        } else {
            self.parts
                .secrets
                .set(SecretName::of(provider.clone()), key)
                .await?;
        }
        self.stale(["keys", "models"]);
        Ok(())
    }

    /// Removes a provider's key from the session and the key store. The environment's stays.
    /// # Errors
    /// [`EngineError::Secret`] if the key store refuses.
    pub async fn remove_key(&self, provider: &ProviderName) -> Result<(), EngineError> {
        self.parts
            .session_keys
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(provider);
        self.parts
            .secrets
            .remove(SecretName::of(provider.clone()))
            .await?;
        self.stale(["keys", "models"]);
        Ok(())
    }

    /// Every provider's key, and whether the key store works.
    /// # Errors
    /// [`EngineError::Store`] if the question itself fails.
    pub async fn keys(&self) -> Result<KeyStoreState, EngineError> {
        let problem = self.parts.secrets.probe().await.err();
        let mut keys = Vec::new();
        for (name, title) in PROVIDERS {
            let provider = ProviderName::new(name);
            let (place, key) = self.find_key(&provider, problem.is_none()).await;
            keys.push(KeyState {
                optional: !needs_key(&provider),
                provider,
                title,
                place,
                last_four: key.map(|key| key.last_four()),
            });
        }
        Ok(KeyStoreState { problem, keys })
    }

    /// The key to use now; `None` if there is none and the provider works without.
    /// # Errors
    /// [`EngineError::Secret`] if the key store has trouble and nobody else has the key; [`EngineError::Llm`] without a
    /// key where one is needed.
    pub(crate) async fn key_for(
        &self,
        provider: &ProviderName,
    ) -> Result<Option<Secret<String>>, EngineError> {
        if provider.as_str() == "practice" {
            return Ok(None);
        }
        if let Some(key) = self.near_key(provider) {
            return Ok(Some(key.1));
        }
        match self
            .parts
            .secrets
            .get(SecretName::of(provider.clone()))
            .await
        {
            Ok(Some(key)) => Ok(Some(key)),
            Ok(None) if needs_key(provider) => {
                Err(EngineError::Llm(mill_llm::LlmError::KeyMissing {
                    provider: provider.clone(),
                }))
            }
            Ok(None) => Ok(None),
            Err(_) if !needs_key(provider) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    async fn find_key(
        &self,
        provider: &ProviderName,
        store_works: bool,
    ) -> (KeyPlace, Option<Secret<String>>) {
        if let Some((place, key)) = self.near_key(provider) {
            return (place, Some(key));
        }
        if !store_works {
            return (KeyPlace::None, None);
        }
        match self
            .parts
            .secrets
            .get(SecretName::of(provider.clone()))
            .await
        {
            Ok(Some(key)) => (KeyPlace::Store, Some(key)),
            Ok(None) | Err(_) => (KeyPlace::None, None),
        }
    }

    /// A key that needs no store: typed for the session, else the environment's.
    fn near_key(&self, provider: &ProviderName) -> Option<(KeyPlace, Secret<String>)> {
        let session = self
            .parts
            .session_keys
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(provider)
            .cloned();
        let environment = || {
            self.config()
                .keys
                .get(provider)
                .cloned()
                .map(|key| (KeyPlace::Environment, key))
        };
        session
            .map(|key| (KeyPlace::Session, key))
            .or_else(environment)
    }
}
