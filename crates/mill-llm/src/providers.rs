//! From a model's name to a provider that is ready to use.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use mill_domain::{ModelRef, ProviderName, Secret};

use crate::anthropic::Anthropic;
use crate::gemini::Gemini;
use crate::http::{HttpClient, is_loopback, parse_url};
use crate::openai::{Chat, Profile, Responses};
use crate::practice::{Practice, PracticeAnswer, answer_from_schema};
use crate::{LlmError, Provider};

/// Where the providers are. Defaults are their public addresses, and the usual ports of local servers.
#[derive(Clone)]
pub struct Endpoints {
    /// Anthropic's address.
    pub anthropic: String,
    /// `OpenAI`'s address.
    pub openai: String,
    /// Gemini's address.
    pub gemini: String,
    /// The address behind `custom/…`. `None`: not given, and such models cannot be used.
    pub custom: Option<String>,
    /// Addresses of the providers that speak Chat Completions, where they differ from [`Profile`]'s: `ollama`,
    /// `lmstudio`, `azure` …
    pub others: BTreeMap<ProviderName, String>,
    /// Makes the answers of `practice/…`.
    pub practice: PracticeAnswer,
    /// Decides the delays of `practice/…`.
    pub practice_seed: u64,
}

impl Default for Endpoints {
    fn default() -> Self {
        Self {
            anthropic: "https://api.anthropic.com".to_owned(),
            openai: "https://api.openai.com/v1".to_owned(),
            gemini: "https://generativelanguage.googleapis.com/v1beta".to_owned(),
            custom: None,
            others: BTreeMap::new(),
            practice: Arc::new(answer_from_schema),
            practice_seed: 0,
        }
    }
}

impl fmt::Debug for Endpoints {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Endpoints")
            .field("anthropic", &self.anthropic)
            .field("openai", &self.openai)
            .field("gemini", &self.gemini)
            .field("custom", &self.custom)
            .field("others", &self.others)
            .finish_non_exhaustive()
    }
}

/// True if the provider cannot be used without a key.
pub fn needs_key(provider: &ProviderName) -> bool {
    match provider.as_str() {
        "anthropic" | "openai" | "gemini" => true,
        name => Profile::named(name).is_some_and(|profile| profile.needs_key),
    }
}

/// True if the provider is served on this machine, or by none as in practice.
pub fn is_local(provider: &ProviderName, endpoints: &Endpoints) -> bool {
    let address = match provider.as_str() {
        "practice" => return true,
        "anthropic" => Some(endpoints.anthropic.as_str()),
        "openai" => Some(endpoints.openai.as_str()),
        "gemini" => Some(endpoints.gemini.as_str()),
        "custom" => endpoints.custom.as_deref(),
        other => endpoints
            .others
            .get(provider)
            .map(String::as_str)
            .or_else(|| Profile::named(other)?.base),
    };
    address.is_some_and(|text| parse_url(provider, text).is_ok_and(|url| is_loopback(&url)))
}

/// Whether a text can be a server's address, as people type it: with or without scheme.
/// # Errors
/// [`LlmError::BadSetup`] if it is no http or https address.
pub fn check_address(provider: &ProviderName, text: &str) -> Result<(), LlmError> {
    parse_url(provider, text).map(drop)
}

/// Makes the provider of a model ready. Call it once per provider and key and share the result: what an endpoint refuses
/// is remembered in it.
/// # Errors
/// [`LlmError::KeyMissing`] if it needs a key and there is none, [`LlmError::BadSetup`] for an unknown provider, a custom
/// one without address, or an address that is none.
pub fn build(
    model: &ModelRef,
    endpoints: &Endpoints,
    key: Option<Secret<String>>,
    client: &HttpClient,
) -> Result<Arc<dyn Provider>, LlmError> {
    let name = model.provider();
    let missing = || LlmError::KeyMissing {
        provider: name.clone(),
    };
    let client = client.clone();
    Ok(match name.as_str() {
        "anthropic" => Arc::new(Anthropic::new(
            &endpoints.anthropic,
            key.ok_or_else(missing)?,
            client,
        )?),
        "openai" => Arc::new(Responses::new(
            &endpoints.openai,
            key.ok_or_else(missing)?,
            client,
        )?),
        "gemini" => Arc::new(Gemini::new(
            &endpoints.gemini,
            key.ok_or_else(missing)?,
            client,
        )?),
        "practice" => Arc::new(Practice::new(
            Arc::clone(&endpoints.practice),
            endpoints.practice_seed,
        )),
        "custom" => {
            let base = endpoints
                .custom
                .as_deref()
                .ok_or_else(|| no_address(name))?;
            // A custom server may be asked without a key, whatever it turns out to be.
            let profile = Profile {
                needs_key: false,
                ..Profile::guess(base)
            };
            Arc::new(Chat::new(name, profile, base, key, client)?)
        }
        other => {
            let profile = Profile::named(other).ok_or_else(|| LlmError::BadSetup {
                provider: name.clone(),
                detail: format!("there is no provider `{other}`; use custom/NAME with an endpoint for a server of your own"),
            })?;
            let base = endpoints
                .others
                .get(name)
                .map(String::as_str)
                .or(profile.base)
                .ok_or_else(|| no_address(name))?;
            Arc::new(Chat::new(name, profile, base, key, client)?)
        }
    })
}

fn no_address(provider: &ProviderName) -> LlmError {
    LlmError::BadSetup {
        provider: provider.clone(),
        detail: "no endpoint is given for it".to_owned(),
    }
}
