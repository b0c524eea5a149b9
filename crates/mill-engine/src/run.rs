//! A run at work: from its rows in the store to an outcome for each.

pub(crate) mod again;
mod agent;
mod ahead;
mod batch;
mod board;
mod call;
mod collect;
mod comeback;
mod control;
mod drive;
mod end;
mod fallback;
mod lock;
mod panel;
mod practice;
pub(crate) mod question;
mod rows;
mod rules;
mod second;
mod sleep;
pub(crate) mod split;
mod standby;
mod warm;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use mill_domain::{PauseReason, Timestamp};
use mill_llm::Pace;
use mill_pool::Pool;
use tokio::sync::watch;
use tokio_util::task::TaskTracker;

pub(crate) use ahead::check_ahead;
pub(crate) use board::Board;
pub use board::{AgentCell, AgentState};
pub use control::ResumeSkill;
pub(crate) use control::new_run;
pub(crate) use lock::RunLock;
pub use sleep::Slept;

/// What hosts and the driver share about a run at work in this process.
#[derive(Debug)]
pub(crate) struct LiveRun {
    /// When this stretch of work began.
    pub(crate) since: Timestamp,
    pub(crate) board: Board,
    /// Set once the pool has started. Plain mutex: nothing is awaited under it.
    pool: Mutex<Option<Pool>>,
    /// A person ended the run: tasks that are left become cancelled.
    ended_by_person: AtomicBool,
    /// What was asked for so far; read by the driver where no pool listens yet.
    wish: Mutex<Option<Wish>>,
    /// The pace of its provider and key; set once the run is gathered.
    pub(crate) pace: OnceLock<Arc<Pace>>,
    /// When the provider said that a used-up quota is there again; the latest that was heard.
    back_at: Mutex<Option<Timestamp>>,
    /// Ends of tasks on their way to the disk; the agents that brought them are at work on the next.
    settling: TaskTracker,
    /// Who is at work on results a person has to look at.
    ahead: ahead::Ahead,
    /// How long the computer slept meanwhile.
    sleeps: sleep::Sleeps,
    done: watch::Sender<bool>,
}

/// What a person or the program's end asked of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wish {
    /// Let agents finish their task, then pause.
    Pause(PauseReason),
    /// Close every call now.
    Stop,
}

impl LiveRun {
    pub(crate) fn new(since: Timestamp, agents: u32) -> Self {
        Self {
            since,
            board: Board::new(agents),
            pool: Mutex::new(None),
            ended_by_person: AtomicBool::new(false),
            wish: Mutex::new(None),
            pace: OnceLock::new(),
            back_at: Mutex::new(None),
            settling: TaskTracker::new(),
            ahead: ahead::Ahead::default(),
            sleeps: sleep::Sleeps::default(),
            done: watch::Sender::new(false),
        }
    }

    /// Tells the pool to finish what is at work and pause.
    pub(crate) async fn pause(&self, reason: PauseReason) {
        self.wish_for(Wish::Pause(reason));
        if let Some(pool) = self.pool() {
            pool.pause(reason).await;
        }
    }

    /// Closes every call at once; the run can be resumed.
    pub(crate) async fn interrupt(&self) {
        self.wish_for(Wish::Stop);
        if let Some(pool) = self.pool() {
            pool.stop().await;
        }
    }

    /// Closes every call at once; what is left becomes cancelled.
    pub(crate) async fn end(&self) {
        self.ended_by_person.store(true, Ordering::SeqCst);
        self.interrupt().await;
    }

    pub(crate) async fn set_agents(&self, agents: u32) {
        self.board.resize(agents);
        if let Some(pool) = self.pool() {
            pool.set_agents(agents).await;
        }
    }

    /// Waits until this stretch of work has ended and everything about it is stored.
    pub(crate) async fn ended(&self) {
        let mut done = self.done.subscribe();
        // The sender lives in self, so the only end is the value turning true.
        drop(done.wait_for(|done| *done).await);
    }

    /// The provider said when it is there again.
    fn hear_back_at(&self, at: Timestamp) {
        let mut back_at = self.back_at.lock().unwrap_or_else(PoisonError::into_inner);
        *back_at = (*back_at).max(Some(at));
    }

    fn back_at(&self) -> Option<Timestamp> {
        *self.back_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pool(&self) -> Option<Pool> {
        self.pool
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn set_pool(&self, pool: Pool) {
        *self.pool.lock().unwrap_or_else(PoisonError::into_inner) = Some(pool);
    }

    fn wish_for(&self, wish: Wish) {
        *self.wish.lock().unwrap_or_else(PoisonError::into_inner) = Some(wish);
    }

    fn wish(&self) -> Option<Wish> {
        *self.wish.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn was_ended_by_person(&self) -> bool {
        self.ended_by_person.load(Ordering::SeqCst)
    }
}
