//! Second opinions: runs that ask about the results of another run, and what came of each question.

use std::collections::BTreeMap;

use mill_domain::{Finding, Outcome, Record, RunId, TaskNumber, TaskState, Timestamp};
use sqlx::sqlite::SqliteConnection;

use super::run::{NewRun, id_of, insert_run, insert_tasks};
use crate::{Store, StoreError};

/// What a run asks that is about another run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// The run that asks.
    pub run: RunId,
    /// The run it is about.
    pub of_run: RunId,
    /// `answer` or `check`.
    pub kind: String,
    /// Who is asked, `provider/model`, in the order of the verifiers.
    pub models: Vec<String>,
    /// Which results it asks about, as a word.
    pub rows: String,
    /// Results it could have asked about.
    pub population: u64,
    /// What a sample was drawn with; `None`: it asks about all of them.
    pub seed: Option<u64>,
}

/// Whom a task of such a run asks, and about what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// The verifier, from 1.
    pub verifier: u32,
    /// The task it is about.
    pub of_task: TaskNumber,
    /// The version of its result.
    pub of_version: u32,
}

/// A question and what came of it.
#[derive(Debug, Clone)]
pub struct OpinionRow {
    /// The run that asked.
    pub run: RunId,
    /// The task that asked.
    pub task: TaskNumber,
    /// Whom, and about what.
    pub question: Question,
    /// Where the task is.
    pub state: TaskState,
    /// What was answered; `None` unless the task is done.
    pub given: Option<Record>,
    /// What checks say of the answer.
    pub findings: Vec<Finding>,
    /// When it ended; `None` while it has not.
    pub at: Option<Timestamp>,
    /// The result it is about.
    pub about: Record,
    /// True if a rule decided that result.
    pub about_rule: bool,
}

