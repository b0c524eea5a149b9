//! What changes with every key press of a review, and nothing else: small enough to be read for a whole run.

use std::collections::BTreeMap;

use mill_domain::{RunId, TaskNumber};

use crate::table::run::id_of;
use crate::{Store, StoreError};

/// Says whether anything but verdicts and flags changed since it was read last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunStamp {
    /// Tasks that ended.
    pub ended: u64,
    /// The sum of all their versions.
    pub versions: u64,
    /// Second opinions that were given.
    pub opinions: u64,
}

/// Who made the result of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Maker {
    /// The model that was asked.
    pub model: String,
    /// The agent of the pool that asked it, from 1; 0: none of a pool; `None`: not known.
    pub agent: Option<u32>,
}

impl Store {
    /// The stamp of a run's results.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn run_stamp(&self, run: RunId) -> Result<RunStamp, StoreError> {
        let run = run.to_string();
        let row = sqlx::query!(
            r#"SELECT count(*) FILTER (WHERE state NOT IN ('waiting', 'at_work')) AS "ended!: i64",
                coalesce(sum(version * number), 0) AS "versions!: i64",
                (SELECT count(*) FROM verification JOIN task AS given ON given.run_id = verification.run_id
                    WHERE verification.of_run = ?1 AND given.state = 'done') AS "opinions!: i64"
             FROM task WHERE run_id = ?1"#,
            run
        )
        .fetch_one(self.readers())
        .await?;
        Ok(RunStamp {
            ended: row.ended.unsigned_abs(),
            versions: row.versions.unsigned_abs(),
            opinions: row.opinions.unsigned_abs(),
        })
    }

    /// The standing verdicts of a run, as stored, by task.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn standing_verdicts(
        &self,
        run: RunId,
    ) -> Result<BTreeMap<TaskNumber, String>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT number AS "number!: u32", verdict AS "verdict!: String" FROM task
             WHERE run_id = ? AND verdict IS NOT NULL"#,
            run
        )
        .fetch_all(self.readers())
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| (TaskNumber(row.number), row.verdict))
            .collect())
    }

    /// The flagged tasks of a run with the notes of their flags.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn flagged_tasks(
        &self,
        run: RunId,
    ) -> Result<BTreeMap<TaskNumber, String>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT task AS "task!: u32", note FROM flag WHERE run_id = ?"#,
            run
        )
        .fetch_all(self.readers())
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| (TaskNumber(row.task), row.note))
            .collect())
    }

    /// Who was asked last for each task's own answer; tasks nobody asked a model about are not in it. What was asked again and
    /// taken back, or brought no answer, does not count, and second models do not.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn task_makers(&self, run: RunId) -> Result<BTreeMap<TaskNumber, Maker>, StoreError> {
        let run = run.to_string();
        // The question and its repair are the first two exchanges of a try; later ones are of parts, or of second models.
        let rows = sqlx::query!(
            r#"SELECT task AS "task!: u32", model AS "model!: String", agent AS "agent: u32", max(started_at) AS "latest: i64"
             FROM ledger WHERE run_id = ?1
                AND (turn <= 2 OR (SELECT second FROM turn WHERE turn.call_id = ledger.call_id) = 0)
                AND coalesce((SELECT version IS NOT NULL AND undone_at IS NULL FROM again WHERE again.run_id = ?1
                    AND again.task = ledger.task AND again.attempt <= ledger.attempt ORDER BY again.attempt DESC LIMIT 1), 1)
             GROUP BY task"#,
            run
        )
        .fetch_all(self.readers())
        .await?;
        let makers = rows.into_iter().map(|row| {
            let (model, agent) = (row.model, row.agent);
            (TaskNumber(row.task), Maker { model, agent })
        });
        Ok(makers.collect())
    }

    /// Earlier runs of a skill with rows a person accepted or corrected, newest first, at most `limit`.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn earlier_reviewed_runs(
        &self,
        before: RunId,
        limit: u32,
    ) -> Result<Vec<RunId>, StoreError> {
        let before = before.to_string();
        let runs = sqlx::query_scalar!(
            r#"SELECT run.id AS "id!: String" FROM run JOIN run AS this ON this.id = ?1
             WHERE run.skill_name = this.skill_name AND run.id <> this.id AND run.started_at <= this.started_at
                AND EXISTS (SELECT 1 FROM task WHERE task.run_id = run.id AND task.state = 'done'
                    AND task.verdict IN ('accepted', 'corrected'))
             ORDER BY run.started_at DESC LIMIT ?2"#,
            before,
            limit
        )
        .fetch_all(self.readers())
        .await?;
        runs.iter().map(|run| id_of(run)).collect()
    }

    /// The different texts of a column in rows a person accepted or corrected.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn accepted_cells(
        &self,
        run: RunId,
        column: usize,
    ) -> Result<Vec<String>, StoreError> {
        let (run, path) = (run.to_string(), format!("$[{column}]"));
        let cells = sqlx::query_scalar!(
            r#"SELECT DISTINCT json_extract(cells, ?2) AS "cell: String" FROM task
             WHERE run_id = ?1 AND verdict IN ('accepted', 'corrected')"#,
            run,
            path
        )
        .fetch_all(self.readers())
        .await?;
        Ok(cells.into_iter().flatten().collect())
    }
}
