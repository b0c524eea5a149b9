//! Who closed the review of a run, and the counts they signed.

use mill_domain::{RunId, Timestamp};
use sqlx::sqlite::SqliteConnection;

use crate::{Store, StoreError};

/// A person's name under the review of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignOffRow {
    /// From 1 within its run.
    pub number: u32,
    /// Who.
    pub reviewer: String,
    /// When.
    pub signed_at: Timestamp,
    /// What stood in every row then.
    pub fingerprint: String,
    /// JSON: the closing sheet as it was signed.
    pub sheet: String,
}

/// All rows of a run, each counted once: the parts add up to `rows`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClosingCounts {
    /// Every row.
    pub rows: u64,
    /// Accepted as they are.
    pub accepted: u64,
    /// Accepted after a change.
    pub corrected: u64,
    /// Not to be used.
    pub rejected: u64,
    /// Accepted by sample.
    pub by_sample: u64,
    /// Ended without a result.
    pub failed: u64,
    /// Done, and nobody judged them.
    pub unreviewed: u64,
    /// Not ended.
    pub unfinished: u64,
}

/// How many standing verdicts of a kind somebody gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewerCount {
    /// Who; "" if not given.
    pub reviewer: String,
    /// The verdict, as stored.
    pub verdict: String,
    /// Rows.
    pub rows: u64,
    /// The first of them.
    pub first: Timestamp,
    /// The last of them.
    pub last: Timestamp,
}

/// What stands in a row that a sign-off is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedRow {
    /// The task's number.
    pub number: u32,
    /// Its state, as stored.
    pub state: String,
    /// The version of its result.
    pub version: u32,
    /// Its verdict, as stored.
    pub verdict: Option<String>,
}

impl Store {
    /// Stores a sign-off; its number in the run.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn insert_sign_off(
        &self,
        run: RunId,
        reviewer: String,
        fingerprint: String,
        sheet: String,
        now: Timestamp,
    ) -> Result<u32, StoreError> {
        let (run, now) = (run.to_string(), now.as_millis());
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                Ok(sqlx::query_scalar!(
                    r#"INSERT INTO sign_off (run_id, number, reviewer, signed_at, fingerprint, sheet)
                     SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5 FROM sign_off WHERE run_id = ?1
                     RETURNING number AS "number!: u32""#,
                    run,
                    reviewer,
                    now,
                    fingerprint,
                    sheet
                )
                .fetch_one(connection)
                .await?)
            })
            .await
    }

    /// A run's sign-offs, oldest first.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn sign_offs(&self, run: RunId) -> Result<Vec<SignOffRow>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT number AS "number: u32", reviewer, signed_at, fingerprint, sheet FROM sign_off
             WHERE run_id = ? ORDER BY number"#,
            run
        )
        .fetch_all(self.readers())
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| SignOffRow {
                number: row.number,
                reviewer: row.reviewer,
                signed_at: Timestamp::from_millis(row.signed_at),
                fingerprint: row.fingerprint,
                sheet: row.sheet,
            })
            .collect())
    }

    /// All rows of a run, each counted once.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn closing_counts(&self, run: RunId) -> Result<ClosingCounts, StoreError> {
        let run = run.to_string();
        let row = sqlx::query!(
            r#"SELECT count(*) AS "rows!: i64",
                count(*) FILTER (WHERE state = 'done' AND verdict = 'accepted') AS "accepted!: i64",
                count(*) FILTER (WHERE state = 'done' AND verdict = 'corrected') AS "corrected!: i64",
                count(*) FILTER (WHERE state = 'done' AND verdict = 'rejected') AS "rejected!: i64",
                count(*) FILTER (WHERE state = 'done' AND verdict = 'by_sample') AS "by_sample!: i64",
                count(*) FILTER (WHERE state = 'done' AND verdict IS NULL) AS "unreviewed!: i64",
                count(*) FILTER (WHERE state IN ('waiting', 'at_work')) AS "unfinished!: i64",
                count(*) FILTER (WHERE state NOT IN ('done', 'waiting', 'at_work')) AS "failed!: i64"
             FROM task WHERE run_id = ?"#,
            run
        )
        .fetch_one(self.readers())
        .await?;
        Ok(ClosingCounts {
            rows: row.rows.unsigned_abs(),
            accepted: row.accepted.unsigned_abs(),
            corrected: row.corrected.unsigned_abs(),
            rejected: row.rejected.unsigned_abs(),
            by_sample: row.by_sample.unsigned_abs(),
            failed: row.failed.unsigned_abs(),
            unreviewed: row.unreviewed.unsigned_abs(),
            unfinished: row.unfinished.unsigned_abs(),
        })
    }

    /// Who gave the standing verdicts of a run, by person and verdict.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn reviewers(&self, run: RunId) -> Result<Vec<ReviewerCount>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT said.reviewer AS "reviewer!", said.verdict AS "verdict!", count(*) AS "rows!: i64",
                min(said.given_at) AS "first!: i64", max(said.given_at) AS "last!: i64"
             FROM verdict AS said JOIN task ON task.run_id = said.run_id AND task.number = said.task
             WHERE said.run_id = ?1 AND task.state = 'done' AND task.verdict IS NOT NULL
                AND said.id = (SELECT max(id) FROM verdict AS later WHERE later.run_id = said.run_id
                    AND later.task = said.task AND later.undone_at IS NULL)
             GROUP BY said.reviewer, said.verdict ORDER BY said.reviewer, said.verdict"#,
            run
        )
        .fetch_all(self.readers())
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| ReviewerCount {
                reviewer: row.reviewer,
                verdict: row.verdict,
                rows: row.rows.unsigned_abs(),
                first: Timestamp::from_millis(row.first),
                last: Timestamp::from_millis(row.last),
            })
            .collect())
    }

    /// What stands in every row of a run, in order.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn signed_rows(&self, run: RunId) -> Result<Vec<SignedRow>, StoreError> {
        let run = run.to_string();
        Ok(sqlx::query_as!(
            SignedRow,
            r#"SELECT number AS "number: u32", state, version AS "version: u32", verdict FROM task
             WHERE run_id = ? ORDER BY number"#,
            run
        )
        .fetch_all(self.readers())
        .await?)
    }
}
