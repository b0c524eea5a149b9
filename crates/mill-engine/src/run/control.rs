//! What a person can do with a run: start, pause, resume, end, more agents, another cap.

use mill_domain::{PauseReason, RunEvent, RunId, RunState, Usd};
use mill_skills::Skill;
use mill_store::{NewRun, NewTask, RunRow};

use super::lock::RunLock;
use crate::engine::new_uuid;
use crate::error::ReviewError;
use crate::prepare::{Prepared, column_map, for_columns};
use crate::{Engine, EngineError, EngineEvent, Mapping};

/// The skill a run goes on with.
#[derive(Debug, Clone)]
pub enum ResumeSkill {
    /// As it was when the run started.
    AsRun,
    /// As it is now; results so far stay with the version that made them.
    Current(Box<Skill>),
}

impl Engine {
    /// Stores a run with all its tasks and begins to work on it in the background.
    /// # Errors
    /// What [`Engine::check_money`] refuses; [`EngineError::Llm`] or [`EngineError::Secret`] if the provider cannot be used.
    pub async fn start(&self, prepared: Prepared) -> Result<RunId, EngineError> {
        self.start_ahead(prepared, None).await
    }

    /// The same, told how far it may be ahead of its reviewer: results by a model without a verdict; `None`: as the job
    /// says, else any number.
    /// # Errors
    /// What [`Engine::start`] refuses; [`EngineError::BadValue`] for 0, [`EngineError::BatchAhead`] for a batch.
    pub async fn start_ahead(
        &self,
        mut prepared: Prepared,
        ahead: Option<u32>,
    ) -> Result<RunId, EngineError> {
        let setting = &mut prepared.choices.options.ways.ahead;
        *setting = ahead.or(*setting);
        self.check_money(&prepared).await?;
        // From here on it is the run's own, and changes with it.
        let ahead = prepared.choices.options.ways.ahead.take();
        self.check_provider(&prepared).await?;
        let run = RunId::from_uuid(new_uuid());
        // Before it is stored, so that a program that starts at this moment does not take it for interrupted.
        let lock = RunLock::take(&self.config().home, run)?;
        self.store()
            .create_run(new_run(run, prepared)?, self.now())
            .await?;
        if ahead.is_some() {
            self.store().set_ahead(run, ahead).await?;
        }
        self.stale(["runs", "home", "jobs", "status"]);
        self.begin_work(self.store().run(run).await?, lock).await?;
        Ok(run)
    }

    /// Goes on with a run that is paused, interrupted or failed. What was paid for is never asked again.
    /// # Errors
    /// [`EngineError::RunState`] if it is over, [`EngineError::RunElsewhere`] if another process works on it.
    pub async fn resume(&self, run: RunId, skill: ResumeSkill) -> Result<(), EngineError> {
        let row = self.store().run(run).await?;
        if row.verifies.is_some() && matches!(skill, ResumeSkill::Current(_)) {
            return Err(EngineError::BadValue {
                what: "skill",
                value: "current".to_owned(),
                expected: "a second opinion keeps the question it was asked with: as-run"
                    .to_owned(),
            });
        }
        if self.live_run(run).is_some() {
            return Err(EngineError::RunState {
                run,
                state: row.state.as_str().to_owned(),
            });
        }
        self.check_passwords(&row).await?;
        // Stored as running while its lock is free: the process that worked on it is gone.
        let lock = self.lock_to_resume(run).await?;
        if let ResumeSkill::Current(skill) = &skill {
            check_mapping(&row, skill)?;
        }
        self.store().recover_run(run, self.now()).await?;
        self.store().set_run_no_room(run, None).await?;
        self.store().set_comeback(run, None).await?;
        self.change(run, RunEvent::Resume).await?;
        if let ResumeSkill::Current(skill) = skill {
            let source = serde_json::to_string(&skill.source)?;
            self.store()
                .set_run_skill(run, skill.version, skill.content_hash, source)
                .await?;
        }
        self.begin_work(self.store().run(run).await?, lock).await
    }

