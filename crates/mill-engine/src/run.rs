//! A run at work: from its rows in the store to an outcome for each.

mod agent;
mod board;
mod call;
mod control;
mod drive;
mod end;
mod lock;
mod practice;
pub(crate) mod question;
mod rules;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use mill_domain::{PauseReason, Timestamp};
use mill_pool::Pool;
use tokio::sync::watch;

pub(crate) use board::Board;
pub use board::{AgentCell, AgentState};
pub use control::ResumeSkill;

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
