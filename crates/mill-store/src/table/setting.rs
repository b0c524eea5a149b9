//! The person's choices, by name.

use sqlx::sqlite::SqliteConnection;

use crate::{Store, StoreError};

impl Store {
    /// A setting's text; `None` if it was never set.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        Ok(
            sqlx::query_scalar!("SELECT value FROM setting WHERE name = ?", name)
                .fetch_optional(self.readers())
                .await?,
        )
    }

    /// Sets a setting.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn set_setting(&self, name: &str, value: &str) -> Result<(), StoreError> {
        let (name, value) = (name.to_owned(), value.to_owned());
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                sqlx::query!(
                    "INSERT INTO setting (name, value) VALUES (?1, ?2)
                         ON CONFLICT (name) DO UPDATE SET value = ?2",
                    name,
                    value
                )
                .execute(connection)
                .await?;
                Ok(())
            })
            .await
    }
}
