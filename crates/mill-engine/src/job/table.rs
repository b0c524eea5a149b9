//! A job prepared as a run of it would be: its rows and who would decide them.

use std::sync::Arc;

use mill_domain::{JobId, ModelRef};

use super::kept::TableKey;
use super::{JobDetail, blocking};
use crate::prepare::Choices;
use crate::{Decision, Engine, EngineError, Prepared, RunOptions, TaskList, TaskListRow};

/// A job's rows and who would decide them.
#[derive(Debug)]
pub struct JobTable {
    /// Prepared as a run would be.
    pub prepared: Prepared,
}

/// Which rows of a job to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowSlice {
    /// All.
    All,
    /// Those rules decide.
    ByRule,
    /// Those that go to the model.
    ByModel,
}

/// A row and who would decide it.
#[derive(Debug)]
pub struct JobRowDecision<'t> {
    /// Its position, from 0.
    pub position: u32,
    /// The row.
    pub row: &'t TaskListRow,
    /// Who would decide it.
    pub decision: &'t Decision,
}

impl Engine {
    /// Prepares a job as a run of it would be. Spends and starts nothing.
    /// # Errors
    /// [`EngineError::NoTasks`] without a task list, or why its skill or mapping cannot be used.
    pub async fn prepare_job(
        &self,
        id: JobId,
        limit: Option<u32>,
    ) -> Result<JobTable, EngineError> {
        let (choices, list) = self.job_choices(id, limit).await?;
        self.learn_window(&choices).await;
        let engine = self.clone();
        let prepared = blocking(move || engine.prepare(choices, list)).await?;
        Ok(JobTable { prepared })
    }

    /// A job's rows and who would decide them. Unlike [`Engine::prepare_job`] it reads no document and works out no
    /// bound, so that it is quick for a page of rows; a run is not started from it.
    /// # Errors
    /// As [`Engine::prepare_job`].
    pub async fn decide_job(&self, id: JobId) -> Result<Arc<JobTable>, EngineError> {
        let turn = self.parts.table.now();
        let job = self.job(id).await?;
        let key = TableKey::of(turn, &job);
        if let Some(kept) = key.as_ref().and_then(|key| self.parts.table.get(key)) {
            return Ok(kept);
        }
        let (choices, list) = self.choices_of(job, None).await?;
        let engine = self.clone();
        let prepared = blocking(move || engine.lay_out(choices, list)).await?;
        let table = Arc::new(JobTable { prepared });
        if let Some(key) = key {
            self.parts.table.keep(key, Arc::clone(&table));
        }
        Ok(table)
    }

    async fn job_choices(
        &self,
        id: JobId,
        limit: Option<u32>,
    ) -> Result<(Choices, TaskList), EngineError> {
        self.choices_of(self.job(id).await?, limit).await
    }

    async fn choices_of(
        &self,
        job: JobDetail,
        limit: Option<u32>,
    ) -> Result<(Choices, TaskList), EngineError> {
        let id = job.row.id;
        let about = job.table.ok_or_else(|| EngineError::NoTasks {
            source_name: job.row.name.clone(),
        })?;
        let list = TaskList {
            about,
            rows: self.job_rows(id).await?,
        };
        let model: ModelRef = job.row.model.parse()?;
        let choices = Choices {
            key: job.row.key.clone(),
            job: Some(id),
            name: Some(job.row.name),
            skill: job.skill?,
            endpoint: job.mapping.ways.endpoint_of(&model).map(str::to_owned),
            model,
            mapping: job.mapping.pairs,
            agents: Some(job.row.agents),
            budget: job.row.budget,
            limit,
            options: RunOptions {
                pictures: job.mapping.pictures,
                split: job.mapping.split,
                ways: job.mapping.ways,
                ..RunOptions::default()
            },
        };
        Ok((choices, list))
    }

    /// The rows of a job's task list as they are, whether or not a run could use them.
    /// # Errors
    /// [`EngineError::Store`] when the store cannot be read.
    pub async fn job_rows(&self, id: JobId) -> Result<Vec<TaskListRow>, EngineError> {
        let rows = self.store().job_list(id).await?;
        Ok(rows
            .into_iter()
            .map(|row| TaskListRow {
                source_row: row.source_row,
                cells: row.cells,
                problem: row.problem,
            })
            .collect())
    }
}

impl JobTable {
    /// Rows of a slice whose cells contain `search` (case aside; "" matches all), in order.
    pub fn rows(&self, slice: RowSlice, search: &str) -> Vec<JobRowDecision<'_>> {
        let search = search.to_lowercase();
        let all = (0_u32..).zip(self.prepared.list.rows.iter().zip(&self.prepared.decisions));
        let wanted = all.filter(|(_, (row, decision))| {
            let fits = match slice {
                RowSlice::All => true,
                RowSlice::ByRule => matches!(decision, Decision::Rule { .. }),
                RowSlice::ByModel => decision.asks_model(),
            };
            fits && (search.is_empty()
                || row
                    .cells
                    .iter()
                    .any(|cell| cell.to_lowercase().contains(&search)))
        });
        wanted
            .map(|(position, (row, decision))| JobRowDecision {
                position,
                row,
                decision,
            })
            .collect()
    }
}
