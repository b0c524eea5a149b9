//! A run by batch: questions are handed in together, looked after, and collected, across restarts.
//!
//! A batch and the money of its calls are on disk before anything is sent. If the reply that names it is lost, the provider
//! is asked for it before the same questions are handed in again. There is no repair: an answer that does not fit ends as
//! invalid, because a second day for one row is not what a person waits for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use mill_domain::{BatchId, CallId, PauseReason, TaskNumber};
use mill_llm::{
    BatchFound, BatchOrder, BatchState, BatchTrace, Batches, LlmError, ModelRequest, NotHandedIn,
};
use mill_pool::{PoolEnd, Slot};
use mill_skills::inputs_for_row;
use mill_store::{BatchRow, CallStart, StoreError};
use tokio::time::sleep;

use super::call::{Stop, pause_reason};
use super::drive::Work;
use super::{Wish, collect};
use crate::engine::new_uuid;
use crate::{EngineError, EngineEvent};

/// Questions in one batch at most: small enough to be built in memory.
const MOST_ITEMS: usize = 2_000;

/// Bytes of one batch at most.
const MOST_BYTES: usize = 50_000_000;

/// First and longest time between two looks at a batch.
const LOOKS: (Duration, Duration) = (Duration::from_millis(500), Duration::from_mins(1));

/// How long a batch that was handed in may be missing from the provider's list.
const LIST_LAG_MS: u64 = 15_000;

/// Nobody sees its agents: there are none.
pub(super) const NOBODY: Slot = Slot(1);

/// One question, ready to be handed in.
struct Item {
    start: CallStart,
    request: ModelRequest,
}

/// Works on a run until nothing is left to hand in or to collect, or until it must stop.
pub(super) async fn work_through(
    work: &Arc<Work>,
    for_model: Vec<TaskNumber>,
) -> Result<PoolEnd, EngineError> {
    let Some(batches) = work.provider.batches() else {
        return Ok(PoolEnd::Broken(format!("{} takes no batches", work.model)));
    };
    let mut desk = BatchDesk {
        work,
        batches,
        waiting: for_model.into_iter().collect(),
        no_room: false,
    };
    match desk.run().await {
        Ok(end) => Ok(end),
        Err(Stop::Pause(reason)) => Ok(PoolEnd::Paused(reason)),
        Err(Stop::NoRoom) => Ok(PoolEnd::Paused(PauseReason::Budget)),
        Err(Stop::GivenBack) => Ok(PoolEnd::Stopped),
        Err(Stop::Store(error)) => Err(EngineError::Store(error)),
    }
}

struct BatchDesk<'w> {
    work: &'w Arc<Work>,
    batches: &'w dyn Batches,
    /// Tasks that are in no batch.
    waiting: BTreeSet<TaskNumber>,
    /// Nothing more could be held; it may be once something was collected.
    no_room: bool,
}

