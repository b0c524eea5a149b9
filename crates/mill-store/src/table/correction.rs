//! Everything people corrected in a run.

use mill_domain::{Record, RunId, TaskNumber, Timestamp};

use crate::{Store, StoreError};

/// One correction of a result; a row that was corrected twice has two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectionRow {
    /// The task.
    pub task: TaskNumber,
    /// The row in the file, as the spreadsheet program counts.
    pub source_row: u32,
    /// Its cells.
    pub cells: Vec<String>,
    /// Who; "" if not given.
    pub reviewer: String,
    /// When.
    pub at: Timestamp,
    /// The version of the result that the person made.
    pub version: u32,
    /// What was there.
    pub before: Record,
    /// What the person made of it.
    pub after: Record,
    /// False: something else was made of the row since.
    pub stands: bool,
}

impl Store {
    /// Corrections of a run that were not taken back, oldest first.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored result cannot be read back.
    pub async fn corrections(&self, run: RunId) -> Result<Vec<CorrectionRow>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT verdict.task AS "task!: u32", task.source_row AS "source_row!: u32", task.cells AS "cells!: String",
                verdict.reviewer, verdict.given_at, verdict.version AS "version!: u32", made.output AS "after!: String",
                found.output AS "before: String", task.version = verdict.version AND task.verdict = 'corrected' AS "stands!: bool"
             FROM verdict
             JOIN task ON task.run_id = verdict.run_id AND task.number = verdict.task
             JOIN result AS made ON made.run_id = verdict.run_id AND made.task = verdict.task
                AND made.version = verdict.version
             LEFT JOIN result AS found ON found.run_id = verdict.run_id AND found.task = verdict.task
                AND found.version = verdict.version_before
             WHERE verdict.run_id = ? AND verdict.verdict = 'corrected' AND verdict.undone_at IS NULL
             ORDER BY verdict.act, verdict.task"#,
            run
        )
        .fetch_all(self.readers())
        .await?;
        rows.into_iter()
            .map(|row| {
                let before = row.before.as_deref().map(serde_json::from_str);
                Ok(CorrectionRow {
                    task: TaskNumber(row.task),
                    source_row: row.source_row,
                    cells: serde_json::from_str(&row.cells)?,
                    reviewer: row.reviewer,
                    at: Timestamp::from_millis(row.given_at),
                    version: row.version,
                    before: before.transpose()?.unwrap_or_default(),
                    after: serde_json::from_str(&row.after)?,
                    stands: row.stands,
                })
            })
            .collect()
    }
}
