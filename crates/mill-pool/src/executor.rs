//! What the pool asks of the engine.

use std::sync::Arc;

use async_trait::async_trait;
use mill_domain::{PauseReason, TaskNumber};
use tokio_util::sync::CancellationToken;

use crate::Slot;

/// Does one task. The engine's side of the pool.
#[async_trait]
pub trait RunExecutor: Send + Sync + 'static {
    /// Works on `task` until it has ended or cannot go on. Whatever it returns, everything worth keeping is stored.
    ///
    /// When `stop` is cancelled it ends within two seconds and returns [`TaskEnd::GivenBack`].
    async fn execute(&self, slot: Slot, task: TaskNumber, stop: CancellationToken) -> TaskEnd;

    /// Told of a task that is among the next, before a slot is free for it, so that it can be made ready meanwhile. Returns
    /// at once; false: not now, ask again later.
    fn look_ahead(self: Arc<Self>, _task: TaskNumber) -> bool {
        false
    }

    /// Takes back whatever was made ready and has not been executed.
    async fn forget_ahead(&self) {}
}

/// How an agent left its task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaskEnd {
    /// The task has its outcome.
    Ended,
    /// The agent was told to stop; the task waits again.
    GivenBack,
    /// The next call does not fit the budget now; the task waits again.
    NoRoom,
    /// The whole run has to pause; the task waits again.
    Pause(PauseReason),
}
