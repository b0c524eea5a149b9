//! One stretch of work on a run: lock, rules, pool, end.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};

use futures::FutureExt;
use mill_domain::{
    KeyName, ModelRef, NoRoom, PauseReason, Prices, RunEvent, RunId, RunState, Secret, TaskNumber,
};
use mill_llm::{AnswerSchema, Pace, Provider, Start, providers};
use mill_pool::{Pool, PoolEnd};
use mill_skills::{ColumnMap, Skill, SkillSource, prompt};
use mill_store::{RunRow, StoreError};

use super::lock::RunLock;
use super::practice::PracticeDesk;
use super::question::{self, Scans};
use super::rows::Rows;
use super::second::Second;
use super::standby::Standby;
use super::warm::Warming;
use super::{LiveRun, Wish, rules};
use crate::engine::new_uuid;
use crate::prepare::{DEFAULT_OUTPUT_TOKENS, column_map, for_columns};
use crate::{Engine, EngineError, EngineEvent, Mapping, Ways};

/// Everything one stretch of work needs; shared by its agents.
pub(crate) struct Work {
    pub(super) engine: Engine,
    pub(super) run: RunId,
    pub(super) live: Arc<LiveRun>,
    pub(super) skill: Skill,
    pub(super) map: ColumnMap,
    pub(super) model: ModelRef,
    /// Which of the provider's keys is used; `None`: it needs none.
    pub(super) key: Option<KeyName>,
    /// The last cap that had no room, to be told when the run pauses for it.
    pub(super) no_room: Arc<Mutex<Option<NoRoom>>>,
    pub(super) provider: Arc<dyn Provider>,
    pub(super) pace: Arc<Pace>,
    pub(super) prices: Prices,
    pub(super) system: String,
    pub(super) schema: AnswerSchema,
    /// Marks the data of a task; nobody who wrote the data could know it.
    pub(super) fence: String,
    pub(super) output_tokens: u32,
    pub(super) max_input_tokens: Option<u64>,
    pub(super) attempts: u32,
    pub(super) idle_timeout_ms: u64,
    pub(super) fail_fast: bool,
    pub(super) folder: Option<String>,
    pub(super) scans: Scans,
    /// True if documents that are too long are read in parts.
    pub(super) split: bool,
    pub(super) practice: Arc<PracticeDesk>,
    /// The model that is asked where this one ends as `ways` says.
    pub(super) next: Option<Arc<Self>>,
    /// The verifiers beside this one, where the run asks for second opinions; empty otherwise.
    pub(super) panel: Vec<Arc<Self>>,
    /// The second models that the skill's checks ask about an answer that fits; empty for most skills.
    pub(super) seconds: Arc<[Second]>,
    /// Which second model this is, from 1; 0: it works for the task's own answer.
    pub(super) second: u32,
    pub(super) ways: Ways,
    pub(super) warm: Warming,
    pub(super) rows: Rows,
    pub(super) standby: Standby,
    /// Rows that have ended are asked again, beside a run that is not at work.
    pub(super) asks_again: bool,
}

impl Engine {
    /// Begins to work on a run that is stored as running, in the background. `lock` is held until the work has ended.
    pub(crate) async fn begin_work(&self, row: RunRow, lock: RunLock) -> Result<(), EngineError> {
        let run = row.id;
        let live = Arc::new(LiveRun::new(self.now(), row.agents));
        self.forget_comeback(run);
        // In a box: it is large, and everything that starts a run would be.
        let work = match Box::pin(self.gather_all(row, &live)).await {
            Ok(work) => Arc::new(work),
            Err(error) => {
                let reason = pause_for(&error);
                self.store()
                    .change_run_state(run, RunEvent::Pause(reason), 0, self.now())
                    .await?;
                self.publish(EngineEvent::Run(run));
                return Err(error);
            }
        };
        self.parts
            .live
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(run, Arc::clone(&live));
        self.publish(EngineEvent::Run(run));
        let engine = self.clone();
        self.parts.tasks.spawn(async move {
            let worked = AssertUnwindSafe(work_through(&work)).catch_unwind();
            let end = tokio::select! {
                end = worked => end,
                never = engine.watch_for_sleep(run, &live) => match never {},
            };
            let end = end.unwrap_or_else(|_| Ok(PoolEnd::Broken("the driver died".to_owned())));
            live.settling.close();
            live.settling.wait().await;
            settle_leftovers(&work).await;
            let event = event_after(&work, end).await;
            store_end(&work, event).await;
            if let (RunEvent::Pause(PauseReason::Quota), Some(at)) = (event, live.back_at()) {
                engine.come_back_at(run, at).await;
            }
            engine
                .parts
                .live
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .remove(&run);
            drop(lock);
            engine.publish(EngineEvent::Run(run));
            engine.publish(EngineEvent::Agents(run));
            engine.stale(["runs", "home", "costs", "status", "jobs"]);
            engine.tell_verified(run).await;
            engine.publish(EngineEvent::Stale(vec![
                format!("run:{run}"),
                format!("rows:{run}"),
                format!("review:{run}"),
            ]));
            live.done.send_replace(true);
        });
        Ok(())
    }

