//! A run as hosts show it: stored facts and what follows from them.

use std::collections::BTreeMap;
use std::sync::PoisonError;

use mill_domain::{
    Census, ModelRef, PauseReason, ProviderName, RunId, RunState, TaskNumber, Timestamp, Usage, Usd,
};
use mill_llm::PaceSeen;
use mill_store::{Maker, ReviewCounts, RowFilter, RunRow, TaskRow};

use crate::estimate::share;
use crate::run::{AgentCell, AgentState, LiveRun, Slept};
use crate::{Engine, EngineError, Mapping, Ways};

/// The stretch that the burn rate looks at.
const BURN_MS: i64 = 60_000;

/// Where a run is and what follows from it.
#[derive(Debug, Clone)]
pub struct RunSummary {
    /// As stored.
    pub row: RunRow,
    /// The model.
    pub model: ModelRef,
    /// Where its tasks are.
    pub census: Census,
    /// Tasks that agents are at now, or that were handed in together. Calls that are only held for the next tasks are not
    /// among them, though the store counts these tasks as at work.
    pub at_work: u64,
    /// Requests that left.
    pub requests: u64,
    /// What they used.
    pub usage: Usage,
    /// What they would have cost without a prompt cache.
    pub uncached: Usd,
    /// How models are asked beside the usual way.
    pub ways: Ways,
    /// What people said.
    pub review: ReviewCounts,
    /// Results by a model that may be without a verdict; `None`: any number.
    pub ahead: Option<u32>,
    /// Results by a model that wait for a verdict; `None` where nothing limits how many may.
    pub unreviewed: Option<u64>,
    /// Time at work, pauses left out, in milliseconds.
    pub wall_ms: u64,
    /// Likely cost at the end; `None` while unknown.
    pub forecast: Option<Usd>,
    /// Milliseconds to the end at today's pace.
    pub eta_ms: Option<u64>,
    /// Money per minute.
    pub burn_per_minute: Option<Usd>,
    /// About how much more finishes a run paused at its budget.
    pub more_needed: Option<Usd>,
    /// The provider its agents wait for, and until when.
    pub waiting_for: Option<(ProviderName, Timestamp)>,
    /// How fast calls leave for its provider now; `None` if it is not at work here or nothing is known yet.
    pub pace: Option<PaceSeen>,
    /// The computer's latest sleep while it was at work; `None`: it is not at work here, or was not slept through.
    pub slept: Option<Slept>,
    /// When it goes on by itself; `None` if it is not paused for a quota whose reset is known.
    pub resumes_at: Option<Timestamp>,
}

/// Sums of a run that only its work changes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunSums {
    /// When the run was over; a failed run that was resumed has another end, or none.
    ended_at: Timestamp,
    census: Census,
    requests: u64,
    usage: Usage,
    uncached: Usd,
}

impl Engine {
    /// A run.
    /// # Errors
    /// [`EngineError::Store`] if there is none.
    pub async fn run(&self, run: RunId) -> Result<RunSummary, EngineError> {
        let row = self.store().run(run).await?;
        self.summarise(row).await
    }

    /// All runs, newest first.
    /// # Errors
    /// [`EngineError::Store`] if they cannot be read.
    pub async fn runs(&self) -> Result<Vec<RunSummary>, EngineError> {
        let mut runs = Vec::new();
        for row in self.store().runs().await? {
            runs.push(self.summarise(row).await?);
        }
        Ok(runs)
    }

    /// The agents of a run at work in this process; empty otherwise.
    pub fn agents(&self, run: RunId) -> Vec<AgentCell> {
        self.live_run(run)
            .map(|live| live.board.snapshot())
            .unwrap_or_default()
    }

    /// Agents busy now, and agents of all runs at work in this process.
    pub fn agents_busy(&self) -> (u32, u32) {
        let mut counts = (0, 0);
        for live in self.agents_at_work().values() {
            for cell in live.board.snapshot() {
                counts.1 += 1;
                counts.0 += u32::from(cell.state != AgentState::Idle);
            }
        }
        counts
    }

