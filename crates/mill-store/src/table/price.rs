//! Prices the person entered.

use mill_domain::{Prices, Timestamp};

use sqlx::sqlite::SqliteConnection;

use super::job::found;
use crate::{Store, StoreError};

/// A price of the person's own, from a moment on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPrice {
    /// `provider/model`.
    pub model: String,
    /// From when it holds.
    pub starts_at: Timestamp,
    /// The prices.
    pub prices: Prices,
}

impl Store {
    /// Every price the person entered, by model and start.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored price is not one.
    pub async fn prices(&self) -> Result<Vec<StoredPrice>, StoreError> {
        let rows =
            sqlx::query!("SELECT model, starts_at, prices FROM price ORDER BY model, starts_at")
                .fetch_all(self.readers())
                .await?;
        rows.into_iter()
            .map(|row| {
                Ok(StoredPrice {
                    model: row.model,
                    starts_at: Timestamp::from_millis(row.starts_at),
                    prices: serde_json::from_str(&row.prices)?,
                })
            })
            .collect()
    }

    /// Enters a price; one for the same model and start is replaced.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn set_price(&self, price: StoredPrice, now: Timestamp) -> Result<(), StoreError> {
        let prices = serde_json::to_string(&price.prices)?;
        let starts_at = price.starts_at.as_millis();
        let set_at = now.as_millis();
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                sqlx::query!(
                    "INSERT INTO price (model, starts_at, prices, set_at) VALUES (?1, ?2, ?3, ?4)
                         ON CONFLICT (model, starts_at) DO UPDATE SET prices = ?3, set_at = ?4",
                    price.model,
                    starts_at,
                    prices,
                    set_at
                )
                .execute(connection)
                .await?;
                Ok(())
            })
            .await
    }

    /// Takes a price of the person's own away.
    /// # Errors
    /// [`StoreError::NotFound`] if there is none that begins then.
    pub async fn remove_price(&self, model: &str, starts_at: Timestamp) -> Result<(), StoreError> {
        let (model, starts_at) = (model.to_owned(), starts_at.as_millis());
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let done = sqlx::query!(
                    "DELETE FROM price WHERE model = ? AND starts_at = ?",
                    model,
                    starts_at
                )
                .execute(connection)
                .await?;
                found(done.rows_affected(), "price", &model)
            })
            .await
    }
}
