//! The handle of a pool.

use std::collections::VecDeque;
use std::sync::Arc;

use mill_domain::{PauseReason, TaskNumber};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::dispatcher::{Command, Dispatcher};
use crate::{RunExecutor, TaskEnd};

/// Agents a run may have at once.
pub const MAX_AGENTS: u32 = 256;

/// Commands that may wait; people press buttons slowly.
const COMMANDS: usize = 16;

/// Tells a running pool what to do. Cheap to clone; commands to a pool that has ended are ignored.
#[derive(Debug, Clone)]
pub struct Pool {
    commands: mpsc::Sender<Command>,
}

/// A pool at work: wait for it with [`PoolRun::end`].
#[derive(Debug)]
pub struct PoolRun {
    handle: JoinHandle<PoolEnd>,
}

/// Why a pool ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PoolEnd {
    /// Every task ended.
    Drained,
    /// Nothing is at work any more, tasks are left.
    Paused(PauseReason),
    /// A person ended it; every agent has stopped.
    Stopped,
    /// An agent died of a fault of ours; the others have ended. What they stored is kept.
    Broken(String),
}

impl Pool {
    /// Starts `agents` (1 to [`MAX_AGENTS`]) on `queue`, in order.
    pub fn start(
        executor: Arc<dyn RunExecutor>,
        queue: Vec<TaskNumber>,
        agents: u32,
    ) -> (Self, PoolRun) {
        let (commands, received) = mpsc::channel(COMMANDS);
        let dispatcher =
            Dispatcher::new(executor, VecDeque::from(queue), agents.clamp(1, MAX_AGENTS));
        let handle = tokio::spawn(dispatcher.run(received));
        (Self { commands }, PoolRun { handle })
    }

    /// Changes the number of agents. Fewer: those at work finish their task first.
    pub async fn set_agents(&self, agents: u32) {
        self.send(Command::SetAgents(agents.clamp(1, MAX_AGENTS)))
            .await;
    }

    /// Starts nothing new; agents at work finish their task, then the pool ends as paused.
    pub async fn pause(&self, reason: PauseReason) {
        self.send(Command::Pause(reason)).await;
    }

    /// Stops every agent now; the pool ends as stopped.
    pub async fn stop(&self) {
        self.send(Command::Stop).await;
    }

    async fn send(&self, command: Command) {
        if self.commands.send(command).await.is_err() {
            tracing::debug!("a command came after the pool had ended");
        }
    }
}

impl PoolRun {
    /// Waits for the pool's end.
    pub async fn end(self) -> PoolEnd {
        match self.handle.await {
            Ok(end) => end,
            Err(error) => PoolEnd::Broken(error.to_string()),
        }
    }
}

/// What the dispatcher does after an agent left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum After {
    Next,
    Requeue,
    RequeueAndWait,
    Pause(PauseReason),
}

impl From<TaskEnd> for After {
    fn from(end: TaskEnd) -> Self {
        match end {
            TaskEnd::Ended => Self::Next,
            TaskEnd::GivenBack => Self::Requeue,
            TaskEnd::NoRoom => Self::RequeueAndWait,
            TaskEnd::Pause(reason) => Self::Pause(reason),
        }
    }
}
