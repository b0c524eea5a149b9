//! The first calls of the next tasks, held before an agent is free for them, so that no fast call waits for the disk.
//!
//! Only where it gains something and takes nothing away: answers come so fast that a commit is a noticeable part of a call;
//! the row alone is asked about; and under every cap there is far more room than the agents at work can need. What is held
//! in vain is taken back as if it had never been: when the run pauses, when money gets short, when a cap was changed, or
//! when it waited too long.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures::future::{BoxFuture, FutureExt as _, join_all};
use mill_domain::{CallId, TaskNumber, Usd};
use mill_llm::ModelRequest;
use mill_pool::Slot;
use mill_skills::inputs_for_row;
use mill_store::StoreError;
use tokio::task::JoinHandle;

use super::agent::Desk;
use super::drive::Work;

/// Answers that take longer gain nothing: a commit takes milliseconds.
const FAST: Duration = Duration::from_secs(1);

/// What waited longer is held anew: other programs may have changed caps meanwhile.
const FRESH: Duration = Duration::from_secs(1);

/// What must be left under every cap, in calls for each agent: one at work may need a repair, and one more.
const ROOM: u32 = 2;

/// The agent of a task that has none yet.
const NOBODY: Slot = Slot(0);

#[derive(Default)]
struct Tasks {
    made: BTreeMap<TaskNumber, (Instant, JoinHandle<Option<Ready>>)>,
    /// Somebody looks after what waits too long.
    is_swept: bool,
}

/// The tasks that are made ready.
#[derive(Default)]
pub(super) struct Standby {
    /// Plain mutex: nothing is awaited under it.
    tasks: Mutex<Tasks>,
    /// How long the latest answer took, in microseconds; 0: there was none.
    answered_in: AtomicU64,
}

/// A task whose first call is held.
pub(super) struct Ready {
    pub(super) desk: Desk,
    pub(super) question: ModelRequest,
    pub(super) source_row: u32,
    pub(super) label: String,
}

/// A call that is held, or about to be.
pub(super) struct Held {
    call: CallId,
    bound: Usd,
    since: Instant,
    /// How often caps had been changed by then.
    caps: u64,
    stored: BoxFuture<'static, Result<(), StoreError>>,
}

impl Standby {
    /// An answer came after so long.
    pub(super) fn heard(&self, after: Duration) {
        let micros = u64::try_from(after.as_micros()).unwrap_or(u64::MAX);
        self.answered_in.store(micros.max(1), Ordering::Relaxed);
    }

    fn is_fast(&self) -> bool {
        let micros = self.answered_in.load(Ordering::Relaxed);
        micros > 0 && Duration::from_micros(micros) < FAST
    }

    fn locked(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Work {
    /// Begins to make a task ready in the background; false: it is not worth it, or not safe, now.
    pub(super) fn make_ready_soon(self: Arc<Self>, task: TaskNumber) -> bool {
        let row_alone =
            self.skill.file_input().is_none() && self.panel.is_empty() && self.seconds.is_empty();
        let unhindered = self.pace.wait_now().is_zero() && self.live.ahead.is_unlimited();
        if !(self.standby.is_fast() && row_alone && unhindered) || self.asks_again {
            return false;
        }
        let work = Arc::clone(&self);
        let made = tokio::spawn(async move { work.make_ready(task).await });
        let mut tasks = self.standby.locked();
        tasks.made.insert(task, (Instant::now(), made));
        if !std::mem::replace(&mut tasks.is_swept, true) {
            tokio::spawn(Arc::clone(&self).sweep());
        }
        true
    }

    /// The task with its call, if it was made ready.
    pub(super) async fn take_ready(&self, task: TaskNumber) -> Option<Ready> {
        let (_, made) = self.standby.locked().made.remove(&task)?;
        made.await.ok().flatten()
    }

    /// Takes back what is held and was not used.
    pub(super) async fn forget_ready(&self) {
        let made = std::mem::take(&mut self.standby.locked().made);
        self.take_all_back(made).await;
    }

    /// Takes back what waits for too long, while anything waits: where answers have become slow, nothing is held for long.
    async fn sweep(self: Arc<Self>) {
        loop {
            tokio::time::sleep(FRESH / 2).await;
            let stale = {
                let mut tasks = self.standby.locked();
                if tasks.made.is_empty() {
                    tasks.is_swept = false;
                    return;
                }
                let is_stale = |since: &Instant| since.elapsed() >= FRESH;
                tasks
                    .made
                    .extract_if(.., |_, (since, _)| is_stale(since))
                    .collect::<BTreeMap<_, _>>()
            };
            self.take_all_back(stale).await;
        }
    }

    async fn take_all_back(
        &self,
        made: BTreeMap<TaskNumber, (Instant, JoinHandle<Option<Ready>>)>,
    ) {
        join_all(made.into_values().map(|(_, made)| async {
            if let Ok(Some(ready)) = made.await {
                self.take_back(&ready.desk).await;
            }
        }))
        .await;
    }

    /// Anything that is in the way is left to the agent that gets the task, which says what it is.
    async fn make_ready(&self, task: TaskNumber) -> Option<Ready> {
        let store = self.engine.store();
        let row = self.rows.take(store, self.run, task).await.ok()?;
        if row.attempts > 0 {
            return None;
        }
        let inputs = inputs_for_row(&self.map, &row.cells).record;
        let (desk, question) = self.question_of(NOBODY, task, inputs).await;
        let question = question.ok()?;
        let request = self.asked_here(&question);
        if self.too_long(&request).is_some() {
            return None;
        }
        let held = self.hold_ahead(task, &request).await?;
        *desk.held.lock().unwrap_or_else(PoisonError::into_inner) = Some(held);
        Some(Ready {
            desk,
            question,
            source_row: row.source_row,
            label: self.label(&row),
        })
    }

    async fn hold_ahead(&self, task: TaskNumber, request: &ModelRequest) -> Option<Held> {
        let mut start = self.call_start(task, request, (1, true), &[]);
        start.besides = start.bound.scaled(ROOM * self.live.board.agents(), 1);
        let (call, bound, caps) = (start.call, start.bound, self.engine.caps_changed());
        let since = Instant::now();
        let stored = self.engine.store().queue_begin_call(start).await.ok()?;
        Some(Held {
            call,
            bound,
            since,
            caps,
            stored: stored.boxed(),
        })
    }

    /// The call that is held for a task, if it may still leave as it is; otherwise it is taken back.
    pub(super) async fn held_call(&self, desk: &Desk) -> Option<(CallId, Usd)> {
        let held = desk.take_held()?;
        if held.since.elapsed() < FRESH && held.caps == self.engine.caps_changed() {
            // A refusal is met again by the call itself, which does not ask for room besides its own.
            return held.stored.await.ok().map(|()| (held.call, held.bound));
        }
        self.withdraw(held).await;
        None
    }

    /// Takes the call back that is held for a task and was not made.
    pub(super) async fn take_back(&self, desk: &Desk) {
        if let Some(held) = desk.take_held() {
            self.withdraw(held).await;
        }
    }

    async fn withdraw(&self, held: Held) {
        if held.stored.await.is_ok()
            && let Err(error) = self.engine.store().withdraw_call(held.call).await
        {
            // The end of the work books it as uncertain, which is the careful side.
            tracing::warn!(run.id = %self.run, error = %error, "a call that did not leave could not be taken back");
        }
    }
}
