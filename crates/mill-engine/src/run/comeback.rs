//! Runs that a used-up quota paused go on by themselves when the provider said it comes back.

use std::sync::PoisonError;
use std::time::Duration;

use mill_domain::{PauseReason, RunId, RunState, Timestamp};

use super::ResumeSkill;
use crate::{Engine, EngineEvent};

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

    /// Resumes a run at a moment, unless a person did something with it before or the engine closes.
    pub(super) fn come_back_at(&self, run: RunId, at: Timestamp) {
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
                .run_until_cancelled(engine.wait_and_resume(run, at))
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
        if let Err(error) = self.resume(run, ResumeSkill::AsRun).await {
            tracing::warn!(run.id = %run, error = %error, "run {run} could not go on by itself");
            self.publish(EngineEvent::Run(run));
        }
    }
}