    /// The lock of a run that is to go on. Rows that are asked again hold it too, and that is another thing to wait for.
    async fn lock_to_resume(&self, run: RunId) -> Result<RunLock, EngineError> {
        let held = match RunLock::take(&self.config().home, run) {
            Err(held @ EngineError::RunElsewhere { .. }) => held,
            other => return other,
        };
        let asks = self.store().runs_left_asking().await?.contains(&run);
        Err(if asks {
            ReviewError::Asking { run }.into()
        } else {
            held
        })
    }

    /// Lets agents finish their task, then pauses.
    /// # Errors
    /// [`EngineError::RunState`] if it is not at work here.
    pub async fn pause(&self, run: RunId) -> Result<(), EngineError> {
        match self.live_run(run) {
            Some(live) => live.pause(PauseReason::Person).await,
            None => return Err(self.not_here(run).await?),
        }
        Ok(())
    }

    /// Ends a run for good: agents stop at once, tasks that are left become cancelled.
    /// # Errors
    /// [`EngineError::RunState`] if it is over.
    pub async fn end_run(&self, run: RunId) -> Result<(), EngineError> {
        if let Some(live) = self.live_run(run) {
            live.end().await;
            live.ended().await;
            return Ok(());
        }
        let row = self.store().run(run).await?;
        if !row.state.is_open() {
            return Err(EngineError::RunState {
                run,
                state: row.state.as_str().to_owned(),
            });
        }
        let _lock = RunLock::take(&self.config().home, run)?;
        self.store().recover_run(run, self.now()).await?;
        let problem = "the run was ended before this row's turn".to_owned();
        self.store()
            .cancel_waiting_tasks(run, problem, self.now())
            .await?;
        self.change(run, RunEvent::Cancel).await
    }

    /// Closes every call of a run at once and leaves it resumable.
    pub async fn interrupt(&self, run: RunId) {
        if let Some(live) = self.live_run(run) {
            live.interrupt().await;
            live.ended().await;
        }
    }

    /// Changes how many agents a run uses, now and after a pause.
    /// # Errors
    /// [`EngineError::BadValue`] out of range, [`EngineError::RunState`] if it is over: what it used is history then.
    pub async fn set_agents(&self, run: RunId, agents: u32) -> Result<(), EngineError> {
        if !(1..=mill_pool::MAX_AGENTS).contains(&agents) {
            let expected = format!("use 1 to {}", mill_pool::MAX_AGENTS);
            return Err(EngineError::BadValue {
                what: "agents",
                value: agents.to_string(),
                expected,
            });
        }
        self.refuse_if_over(run).await?;
        self.store().set_run_agents(run, agents).await?;
        if let Some(live) = self.live_run(run) {
            live.set_agents(agents).await;
        }
        self.publish(EngineEvent::Agents(run));
        self.publish(EngineEvent::Run(run));
        Ok(())
    }

    /// Changes a run's cap. The next call is held against it, whichever process makes it.
    /// # Errors
    /// [`EngineError::NotAboveZero`], [`EngineError::RunState`] if it is over: its cap is history then.
    pub async fn set_budget(&self, run: RunId, cap: Usd) -> Result<(), EngineError> {
        if !cap.is_positive() {
            return Err(EngineError::NotAboveZero {
                what: "budget",
                value: cap,
            });
        }
        self.refuse_if_over(run).await?;
        self.store().set_run_budget(run, cap).await?;
        self.note_changed_cap();
        self.publish(EngineEvent::Run(run));
        Ok(())
    }

    /// Waits until a run is not at work in this process any more; the state it is in then.
    /// # Errors
    /// [`EngineError::Store`] if it cannot be read.
    pub async fn wait(&self, run: RunId) -> Result<RunState, EngineError> {
        if let Some(live) = self.live_run(run) {
            live.ended().await;
        }
        Ok(self.store().run(run).await?.state)
    }

    pub(super) async fn refuse_if_over(&self, run: RunId) -> Result<(), EngineError> {
        let state = self.store().run(run).await?.state;
        if state.is_open() || state == RunState::Failed {
            return Ok(());
        }
        let state = state.as_str().to_owned();
        Err(EngineError::RunState { run, state })
    }

