//! The one ledger: hold, settle, keep uncertain, release; and its sums.

mod accounts;
mod gate;
mod group;
mod step;
mod sums;
mod withdraw;

use mill_domain::{
    CallId, CallMoney, KeyName, ModelRef, RunId, RunState, TaskNumber, Timestamp, Usage,
    UsageQuality, Usd,
};
use sqlx::sqlite::SqliteConnection;

use super::task::{TaskEnding, end_task, start_again, start_attempt};
use crate::writer::Answered;
use crate::{Store, StoreError};
use gate::{hold, insert_call, settle};

pub(crate) use group::apply;
pub(crate) use step::{CallStep, together};

pub use accounts::Totals;
pub use sums::{CostGroup, CostLine, PastWork, TaskCalls};

/// The day and the month a call counts against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calendar {
    /// `YYYY-MM-DD` in the person's zone.
    pub day: String,
    /// `YYYY-MM` in the person's zone.
    pub month: String,
}

/// A call that is about to leave.
#[derive(Debug, Clone)]
pub struct CallStart {
    /// Its id, new.
    pub call: CallId,
    /// The run.
    pub run: RunId,
    /// The task.
    pub task: TaskNumber,
    /// True for the first call of a try: the task is taken and the try counted.
    pub starts_attempt: bool,
    /// Which exchange of the try, from 1.
    pub turn: u32,
    /// Which of the skill's second models is asked, from 1; 0: the call is for the task's own answer.
    pub second: u32,
    /// Who is asked.
    pub model: ModelRef,
    /// Which of the provider's keys it uses; `None`: it needs none.
    pub key: Option<KeyName>,
    /// Whether it will leave this computer; practice does not.
    pub leaves: bool,
    /// What it can cost at most.
    pub bound: Usd,
    /// What must be left under every cap afterwards; zero for a call that is wanted now.
    pub besides: Usd,
    /// The day and month it counts against.
    pub calendar: Calendar,
    /// What is asked: the part that differs from row to row.
    pub prompt: String,
    /// When.
    pub at: Timestamp,
}

/// How a call ended.
#[derive(Debug, Clone)]
pub struct CallEnd {
    /// The call.
    pub call: CallId,
    /// The agent of the pool that made it, from 1; 0: none of a pool.
    pub agent: u32,
    /// Its money.
    pub money: CallMoney,
    /// Its tokens.
    pub usage: Usage,
    /// What it would have cost without a prompt cache; `None`: the same as it did.
    pub uncached: Option<Usd>,
    /// How far they can be trusted.
    pub quality: UsageQuality,
    /// Whether it left this computer.
    pub sent: bool,
    /// The provider's name for it.
    pub request_id: Option<String>,
    /// What came back.
    pub reply: String,
    /// The word of [`TurnRow::end`](crate::TurnRow::end).
    pub end: &'static str,
    /// What went wrong.
    pub problem: Option<String>,
    /// When.
    pub at: Timestamp,
    /// The task's end, if this was its last call: stored together, so that a paid result is never half there.
    pub task_ending: Option<TaskEnding>,
}

/// Holds the money of a call, takes its task if it starts a try, and writes it down.
pub(super) async fn begin(
    connection: &mut SqliteConnection,
    start: &CallStart,
) -> Result<(), StoreError> {
    let run = start.run.to_string();
    hold(connection, start, &run, |state| state == RunState::Running).await?;
    if start.starts_attempt {
        start_attempt(connection, &run, start.task).await?;
    }
    insert_call(connection, start, &run).await
}

impl Store {
    /// Holds the money of a call under every cap it counts against, takes the task if it starts a try, and writes
    /// the call down. When this returns, all of it is on disk and the call may leave.
    /// # Errors
    /// [`StoreError::Budget`] if a cap has no room; [`StoreError::WrongState`] if the run is not running or the task has ended.
    pub async fn begin_call(&self, start: CallStart) -> Result<(), StoreError> {
        self.queue_begin_call(start).await?.await
    }

    /// Puts the beginning of a call into the queue: when this returns, it is before everything that is asked for later. What
    /// it gives back ends when it is on disk, and the call may leave.
    /// # Errors
    /// [`StoreError::Closed`] if nothing is written any more; the rest as [`Store::begin_call`], from what it gives back.
    pub async fn queue_begin_call(
        &self,
        start: CallStart,
    ) -> Result<impl Future<Output = Result<(), StoreError>> + Send + use<>, StoreError> {
        let step = CallStep::Begin(Box::new(start));
        Ok(stored(self.writer().queue_step(step).await?))
    }

