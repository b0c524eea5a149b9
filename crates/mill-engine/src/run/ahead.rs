//! A run that does not run ahead of its reviewer.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mill_domain::{PauseReason, RunId, RunState};

use super::ResumeSkill;
use super::call::Stop;
use super::drive::Work;
use crate::{Engine, EngineError, EngineEvent, Mapping};

/// The most a run may be told to be ahead.
const MOST: u32 = 1_000_000;

/// How long a run that has no limit is believed to have none.
const KNOWN_FOR: Duration = Duration::from_millis(500);

/// Tasks that were let in and have not left. Whoever lets in holds `door`, so that two never take the same room.
#[derive(Debug, Default)]
pub(super) struct Ahead {
    door: tokio::sync::Mutex<()>,
    inside: AtomicU64,
    /// That there was no limit, and when that was read last. Plain mutex: nothing is awaited under it.
    unlimited_at: Mutex<Option<Instant>>,
    /// Somebody waits for this stretch of work to end, to go on after it.
    is_awaited: AtomicBool,
}

impl Ahead {
    /// Whether a moment ago there was no limit: what another process sets is seen within this time.
    pub(super) fn is_unlimited(&self) -> bool {
        self.unlimited_since()
            .is_some_and(|read| read.elapsed() < KNOWN_FOR)
    }

    fn remember(&self, limit: Option<u32>) {
        *self.unlimited_since() = limit.is_none().then(Instant::now);
    }

    fn unlimited_since(&self) -> MutexGuard<'_, Option<Instant>> {
        self.unlimited_at
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// A task has left, however it ended.
    pub(super) fn leave(&self) {
        self.inside.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Work {
    /// Lets a task in if its result would not be further ahead of the reviewer than the person said; else the run pauses
    /// until there are verdicts. Whoever was let in must leave.
    pub(super) async fn come_in(&self) -> Result<(), Stop> {
        let ahead = &self.live.ahead;
        if ahead.is_unlimited() {
            ahead.inside.fetch_add(1, Ordering::SeqCst);
            return Ok(());
        }
        let _door = ahead.door.lock().await;
        let limit = self.engine.store().ahead(self.run).await?;
        ahead.remember(limit);
        if let Some(limit) = limit {
            // Ends on their way to the disk are counted before the results on it: one may be counted twice, none is missed.
            let coming = ahead.inside.load(Ordering::SeqCst) + self.live.settling.len() as u64;
            let unjudged = self.engine.store().unjudged_by_model(self.run).await?;
            if unjudged + coming >= u64::from(limit) {
                return Err(Stop::Pause(PauseReason::Review));
            }
        }
        ahead.inside.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

impl Engine {
    /// Tells a run to have at most so many results by a model without a verdict; `None`: as many as it likes.
    /// # Errors
    /// [`EngineError::BadValue`] for 0 or too many, [`EngineError::RunState`] if the run is over,
    /// [`EngineError::BatchAhead`] if it hands in its questions together.
    pub async fn set_ahead(&self, run: RunId, ahead: Option<u32>) -> Result<(), EngineError> {
        check_ahead(ahead)?;
        self.refuse_if_over(run).await?;
        let row = self.store().run(run).await?;
        let is_batch = serde_json::from_str::<Mapping>(&row.mapping)?.ways.batch;
        if is_batch && ahead.is_some() {
            return Err(EngineError::BatchAhead);
        }
        self.store().set_ahead(run, ahead).await?;
        if let Some(live) = self.live_run(run) {
            live.ahead.remember(ahead);
        }
        self.publish(EngineEvent::Run(run));
        Ok(())
    }

    /// How far a run may be ahead of its reviewer; `None`: as far as it likes.
    /// # Errors
    /// [`EngineError::Store`] if it cannot be read.
    pub async fn ahead(&self, run: RunId) -> Result<Option<u32>, EngineError> {
        Ok(self.store().ahead(run).await?)
    }

    /// Resumes a run that waited for its reviewer, once there is room again for as many results as it has agents, or for
    /// half of what it may be ahead: going on for every single verdict would start and stop it all the time.
    /// # Errors
    /// What [`Engine::resume`] refuses.
    pub async fn go_on_after_review(&self, run: RunId) -> Result<(), EngineError> {
        if let Some(live) = self.live_run(run) {
            // It may be about to pause for the room this review has just made: looked at again then.
            if !live.ahead.is_awaited.swap(true, Ordering::SeqCst) {
                let (engine, closing) = (self.clone(), self.parts.closing.clone());
                tokio::spawn(async move {
                    let ended = closing.run_until_cancelled(live.ended()).await;
                    if ended.is_some() {
                        engine.go_on_logged(run).await;
                    }
                });
            }
            return Ok(());
        }
        self.go_on_if_room(run).await
    }

    async fn go_on_logged(&self, run: RunId) {
        if let Err(error) = self.go_on_if_room(run).await {
            tracing::warn!(run.id = %run, error = %error, "run {run} could not go on after a review");
        }
    }

    async fn go_on_if_room(&self, run: RunId) -> Result<(), EngineError> {
        let row = self.store().run(run).await?;
        if row.state != RunState::Paused(PauseReason::Review) || self.live_run(run).is_some() {
            return Ok(());
        }
        let room = match self.store().ahead(run).await? {
            None => true,
            Some(limit) => {
                let unjudged = self.store().unjudged_by_model(run).await?;
                let wanted = row.agents.min(limit.div_ceil(2)).max(1);
                unjudged + u64::from(wanted) <= u64::from(limit)
            }
        };
        if room {
            match self.resume(run, ResumeSkill::AsRun).await {
                // The verdict is in; whoever resumes the run is told.
                Err(EngineError::PasswordNeeded { .. }) => {}
                other => other?,
            }
        }
        Ok(())
    }
}

pub(crate) fn check_ahead(ahead: Option<u32>) -> Result<(), EngineError> {
    match ahead {
        Some(given) if !(1..=MOST).contains(&given) => Err(EngineError::BadValue {
            what: "ahead",
            value: given.to_string(),
            expected: format!("use 1 to {MOST}"),
        }),
        _ => Ok(()),
    }
}
