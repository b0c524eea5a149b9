//! What is booked under the caps, and how much they allow.

use mill_domain::{Budget, Scope, Usd};
use sqlx::sqlite::SqliteConnection;

use super::{Calendar, CallStart};
use crate::{Store, StoreError};

/// Sums under one cap in one period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// Settled.
    pub spent: Usd,
    /// Held for calls in flight.
    pub reserved: Usd,
    /// Held for calls nobody knows the end of.
    pub uncertain: Usd,
}

impl Store {
    /// Sums under a scope; zeros where nothing was called. `period`: the day or month; "" for runs and jobs.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn totals(&self, scope: &Scope, period: &str) -> Result<Totals, StoreError> {
        let kind = scope.kind.as_str();
        let row = sqlx::query!(
            "SELECT spent_pico, reserved_pico, uncertain_pico FROM scope WHERE kind = ? AND name = ? AND period = ?",
            kind,
            scope.name,
            period
        )
        .fetch_optional(self.readers())
        .await?;
        Ok(row.map_or_else(Totals::default, |row| Totals {
            spent: Usd::from_pico(row.spent_pico),
            reserved: Usd::from_pico(row.reserved_pico),
            uncertain: Usd::from_pico(row.uncertain_pico),
        }))
    }
}

impl Store {
    /// Every scope of a day or its month that a call counted under, with its sums.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored scope is unknown.
    pub async fn used_in(&self, calendar: &Calendar) -> Result<Vec<(Scope, Totals)>, StoreError> {
        let rows = sqlx::query!(
            "SELECT kind, name, spent_pico, reserved_pico, uncertain_pico FROM scope
             WHERE kind IN ('day', 'month', 'provider', 'key') AND period IN (?, ?)",
            calendar.day,
            calendar.month
        )
        .fetch_all(self.readers())
        .await?;
        rows.into_iter()
            .map(|row| {
                let totals = Totals {
                    spent: Usd::from_pico(row.spent_pico),
                    reserved: Usd::from_pico(row.reserved_pico),
                    uncertain: Usd::from_pico(row.uncertain_pico),
                };
                Ok((Scope::named(row.kind.parse()?, row.name), totals))
            })
            .collect()
    }
}

/// The names a call counts under, as stored.
pub(super) struct Names {
    pub(super) run: String,
    pub(super) job: Option<String>,
    pub(super) provider: String,
    pub(super) key: Option<String>,
}

impl Names {
    pub(super) fn of(start: &CallStart, run: &str, job: Option<String>) -> Self {
        let provider = start.model.provider();
        Self {
            run: run.to_owned(),
            job,
            provider: provider.to_string(),
            key: start.key.as_ref().map(|key| Scope::key(provider, key).name),
        }
    }
}

/// Every scope the call counts under with its cap and what is booked, as they are inside this transaction. The run's own
/// cap is stored with the run.
pub(super) async fn read(
    connection: &mut SqliteConnection,
    names: &Names,
    start: &CallStart,
    run_cap: Option<i64>,
) -> Result<(Vec<Scope>, Vec<Budget>), StoreError> {
    let rows = sqlx::query!(
        r#"SELECT asked.kind AS "kind!: String", asked.name AS "name!: String", cap.cap_pico AS "cap?: i64",
            scope.spent_pico AS "spent?: i64", scope.reserved_pico AS "reserved?: i64",
            scope.uncertain_pico AS "uncertain?: i64"
         FROM (SELECT 'run' AS kind, ?1 AS name, '' AS period UNION ALL SELECT 'job', ?2, ''
            UNION ALL SELECT 'day', '', ?3 UNION ALL SELECT 'month', '', ?4
            UNION ALL SELECT 'provider', ?5, ?4 UNION ALL SELECT 'key', ?6, ?4) AS asked
         LEFT JOIN scope ON scope.kind = asked.kind AND scope.name = asked.name AND scope.period = asked.period
         LEFT JOIN cap ON cap.kind = asked.kind AND cap.name = asked.name
         WHERE asked.name IS NOT NULL"#,
        names.run,
        names.job,
        start.calendar.day,
        start.calendar.month,
        names.provider,
        names.key
    )
    .fetch_all(connection)
    .await?;
    let mut scopes = Vec::with_capacity(rows.len());
    let mut budgets = Vec::with_capacity(rows.len());
    for row in rows {
        let cap = if row.kind == "run" { run_cap } else { row.cap };
        let amount = |pico: Option<i64>| pico.map_or(Usd::ZERO, Usd::from_pico);
        budgets.push(Budget {
            cap: cap.map_or(Usd::MAX, Usd::from_pico),
            spent: amount(row.spent),
            reserved: amount(row.reserved),
            uncertain: amount(row.uncertain),
        });
        scopes.push(Scope::named(row.kind.parse()?, row.name));
    }
    Ok((scopes, budgets))
}
