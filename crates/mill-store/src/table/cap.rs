//! What the person allows: one amount a scope, the same for every day or month.

use std::collections::BTreeMap;

use mill_domain::{Scope, Usd};
use sqlx::sqlite::SqliteConnection;

use crate::{Store, StoreError};

impl Store {
    /// Every cap but those of runs, which are stored with the run.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored scope is unknown.
    pub async fn caps(&self) -> Result<BTreeMap<Scope, Usd>, StoreError> {
        let rows = sqlx::query!("SELECT kind, name, cap_pico FROM cap")
            .fetch_all(self.readers())
            .await?;
        rows.into_iter()
            .map(|row| {
                let scope = Scope::named(row.kind.parse()?, row.name);
                Ok((scope, Usd::from_pico(row.cap_pico)))
            })
            .collect()
    }

    /// The cap of a scope; `None`: no cap.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn cap(&self, scope: &Scope) -> Result<Option<Usd>, StoreError> {
        let kind = scope.kind.as_str();
        let cap = sqlx::query_scalar!(
            "SELECT cap_pico FROM cap WHERE kind = ? AND name = ?",
            kind,
            scope.name
        )
        .fetch_optional(self.readers())
        .await?;
        Ok(cap.map(Usd::from_pico))
    }

    /// Sets a cap; the next call of any process is held against it. `None` takes it away.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn set_cap(&self, scope: Scope, cap: Option<Usd>) -> Result<(), StoreError> {
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let kind = scope.kind.as_str();
                match cap.map(Usd::as_pico) {
                    Some(cap) => {
                        sqlx::query!(
                            "INSERT INTO cap (kind, name, cap_pico) VALUES (?1, ?2, ?3)
                             ON CONFLICT DO UPDATE SET cap_pico = ?3",
                            kind,
                            scope.name,
                            cap
                        )
                        .execute(connection)
                        .await?
                    }
                    None => {
                        sqlx::query!(
                            "DELETE FROM cap WHERE kind = ? AND name = ?",
                            kind,
                            scope.name
                        )
                        .execute(connection)
                        .await?
                    }
                };
                Ok(())
            })
            .await
    }
}
