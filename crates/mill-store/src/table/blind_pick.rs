//! Which of two results a person found better without knowing whose it was.

use std::collections::BTreeMap;

use mill_domain::{RunId, TaskNumber, Timestamp};
use sqlx::sqlite::SqliteConnection;

use super::run::id_of;
use crate::{Store, StoreError};

/// A person's choice between the results of one row in two runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlindPick {
    /// The two runs, in any order that stays the same: the smaller id first.
    pub runs: [RunId; 2],
    /// The task of the first of them.
    pub task: TaskNumber,
    /// The run whose result is better; `None`: neither.
    pub better: Option<RunId>,
    /// Who chose; "" if not given.
    pub reviewer: String,
    /// When.
    pub at: Timestamp,
}

impl Store {
    /// Stores a choice; a later one on the same row replaces it.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn set_blind_pick(&self, pick: BlindPick) -> Result<(), StoreError> {
        let [first, second] = pick.runs.map(|run| run.to_string());
        let (better, at) = (pick.better.map(|run| run.to_string()), pick.at.as_millis());
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                sqlx::query!(
                    "INSERT INTO blind_pick (first_run, second_run, task, better_run, reviewer, picked_at)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                     ON CONFLICT DO UPDATE SET better_run = ?4, reviewer = ?5, picked_at = ?6",
                    first,
                    second,
                    pick.task.0,
                    better,
                    pick.reviewer,
                    at
                )
                .execute(connection)
                .await?;
                Ok(())
            })
            .await
    }

    /// Takes back the latest choice between two runs; the task of the first run it was about.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn undo_blind_pick(
        &self,
        runs: [RunId; 2],
    ) -> Result<Option<TaskNumber>, StoreError> {
        let [first, second] = runs.map(|run| run.to_string());
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let task = sqlx::query_scalar!(
                    r#"DELETE FROM blind_pick WHERE first_run = ?1 AND second_run = ?2 AND task =
                        (SELECT task FROM blind_pick WHERE first_run = ?1 AND second_run = ?2
                         ORDER BY picked_at DESC, task DESC LIMIT 1)
                     RETURNING task AS "task!: u32""#,
                    first,
                    second
                )
                .fetch_optional(connection)
                .await?;
                Ok(task.map(TaskNumber))
            })
            .await
    }

    /// The choices between two runs, by task of the first: the run whose result is better, `None` for neither.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn blind_picks(
        &self,
        runs: [RunId; 2],
    ) -> Result<BTreeMap<TaskNumber, Option<RunId>>, StoreError> {
        let [first, second] = runs.map(|run| run.to_string());
        let rows = sqlx::query!(
            r#"SELECT task AS "task!: u32", better_run FROM blind_pick WHERE first_run = ? AND second_run = ?"#,
            first,
            second
        )
        .fetch_all(self.readers())
        .await?;
        rows.into_iter()
            .map(|row| {
                let better = row.better_run.as_deref().map(id_of).transpose()?;
                Ok((TaskNumber(row.task), better))
            })
            .collect()
    }
}
