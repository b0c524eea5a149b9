//! Runs: what was started, with which skill, under which cap, and where it is.

mod create;
mod uses;

use mill_domain::{
    Budget, Census, DomainError, JobId, KeyName, NoRoom, RunEvent, RunId, RunState, Timestamp, Usd,
};
use sqlx::sqlite::SqliteConnection;

use super::job::found;
use super::task::census_of;
use crate::{Store, StoreError};

pub use create::{NewRun, NewTask};
pub(super) use create::{insert_run, insert_tasks};
pub use uses::SkillUse;

/// A run as stored.
#[derive(Debug, Clone)]
pub struct RunRow {
    /// Its id.
    pub id: RunId,
    /// The job it comes from.
    pub job: Option<JobId>,
    /// Place among the runs of its job or skill, from 1.
    pub number: u32,
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
    /// Where a custom provider is.
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
    /// Cap and sums. A run without a cap has [`Usd::MAX`].
    pub budget: Budget,
    /// Where it is.
    pub state: RunState,
    /// Which cap had no room when it last paused for one; `None`: it never did, or went on since.
    pub no_room: Option<NoRoom>,
    /// The task list's file name.
    pub source: String,
    /// The folder that paths in the task list are relative to.
    pub source_folder: Option<String>,
    /// Column names.
    pub columns: Vec<String>,
    /// Which columns feed which input, as JSON the engine reads.
    pub mapping: String,
    /// Start.
    pub started_at: Timestamp,
    /// End; `None` while open.
    pub ended_at: Option<Timestamp>,
    /// Time at work so far, in milliseconds.
    pub worked_ms: u64,
    /// The run it asks second opinions about; `None`: it is a run of its own.
    pub verifies: Option<RunId>,
}

impl Store {
    /// A run.
    /// # Errors
    /// [`StoreError::NotFound`] if it does not exist.
    pub async fn run(&self, id: RunId) -> Result<RunRow, StoreError> {
        let runs = self.select_runs(Some(id)).await?;
        runs.into_iter().next().ok_or_else(|| StoreError::NotFound {
            what: "run",
            id: id.to_string(),
        })
    }

    /// All runs, newest first.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored run cannot be read back.
    pub async fn runs(&self) -> Result<Vec<RunRow>, StoreError> {
        self.select_runs(None).await
    }

    /// Moves a run to the state after `event`, as the domain's state machine says, and adds to its time at work.
    /// # Errors
    /// [`StoreError::WrongState`] if the state machine has no such step.
    pub async fn change_run_state(
        &self,
        id: RunId,
        event: RunEvent,
        worked_ms: u64,
        now: Timestamp,
    ) -> Result<RunState, StoreError> {
        let (id, now) = (id.to_string(), now.as_millis());
        let worked_ms = i64::try_from(worked_ms).unwrap_or(i64::MAX);
        self.writer()
            .write_ending(async move |connection: &mut SqliteConnection| {
                let census = census_of(connection, &id).await?;
                let state = read_state(connection, &id).await?;
                let next = state.after(event, &census).map_err(|refused| StoreError::WrongState {
                    what: "run",
                    id: id.clone(),
                    state: refused.to_string(),
                })?;
                let (word, reason) = (next.as_str(), next.pause_reason().map(mill_domain::PauseReason::as_str));
                let ended = if next.is_open() { None } else { Some(now) };
                sqlx::query!(
                    "UPDATE run SET state = ?2, reason = ?3, ended_at = ?4, worked_ms = worked_ms + ?5 WHERE id = ?1",
                    id,
                    word,
                    reason,
                    ended,
                    worked_ms
                )
                .execute(connection)
                .await?;
                Ok(next)
            })
            .await
    }