    async fn change(&self, run: RunId, event: RunEvent) -> Result<(), EngineError> {
        match self
            .store()
            .change_run_state(run, event, 0, self.now())
            .await
        {
            Ok(_) => {}
            Err(mill_store::StoreError::WrongState { .. }) => {
                let state = self.store().run(run).await?.state;
                return Err(EngineError::RunState {
                    run,
                    state: state.as_str().to_owned(),
                });
            }
            Err(other) => return Err(other.into()),
        }
        self.publish(EngineEvent::Run(run));
        self.stale(["runs", "home", "status"]);
        Ok(())
    }

    async fn not_here(&self, run: RunId) -> Result<EngineError, EngineError> {
        let row: RunRow = self.store().run(run).await?;
        Ok(match row.state {
            RunState::Running => EngineError::RunElsewhere { run },
            other => EngineError::RunState {
                run,
                state: other.as_str().to_owned(),
            },
        })
    }

    /// Fails before anything is stored if the provider cannot even be addressed: no key, no endpoint.
    pub(crate) async fn check_provider(&self, prepared: &Prepared) -> Result<(), EngineError> {
        let choices = &prepared.choices;
        let key = self
            .key_for(choices.model.provider(), choices.key.as_ref())
            .await?;
        let mut endpoints = self.config().endpoints.clone();
        endpoints.custom.clone_from(&choices.endpoint);
        let main = mill_llm::providers::build(&choices.model, &endpoints, key, &self.parts.http)?;
        if choices.options.ways.batch {
            let taken = match main.batches() {
                Some(batches) => batches.are_taken().await?,
                None => false,
            };
            if !taken {
                return Err(EngineError::NoBatches {
                    model: choices.model.to_string(),
                });
            }
        }
        for model in &choices.options.ways.fallback {
            let same = model.provider() == choices.model.provider();
            let name = choices.key.as_ref().filter(|_| same);
            let key = self.key_for(model.provider(), name).await?;
            let mut endpoints = endpoints.clone();
            if let Some(own) = choices.options.ways.endpoint_of(model) {
                endpoints.custom = Some(own.to_owned());
            }
            mill_llm::providers::build(model, &endpoints, key, &self.parts.http)?;
        }
        for second in &prepared.seconds {
            let model = &second.plan.model;
            let same = model.provider() == choices.model.provider();
            let name = choices.key.as_ref().filter(|_| same);
            let key = self.key_for(model.provider(), name).await?;
            endpoints.custom = prepared.endpoint_of_second(&second.plan);
            mill_llm::providers::build(model, &endpoints, key, &self.parts.http)?;
        }
        Ok(())
    }
}

/// Refuses a skill that does not read the run's columns, before anything is changed.
fn check_mapping(row: &RunRow, skill: &Skill) -> Result<(), EngineError> {
    let skill = for_columns(skill.clone(), &row.columns);
    let mapping: Mapping = serde_json::from_str(&row.mapping)?;
    column_map(&skill.inputs, &row.columns, &mapping)?;
    Ok(())
}

pub(crate) fn new_run(id: RunId, prepared: Prepared) -> Result<NewRun, EngineError> {
    let mapping = serde_json::to_string(&prepared.mapping())?;
    let original = prepared.list.about.original.clone();
    let free = prepared.is_free();
    let budget = prepared.budget();
    let choices = prepared.choices;
    let tasks = prepared.list.rows.into_iter().map(|row| NewTask {
        source_row: row.source_row,
        cells: row.cells,
        problem: row.problem,
    });
    Ok(NewRun {
        id,
        job: choices.job,
        name: choices.name.unwrap_or_else(|| choices.skill.name.clone()),
        skill_name: choices.skill.name.clone(),
        skill_version: choices.skill.version.clone(),
        skill_hash: choices.skill.content_hash.clone(),
        skill_source: serde_json::to_string(&choices.skill.source)?,
        model: choices.model.to_string(),
        endpoint: choices.endpoint,
        agents: prepared.agents,
        max_attempts: prepared.attempts,
        idle_timeout_ms: prepared.idle_timeout_ms,
        fail_fast: choices.options.ways.fail_fast,
        key: choices.key,
        budget: if free && choices.budget.is_none() {
            None
        } else {
            budget
        },
        source: prepared.list.about.name().to_owned(),
        source_folder: prepared.list.about.folder,
        original: original.as_ref().map(serde_json::to_string).transpose()?,
        columns: prepared.list.about.columns,
        mapping,
        tasks: tasks.collect(),
    })
}
