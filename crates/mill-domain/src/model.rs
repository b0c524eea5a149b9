//! Names of providers and models.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::DomainError;

/// Who serves a model: `anthropic`, `openai`, `ollama`, `lmstudio`, `custom`, `practice`. An open set.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProviderName(String);

impl ProviderName {
    /// Wraps a provider's name, lower-cased.
    pub fn new(name: &str) -> Self {
        Self(name.to_lowercase())
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ProviderName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A model where it is served, written `provider/model`; the model's own name may hold further slashes and colons.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModelRef {
    provider: ProviderName,
    model: String,
}

impl ModelRef {
    /// Puts a provider and a model's own name together.
    pub fn new(provider: &str, model: &str) -> Self {
        Self {
            provider: ProviderName::new(provider),
            model: model.to_owned(),
        }
    }

    /// Who serves it.
    pub const fn provider(&self) -> &ProviderName {
        &self.provider
    }

    /// Its name there, exactly as the provider writes it.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// True for `practice/…`: no model is called, nothing is spent, and every result must say so.
    pub fn is_practice(&self) -> bool {
        self.provider.as_str() == "practice"
    }
}

impl fmt::Display for ModelRef {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.provider, self.model)
    }
}

impl FromStr for ModelRef {
    type Err = DomainError;

    fn from_str(text: &str) -> Result<Self, DomainError> {
        match text.trim().split_once('/') {
            Some((provider, model)) if !provider.is_empty() && !model.is_empty() => {
                Ok(Self::new(provider, model))
            }
            _ => Err(DomainError::NotModel {
                text: text.to_owned(),
            }),
        }
    }
}

impl Serialize for ModelRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
impl<'de> Deserialize<'de> for ModelRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}
