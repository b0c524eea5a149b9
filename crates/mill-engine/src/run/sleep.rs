//! The computer sleeps while a run is at work: noticed by the clock on the wall, told, and no row's fault.

use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use mill_domain::{RunId, Timestamp};

use super::LiveRun;
use crate::{Engine, EngineEvent};

/// The clock on the wall is looked at this often while a run is at work. Timers alone cannot tell: on most systems they
/// stand still while the computer sleeps.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// So much more time gone on the wall than was waited for means sleep. A busy computer is late by less.
const SLEPT_FROM_MS: u64 = 60_000;

/// The computer slept while a run was at work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slept {
    /// For how long, in milliseconds.
    pub ms: u64,
    /// When it woke up.
    pub until: Timestamp,
}

/// What a stretch of work was slept through.
#[derive(Debug, Default)]
pub(super) struct Sleeps {
    /// Plain mutex: nothing is awaited under it.
    so_far: Mutex<(u64, Option<Slept>)>,
}

impl Sleeps {
    fn note(&self, slept: Slept) {
        let mut so_far = self.so_far.lock().unwrap_or_else(PoisonError::into_inner);
        *so_far = (so_far.0 + slept.ms, Some(slept));
    }

    fn get(&self) -> (u64, Option<Slept>) {
        *self.so_far.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LiveRun {
    /// The latest sleep of the computer in this stretch of work; `None`: it was awake.
    pub(crate) fn slept(&self) -> Option<Slept> {
        self.sleeps.get().1
    }

    /// Time at work since this stretch began, in milliseconds; the computer's sleep is none.
    pub(crate) fn worked_ms(&self, now: Timestamp) -> u64 {
        now.millis_since(self.since)
            .saturating_sub(self.sleeps.get().0)
    }
}

impl Engine {
    /// Looks at the clock for as long as it is asked to; whoever works on the run drops it at the end.
    pub(super) async fn watch_for_sleep(&self, run: RunId, live: &LiveRun) -> Infallible {
        loop {
            let before = self.now();
            tokio::time::sleep(LOOK_EVERY).await;
            let until = self.now();
            let waited = u64::try_from(LOOK_EVERY.as_millis()).unwrap_or(u64::MAX);
            let ms = until.millis_since(before).saturating_sub(waited);
            if ms < SLEPT_FROM_MS {
                continue;
            }
            tracing::info!(run.id = %run, slept_ms = ms, "the computer slept while run {run} was at work");
            self.wake_up();
            live.sleeps.note(Slept { ms, until });
            self.publish(EngineEvent::Run(run));
            self.stale(["status"]);
        }
    }

    /// Connections from before the sleep are not used again, and calls that were under way may be tried again for nothing.
    fn wake_up(&self) {
        self.parts.http.renew();
        let paces = self
            .parts
            .paces
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for pace in paces.values() {
            pace.woke();
        }
    }
}
