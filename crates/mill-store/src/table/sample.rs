//! Samples a person looks at so that they may speak for the rest, and what they stand for.

use std::collections::BTreeMap;

use mill_domain::{RunId, TaskNumber, Timestamp, Verdict};
use sqlx::sqlite::SqliteConnection;

use super::verdict::next_act;
use crate::{Store, StoreError};

/// A sample as drawn.
#[derive(Debug, Clone)]
pub struct NewSample {
    /// The run.
    pub run: RunId,
    /// What its rows were drawn with.
    pub seed: u64,
    /// Share of wrong results among the rest a person can live with, between 0 and 1.
    pub tolerable: f64,
    /// How sure the statement shall be, between 0 and 1.
    pub confidence: f64,
    /// Which unjudged results it stands for, as a word.
    pub scope: String,
    /// JSON: what the results of each stratum have in common.
    pub strata: String,
    /// Who drew it; "" if not given.
    pub reviewer: String,
    /// When.
    pub at: Timestamp,
    /// Every result it stands for.
    pub members: Vec<SampleMember>,
}

/// A result a sample stands for, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleMember {
    /// The task.
    pub task: TaskNumber,
    /// Which stratum, from 0.
    pub stratum: u32,
    /// True if it was drawn for a person to look at.
    pub picked: bool,
    /// The version of its result when the sample was drawn.
    pub version: u32,
    /// The latest version a rule or model made, those that were taken back apart; another than `version` if it was made anew since.
    pub version_now: u32,
    /// What was said of it, as stored; `None` if nothing yet.
    pub verdict: Option<String>,
    /// The sample it was accepted by, if its verdict is `by_sample`.
    pub by_sample: Option<u32>,
}

/// What a sample says nothing about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Uncovered {
    /// Tasks that ended without a result.
    pub failed: u64,
    /// Tasks that have not ended.
    pub waiting: u64,
    /// Results without a verdict that were not part of what it was drawn from.
    pub others: u64,
}

/// A sample as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleRow {
    /// From 1 within its run.
    pub number: u32,
    /// What its rows were drawn with.
    pub seed: u64,
    /// Share of wrong results among the rest a person can live with.
    pub tolerable: f64,
    /// How sure the statement shall be.
    pub confidence: f64,
    /// Which unjudged results it stands for, as a word.
    pub scope: String,
    /// JSON: what the results of each stratum have in common.
    pub strata: String,
    /// Who drew it; "" if not given.
    pub reviewer: String,
    /// When.
    pub drawn_at: Timestamp,
    /// JSON: what was known when the rest was accepted last; `None` if it never was.
    pub evidence: Option<String>,
}

impl Store {
    /// Stores a sample and everything it stands for; its number in the run.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn insert_sample(&self, sample: NewSample) -> Result<u32, StoreError> {
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                insert_sample(connection, &sample).await
            })
            .await
    }

    /// A run's samples that were not taken back, oldest first.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored one cannot be read back.
    pub async fn samples(&self, run: RunId) -> Result<Vec<SampleRow>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT number AS "number: u32", seed, tolerable, confidence, scope, strata, reviewer, drawn_at, evidence
             FROM sample WHERE run_id = ? AND undone_at IS NULL ORDER BY number"#,
            run
        )
        .fetch_all(self.readers())
        .await?;
        rows.into_iter()
            .map(|row| {
                let seed = row.seed.parse().map_err(|error: std::num::ParseIntError| {
                    StoreError::Unreadable(Box::new(error))
                })?;
                Ok(SampleRow {
                    number: row.number,
                    seed,
                    tolerable: row.tolerable,
                    confidence: row.confidence,
                    scope: row.scope,
                    strata: row.strata,
                    reviewer: row.reviewer,
                    drawn_at: Timestamp::from_millis(row.drawn_at),
                    evidence: row.evidence,
                })
            })
            .collect()
    }

    /// The tasks of a run that are accepted by sample, with the number of the sample.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn accepted_by_sample(
        &self,
        run: RunId,
    ) -> Result<BTreeMap<TaskNumber, u32>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT number AS "number: u32", by_sample AS "sample!: u32" FROM task
             WHERE run_id = ? AND verdict = 'by_sample' AND by_sample IS NOT NULL"#,
            run
        )
        .fetch_all(self.readers())
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| (TaskNumber(row.number), row.sample))
            .collect())
    }

    /// Everything a sample stands for, by task.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn sample_members(
        &self,
        run: RunId,
        sample: u32,
    ) -> Result<Vec<SampleMember>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT member.task AS "task: u32", member.stratum AS "stratum: u32", member.picked AS "picked: bool",
                member.version AS "version: u32", task.verdict,
                CASE task.verdict WHEN 'by_sample' THEN task.by_sample END AS "by_sample: u32",
                coalesce((SELECT max(result.version) FROM result WHERE result.run_id = member.run_id
                    AND result.task = member.task AND result.decided_by <> 'person'
                    AND NOT EXISTS (SELECT 1 FROM again WHERE again.run_id = result.run_id AND again.task = result.task
                        AND again.version = result.version AND again.undone_at IS NOT NULL)), 0) AS "version_now!: u32"
             FROM sample_row AS member JOIN task ON task.run_id = member.run_id AND task.number = member.task
             WHERE member.run_id = ? AND member.sample = ? ORDER BY member.task"#,
            run,
            sample
        )
        .fetch_all(self.readers())
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| SampleMember {
                task: TaskNumber(row.task),
                stratum: row.stratum,
                picked: row.picked,
                version: row.version,
                version_now: row.version_now,
                verdict: row.verdict,
                by_sample: row.by_sample,
            })
            .collect())
    }

    /// What a sample says nothing about.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn sample_uncovered(&self, run: RunId, sample: u32) -> Result<Uncovered, StoreError> {
        let run = run.to_string();
        let row = sqlx::query!(
            r#"SELECT count(*) FILTER (WHERE task.state NOT IN ('done', 'waiting', 'at_work')) AS "failed!: i64",
                count(*) FILTER (WHERE task.state IN ('waiting', 'at_work')) AS "waiting!: i64",
                count(*) FILTER (WHERE task.state = 'done' AND task.verdict IS NULL AND member.task IS NULL) AS "others!: i64"
             FROM task LEFT JOIN sample_row AS member
                ON member.run_id = task.run_id AND member.task = task.number AND member.sample = ?2
             WHERE task.run_id = ?1"#,
            run,
            sample
        )
        .fetch_one(self.readers())
        .await?;
        Ok(Uncovered {
            failed: row.failed.unsigned_abs(),
            waiting: row.waiting.unsigned_abs(),
            others: row.others.unsigned_abs(),
        })
    }

    /// Accepts, as one act, everything a sample stands for that nobody has judged and whose result is still the one that
    /// was drawn from; the tasks. `evidence` is kept with the sample.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn accept_by_sample(
        &self,
        run: RunId,
        sample: u32,
        reviewer: String,
        evidence: String,
        now: Timestamp,
    ) -> Result<Vec<TaskNumber>, StoreError> {
        let (run, now) = (run.to_string(), now.as_millis());
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let act = next_act(connection, &run).await?;
                let tasks = accept_rest(connection, &run, sample, act, &reviewer, now).await?;
                sqlx::query!(
                    "UPDATE sample SET evidence = ?3 WHERE run_id = ?1 AND number = ?2",
                    run,
                    sample,
                    evidence
                )
                .execute(connection)
                .await?;
                Ok(tasks)
            })
            .await
    }
}