    /// The same for a task that has ended and is asked again: beside a run that is not at work, under the same caps.
    /// # Errors
    /// [`StoreError::Budget`] if a cap has no room; [`StoreError::WrongState`] if the run is at work or the task has not ended.
    pub async fn begin_call_again(&self, start: CallStart) -> Result<(), StoreError> {
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let run = start.run.to_string();
                hold(connection, &start, &run, |state| state != RunState::Running).await?;
                if start.starts_attempt {
                    start_again(connection, &run, start.task).await?;
                }
                insert_call(connection, &start, &run).await
            })
            .await
    }

    /// Settles a call, and ends its task if it was the last.
    /// # Errors
    /// [`StoreError::NotFound`] if no money is held for it: it was settled before.
    pub async fn end_call(&self, totals: CallEnd) -> Result<(), StoreError> {
        let step = CallStep::End(Box::new(totals));
        stored(self.writer().queue_step(step).await?).await
    }

    /// Settles a call in the background: when this returns it is in the queue, before everything that is asked for later.
    /// `then` is called when it is on disk, or with why it is not as in [`Store::end_call`], on a thread that must not wait.
    /// # Errors
    /// [`StoreError::Closed`] if nothing is written any more.
    pub async fn queue_end_call(
        &self,
        totals: CallEnd,
        then: impl FnOnce(Result<(), StoreError>) + Send + 'static,
    ) -> Result<(), StoreError> {
        let step = CallStep::End(Box::new(totals));
        self.writer().queue_step_then(step, Box::new(then)).await
    }

    /// After the program died: every call still held becomes uncertain, every task at work waits again. Calls in a batch go
    /// on at the provider, and stay as they are until it is collected.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn recover_run(&self, run: RunId, now: Timestamp) -> Result<(), StoreError> {
        let (run, now) = (run.to_string(), now.as_millis());
        self.writer()
            .write_ending(async move |connection: &mut SqliteConnection| {
                sqlx::query!(
                    "UPDATE scope SET reserved_pico = reserved_pico - held.bound,
                        uncertain_pico = uncertain_pico + held.bound
                     FROM (SELECT kind, name, period, sum(bound_pico) AS bound FROM ledger_scope WHERE call_id IN
                            (SELECT call_id FROM ledger WHERE run_id = ?1 AND state = 'held' AND batch_id IS NULL)
                        GROUP BY kind, name, period) AS held
                     WHERE scope.kind = held.kind AND scope.name = held.name AND scope.period = held.period",
                    run
                )
                .execute(&mut *connection)
                .await?;
                sqlx::query!(
                    "UPDATE turn SET end = 'uncertain' WHERE call_id IN
                        (SELECT call_id FROM ledger WHERE run_id = ?1 AND state = 'held' AND batch_id IS NULL)",
                    run
                )
                .execute(&mut *connection)
                .await?;
                sqlx::query!(
                    "UPDATE ledger SET state = 'uncertain', quality = 'unknown', ended_at = ?2
                     WHERE run_id = ?1 AND state = 'held' AND batch_id IS NULL",
                    run,
                    now
                )
                .execute(&mut *connection)
                .await?;
                sqlx::query!(
                    "UPDATE task SET state = 'waiting' WHERE run_id = ?1 AND state = 'at_work'
                        AND number NOT IN (SELECT task FROM ledger WHERE run_id = ?1 AND state = 'held')",
                    run
                )
                .execute(&mut *connection)
                .await?;
                sqlx::query!(
                    "UPDATE again SET ended_as = 'interrupted', ended_at = ?2 WHERE run_id = ?1 AND ended_as IS NULL",
                    run,
                    now
                )
                .execute(connection)
                .await?;
                Ok(())
            })
            .await
    }
}

async fn stored(answered: Answered<()>) -> Result<(), StoreError> {
    answered.await.map_err(|_| StoreError::Closed)?
}

async fn end_call(connection: &mut SqliteConnection, totals: &CallEnd) -> Result<(), StoreError> {
    settle(connection, totals).await?;
    match &totals.task_ending {
        Some(ending) => end_task(connection, ending).await,
        None => Ok(()),
    }
}
