//! What a key store can do.

use mill_domain::Secret;

use crate::{SecretName, SecretsError};

/// A place for keys. Every call may block, and may open a dialog of the system: async code goes through
/// [`crate::Secrets`].
pub trait SecretStore: Send + Sync {
    /// Stores a key, replacing an older one, and proves it by reading it back.
    /// # Errors
    /// Any [`SecretsError`]; the key is not stored then.
    fn set(&self, name: &SecretName, key: &Secret<String>) -> Result<(), SecretsError>;

    /// Reads a key. `None`: there is none of that name.
    /// # Errors
    /// Any [`SecretsError`]; whether there is a key is unknown then.
    fn get(&self, name: &SecretName) -> Result<Option<Secret<String>>, SecretsError>;

    /// Deletes a key. False: there was none.
    /// # Errors
    /// Any [`SecretsError`]; the key may still be there.
    fn remove(&self, name: &SecretName) -> Result<bool, SecretsError>;

    /// Proves that keys can be stored, read and deleted, with an entry of its own.
    /// # Errors
    /// The reason why they cannot.
    fn probe(&self) -> Result<(), SecretsError>;

    /// Which of the names have a key, in the order asked; stops at the first failure, so that a locked store asks once.
    /// # Errors
    /// Any [`SecretsError`].
    fn list(&self, candidates: &[SecretName]) -> Result<Vec<StoredSecret>, SecretsError> {
        let mut found = Vec::new();
        for name in candidates {
            if let Some(key) = self.get(name)? {
                found.push(StoredSecret {
                    name: name.clone(),
                    last_four: key.last_four(),
                });
            }
        }
        Ok(found)
    }
}

/// A key that is stored, as far as it may be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSecret {
    /// Its name.
    pub name: SecretName,
    /// Its last four characters, to recognise it by; dots for a very short key.
    pub last_four: String,
}