    /// Changes how many agents a run uses.
    /// # Errors
    /// [`StoreError::NotFound`] if it does not exist.
    pub async fn set_run_agents(&self, id: RunId, agents: u32) -> Result<(), StoreError> {
        let id = id.to_string();
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let done = sqlx::query!("UPDATE run SET agents = ?2 WHERE id = ?1", id, agents)
                    .execute(connection)
                    .await?;
                found(done.rows_affected(), "run", &id)
            })
            .await
    }

    /// Changes a run's cap. Lowering it stops new calls at once and takes nothing back.
    /// # Errors
    /// [`StoreError::NotFound`] if it does not exist.
    pub async fn set_run_budget(&self, id: RunId, cap: Usd) -> Result<(), StoreError> {
        let (id, cap) = (id.to_string(), cap.as_pico());
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let done = sqlx::query!("UPDATE run SET budget_pico = ?2 WHERE id = ?1", id, cap)
                    .execute(connection)
                    .await?;
                found(done.rows_affected(), "run", &id)
            })
            .await
    }

    /// Remembers which cap had no room when a run paused for it; `None` when it goes on.
    /// # Errors
    /// [`StoreError::NotFound`] if it does not exist.
    pub async fn set_run_no_room(
        &self,
        id: RunId,
        no_room: Option<&NoRoom>,
    ) -> Result<(), StoreError> {
        let id = id.to_string();
        let text = no_room.map(serde_json::to_string).transpose()?;
        self.writer()
            .write_ending(async move |connection: &mut SqliteConnection| {
                let done = sqlx::query!("UPDATE run SET no_room = ?2 WHERE id = ?1", id, text)
                    .execute(connection)
                    .await?;
                found(done.rows_affected(), "run", &id)
            })
            .await
    }

    /// Replaces the skill an open run goes on with (`resume --skill current`); results stay with the version they were made by.
    /// # Errors
    /// [`StoreError::NotFound`] if it does not exist.
    pub async fn set_run_skill(
        &self,
        id: RunId,
        version: String,
        hash: String,
        source: String,
    ) -> Result<(), StoreError> {
        let id = id.to_string();
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let done = sqlx::query!(
                    "UPDATE run SET skill_version = ?2, skill_hash = ?3, skill_source = ?4 WHERE id = ?1",
                    id,
                    version,
                    hash,
                    source
                )
                .execute(connection)
                .await?;
                found(done.rows_affected(), "run", &id)
            })
            .await
    }

    /// Where every task of a run is.
    /// # Errors
    /// [`StoreError::Unreadable`] if a stored state is unknown.
    pub async fn census(&self, id: RunId) -> Result<Census, StoreError> {
        let mut connection = self.readers().acquire().await?;
        census_of(&mut connection, &id.to_string()).await
    }

    async fn select_runs(&self, id: Option<RunId>) -> Result<Vec<RunRow>, StoreError> {
        let id = id.map(|id| id.to_string());
        let rows = sqlx::query!(
            r#"SELECT id, job_id, number AS "number: u32", run.name, skill_name, skill_version, skill_hash, skill_source,
                model, endpoint, agents AS "agents: u32", max_attempts AS "max_attempts: u32", idle_timeout_ms,
                fail_fast AS "fail_fast: bool", key_name, budget_pico, spent_pico AS "spent_pico?: i64",
                reserved_pico AS "reserved_pico?: i64", uncertain_pico AS "uncertain_pico?: i64", state, reason, no_room,
                source, source_folder, columns, mapping, started_at, ended_at, worked_ms, of_run AS "of_run?: String"
             FROM run LEFT JOIN verification ON verification.run_id = run.id
             LEFT JOIN scope ON scope.kind = 'run' AND scope.name = run.id AND scope.period = ''
             WHERE (?1 IS NULL OR id = ?1) ORDER BY started_at DESC, id DESC"#,
            id
        )
        .fetch_all(self.readers())
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(RunRow {
                    id: id_of(&row.id)?,
                    job: row.job_id.as_deref().map(id_of).transpose()?,
                    number: row.number,
                    name: row.name,
                    skill_name: row.skill_name,
                    skill_version: row.skill_version,
                    skill_hash: row.skill_hash,
                    skill_source: row.skill_source,
                    model: row.model,
                    endpoint: row.endpoint,
                    agents: row.agents,
                    max_attempts: row.max_attempts,
                    idle_timeout_ms: row.idle_timeout_ms.unsigned_abs(),
                    fail_fast: row.fail_fast,
                    key: row.key_name.map(|name| name.parse()).transpose()?,
                    budget: Budget {
                        cap: row.budget_pico.map_or(Usd::MAX, Usd::from_pico),
                        spent: Usd::from_pico(row.spent_pico.unwrap_or(0)),
                        reserved: Usd::from_pico(row.reserved_pico.unwrap_or(0)),
                        uncertain: Usd::from_pico(row.uncertain_pico.unwrap_or(0)),
                    },
                    no_room: row
                        .no_room
                        .as_deref()
                        .map(serde_json::from_str)
                        .transpose()?,
                    state: RunState::from_words(&row.state, row.reason.as_deref())?,
                    source: row.source,
                    source_folder: row.source_folder,
                    columns: serde_json::from_str(&row.columns)?,
                    mapping: row.mapping,
                    started_at: Timestamp::from_millis(row.started_at),
                    ended_at: row.ended_at.map(Timestamp::from_millis),
                    worked_ms: row.worked_ms.unsigned_abs(),
                    verifies: row.of_run.as_deref().map(id_of).transpose()?,
                })
            })
            .collect()
    }
}

pub(crate) fn id_of<T: std::str::FromStr<Err = uuid::Error>>(text: &str) -> Result<T, StoreError> {
    text.parse()
        .map_err(|error| StoreError::Unreadable(Box::new(error)))
}

/// The state of a run inside a transaction.
pub(super) async fn read_state(
    connection: &mut SqliteConnection,
    id: &str,
) -> Result<RunState, StoreError> {
    let row = sqlx::query!("SELECT state, reason FROM run WHERE id = ?", id)
        .fetch_optional(connection)
        .await?;
    let row = row.ok_or_else(|| StoreError::NotFound {
        what: "run",
        id: id.to_owned(),
    })?;
    RunState::from_words(&row.state, row.reason.as_deref())
        .map_err(|error: DomainError| error.into())
}