impl BatchDesk<'_> {
    async fn run(&mut self) -> Result<PoolEnd, Stop> {
        for batch in self.open().await? {
            for (_, task) in self.calls(batch.id).await? {
                self.waiting.remove(&task);
            }
        }
        let mut pause = LOOKS.0;
        loop {
            if let Some(end) = self.wish().await? {
                return Ok(end);
            }
            while !self.no_room && !self.waiting.is_empty() && self.work.live.wish().is_none() {
                self.hand_in_next().await?;
            }
            let collected = self.look_at_all().await?;
            if self.open().await?.is_empty() {
                match (self.waiting.is_empty(), self.no_room) {
                    (true, _) => return Ok(PoolEnd::Drained),
                    (false, true) => return Err(Stop::NoRoom),
                    (false, false) => continue,
                }
            }
            pause = if collected {
                LOOKS.0
            } else {
                (pause * 2).min(LOOKS.1)
            };
            self.rest(pause).await;
        }
    }

    /// A person's wish: a pause leaves the batches at the provider; an end cancels them and waits for what was answered.
    async fn wish(&mut self) -> Result<Option<PoolEnd>, Stop> {
        match self.work.live.wish() {
            None => Ok(None),
            Some(Wish::Pause(reason)) => Ok(Some(PoolEnd::Paused(reason))),
            Some(Wish::Stop) if !self.work.live.was_ended_by_person() => Ok(Some(PoolEnd::Stopped)),
            Some(Wish::Stop) => {
                self.cancel_all().await?;
                Ok(Some(PoolEnd::Stopped))
            }
        }
    }

    async fn cancel_all(&mut self) -> Result<(), Stop> {
        for batch in self.open().await? {
            if let Some(id) = &batch.provider_id {
                self.batches
                    .cancel(id)
                    .await
                    .map_err(|error| self.stop_for(&error))?;
            }
        }
        while !self.open().await?.is_empty() {
            self.look_at_all().await?;
            sleep(LOOKS.0).await;
        }
        Ok(())
    }

    /// Waits, but not longer than until a person wishes something.
    async fn rest(&self, pause: Duration) {
        let mut left = pause;
        while !left.is_zero() && self.work.live.wish().is_none() {
            let step = left.min(Duration::from_millis(250));
            sleep(step).await;
            left -= step;
        }
    }

    async fn hand_in_next(&mut self) -> Result<(), Stop> {
        let mut items = self.next_items().await?;
        if items.is_empty() {
            return Ok(());
        }
        let (id, store) = (BatchId::from_uuid(new_uuid()), self.work.engine.store());
        let starts = items.iter().map(|item| item.start.clone()).collect();
        let now = self.work.engine.now();
        match store.begin_batch(id, self.work.run, starts, now).await {
            Ok(begun) => {
                self.no_room = begun < items.len();
                items.truncate(begun);
            }
            Err(error @ StoreError::Budget(_)) => {
                self.work.remember(&error);
                self.no_room = true;
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        }
        for item in &items {
            self.waiting.remove(&item.start.task);
        }
        self.tell();
        let named: Vec<(String, ModelRequest)> = items
            .into_iter()
            .map(|item| (item.start.call.to_string(), item.request))
            .collect();
        let order = BatchOrder {
            marker: &marker(id),
            items: &named,
        };
        match self.batches.hand_in(order).await {
            Ok(name) => Ok(store
                .set_batch_sent(id, name, self.work.engine.now())
                .await?),
            // It is looked for with the next look at the open batches.
            Err(NotHandedIn {
                may_exist: true,
                error,
            }) => {
                tracing::warn!(run.id = %self.work.run, error = %error, "a batch may have been lost: {error}");
                Ok(())
            }
            Err(NotHandedIn { error, .. }) => {
                self.take_back(id).await?;
                Err(self.stop_for(&error))
            }
        }
    }

    /// Questions of tasks that wait, as many as one batch holds. Tasks that end without a question are out of the way.
    async fn next_items(&mut self) -> Result<Vec<Item>, Stop> {
        let limits = self.batches.limits();
        let most = (MOST_ITEMS.min(limits.items), MOST_BYTES.min(limits.bytes));
        let (mut items, mut bytes) = (Vec::new(), 0);
        for task in self.waiting.clone() {
            if items.len() >= most.0 {
                break;
            }
            let Some(item) = self.item(task).await? else {
                self.waiting.remove(&task);
                continue;
            };
            let size = self.batches.size_of(&item.request);
            if bytes + size > most.1 && !items.is_empty() {
                break;
            }
            bytes += size;
            items.push(item);
        }
        Ok(items)
    }

    async fn item(&self, task: TaskNumber) -> Result<Option<Item>, Stop> {
        let work = self.work;
        let row = work.engine.store().task(work.run, task).await?;
        let inputs = inputs_for_row(&work.map, &row.cells).record;
        let Some((desk, question)) = work.ask_of(NOBODY, task, inputs).await? else {
            return Ok(None);
        };
        let mut request = work.asked_here(&question);
        request.cache_prefix = false;
        if let Some(problem) = work.too_long(&request) {
            let outcome = mill_domain::Outcome::TooLong;
            work.end_failed(&desk, outcome, problem).await?;
            return Ok(None);
        }
        let discount = work.engine.discount_of(&work.model, &work.ways);
        let start = work.call_start(task, &request, (1, true), &discount);
        Ok(Some(Item { start, request }))
    }

    /// Looks at every open batch; true if something was collected.
    async fn look_at_all(&mut self) -> Result<bool, Stop> {
        let mut collected = false;
        for batch in self.open().await? {
            let looked = match batch.provider_id.clone() {
                Some(name) => self.look_at(&batch, &name).await,
                None => self.look_for(&batch).await,
            };
            collected |= match looked {
                Ok(moved) => moved,
                // The next look may go better; what stops the provider stops the run.
                Err(Looked::Llm(error)) if error.may_have_arrived() || error.is_retryable() => {
                    tracing::warn!(run.id = %self.work.run, error = %error, "a batch could not be looked at: {error}");
                    false
                }
                Err(Looked::Llm(error)) => return Err(self.stop_for(&error)),
                Err(Looked::Stop(stop)) => return Err(stop),
            };
        }
        Ok(collected)
    }

    async fn look_at(&mut self, batch: &BatchRow, name: &str) -> Result<bool, Looked> {
        match self.batches.state(name).await? {
            BatchState::Working => Ok(false),
            // It is handed in once more, without what the server does not take.
            BatchState::Refused {
                without: Some(_), ..
            } => {
                self.take_back(batch.id).await?;
                Ok(true)
            }
            BatchState::Refused { detail, .. } => {
                self.take_back(batch.id).await?;
                let error = LlmError::BadSetup {
                    provider: self.work.model.provider().clone(),
                    detail: format!("the batch was not taken: {detail}"),
                };
                Err(Looked::Llm(error))
            }
            BatchState::Over => {
                let answers = self.batches.answers(name, self.work.model.model()).await?;
                let answers: BTreeMap<_, _> = answers.into_iter().collect();
                let calls = self.calls(batch.id).await?;
                let again = collect::collect(self.work, calls, answers).await?;
                let store = self.work.engine.store();
                store
                    .close_batch(batch.id, self.work.engine.now())
                    .await
                    .map_err(Stop::from)?;
                self.waiting.extend(again);
                self.no_room = false;
                self.tell();
                if let Err(error) = self.batches.forget(name).await {
                    tracing::info!(run.id = %self.work.run, error = %error, "a collected batch stays at the provider until it expires");
                }
                Ok(true)
            }
        }
    }

    /// A batch without a name: it arrived, or it did not, or it cannot be told yet.
    async fn look_for(&mut self, batch: &BatchRow) -> Result<bool, Looked> {
        let calls = self.calls(batch.id).await?;
        let Some((first, _)) = calls.first() else {
            let store = self.work.engine.store();
            let now = self.work.engine.now();
            store.close_batch(batch.id, now).await.map_err(Stop::from)?;
            return Ok(true);
        };
        let trace = BatchTrace {
            marker: &marker(batch.id),
            item: &first.to_string(),
            items: calls.len(),
            since: batch.made_at,
        };
        let found = self.batches.find(trace).await?;
        let now = self.work.engine.now();
        match found {
            BatchFound::Here(name) => {
                let store = self.work.engine.store();
                store
                    .set_batch_sent(batch.id, name, now)
                    .await
                    .map_err(Stop::from)?;
                Ok(true)
            }
            BatchFound::Nowhere if now.millis_since(batch.made_at) >= LIST_LAG_MS => {
                self.take_back(batch.id).await?;
                Ok(true)
            }
            BatchFound::Nowhere | BatchFound::NotKnown => Ok(false),
        }
    }

    /// It never came to be: its money is free and its tasks wait again.
    async fn take_back(&mut self, batch: BatchId) -> Result<(), Stop> {
        let calls = self.calls(batch).await?;
        let again = collect::collect(self.work, calls, collect::never_sent()).await?;
        let store = self.work.engine.store();
        store.close_batch(batch, self.work.engine.now()).await?;
        self.waiting.extend(again);
        self.tell();
        Ok(())
    }

    async fn open(&self) -> Result<Vec<BatchRow>, Stop> {
        Ok(self.work.engine.store().open_batches(self.work.run).await?)
    }

    async fn calls(&self, batch: BatchId) -> Result<Vec<(CallId, TaskNumber)>, Stop> {
        Ok(self.work.engine.store().calls_of_batch(batch).await?)
    }

    fn stop_for(&self, error: &LlmError) -> Stop {
        tracing::warn!(run.id = %self.work.run, error = %error, "the batch stops: {error}");
        Stop::Pause(pause_reason(error, self.work.fail_fast).unwrap_or(PauseReason::Outage))
    }

    fn tell(&self) {
        self.work.engine.publish(EngineEvent::Run(self.work.run));
    }
}

/// Why a look at a batch failed.
enum Looked {
    Llm(LlmError),
    Stop(Stop),
}

impl From<LlmError> for Looked {
    fn from(error: LlmError) -> Self {
        Self::Llm(error)
    }
}

impl From<Stop> for Looked {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// Our name for a batch at the provider.
fn marker(id: BatchId) -> String {
    format!("stampmill-{id}")
}
