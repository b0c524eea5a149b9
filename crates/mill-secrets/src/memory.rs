//! Keys for this session only.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use mill_domain::Secret;

use crate::{SecretName, SecretStore, SecretsError};

/// Keeps keys in memory until the program ends: the person's explicit choice where there is no key store, and tests.
#[derive(Debug, Default)]
pub struct MemoryStore {
    /// Plain mutex: nothing is awaited under it.
    keys: Mutex<BTreeMap<SecretName, Secret<String>>>,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    fn locked(&self) -> MutexGuard<'_, BTreeMap<SecretName, Secret<String>>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SecretStore for MemoryStore {
    fn set(&self, name: &SecretName, key: &Secret<String>) -> Result<(), SecretsError> {
        if key.expose().is_empty() {
            return Err(SecretsError::NotStorable {
                detail: "an empty key cannot be stored".to_owned(),
            });
        }
        self.locked().insert(name.clone(), key.clone());
        Ok(())
    }

    fn get(&self, name: &SecretName) -> Result<Option<Secret<String>>, SecretsError> {
        Ok(self.locked().get(name).cloned())
    }

    fn remove(&self, name: &SecretName) -> Result<bool, SecretsError> {
        Ok(self.locked().remove(name).is_some())
    }

    fn probe(&self) -> Result<(), SecretsError> {
        Ok(())
    }
}
