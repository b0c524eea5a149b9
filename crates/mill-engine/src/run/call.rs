//! One exchange with a model: reserve, send, settle; again if the provider's failure allows it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use mill_domain::{
    CallId, NoRoom, PauseReason, PriceVariant, TaskNumber, Timestamp, Usage, UsageQuality, Usd,
};
use mill_llm::retry::{RetryEvent, RetryPolicy, with_retries};
use mill_llm::{Billed, CallEnd, End, LlmError, ModelRequest, Progress};
use mill_pool::TaskEnd;
use mill_store::{CallMoney, CallStart, StoreError, TaskEnding};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use super::agent::{Desk, after_store_error, give_back};
use super::drive::Work;
use super::warm::First;
use crate::engine::new_uuid;
use crate::{AgentState, EngineEvent};

/// Why an agent leaves its task without an outcome.
#[derive(Debug)]
pub(super) enum Stop {
    /// The next call does not fit the budget now.
    NoRoom,
    /// It was told to stop.
    GivenBack,
    /// The run has to pause.
    Pause(PauseReason),
    /// Something could not be stored.
    Store(StoreError),
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Budget(_) => Self::NoRoom,
            other => Self::Store(other),
        }
    }
}

/// An exchange that ended. A failed one is settled; any other waits in `call` for [`Work::settle`], so that payment
/// and outcome are stored together.
pub(super) struct Asked {
    pub(super) end: End,
    pub(super) call: Unsettled,
}

/// A call whose end is known and not stored yet.
#[derive(Debug, Clone, Default)]
pub(super) struct Unsettled {
    totals: Option<Box<mill_store::CallEnd>>,
}

impl Unsettled {
    /// An end that is still to be stored.
    pub(super) fn of(totals: mill_store::CallEnd) -> Self {
        Self {
            totals: Some(Box::new(totals)),
        }
    }
}

