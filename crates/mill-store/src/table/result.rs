//! Versions of results: added, never changed.

use std::collections::BTreeMap;

use mill_domain::{DecidedBy, Record, RunId, TaskNumber, Timestamp};
use sqlx::sqlite::SqliteConnection;

use super::task::TaskEnding;
use crate::{Store, StoreError};

/// One version of a task's result.
#[derive(Debug, Clone)]
pub struct StoredResult {
    /// From 1.
    pub version: u32,
    /// Who made it.
    pub decided_by: DecidedBy,
    /// The skill's version it was made by.
    pub skill_version: String,
    /// The hash of that skill's files.
    pub skill_hash: String,
    /// The outputs.
    pub output: Record,
    /// When.
    pub made_at: Timestamp,
}

impl Store {
    /// All versions of a task's result, oldest first; also those an undo left behind.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored result cannot be read back.
    pub async fn results(
        &self,
        run: RunId,
        task: TaskNumber,
    ) -> Result<Vec<StoredResult>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT version AS "version: u32", decided_by, skill_version, skill_hash, output, made_at FROM result
             WHERE run_id = ? AND task = ? ORDER BY version"#,
            run,
            task.0
        )
        .fetch_all(self.readers())
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(StoredResult {
                    version: row.version,
                    decided_by: row.decided_by.parse()?,
                    skill_version: row.skill_version,
                    skill_hash: row.skill_hash,
                    output: serde_json::from_str(&row.output)?,
                    made_at: Timestamp::from_millis(row.made_at),
                })
            })
            .collect()
    }

    /// What rule or model had made of the rows a person corrected, by task: the version before the person's. A first version
    /// that a rule left to a person counts too: it says that nothing was there.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored result cannot be read back.
    pub async fn outputs_before_correction(
        &self,
        run: RunId,
    ) -> Result<BTreeMap<TaskNumber, Record>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT result.task AS "task!: u32", result.output AS "output!: String" FROM task
             JOIN result ON result.run_id = task.run_id AND result.task = task.number
             WHERE task.run_id = ?1 AND task.verdict = 'corrected' AND result.version =
                (SELECT max(made.version) FROM result AS made WHERE made.run_id = task.run_id
                    AND made.task = task.number AND (made.decided_by <> 'person' OR made.version = 1) AND made.version < task.version
                    AND made.version NOT IN (SELECT again.version FROM again WHERE again.run_id = task.run_id
                        AND again.task = task.number AND again.undone_at IS NOT NULL))"#,
            run
        )
        .fetch_all(self.readers())
        .await?;
        rows.into_iter()
            .map(|row| Ok((TaskNumber(row.task), serde_json::from_str(&row.output)?)))
            .collect()
    }

    /// What rule or model had made of a row before a person corrected it; `None` if nobody did.
    /// # Errors
    /// [`StoreError::Unreadable`] if the stored result cannot be read back.
    pub async fn output_before_correction(
        &self,
        run: RunId,
        task: TaskNumber,
    ) -> Result<Option<Record>, StoreError> {
        let run = run.to_string();
        let output = sqlx::query_scalar!(
            r#"SELECT result.output AS "output!: String" FROM task
             JOIN result ON result.run_id = task.run_id AND result.task = task.number
             WHERE task.run_id = ?1 AND task.number = ?2 AND task.verdict = 'corrected'
                AND (result.decided_by <> 'person' OR result.version = 1) AND result.version < task.version
                AND result.version NOT IN (SELECT again.version FROM again WHERE again.run_id = task.run_id
                    AND again.task = task.number AND again.undone_at IS NOT NULL)
             ORDER BY result.version DESC LIMIT 1"#,
            run,
            task.0
        )
        .fetch_optional(self.readers())
        .await?;
        Ok(output.as_deref().map(serde_json::from_str).transpose()?)
    }

    /// Versions of the skill that the current results of a run were made by, in the order they came into use.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn skill_versions(&self, run: RunId) -> Result<Vec<String>, StoreError> {
        let run = run.to_string();
        let versions = sqlx::query_scalar!(
            r#"SELECT result.skill_version AS "version!: String" FROM result
             JOIN task ON task.run_id = result.run_id AND task.number = result.task AND task.version = result.version
             WHERE result.run_id = ? GROUP BY result.skill_version ORDER BY min(result.made_at), 1"#,
            run
        )
        .fetch_all(self.readers())
        .await?;
        Ok(versions)
    }
}

/// The number after all versions there are, also those an undo left behind.
pub(super) async fn next_version(
    connection: &mut SqliteConnection,
    run: &str,
    task: TaskNumber,
) -> Result<i64, StoreError> {
    let version = sqlx::query_scalar!(
        r#"SELECT coalesce(max(version), 0) + 1 AS "version!: i64" FROM result WHERE run_id = ? AND task = ?"#,
        run,
        task.0
    )
    .fetch_one(connection)
    .await?;
    Ok(version)
}

/// Stores the result of an ending as `version`; nothing if it has none.
pub(super) async fn insert_result(
    connection: &mut SqliteConnection,
    ending: &TaskEnding,
    version: i64,
) -> Result<(), StoreError> {
    let Some(output) = &ending.output else {
        return Ok(());
    };
    let (run, at) = (ending.run.to_string(), ending.at.as_millis());
    let decided_by = ending.decided_by.unwrap_or(DecidedBy::Model).as_str();
    let output = serde_json::to_string(output)?;
    let findings = serde_json::to_string(&ending.findings)?;
    sqlx::query!(
        "INSERT INTO result (run_id, task, version, decided_by, rule, skill_version, skill_hash, output, findings,
            made_at)
         SELECT ?1, ?2, ?3, ?4, ?5, skill_version, skill_hash, ?6, ?7, ?8 FROM run WHERE id = ?1",
        run,
        ending.task.0,
        version,
        decided_by,
        ending.rule,
        output,
        findings,
        at
    )
    .execute(connection)
    .await?;
    Ok(())
}