    /// The work with the run's model, and with each model it may fall back to.
    async fn gather_all(&self, row: RunRow, live: &Arc<LiveRun>) -> Result<Work, EngineError> {
        let mut main = self.gather(row.clone(), Arc::clone(live)).await?;
        main.seconds = self.gather_seconds(&row, &main, live).await?;
        let mut next = None;
        for model in main.ways.fallback.iter().rev() {
            let same_provider = model.provider() == main.model.provider();
            let other = RunRow {
                model: model.to_string(),
                key: row.key.clone().filter(|_| same_provider),
                endpoint: main
                    .ways
                    .endpoint_of(model)
                    .map_or_else(|| row.endpoint.clone(), |own| Some(own.to_owned())),
                ..row.clone()
            };
            let mut work = self.gather(other, Arc::clone(live)).await?;
            work.no_room = Arc::clone(&main.no_room);
            work.fence.clone_from(&main.fence);
            work.seconds = Arc::clone(&main.seconds);
            work.next = next.take();
            next = Some(Arc::new(work));
        }
        main.next = next;
        main.panel = self.gather_panel(&row, &main, live).await?;
        Ok(main)
    }

    pub(super) async fn gather(
        &self,
        row: RunRow,
        live: Arc<LiveRun>,
    ) -> Result<Work, EngineError> {
        let skill = Skill::from_source(serde_json::from_str::<SkillSource>(&row.skill_source)?)?;
        let skill = for_columns(skill, &row.columns);
        let mapping: Mapping = serde_json::from_str(&row.mapping)?;
        let map = column_map(&skill.inputs, &row.columns, &mapping)?;
        let model: ModelRef = row.model.parse()?;
        let prices = self
            .prices_for(&model)
            .ok_or_else(|| EngineError::NoPrice {
                model: row.model.clone(),
            })?;
        let practice = Arc::new(PracticeDesk::default());
        let key = self.key_for(model.provider(), row.key.as_ref()).await?;
        let key_name = key.is_some().then(|| row.key.unwrap_or_default());
        let provider = self.provider(&model, row.endpoint.as_deref(), key, &practice, &skill)?;
        let output_tokens = skill
            .defaults
            .max_output_tokens
            .unwrap_or(DEFAULT_OUTPUT_TOKENS);
        let endpoint = row.endpoint.as_deref();
        self.learn_window_from(&*provider, &model, endpoint).await;
        let max_input_tokens = self.window_of(&model, endpoint, output_tokens);
        let start = if self.is_local(&model, row.endpoint.as_deref()) {
            Start::AtOnce
        } else {
            Start::Gently
        };
        let place = (model.provider().clone(), row.endpoint, key_name.clone());
        let pace = self.pace(place, start);
        drop(live.pace.set(Arc::clone(&pace)));
        Ok(Work {
            engine: self.clone(),
            run: row.id,
            live,
            system: prompt::system(&skill),
            schema: question::answer_schema(&skill),
            fence: new_uuid().simple().to_string(),
            output_tokens,
            skill,
            map,
            pace,
            model,
            key: key_name,
            no_room: Arc::default(),
            provider,
            prices,
            max_input_tokens,
            attempts: row.max_attempts,
            idle_timeout_ms: row.idle_timeout_ms,
            fail_fast: row.fail_fast,
            folder: row.source_folder,
            scans: Scans::of(mapping.pictures),
            split: mapping.split,
            practice,
            next: None,
            panel: Vec::new(),
            seconds: Arc::new([]),
            second: 0,
            ways: mapping.ways,
            warm: Warming::default(),
            rows: Rows::default(),
            standby: Standby::default(),
            asks_again: false,
        })
    }

