//! What people said, and taking it back.

use mill_domain::{Record, RunId, TaskNumber, Timestamp, Verdict};
use sqlx::sqlite::SqliteConnection;

use super::{again, lesson, review_mark, sample};
use crate::{Store, StoreError};

/// A person's word on some tasks, given with one key press.
#[derive(Debug, Clone)]
pub struct Judgement {
    /// The run.
    pub run: RunId,
    /// The tasks; all of them are judged, or none.
    pub tasks: Vec<TaskNumber>,
    /// The word.
    pub verdict: Verdict,
    /// The person's version of the result, for `corrected`.
    pub corrected: Option<Record>,
    /// Who said it; "" if not given.
    pub reviewer: String,
    /// When.
    pub at: Timestamp,
}

/// What people said so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReviewCounts {
    /// Accepted as they are.
    pub accepted: u64,
    /// Corrected.
    pub corrected: u64,
    /// Rejected.
    pub rejected: u64,
    /// Accepted by sample: nobody looked at the row itself.
    pub by_sample: u64,
    /// Done without a verdict.
    pub left: u64,
    /// Part of `left` that a person should look at.
    pub needs_review: u64,
}

/// What undo took back: everything of one act.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TakenBack {
    /// The tasks it was about; empty if there was nothing to take back, and for a sample.
    pub tasks: Vec<TaskNumber>,
    /// The number of the sample that had been drawn.
    pub sample: Option<u32>,
}

impl Store {
    /// Stores a person's word. A correction becomes a new version of the result.
    /// # Errors
    /// [`StoreError::WrongState`] if a task did not end done: there is no result to judge.
    pub async fn judge(&self, judgement: Judgement) -> Result<(), StoreError> {
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let run = judgement.run.to_string();
                let act = next_act(connection, &run).await?;
                for task in &judgement.tasks {
                    judge_task(connection, &judgement, *task, act).await?;
                }
                Ok(())
            })
            .await
    }

    /// Takes back the latest act that was not taken back yet: verdicts, a flag or a skip, the answers to an asking, a
    /// lesson, or the drawing of a sample.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn undo_verdict(&self, run: RunId, now: Timestamp) -> Result<TakenBack, StoreError> {
        let (run, now) = (run.to_string(), now.as_millis());
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let act = last_act(connection, &run).await?;
                let mut tasks = take_back(connection, &run, act, now).await?;
                tasks.extend(again::take_back(connection, &run, act, now).await?);
                tasks.extend(review_mark::take_back(connection, &run, act, now).await?);
                tasks.extend(lesson::take_back(connection, &run, act, now).await?);
                let sample = sample::take_back(connection, &run, act, now).await?;
                Ok(TakenBack { tasks, sample })
            })
            .await
    }

    /// What people said of a run's results; of all runs' if `run` is `None`.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn review_counts(&self, run: Option<RunId>) -> Result<ReviewCounts, StoreError> {
        let run = run.map(|run| run.to_string());
        let row = sqlx::query!(
            r#"SELECT
                count(*) FILTER (WHERE verdict = 'accepted') AS "accepted!: i64",
                count(*) FILTER (WHERE verdict = 'corrected') AS "corrected!: i64",
                count(*) FILTER (WHERE verdict = 'rejected') AS "rejected!: i64",
                count(*) FILTER (WHERE verdict = 'by_sample') AS "by_sample!: i64",
                count(*) FILTER (WHERE verdict IS NULL) AS "left!: i64",
                count(*) FILTER (WHERE verdict IS NULL AND needs_review) AS "needs_review!: i64"
             FROM task WHERE state = 'done' AND CASE WHEN ?1 IS NULL
                THEN run_id NOT IN (SELECT run_id FROM verification) ELSE run_id = ?1 END"#,
            run
        )
        .fetch_one(self.readers())
        .await?;
        Ok(ReviewCounts {
            accepted: row.accepted.unsigned_abs(),
            corrected: row.corrected.unsigned_abs(),
            rejected: row.rejected.unsigned_abs(),
            by_sample: row.by_sample.unsigned_abs(),
            left: row.left.unsigned_abs(),
            needs_review: row.needs_review.unsigned_abs(),
        })
    }
}

