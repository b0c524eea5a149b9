//! Storing a run and all its tasks together.

use mill_domain::{JobId, KeyName, RunId, Timestamp, Usd};
use serde::Serialize;
use sqlx::sqlite::SqliteConnection;

use crate::table::original::insert_original;
use crate::{Store, StoreError};

/// A run to be started, with all its tasks.
#[derive(Debug, Clone)]
pub struct NewRun {
    /// Its id.
    pub id: RunId,
    /// The job it comes from; `None` from the command line.
    pub job: Option<JobId>,
    /// What people call it.
    pub name: String,
    /// The skill's name.
    pub skill_name: String,
    /// The skill's version.
    pub skill_version: String,
    /// The hash of the skill's files.
    pub skill_hash: String,
    /// The skill's files, as JSON the engine reads.
    pub skill_source: String,
    /// `provider/model`.
    pub model: String,
    /// Where a custom provider is; `None` for the known ones.
    pub endpoint: Option<String>,
    /// Agents at once.
    pub agents: u32,
    /// Tries a task may have.
    pub max_attempts: u32,
    /// How long a stream may be silent, in milliseconds.
    pub idle_timeout_ms: u64,
    /// Fail tasks instead of waiting for a provider.
    pub fail_fast: bool,
    /// Which of the provider's keys it uses; `None`: the default one.
    pub key: Option<KeyName>,
    /// The cap; `None`: none (free models only).
    pub budget: Option<Usd>,
    /// The task list's file name.
    pub source: String,
    /// The folder that paths in the task list are relative to; `None` if it has none.
    pub source_folder: Option<String>,
    /// The workbook the rows came from, as JSON the engine reads; `None`: they came from something else.
    pub original: Option<String>,
    /// Column names.
    pub columns: Vec<String>,
    /// Which columns feed which input, as JSON the engine reads.
    pub mapping: String,
    /// The tasks, in order.
    pub tasks: Vec<NewTask>,
}

/// A task of a run to be started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTask {
    /// Its row in the file.
    pub source_row: u32,
    /// Cells to the letter.
    pub cells: Vec<String>,
    /// Why it cannot be used: it starts as `unreadable`. `None` if it can.
    pub problem: Option<String>,
}

impl Store {
    /// Stores a run and all its tasks together; it starts as running.
    /// # Errors
    /// [`StoreError::Database`] and its kin; nothing is stored then.
    pub async fn create_run(&self, run: NewRun, now: Timestamp) -> Result<(), StoreError> {
        let columns = serde_json::to_string(&run.columns)?;
        let cells = run
            .tasks
            .iter()
            .map(|task| serde_json::to_string(&task.cells))
            .collect::<Result<Vec<_>, _>>()?;
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                insert_run(connection, &run, &columns, now).await?;
                insert_tasks(connection, &run, &cells, now).await
            })
            .await
    }
}

pub(in crate::table) async fn insert_run(
    connection: &mut SqliteConnection,
    run: &NewRun,
    columns: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    let (id, job, now) = (
        run.id.to_string(),
        run.job.map(|job| job.to_string()),
        now.as_millis(),
    );
    let idle_timeout_ms = i64::try_from(run.idle_timeout_ms).unwrap_or(i64::MAX);
    let budget = run.budget.map(Usd::as_pico);
    let key = run.key.as_ref().map(ToString::to_string);
    sqlx::query!(
        "INSERT INTO run (id, job_id, number, name, skill_name, skill_version, skill_hash, skill_source, model,
            endpoint, agents, max_attempts, idle_timeout_ms, fail_fast, budget_pico, state, source, source_folder,
            columns, mapping, started_at, key_name)
         VALUES (?1, ?2,
            (SELECT count(*) + 1 FROM run WHERE CASE WHEN ?2 IS NULL THEN job_id IS NULL AND skill_name = ?4
                ELSE job_id = ?2 END),
            ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, 'running', ?15, ?16, ?17, ?18, ?19, ?20)",
        id,
        job,
        run.name,
        run.skill_name,
        run.skill_version,
        run.skill_hash,
        run.skill_source,
        run.model,
        run.endpoint,
        run.agents,
        run.max_attempts,
        idle_timeout_ms,
        run.fail_fast,
        budget,
        run.source,
        run.source_folder,
        columns,
        run.mapping,
        now,
        key
    )
    .execute(&mut *connection)
    .await?;
    if let Some(file) = &run.original {
        insert_original(connection, &id, file).await?;
    }
    Ok(())
}

pub(in crate::table) async fn insert_tasks(
    connection: &mut SqliteConnection,
    run: &NewRun,
    cells: &[String],
    now: Timestamp,
) -> Result<(), StoreError> {
    let (id, now) = (run.id.to_string(), now.as_millis());
    let rows: Vec<NewRow<'_>> = (1..)
        .zip(run.tasks.iter().zip(cells))
        .map(|(number, (task, cells))| NewRow {
            number,
            source_row: task.source_row,
            cells,
            // SQLite ends a text out of JSON at a NUL.
            problem: task.problem.as_ref().map(|text| text.replace('\0', " ")),
        })
        .collect();
    for rows in rows.chunks(TASKS_AT_ONCE) {
        let rows = serde_json::to_string(rows)?;
        sqlx::query!(
            "INSERT INTO task (run_id, number, source_row, cells, state, problem, ended_at)
             SELECT ?1, value ->> 'number', value ->> 'source_row', value ->> 'cells',
                iif(value ->> 'problem' IS NULL, 'waiting', 'unreadable'), value ->> 'problem',
                iif(value ->> 'problem' IS NULL, NULL, ?3)
             FROM jsonb_each(?2)",
            id,
            rows,
            now
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Tasks stored by one statement.
const TASKS_AT_ONCE: usize = 1_000;

#[derive(Serialize)]
struct NewRow<'a> {
    number: u32,
    source_row: u32,
    cells: &'a str,
    problem: Option<String>,
}
