//! The names of keys, because a key store cannot be asked which it has. The keys themselves are never here.

use mill_domain::{KeyName, ProviderName, Timestamp};
use sqlx::sqlite::SqliteConnection;

use crate::{Store, StoreError};

impl Store {
    /// Keys with a name of their own, by provider and name; the default ones are not among them.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored name cannot be read back.
    pub async fn key_names(&self) -> Result<Vec<(ProviderName, KeyName)>, StoreError> {
        let rows = sqlx::query!("SELECT provider, name FROM key_name ORDER BY provider, name")
            .fetch_all(self.readers())
            .await?;
        rows.into_iter()
            .map(|row| Ok((ProviderName::new(&row.provider), row.name.parse()?)))
            .collect()
    }

    /// Remembers a key's name.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn add_key_name(
        &self,
        provider: &ProviderName,
        name: &KeyName,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let (provider, name, now) = (provider.to_string(), name.to_string(), now.as_millis());
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                sqlx::query!(
                    "INSERT INTO key_name (provider, name, added_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                    provider,
                    name,
                    now
                )
                .execute(connection)
                .await?;
                Ok(())
            })
            .await
    }

    /// Forgets a key's name. What it was used for stays in the ledger.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn remove_key_name(
        &self,
        provider: &ProviderName,
        name: &KeyName,
    ) -> Result<(), StoreError> {
        let (provider, name) = (provider.to_string(), name.to_string());
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                sqlx::query!(
                    "DELETE FROM key_name WHERE provider = ? AND name = ?",
                    provider,
                    name
                )
                .execute(connection)
                .await?;
                Ok(())
            })
            .await
    }
}