/// Puts rows whose verdicts came with an act back as they were; the rows.
async fn take_back(
    connection: &mut SqliteConnection,
    run: &str,
    act: i64,
    now: i64,
) -> Result<Vec<TaskNumber>, StoreError> {
    let rows = sqlx::query!(
        r#"UPDATE verdict SET undone_at = ?3 WHERE run_id = ?1 AND act = ?2 AND undone_at IS NULL
         RETURNING task AS "task!: u32", version_before AS "version_before!: i64", verdict_before"#,
        run,
        act,
        now
    )
    .fetch_all(&mut *connection)
    .await?;
    for row in &rows {
        sqlx::query!(
            "UPDATE task SET verdict = ?3, version = ?4 WHERE run_id = ?1 AND number = ?2",
            run,
            row.task,
            row.verdict_before,
            row.version_before
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(rows.into_iter().map(|row| TaskNumber(row.task)).collect())
}

/// The number of the latest act that was not taken back; 0 if there is none.
pub(super) async fn last_act(
    connection: &mut SqliteConnection,
    run: &str,
) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT max(
            (SELECT coalesce(max(act), 0) FROM verdict WHERE run_id = ?1 AND undone_at IS NULL),
            (SELECT coalesce(max(act), 0) FROM again WHERE run_id = ?1 AND act IS NOT NULL AND undone_at IS NULL),
            (SELECT coalesce(max(act), 0) FROM review_mark WHERE run_id = ?1 AND undone_at IS NULL),
            (SELECT coalesce(max(act), 0) FROM lesson WHERE run_id = ?1 AND undone_at IS NULL),
            (SELECT coalesce(max(act), 0) FROM sample WHERE run_id = ?1 AND undone_at IS NULL)) AS "act!: i64""#,
        run
    )
    .fetch_one(connection)
    .await?)
}

/// The number of the next key press in a run.
pub(super) async fn next_act(
    connection: &mut SqliteConnection,
    run: &str,
) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT max(
            (SELECT coalesce(max(act), 0) FROM verdict WHERE run_id = ?1),
            (SELECT coalesce(max(act), 0) FROM again WHERE run_id = ?1),
            (SELECT coalesce(max(act), 0) FROM review_mark WHERE run_id = ?1),
            (SELECT coalesce(max(act), 0) FROM lesson WHERE run_id = ?1),
            (SELECT coalesce(max(act), 0) FROM sample WHERE run_id = ?1)) + 1 AS "act!: i64""#,
        run
    )
    .fetch_one(connection)
    .await?)
}

async fn judge_task(
    connection: &mut SqliteConnection,
    judgement: &Judgement,
    task: TaskNumber,
    act: i64,
) -> Result<(), StoreError> {
    let (run, at) = (judgement.run.to_string(), judgement.at.as_millis());
    let before = sqlx::query!(
        "SELECT state, version, verdict FROM task WHERE run_id = ? AND number = ?",
        run,
        task.0
    )
    .fetch_optional(&mut *connection)
    .await?
    .ok_or_else(|| StoreError::NotFound {
        what: "task",
        id: task.to_string(),
    })?;
    if before.state != "done" {
        return Err(StoreError::WrongState {
            what: "task",
            id: task.to_string(),
            state: before.state,
        });
    }
    let version = match &judgement.corrected {
        Some(output) => insert_correction(connection, &run, task, output, at).await?,
        None => before.version,
    };
    let verdict = judgement.verdict.as_str();
    sqlx::query!(
        "INSERT INTO verdict (run_id, task, act, verdict, version_before, version, verdict_before, reviewer, given_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        run,
        task.0,
        act,
        verdict,
        before.version,
        version,
        before.verdict,
        judgement.reviewer,
        at
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "UPDATE task SET verdict = ?3, version = ?4 WHERE run_id = ?1 AND number = ?2",
        run,
        task.0,
        verdict,
        version
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn insert_correction(
    connection: &mut SqliteConnection,
    run: &str,
    task: TaskNumber,
    output: &Record,
    at: i64,
) -> Result<i64, StoreError> {
    let output = serde_json::to_string(output)?;
    let version = sqlx::query_scalar!(
        r#"INSERT INTO result (run_id, task, version, decided_by, skill_version, skill_hash, output, findings, made_at)
         SELECT ?1, ?2, (SELECT coalesce(max(version), 0) + 1 FROM result WHERE run_id = ?1 AND task = ?2), 'person',
            skill_version, skill_hash, ?3, '[]', ?4 FROM run
         WHERE id = ?1 RETURNING version AS "version!: i64""#,
        run,
        task.0,
        output,
        at
    )
    .fetch_one(connection)
    .await?;
    Ok(version)
}