    /// A provider ready to use.
    fn provider(
        &self,
        model: &ModelRef,
        endpoint: Option<&str>,
        key: Option<Secret<String>>,
        practice: &Arc<PracticeDesk>,
        skill: &Skill,
    ) -> Result<Arc<dyn Provider>, EngineError> {
        let mut endpoints = self.config().endpoints.clone();
        endpoints.custom = endpoint.map(str::to_owned);
        if model.is_practice() {
            endpoints.practice = practice.answers(skill.clone());
        }
        Ok(providers::build(model, &endpoints, key, &self.parts.http)?)
    }

    /// Whether a model is served on this machine.
    fn is_local(&self, model: &ModelRef, endpoint: Option<&str>) -> bool {
        let mut endpoints = self.config().endpoints.clone();
        endpoints.custom = endpoint.map(str::to_owned);
        providers::is_local(model.provider(), &endpoints)
    }

    /// A provider that only counts: no key is read for it and nothing can be sent with it.
    pub(crate) fn provider_for_bounds(
        &self,
        model: &ModelRef,
        endpoint: Option<&str>,
    ) -> Result<Arc<dyn Provider>, EngineError> {
        let mut endpoints = self.config().endpoints.clone();
        endpoints.custom = endpoint.map(str::to_owned);
        let no_key = Secret::new("none".to_owned());
        Ok(providers::build(
            model,
            &endpoints,
            Some(no_key),
            &self.parts.http,
        )?)
    }

    /// Runs that were at work when the program ended, and are at work nowhere else, become interrupted.
    pub(crate) async fn recover_interrupted(&self) -> Result<(), EngineError> {
        for row in self
            .store()
            .runs()
            .await?
            .into_iter()
            .filter(|row| row.state == RunState::Running)
        {
            let Ok(_lock) = RunLock::take(&self.config().home, row.id) else {
                continue;
            };
            self.store().recover_run(row.id, self.now()).await?;
            let interrupted = RunEvent::Pause(PauseReason::Interrupted);
            self.store()
                .change_run_state(row.id, interrupted, 0, self.now())
                .await?;
        }
        for run in self.store().runs_left_asking().await? {
            // Whoever asks rows of a run again holds its lock: one that is free is nobody's.
            if let Ok(_lock) = RunLock::take(&self.config().home, run) {
                self.store().recover_run(run, self.now()).await?;
            }
        }
        Ok(())
    }