    /// A page of a run's tasks and how many match in all.
    /// # Errors
    /// [`EngineError::Store`] if they cannot be read.
    pub async fn task_page(
        &self,
        run: RunId,
        filter: RowFilter,
        search: &str,
        offset: u64,
        limit: u64,
    ) -> Result<(u64, Vec<TaskRow>), EngineError> {
        let total = self.store().count_tasks(run, filter, search).await?;
        Ok((
            total,
            self.store()
                .tasks(run, filter, search, offset, limit)
                .await?,
        ))
    }

    /// The model that answered each task of a run last, by task number.
    /// # Errors
    /// [`EngineError::Store`] if they cannot be read.
    pub async fn answering_models(&self, run: RunId) -> Result<BTreeMap<u32, String>, EngineError> {
        Ok(self.store().answering_models(run).await?)
    }

    /// The agent that made each result of a run by a model, by task number, as far as it is known.
    /// # Errors
    /// [`EngineError::Store`] if they cannot be read.
    pub async fn result_agents(&self, run: RunId) -> Result<BTreeMap<u32, u32>, EngineError> {
        let makers = self.store().task_makers(run).await?.into_iter();
        let known = |(task, maker): (TaskNumber, Maker)| Some((task.0, maker.agent?));
        Ok(makers
            .filter_map(known)
            .filter(|(_, agent)| *agent > 0)
            .collect())
    }

    /// Rows each rule decided in a run, by rule number.
    /// # Errors
    /// [`EngineError::Store`] if they cannot be read.
    pub async fn rows_by_rule(&self, run: RunId) -> Result<BTreeMap<u32, u64>, EngineError> {
        Ok(self.store().rows_by_rule(run).await?)
    }

