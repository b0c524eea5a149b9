//! The async door to a key store.

use std::sync::Arc;

use mill_domain::Secret;
use tokio::task::spawn_blocking;

use crate::{KeychainStore, MemoryStore, SecretName, SecretStore, SecretsError, StoredSecret};

/// A key store for async code: every call runs where blocking is allowed. Cheap to clone.
#[derive(Clone)]
pub struct Secrets {
    store: Arc<dyn SecretStore>,
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Secrets(***)")
    }
}

impl Secrets {
    /// Over any store.
    pub fn new(store: impl SecretStore + 'static) -> Self {
        Self {
            store: Arc::new(store),
        }
    }

    /// Over the key store of the operating system.
    pub fn keychain() -> Self {
        Self::new(KeychainStore::new())
    }

    /// In memory, for this session only.
    pub fn session_only() -> Self {
        Self::new(MemoryStore::new())
    }

    /// See [`SecretStore::set`].
    /// # Errors
    /// Any [`SecretsError`].
    pub async fn set(&self, name: SecretName, key: Secret<String>) -> Result<(), SecretsError> {
        self.run(move |store| store.set(&name, &key)).await
    }

    /// See [`SecretStore::get`].
    /// # Errors
    /// Any [`SecretsError`].
    pub async fn get(&self, name: SecretName) -> Result<Option<Secret<String>>, SecretsError> {
        self.run(move |store| store.get(&name)).await
    }

    /// See [`SecretStore::remove`].
    /// # Errors
    /// Any [`SecretsError`].
    pub async fn remove(&self, name: SecretName) -> Result<bool, SecretsError> {
        self.run(move |store| store.remove(&name)).await
    }

    /// See [`SecretStore::probe`].
    /// # Errors
    /// Any [`SecretsError`].
    pub async fn probe(&self) -> Result<(), SecretsError> {
        self.run(|store| store.probe()).await
    }

    /// See [`SecretStore::list`].
    /// # Errors
    /// Any [`SecretsError`].
    pub async fn list(
        &self,
        candidates: Vec<SecretName>,
    ) -> Result<Vec<StoredSecret>, SecretsError> {
        self.run(move |store| store.list(&candidates)).await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn SecretStore) -> Result<T, SecretsError> + Send + 'static,
    ) -> Result<T, SecretsError> {
        let store = Arc::clone(&self.store);
        let finished = spawn_blocking(move || work(store.as_ref())).await;
        finished.unwrap_or_else(|_| {
            Err(SecretsError::Failed {
                detail: "the key store's library crashed".to_owned(),
            })
        })
    }
}