impl Store {
    /// Stores a run that asks about another one, with all its tasks; it starts as running. `questions` are in the order of
    /// the run's tasks.
    /// # Errors
    /// [`StoreError::Database`] and its kin; nothing is stored then.
    pub async fn create_verification(
        &self,
        run: NewRun,
        verification: Verification,
        questions: Vec<Question>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let columns = serde_json::to_string(&run.columns)?;
        let cells = run
            .tasks
            .iter()
            .map(|task| serde_json::to_string(&task.cells))
            .collect::<Result<Vec<_>, _>>()?;
        let models = serde_json::to_string(&verification.models)?;
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                insert_run(connection, &run, &columns, now).await?;
                insert_tasks(connection, &run, &cells, now).await?;
                insert_verification(connection, &verification, &models).await?;
                insert_questions(connection, verification.run, &questions).await
            })
            .await
    }

    /// What a run asks about another run; `None`: it is a run of its own.
    /// # Errors
    /// [`StoreError::Unreadable`] if it cannot be read back.
    pub async fn verification(&self, run: RunId) -> Result<Option<Verification>, StoreError> {
        let found = self.select_verifications(Some(run), None).await?;
        Ok(found.into_iter().next())
    }

    /// The runs that ask about a run, oldest first.
    /// # Errors
    /// [`StoreError::Unreadable`] if one cannot be read back.
    pub async fn verifications_of(&self, of: RunId) -> Result<Vec<Verification>, StoreError> {
        self.select_verifications(None, Some(of)).await
    }

    async fn select_verifications(
        &self,
        run: Option<RunId>,
        of: Option<RunId>,
    ) -> Result<Vec<Verification>, StoreError> {
        let (run, of) = (
            run.map(|run| run.to_string()),
            of.map(|run| run.to_string()),
        );
        let rows = sqlx::query!(
            r#"SELECT run_id, of_run, kind, models, rows_of, population, seed FROM verification
             WHERE (?1 IS NULL OR run_id = ?1) AND (?2 IS NULL OR of_run = ?2) ORDER BY run_id"#,
            run,
            of
        )
        .fetch_all(self.readers())
        .await?;
        let read = rows.into_iter().map(|row| {
            let seed = row.seed.as_deref().map(str::parse).transpose();
            Ok(Verification {
                run: id_of(&row.run_id)?,
                of_run: id_of(&row.of_run)?,
                kind: row.kind,
                models: serde_json::from_str(&row.models)?,
                rows: row.rows_of,
                population: row.population.unsigned_abs(),
                seed: seed.map_err(|error| StoreError::Unreadable(Box::new(error)))?,
            })
        });
        read.collect()
    }

    /// The run another one asks about; `None`: it is a run of its own.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn verified_run(&self, run: RunId) -> Result<Option<RunId>, StoreError> {
        let run = run.to_string();
        let of = sqlx::query_scalar!("SELECT of_run FROM verification WHERE run_id = ?", run)
            .fetch_optional(self.readers())
            .await?;
        of.as_deref().map(id_of).transpose()
    }

    /// Questions about the results of a run and what came of them, oldest run first, of one task or of all. Those about a
    /// result that a rule or model made anew since are left out.
    /// # Errors
    /// [`StoreError::Unreadable`] if one cannot be read back.
    pub async fn opinions(
        &self,
        of: RunId,
        task: Option<TaskNumber>,
    ) -> Result<Vec<OpinionRow>, StoreError> {
        let (of, task) = (of.to_string(), task.map(|task| task.0));
        let rows = sqlx::query!(
            r#"SELECT opinion.run_id, opinion.task AS "task: u32", opinion.verifier AS "verifier: u32",
                opinion.of_task AS "of_task: u32", opinion.of_version AS "of_version: u32", task.state, task.ended_at,
                given.output AS "given?: String", given.findings AS "findings?: String", about.output AS about,
                about.decided_by = 'rule' AS "about_rule!: bool"
             FROM verification
             JOIN opinion ON opinion.run_id = verification.run_id
             JOIN task ON task.run_id = opinion.run_id AND task.number = opinion.task
             JOIN result AS about ON about.run_id = verification.of_run AND about.task = opinion.of_task
                AND about.version = opinion.of_version
             JOIN task AS asked ON asked.run_id = verification.of_run AND asked.number = opinion.of_task
             LEFT JOIN result AS given ON given.run_id = task.run_id AND given.task = task.number
                AND given.version = task.version AND task.state = 'done'
             WHERE verification.of_run = ?1 AND (?2 IS NULL OR opinion.of_task = ?2)
                AND NOT EXISTS (SELECT 1 FROM result AS later WHERE later.run_id = verification.of_run
                    AND later.task = opinion.of_task AND later.version > opinion.of_version
                    AND later.version <= asked.version AND later.decided_by <> 'person'
                    AND NOT EXISTS (SELECT 1 FROM again WHERE again.run_id = later.run_id AND again.task = later.task
                        AND again.version = later.version AND again.undone_at IS NOT NULL))
             ORDER BY opinion.run_id, opinion.task"#,
            of,
            task
        )
        .fetch_all(self.readers())
        .await?;
        let read = rows.into_iter().map(|row| {
            Ok(OpinionRow {
                run: id_of(&row.run_id)?,
                task: TaskNumber(row.task),
                question: Question {
                    verifier: row.verifier,
                    of_task: TaskNumber(row.of_task),
                    of_version: row.of_version,
                },
                state: row.state.parse()?,
                given: row.given.as_deref().map(serde_json::from_str).transpose()?,
                findings: row
                    .findings
                    .as_deref()
                    .map(serde_json::from_str)
                    .transpose()?
                    .unwrap_or_default(),
                at: row.ended_at.map(Timestamp::from_millis),
                about: serde_json::from_str(&row.about)?,
                about_rule: row.about_rule,
            })
        });
        read.collect()
    }

    /// For each task with a result, the latest version that a rule or model made, and that result.
    /// # Errors
    /// [`StoreError::Unreadable`] if one cannot be read back.
    pub async fn machine_results(
        &self,
        run: RunId,
    ) -> Result<BTreeMap<TaskNumber, (u32, Record)>, StoreError> {
        let (run, done) = (run.to_string(), Outcome::Done.as_str());
        let rows = sqlx::query!(
            r#"SELECT result.task AS "task!: u32", max(result.version) AS "version!: u32", result.output AS "output!: String"
             FROM result JOIN task ON task.run_id = result.run_id AND task.number = result.task
             WHERE result.run_id = ?1 AND result.decided_by <> 'person' AND task.state = ?2
                AND result.version <= task.version
                AND NOT EXISTS (SELECT 1 FROM again WHERE again.run_id = result.run_id AND again.task = result.task
                    AND again.version = result.version AND again.undone_at IS NOT NULL) GROUP BY result.task"#,
            run,
            done
        )
        .fetch_all(self.readers())
        .await?;
        let read = rows.into_iter().map(|row| {
            let output = serde_json::from_str(&row.output)?;
            Ok((TaskNumber(row.task), (row.version, output)))
        });
        read.collect()
    }
}

async fn insert_verification(
    connection: &mut SqliteConnection,
    verification: &Verification,
    models: &str,
) -> Result<(), StoreError> {
    let (run, of) = (
        verification.run.to_string(),
        verification.of_run.to_string(),
    );
    let population = i64::try_from(verification.population).unwrap_or(i64::MAX);
    let seed = verification.seed.map(|seed| seed.to_string());
    sqlx::query!(
        "INSERT INTO verification (run_id, of_run, kind, models, rows_of, population, seed)
         VALUES (?, ?, ?, ?, ?, ?, ?)",
        run,
        of,
        verification.kind,
        models,
        verification.rows,
        population,
        seed
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn insert_questions(
    connection: &mut SqliteConnection,
    run: RunId,
    questions: &[Question],
) -> Result<(), StoreError> {
    let run = run.to_string();
    for (number, question) in (1_u32..).zip(questions) {
        sqlx::query!(
            "INSERT INTO opinion (run_id, task, verifier, of_task, of_version) VALUES (?, ?, ?, ?, ?)",
            run,
            number,
            question.verifier,
            question.of_task.0,
            question.of_version
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
