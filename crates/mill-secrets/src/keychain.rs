//! The key store of the operating system.

use std::sync::{Arc, Mutex, PoisonError};

use keyring_core::{CredentialStore, Entry, Error};
use mill_domain::{ProviderName, Secret};

use crate::failure::reason;
use crate::{SecretName, SecretStore, SecretsError};

/// The service every entry is kept under.
const SERVICE: &str = "stampmill";

/// The Secret Service on Linux, the keychain on macOS, the credential manager on Windows.
///
/// The connection is made at the first use and kept; a failed one is made anew at the next.
#[derive(Default)]
pub struct KeychainStore {
    /// Plain mutex: nothing is awaited under it.
    connected: Mutex<Option<Arc<CredentialStore>>>,
    /// Held during a probe: two at once would take away each other's entry, and a good store would look broken.
    probing: Mutex<()>,
}

impl std::fmt::Debug for KeychainStore {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("KeychainStore")
    }
}

impl KeychainStore {
    /// The key store of this computer; nothing is asked of it yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Runs one step on the entry of that name.
    fn with_entry<T>(
        &self,
        name: &SecretName,
        step: impl Fn(&Entry) -> Result<T, Error>,
    ) -> Result<Option<T>, SecretsError> {
        let account = name.to_string();
        let store = self.store(&account)?;
        let ran = Entry::new_in_store(&store, SERVICE, &account).and_then(|entry| step(&entry));
        match ran {
            Ok(value) => Ok(Some(value)),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => {
                // The connection may be to a store that has gone: the next call makes a new one.
                *self
                    .connected
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner) = None;
                Err(reason(&account, error))
            }
        }
    }

    fn store(&self, account: &str) -> Result<Arc<CredentialStore>, SecretsError> {
        let mut connected = self
            .connected
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = connected.as_ref() {
            return Ok(Arc::clone(store));
        }
        let store = connect().map_err(|error| reason(account, error))?;
        *connected = Some(Arc::clone(&store));
        Ok(store)
    }
}

impl SecretStore for KeychainStore {
    fn set(&self, name: &SecretName, key: &Secret<String>) -> Result<(), SecretsError> {
        if key.expose().is_empty() {
            return Err(SecretsError::NotStorable {
                detail: "an empty key cannot be stored".to_owned(),
            });
        }
        self.with_entry(name, |entry| entry.set_password(key.expose()))?;
        match self.get(name)? {
            Some(stored) if stored == *key => Ok(()),
            _ => Err(SecretsError::Mismatch),
        }
    }

    fn get(&self, name: &SecretName) -> Result<Option<Secret<String>>, SecretsError> {
        Ok(self.with_entry(name, Entry::get_password)?.map(Secret::new))
    }

    fn remove(&self, name: &SecretName) -> Result<bool, SecretsError> {
        Ok(self.with_entry(name, Entry::delete_credential)?.is_some())
    }

    /// The entry is called `stampmill-probe-PROCESS` and holds nothing secret.
    fn probe(&self) -> Result<(), SecretsError> {
        let _alone = self.probing.lock().unwrap_or_else(PoisonError::into_inner);
        let process = std::process::id();
        let name = SecretName::of(ProviderName::new(&format!("stampmill-probe-{process}")));
        let value = Secret::new(format!("probe of process {process}"));
        let stored = self.set(&name, &value);
        let removed = self.remove(&name);
        stored?;
        if removed? {
            Ok(())
        } else {
            Err(SecretsError::Mismatch)
        }
    }
}

#[cfg(all(
    unix,
    not(any(target_os = "macos", target_os = "ios", target_os = "android"))
))]
fn connect() -> Result<Arc<CredentialStore>, Error> {
    Ok(zbus_secret_service_keyring_store::Store::new()?)
}

#[cfg(target_os = "macos")]
fn connect() -> Result<Arc<CredentialStore>, Error> {
    Ok(apple_native_keyring_store::keychain::Store::new()?)
}

#[cfg(target_os = "windows")]
fn connect() -> Result<Arc<CredentialStore>, Error> {
    Ok(windows_native_keyring_store::Store::new()?)
}