    /// Runs at work in this process and what their agents do.
    pub(crate) fn agents_at_work(&self) -> BTreeMap<RunId, Arc<LiveRun>> {
        self.parts
            .live
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

async fn work_through(work: &Arc<Work>) -> Result<PoolEnd, EngineError> {
    let for_model = rules::decide_all(work).await?;
    match work.live.wish() {
        Some(Wish::Stop) => return Ok(PoolEnd::Stopped),
        Some(Wish::Pause(reason)) => return Ok(PoolEnd::Paused(reason)),
        None => {}
    }
    if work.ways.batch {
        return super::batch::work_through(work, for_model).await;
    }
    let calls = u64::try_from(for_model.len()).unwrap_or(u64::MAX);
    if mill_llm::caching::pays(&work.model, &work.prices, &work.system, calls) {
        work.warm.begin();
    }
    for second in work.seconds.iter().map(|second| &second.work) {
        if mill_llm::caching::pays(&second.model, &second.prices, &second.system, calls) {
            second.warm.begin();
        }
    }
    let mut tasks = for_model;
    loop {
        let end = work_on(work, tasks).await?;
        if !matches!(end, PoolEnd::Drained) {
            return Ok(end);
        }
        // What the next step of a merge reads must be stored.
        work.live.settling.close();
        work.live.settling.wait().await;
        work.live.settling.reopen();
        let limit = work.max_input_tokens;
        let next = work
            .engine
            .next_merge_step(work.run, &work.skill, limit)
            .await?;
        if next.is_empty() {
            return Ok(end);
        }
        tasks = next;
    }
}

/// Lets agents work on tasks until all have ended or the pool is told to leave it.
async fn work_on(work: &Arc<Work>, tasks: Vec<TaskNumber>) -> Result<PoolEnd, EngineError> {
    let agents = work.engine.store().run(work.run).await?.agents;
    let (pool, run) = Pool::start(Arc::clone(work) as _, tasks, agents);
    work.live.set_pool(pool.clone());
    // A wish that came between the rules and the pool would otherwise be lost.
    match work.live.wish() {
        Some(Wish::Stop) => pool.stop().await,
        Some(Wish::Pause(reason)) => pool.pause(reason).await,
        None => {}
    }
    Ok(run.end().await)
}

/// Stores how this stretch of work ended. A run with rows left is never finished, whatever the pool said.
async fn store_end(work: &Work, event: RunEvent) {
    let (run, store, now) = (work.run, work.engine.store(), work.engine.now());
    let worked_ms = work.live.worked_ms(now);
    if event == RunEvent::Pause(PauseReason::Budget)
        && let Some(no_room) = work.refused()
        && let Err(error) = store.set_run_no_room(run, Some(&no_room)).await
    {
        tracing::error!(run.id = %run, error = %error, "which cap stopped run {run} could not be stored");
    }
    let mut stored = store.change_run_state(run, event, worked_ms, now).await;
    if event == RunEvent::Finish && matches!(stored, Err(StoreError::WrongState { .. })) {
        tracing::error!(run.id = %run, "run {run} was said to be finished and has rows left");
        let interrupted = RunEvent::Pause(PauseReason::Interrupted);
        stored = store
            .change_run_state(run, interrupted, worked_ms, now)
            .await;
    }
    if let Err(error) = stored {
        tracing::error!(run.id = %run, error = %error, "the end of run {run} could not be stored");
    }
}

/// No agent is left: a task still at work, or money still held, belonged to one that died or could not store its end.
async fn settle_leftovers(work: &Work) {
    let recovered = work
        .engine
        .store()
        .recover_run(work.run, work.engine.now())
        .await;
    if let Err(error) = recovered {
        // The next start of the run does it.
        tracing::warn!(run.id = %work.run, error = %error, "what agents of run {} left open stays open for now", work.run);
    }
}

/// The run's next step after a stretch of work; tasks a person gave up become cancelled first.
async fn event_after(work: &Work, end: Result<PoolEnd, EngineError>) -> RunEvent {
    if work.live.was_ended_by_person() {
        let problem = "the run was ended before this row's turn".to_owned();
        return match work
            .engine
            .store()
            .cancel_waiting_tasks(work.run, problem, work.engine.now())
            .await
        {
            Ok(_) => RunEvent::Cancel,
            Err(error) => RunEvent::Pause(pause_for(&EngineError::Store(error))),
        };
    }
    match end {
        Ok(PoolEnd::Drained) => RunEvent::Finish,
        Ok(PoolEnd::Paused(reason)) => RunEvent::Pause(reason),
        Ok(PoolEnd::Stopped) => RunEvent::Pause(PauseReason::Interrupted),
        Ok(PoolEnd::Broken(fault)) => {
            tracing::error!(run.id = %work.run, fault = %fault, "run {} failed", work.run);
            RunEvent::Fail
        }
        Err(error) => {
            tracing::error!(run.id = %work.run, error = %error, "run {} cannot go on", work.run);
            RunEvent::Pause(pause_for(&error))
        }
    }
}

/// The reason a run pauses for when it cannot go on at all.
fn pause_for(error: &EngineError) -> PauseReason {
    match error {
        EngineError::Llm(error) => error.stops_provider().unwrap_or(PauseReason::Outage),
        EngineError::Store(StoreError::DiskFull) => PauseReason::DiskFull,
        EngineError::Secret(_) | EngineError::NoSuchKey { .. } => PauseReason::KeyRefused,
        _ => PauseReason::Interrupted,
    }
}