impl Work {
    /// Asks until there is an end that another try would not change. `turn` is the exchange's number and whether it is
    /// the first of this try.
    pub(super) async fn ask(
        &self,
        desk: &Desk,
        request: &ModelRequest,
        (turn, is_first): (u32, bool),
        stop: &CancellationToken,
    ) -> Result<Asked, Stop> {
        let ended: Mutex<Option<mill_store::CallEnd>> = Mutex::new(None);
        let policy = self.policy();
        // The next attempt is the same one once more: the one before failed through no fault of the row.
        let takes_its_place = AtomicBool::new(false);
        let on_event = |event: RetryEvent<'_>| {
            if let RetryEvent::Waiting { counts, .. } = event {
                takes_its_place.store(!counts, Ordering::Relaxed);
            }
            if let RetryEvent::Waiting { delay, .. } | RetryEvent::Queued { about: delay } = event {
                let until = self.later(delay);
                self.show(desk.slot, AgentState::Waiting { until });
            }
        };
        let first = self.warm.turn(stop).await;
        let attempt = |number: u32| {
            let (ended, first) = (&ended, first.as_ref());
            let takes_its_place = &takes_its_place;
            // In a box: it is large, and it is moved many times on its way through the retries.
            Box::pin(async move {
                let again = takes_its_place.swap(false, Ordering::Relaxed);
                let start = (turn, (is_first || number > 1) && !again);
                let (end, totals) = self.call_once(desk, request, start, (stop, first)).await?;
                if matches!(end.end, End::Failed(_) | End::Cancelled) {
                    self.engine.store().end_call(totals).await?;
                } else {
                    *ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(totals);
                }
                Ok::<CallEnd, Stop>(end)
            })
        };
        let pace = (&*self.pace, mill_llm::likely_tokens(request));
        let end = with_retries(policy, pace, stop, attempt, &on_event).await?;
        let totals = ended
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .map(Box::new);
        // A failure that would have been tried again is no outcome if only the stop kept it from that.
        let cut_short = stop.is_cancelled() && end.error().is_some_and(LlmError::is_retryable);
        if cut_short || matches!(end.end, End::Cancelled) {
            return Err(Stop::GivenBack);
        }
        Ok(Asked {
            end: end.end,
            call: Unsettled { totals },
        })
    }

    /// Stores the end of an answered call, and the task's end with it.
    pub(super) async fn settle(
        &self,
        call: Unsettled,
        task_ending: Option<TaskEnding>,
    ) -> Result<(), Stop> {
        match (call.totals, task_ending) {
            (Some(mut totals), task_ending) => {
                totals.task_ending = task_ending;
                self.engine.store().end_call(*totals).await?;
            }
            (None, Some(ending)) => self.engine.store().end_tasks(vec![ending]).await?,
            (None, None) => {}
        }
        Ok(())
    }

    /// Puts the task's end and the call's into the queue of what is stored. The agent goes on meanwhile: its next call is
    /// held after this one is settled, because the queue keeps its order, and mostly in the same commit.
    pub(super) async fn settle_soon(
        &self,
        call: Unsettled,
        ending: TaskEnding,
    ) -> Result<(), Stop> {
        let Some(mut totals) = call.totals else {
            return self.settle(call, Some(ending)).await;
        };
        let task = ending.task;
        totals.task_ending = Some(ending);
        let (engine, run, live) = (self.engine.clone(), self.run, Arc::clone(&self.live));
        let (settling, runtime) = (self.live.settling.token(), Handle::current());
        let then = move |stored: Result<(), StoreError>| {
            let lost = stored.map_err(|error| after_store_error(run, task, &error));
            if let Err(TaskEnd::Pause(reason)) = lost {
                let told = engine.clone();
                runtime.spawn(async move {
                    live.pause(reason).await;
                    give_back(&told, run, task).await;
                    told.publish(EngineEvent::Run(run));
                    drop(settling);
                });
                return;
            }
            engine.publish(EngineEvent::Run(run));
            drop(settling);
        };
        self.engine.store().queue_end_call(*totals, then).await?;
        Ok(())
    }

    /// Reserves, sends, and works out what it cost; the caller stores it.
    async fn call_once(
        &self,
        desk: &Desk,
        request: &ModelRequest,
        (turn, starts_attempt): (u32, bool),
        (stop, first): (&CancellationToken, Option<&First<'_>>),
    ) -> Result<(CallEnd, mill_store::CallEnd), Stop> {
        let (call, bound) = self.hold(desk, request, (turn, starts_attempt)).await?;
        let mut request = request.clone();
        request.client_request_id = Some(call.to_string());
        self.live.board.change(desk.slot, |cell| {
            cell.state = AgentState::Answering;
            cell.turns += 1;
            cell.held = bound;
        });
        if self.model.is_practice() {
            self.practice.lay_down(
                &request,
                self.practice_seed(desk.task),
                &desk.inputs,
                desk.source_text.as_deref(),
            );
        }
        let progress = |progress: Progress<'_>| {
            if let (Progress::FirstToken { .. }, Some(first)) = (progress, first) {
                first.heard();
            }
            if let Progress::Dropped(feature) = progress {
                tracing::info!(run.id = %self.run, provider = %self.provider.name(), "{}", feature.meaning());
            }
        };
        let asked = Instant::now();
        let end = self.provider.complete(&request, stop, &progress).await;
        if matches!(end.end, End::Answer { .. }) {
            self.standby.heard(asked.elapsed());
        }
        let mut totals = self.totals(call, &end);
        totals.agent = self.agent_number(desk);
        self.live.board.change(desk.slot, |cell| {
            cell.held = Usd::ZERO;
            cell.usage += totals.usage;
            if let CallMoney::Settled(cost) = totals.money {
                cell.cost += cost;
            }
        });
        Ok((end, totals))
    }

    /// The call with its money held on disk, and how much that is.
    async fn hold(
        &self,
        desk: &Desk,
        request: &ModelRequest,
        turn: (u32, bool),
    ) -> Result<(CallId, Usd), Stop> {
        if let Some(held) = self.held_call(desk).await {
            return Ok(held);
        }
        let start = self.call_start(desk.task, request, turn, &[]);
        let (call, bound) = (start.call, start.bound);
        let store = self.engine.store();
        let begun = if self.asks_again {
            store.begin_call_again(start).await
        } else {
            store.begin_call(start).await
        };
        begun.inspect_err(|error| self.remember(error))?;
        Ok((call, bound))
    }

    /// A call that is about to leave. `turn`: the exchange's number, and whether it is the first of a try; `discount`: at what
    /// variant of the price.
    pub(super) fn call_start(
        &self,
        task: TaskNumber,
        request: &ModelRequest,
        (turn, starts_attempt): (u32, bool),
        discount: &[PriceVariant],
    ) -> CallStart {
        let input = self.provider.input_bound(request);
        CallStart {
            call: CallId::from_uuid(new_uuid()),
            run: self.run,
            task,
            starts_attempt,
            turn,
            second: self.second,
            model: self.model.clone(),
            key: self.key.clone(),
            leaves: !self.model.is_practice(),
            bound: self
                .prices
                .bound(input, u64::from(request.max_output_tokens), discount),
            besides: Usd::ZERO,
            calendar: self.engine.calendar(),
            prompt: request.last_user_text(),
            at: self.engine.now(),
        }
    }

    /// The agent at a task, as the run's screen numbers it; 0: rows that are asked again have none of the pool.
    const fn agent_number(&self, desk: &Desk) -> u32 {
        if self.asks_again { 0 } else { desk.slot.0 }
    }

    /// What a call came to, made by no agent.
    pub(super) fn totals(&self, call: CallId, end: &CallEnd) -> mill_store::CallEnd {
        let (word, problem, reply) = words(&end.end);
        let money = match (end.billed, end.cost(&self.prices)) {
            (Billed::No, _) => CallMoney::Released,
            (Billed::ByUsage, Some(cost)) => CallMoney::Settled(cost),
            (Billed::ByUsage | Billed::UnknownBound, _) => CallMoney::Uncertain,
        };
        mill_store::CallEnd {
            call,
            agent: 0,
            money,
            usage: end.usage.unwrap_or_default(),
            uncached: end.usage.map(|usage| self.uncached(usage, &end.variants)),
            quality: if money == CallMoney::Uncertain {
                UsageQuality::Unknown
            } else {
                end.quality
            },
            sent: end.was_sent && !self.model.is_practice(),
            request_id: end.request_id.clone(),
            reply,
            end: word,
            problem,
            at: self.engine.now(),
            task_ending: None,
        }
    }

    /// What these tokens cost where nothing is read from a cache or written to one.
    fn uncached(&self, usage: Usage, variants: &[PriceVariant]) -> Usd {
        let plain = Usage {
            input_tokens: usage.prompt_tokens(),
            cache_read_tokens: 0,
            cache_write_short_tokens: 0,
            cache_write_long_tokens: 0,
            ..usage
        };
        self.prices.cost(&plain, variants)
    }

    /// Remembers which cap had no room, for the person to see if the run pauses for it.
    pub(super) fn remember(&self, error: &StoreError) {
        if let StoreError::Budget(no_room) = error {
            *self.no_room.lock().unwrap_or_else(PoisonError::into_inner) = Some(no_room.clone());
        }
    }

    /// The last cap that had no room; `None`: all had.
    pub(super) fn refused(&self) -> Option<NoRoom> {
        let no_room = self.no_room.lock().unwrap_or_else(PoisonError::into_inner);
        no_room.clone()
    }

    fn policy(&self) -> RetryPolicy {
        let policy = RetryPolicy {
            max_attempts: self.attempts,
            ..RetryPolicy::default()
        };
        if self.fail_fast {
            RetryPolicy {
                rate_limit_patience: Duration::ZERO,
                outage_patience: Duration::ZERO,
                ..policy
            }
        } else {
            policy
        }
    }

    pub(super) fn later(&self, delay: Duration) -> Timestamp {
        let millis = i64::try_from(delay.as_millis()).unwrap_or(i64::MAX);
        Timestamp::from_millis(self.engine.now().as_millis().saturating_add(millis))
    }
}

