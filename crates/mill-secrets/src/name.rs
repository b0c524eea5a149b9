//! Under which name a key is kept.

use std::fmt;

use mill_domain::ProviderName;

/// The name of a stored key: whose it is, and what for if a provider has several.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SecretName {
    provider: ProviderName,
    purpose: Option<String>,
}

impl SecretName {
    /// The only key, or the default one, of a provider.
    pub const fn of(provider: ProviderName) -> Self {
        Self {
            provider,
            purpose: None,
        }
    }

    /// A further key of a provider, told apart by its purpose; a blank purpose is none.
    pub fn with_purpose(provider: ProviderName, purpose: &str) -> Self {
        let purpose = purpose.trim();
        Self {
            provider,
            purpose: (!purpose.is_empty()).then(|| purpose.to_owned()),
        }
    }

    /// Whose key it is.
    pub const fn provider(&self) -> &ProviderName {
        &self.provider
    }

    /// What it is for. `None`: the default key.
    pub fn purpose(&self) -> Option<&str> {
        self.purpose.as_deref()
    }
}

/// The account name in the key store.
impl fmt::Display for SecretName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.purpose {
            Some(purpose) => write!(formatter, "{}/{purpose}", self.provider),
            None => write!(formatter, "{}", self.provider),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_tell_purposes_apart() {
        let provider = || ProviderName::new("Anthropic");
        assert_eq!(SecretName::of(provider()).to_string(), "anthropic");
        assert_eq!(
            SecretName::with_purpose(provider(), " night runs ").to_string(),
            "anthropic/night runs"
        );
        assert_eq!(
            SecretName::with_purpose(provider(), "  "),
            SecretName::of(provider())
        );
    }
}
