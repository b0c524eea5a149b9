//! Runs that go on by themselves: those that a used-up quota paused, when the provider said it comes back, and
//! interrupted ones whose questions are with a provider. Both outlive the program: a host that stays open takes them up.

use std::sync::PoisonError;
use std::time::Duration;

use mill_domain::{PauseReason, RunId, RunState, Timestamp};

use super::ResumeSkill;
use crate::{Engine, EngineError, EngineEvent};

/// The clock is looked at this often: a timer alone would sleep on after the computer has slept.
const LOOK_EVERY: Duration = Duration::from_secs(5);

impl Engine {
    /// When a paused run goes on by itself while this program runs. `None`: a person has to resume it.
    pub fn comes_back_at(&self, run: RunId) -> Option<Timestamp> {
        self.parts
            .comebacks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&run)
            .copied()
    }

    /// Takes up what goes on by itself from before the program started, in the background: runs that wait for a quota, at
    /// their moment, and interrupted runs with a batch at a provider. A host that stays open calls it once; a command is
    /// gone before anything could come of it.
    pub fn go_on_by_themselves(&self) {
        let engine = self.clone();
        tokio::spawn(async move {
            let closing = engine.parts.closing.clone();
            let taken_up = closing
                .run_until_cancelled(Box::pin(engine.take_up()))
                .await;
            if let Some(Err(error)) = taken_up {
                tracing::warn!(error = %error, "what could go on by itself cannot be read: {error}");
            }
        });
    }

    async fn take_up(&self) -> Result<(), EngineError> {
        for (run, at) in self.store().comebacks().await? {
            self.wait_for(run, at);
            self.publish(EngineEvent::Run(run));
        }
        for run in self.store().interrupted_batch_runs().await? {
            self.go_on(run).await;
        }
        Ok(())
    }

    /// Resumes a run at a moment, also after a restart, unless a person did something with it before.
    pub(super) async fn come_back_at(&self, run: RunId, at: Timestamp) {
        if let Err(error) = self.store().set_comeback(run, Some(at)).await {
            tracing::warn!(run.id = %run, error = %error, "run {run} goes on by itself only while this program runs");
        }
        self.wait_for(run, at);
    }

    fn wait_for(&self, run: RunId, at: Timestamp) {
        self.parts
            .comebacks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(run, at);
        let engine = self.clone();
        // Not one of the tasks that closing waits for: nothing is lost when it is dropped.
        tokio::spawn(async move {
            let closing = engine.parts.closing.clone();
            closing
                .run_until_cancelled(Box::pin(engine.wait_and_resume(run, at)))
                .await;
        });
    }

    pub(super) fn forget_comeback(&self, run: RunId) {
        self.parts
            .comebacks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&run);
    }

    async fn wait_and_resume(&self, run: RunId, at: Timestamp) {
        loop {
            if self.comes_back_at(run) != Some(at) {
                return;
            }
            let left = Duration::from_millis(at.millis_since(self.now()));
            if left.is_zero() {
                break;
            }
            tokio::time::sleep(left.min(LOOK_EVERY)).await;
        }
        self.forget_comeback(run);
        let state = self.store().run(run).await.map(|row| row.state);
        if !matches!(state, Ok(RunState::Paused(PauseReason::Quota))) {
            return;
        }
        self.go_on(run).await;
    }

    async fn go_on(&self, run: RunId) {
        if let Err(error) = self.resume(run, ResumeSkill::AsRun).await {
            tracing::warn!(run.id = %run, error = %error, "run {run} could not go on by itself");
            self.publish(EngineEvent::Run(run));
        }
    }
}