async fn insert_sample(
    connection: &mut SqliteConnection,
    sample: &NewSample,
) -> Result<u32, StoreError> {
    let (run, seed, at) = (
        sample.run.to_string(),
        sample.seed.to_string(),
        sample.at.as_millis(),
    );
    let act = next_act(connection, &run).await?;
    let number = sqlx::query_scalar!(
        r#"INSERT INTO sample (run_id, number, seed, tolerable, confidence, scope, strata, reviewer, drawn_at, act)
         SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 FROM sample WHERE run_id = ?1
         RETURNING number AS "number!: u32""#,
        run,
        seed,
        sample.tolerable,
        sample.confidence,
        sample.scope,
        sample.strata,
        sample.reviewer,
        at,
        act
    )
    .fetch_one(&mut *connection)
    .await?;
    for member in &sample.members {
        sqlx::query!(
            "INSERT INTO sample_row (run_id, sample, task, stratum, picked, version) VALUES (?, ?, ?, ?, ?, ?)",
            run,
            number,
            member.task.0,
            member.stratum,
            member.picked,
            member.version
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(number)
}

async fn accept_rest(
    connection: &mut SqliteConnection,
    run: &str,
    sample: u32,
    act: i64,
    reviewer: &str,
    now: i64,
) -> Result<Vec<TaskNumber>, StoreError> {
    let word = Verdict::BySample.as_str();
    let tasks = sqlx::query_scalar!(
        r#"INSERT INTO verdict (run_id, task, act, verdict, version_before, version, verdict_before, reviewer, given_at)
         SELECT task.run_id, task.number, ?3, ?4, task.version, task.version, NULL, ?5, ?6
         FROM task JOIN sample_row AS member ON member.run_id = task.run_id AND member.task = task.number
         WHERE task.run_id = ?1 AND member.sample = ?2 AND NOT member.picked AND task.verdict IS NULL
            AND task.state = 'done' AND task.version = member.version
         ORDER BY task.number RETURNING task AS "task: u32""#,
        run,
        sample,
        act,
        word,
        reviewer,
        now
    )
    .fetch_all(&mut *connection)
    .await?;
    sqlx::query!(
        "UPDATE task SET verdict = ?3, by_sample = ?4 WHERE run_id = ?1
            AND number IN (SELECT task FROM verdict WHERE run_id = ?1 AND act = ?2)",
        run,
        act,
        word,
        sample
    )
    .execute(connection)
    .await?;
    Ok(tasks.into_iter().map(TaskNumber).collect())
}

/// Takes the drawing of a sample back, if that was the act; its number. What was drawn stays recorded.
pub(super) async fn take_back(
    connection: &mut SqliteConnection,
    run: &str,
    act: i64,
    now: i64,
) -> Result<Option<u32>, StoreError> {
    let number = sqlx::query_scalar!(
        r#"UPDATE sample SET undone_at = ?3 WHERE run_id = ?1 AND act = ?2 AND undone_at IS NULL
         RETURNING number AS "number!: u32""#,
        run,
        act,
        now
    )
    .fetch_optional(connection)
    .await?;
    Ok(number)
}
