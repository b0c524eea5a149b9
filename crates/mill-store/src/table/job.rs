//! Jobs: saved designs. Their rows are in `job_list`.

use mill_domain::{JobId, KeyName, Timestamp, Usd};
use sqlx::sqlite::SqliteConnection;

use crate::{Store, StoreError};

/// A job to be made.
#[derive(Debug, Clone)]
pub struct NewJob {
    /// Its id.
    pub id: JobId,
    /// What people call it.
    pub name: String,
    /// The skill's id in the library.
    pub skill: String,
    /// `provider/model`.
    pub model: String,
    /// Agents at once.
    pub agents: u32,
    /// The cap; `None`: not set.
    pub budget: Option<Usd>,
    /// Which columns feed which input, as JSON the engine reads.
    pub mapping: String,
}

/// A job as stored.
#[derive(Debug, Clone)]
pub struct JobRow {
    /// Its id.
    pub id: JobId,
    /// What people call it.
    pub name: String,
    /// The skill's id in the library.
    pub skill: String,
    /// Which columns feed which input, as JSON the engine reads.
    pub mapping: String,
    /// `provider/model`.
    pub model: String,
    /// Agents at once.
    pub agents: u32,
    /// The cap; `None`: not set.
    pub budget: Option<Usd>,
    /// Which of the provider's keys its runs use; `None`: the default one.
    pub key: Option<KeyName>,
    /// How the task list was read, as JSON the engine reads; `None`: there is none.
    pub task_list: Option<String>,
    /// Rows of the task list.
    pub rows: u64,
    /// Runs so far.
    pub runs: u32,
    /// Start of the latest run.
    pub last_run_at: Option<Timestamp>,
    /// Last change.
    pub saved_at: Timestamp,
}

/// Changes to a job; `None` leaves a field as it is.
#[derive(Debug, Clone, Default)]
pub struct JobChange {
    /// New name.
    pub name: Option<String>,
    /// New skill.
    pub skill: Option<String>,
    /// New mapping.
    pub mapping: Option<String>,
    /// New model.
    pub model: Option<String>,
    /// New number of agents.
    pub agents: Option<u32>,
    /// New cap.
    pub budget: Option<Usd>,
    /// New key; the default one is stored as none.
    pub key: Option<KeyName>,
}

impl Store {
    /// Makes a job.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn create_job(&self, job: NewJob, now: Timestamp) -> Result<(), StoreError> {
        let (id, now) = (job.id.to_string(), now.as_millis());
        let budget = job.budget.map(Usd::as_pico);
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                sqlx::query!(
                    "INSERT INTO job (id, name, skill, mapping, model, agents, budget_pico, created_at, saved_at)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)",
                    id,
                    job.name,
                    job.skill,
                    job.mapping,
                    job.model,
                    job.agents,
                    budget,
                    now
                )
                .execute(connection)
                .await?;
                Ok(())
            })
            .await
    }

    /// Changes a job.
    /// # Errors
    /// [`StoreError::NotFound`] if it does not exist or was deleted.
    pub async fn change_job(
        &self,
        id: JobId,
        change: JobChange,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let (id, now) = (id.to_string(), now.as_millis());
        let budget = change.budget.map(Usd::as_pico);
        let key = change.key.as_ref().map(ToString::to_string);
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let done = sqlx::query!(
                    "UPDATE job SET name = coalesce(?2, name), skill = coalesce(?3, skill),
                        mapping = coalesce(?4, mapping), model = coalesce(?5, model),
                        agents = coalesce(?6, agents), budget_pico = coalesce(?7, budget_pico), saved_at = ?8,
                        key_name = CASE WHEN ?9 IS NULL THEN key_name ELSE nullif(?9, 'Default') END
                     WHERE id = ?1 AND deleted_at IS NULL",
                    id,
                    change.name,
                    change.skill,
                    change.mapping,
                    change.model,
                    change.agents,
                    budget,
                    now,
                    key
                )
                .execute(connection)
                .await?;
                found(done.rows_affected(), "job", &id)
            })
            .await
    }

    /// Deletes a job (`at` is when), or brings it back (`None`). Its runs stay either way.
    /// # Errors
    /// [`StoreError::NotFound`] if it never existed.
    pub async fn set_job_deleted(
        &self,
        id: JobId,
        at: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        let (id, at) = (id.to_string(), at.map(Timestamp::as_millis));
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let done = sqlx::query!("UPDATE job SET deleted_at = ?2 WHERE id = ?1", id, at)
                    .execute(connection)
                    .await?;
                found(done.rows_affected(), "job", &id)
            })
            .await
    }

    /// A job.
    /// # Errors
    /// [`StoreError::NotFound`] if it does not exist or was deleted.
    pub async fn job(&self, id: JobId) -> Result<JobRow, StoreError> {
        let jobs = self.select_jobs(Some(id)).await?;
        jobs.into_iter().next().ok_or_else(|| StoreError::NotFound {
            what: "job",
            id: id.to_string(),
        })
    }

    /// All jobs that were not deleted, latest change first.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored job cannot be read back.
    pub async fn jobs(&self) -> Result<Vec<JobRow>, StoreError> {
        self.select_jobs(None).await
    }

    async fn select_jobs(&self, id: Option<JobId>) -> Result<Vec<JobRow>, StoreError> {
        let id = id.map(|id| id.to_string());
        let rows = sqlx::query!(
            r#"SELECT id, name, skill, mapping, model, agents AS "agents: u32", budget_pico, key_name, task_list, saved_at,
                (SELECT count(*) FROM job_row WHERE job_id = job.id) AS "rows!: i64",
                (SELECT count(*) FROM run WHERE job_id = job.id) AS "runs!: u32",
                (SELECT max(started_at) FROM run WHERE job_id = job.id) AS "last_run_at: i64"
             FROM job WHERE deleted_at IS NULL AND (?1 IS NULL OR id = ?1) ORDER BY saved_at DESC, id DESC"#,
            id
        )
        .fetch_all(self.readers())
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(JobRow {
                    id: row
                        .id
                        .parse()
                        .map_err(|error| StoreError::Unreadable(Box::new(error)))?,
                    name: row.name,
                    skill: row.skill,
                    mapping: row.mapping,
                    model: row.model,
                    agents: row.agents,
                    budget: row.budget_pico.map(Usd::from_pico),
                    key: row.key_name.map(|name| name.parse()).transpose()?,
                    task_list: row.task_list,
                    rows: row.rows.unsigned_abs(),
                    runs: row.runs,
                    last_run_at: row.last_run_at.map(Timestamp::from_millis),
                    saved_at: Timestamp::from_millis(row.saved_at),
                })
            })
            .collect()
    }
}

/// Turns "no row was changed" into a name.
pub(super) fn found(rows: u64, what: &'static str, id: &str) -> Result<(), StoreError> {
    if rows == 0 {
        Err(StoreError::NotFound {
            what,
            id: id.to_owned(),
        })
    } else {
        Ok(())
    }
}