    /// Makes the sums of a run that is over be added up again: rows of it were asked again.
    pub(crate) fn forget_sums(&self, run: RunId) {
        self.parts
            .over
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&run);
    }

    /// Tasks, requests and tokens of a run; kept for runs that are over.
    async fn sums(&self, row: &RunRow) -> Result<RunSums, EngineError> {
        let kept = self
            .parts
            .over
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&row.id)
            .copied();
        if let Some(sums) = kept.filter(|sums| Some(sums.ended_at) == row.ended_at) {
            return Ok(sums);
        }
        let census = self.store().census(row.id).await?;
        let (requests, usage, uncached) = self.store().run_usage(row.id).await?;
        let sums = RunSums {
            ended_at: row.ended_at.unwrap_or(row.started_at),
            census,
            requests,
            usage,
            uncached,
        };
        if row.ended_at.is_some() && !row.state.is_open() {
            let mut over = self
                .parts
                .over
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            over.insert(row.id, sums);
        }
        Ok(sums)
    }

    async fn summarise(&self, row: RunRow) -> Result<RunSummary, EngineError> {
        let RunSums {
            census,
            requests,
            usage,
            uncached,
            ..
        } = self.sums(&row).await?;
        let ways = serde_json::from_str::<Mapping>(&row.mapping)?.ways;
        // Opinions wait for nobody: there is nothing to accept.
        let review = match row.verifies {
            Some(_) => ReviewCounts::default(),
            None => self.store().review_counts(Some(row.id)).await?,
        };
        let ahead = self.store().ahead(row.id).await?;
        let unreviewed = match ahead {
            Some(_) => Some(self.store().unjudged_by_model(row.id).await?),
            None => None,
        };
        let live = self.live_run(row.id);
        let now = self.now();
        let session_ms = live.as_ref().map_or(0, |live| live.worked_ms(now));
        let wall_ms = row.worked_ms + session_ms;
        let model: ModelRef = row.model.parse()?;
        let by_model = census.done_by.model
            + census.outcomes.invalid
            + census.outcomes.refused
            + census.outcomes.cut_off;
        let forecast = self.forecast(&row, &census, by_model).await?;
        let paused_at_budget = row.state == RunState::Paused(PauseReason::Budget);
        let more =
            |forecast: Usd| (forecast - row.budget.spent - row.budget.uncertain).max(Usd::ZERO);
        let pace = live
            .as_ref()
            .and_then(|live| live.pace.get())
            .map(|pace| pace.seen());
        let waits_until = live
            .as_ref()
            .and_then(|live| waits_until(&live.board.snapshot(), pace.as_ref(), now));
        Ok(RunSummary {
            at_work: at_work(&row, &census, &ways, live.as_deref()),
            eta_ms: live.as_ref().and_then(|_| eta(&census, by_model, wall_ms)),
            burn_per_minute: self.burn(&row, now, session_ms).await?,
            more_needed: if paused_at_budget {
                forecast.map(more)
            } else {
                None
            },
            waiting_for: waits_until.map(|until| (model.provider().clone(), until)),
            pace: pace.filter(|pace| *pace != PaceSeen::default()),
            slept: live.as_ref().and_then(|live| live.slept()),
            resumes_at: self.comes_back_at(row.id),
            row,
            model,
            census,
            requests,
            usage,
            uncached,
            ways,
            ahead,
            unreviewed,
            review,
            wall_ms,
            forecast,
        })
    }

    /// Spent so far and the mean of the model's tasks for those that are left; earlier runs before the first is done.
    async fn forecast(
        &self,
        row: &RunRow,
        census: &Census,
        by_model: u64,
    ) -> Result<Option<Usd>, EngineError> {
        let booked = row.budget.spent + row.budget.uncertain;
        if census.is_complete() || row.model.starts_with("practice/") {
            return Ok(Some(booked));
        }
        if by_model > 0 {
            return Ok(Some(
                booked + share(row.budget.spent, census.tasks.waiting, by_model),
            ));
        }
        let past = self
            .store()
            .past_work(&row.skill_name, &row.model, false)
            .await?;
        Ok((past.tasks > 0).then(|| booked + share(past.cost, census.tasks.waiting, past.tasks)))
    }

    async fn burn(
        &self,
        row: &RunRow,
        now: Timestamp,
        session_ms: u64,
    ) -> Result<Option<Usd>, EngineError> {
        let window = i64::try_from(session_ms).unwrap_or(BURN_MS).min(BURN_MS);
        if row.state != RunState::Running || window < 2_000 {
            return Ok(None);
        }
        let since = Timestamp::from_millis(now.as_millis() - window);
        let spent = self.store().run_spent_since(row.id, since).await?;
        Ok(Some(share(
            spent,
            BURN_MS.unsigned_abs(),
            window.unsigned_abs(),
        )))
    }
}

/// Tasks at work as people count them: not more than the agents that do it.
fn at_work(row: &RunRow, census: &Census, ways: &Ways, live: Option<&LiveRun>) -> u64 {
    let agents = match live {
        _ if ways.batch => return census.at_work,
        Some(live) => live.board.busy(),
        // Another process works on it, and knows who is busy.
        None => row.agents,
    };
    census.at_work.min(u64::from(agents))
}

/// Until when nothing goes on: the provider wants quiet, or every agent that has work waits for its turn.
fn waits_until(cells: &[AgentCell], pace: Option<&PaceSeen>, now: Timestamp) -> Option<Timestamp> {
    let closed = pace.map_or(0, |pace| {
        i64::try_from(pace.closed_for.as_millis()).unwrap_or(0)
    });
    if closed > 0 {
        return Some(Timestamp::from_millis(
            now.as_millis().saturating_add(closed),
        ));
    }
    let mut busy = cells
        .iter()
        .filter(|cell| cell.state != AgentState::Idle)
        .map(|cell| match cell.state {
            AgentState::Waiting { until } => Some(until),
            AgentState::Idle | AgentState::Answering | AgentState::Checking => None,
        });
    let first = busy.next()??;
    busy.try_fold(first, |first, until| until.map(|until| first.min(until)))
}

fn eta(census: &Census, by_model: u64, wall_ms: u64) -> Option<u64> {
    if by_model == 0 {
        return None;
    }
    Some(census.tasks.waiting.saturating_mul(wall_ms) / by_model)
}