/// The stored word, the problem in English, and whatever text came.
fn words(end: &End) -> (&'static str, Option<String>, String) {
    match end {
        End::Answer { text } => ("answered", None, text.clone()),
        End::Refused { reason, partial } => ("refused", Some(reason.clone()), partial.clone()),
        End::CutOff { partial } => (
            "cut_off",
            Some("the answer reached its length limit".to_owned()),
            partial.clone(),
        ),
        End::Empty => (
            "empty",
            Some("the answer was empty".to_owned()),
            String::new(),
        ),
        End::TooLong { detail } => ("too_long", Some(detail.clone()), String::new()),
        End::Cancelled => (
            "failed",
            Some("stopped before the end".to_owned()),
            String::new(),
        ),
        End::Failed(error) => ("failed", Some(error.to_string()), String::new()),
    }
}

/// Whether a failure concerns the whole run.
pub(super) fn pause_reason(error: &LlmError, fail_fast: bool) -> Option<PauseReason> {
    match error.stops_provider() {
        // Waiting is what fail-fast gives up: an outage, or a rate limit of any length.
        Some(PauseReason::Outage) if fail_fast => None,
        Some(_) if fail_fast && matches!(error, LlmError::RateLimited(_)) => None,
        Some(reason) => Some(reason),
        None => match error {
            LlmError::UnknownModel(_) => Some(PauseReason::ModelUnknown),
            LlmError::RateLimited(_) if !fail_fast => Some(PauseReason::Quota),
            _ => None,
        },
    }
}
