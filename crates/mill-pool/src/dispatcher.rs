//! The one owner of pool state.

use std::collections::VecDeque;
use std::sync::Arc;

use mill_domain::{PauseReason, TaskNumber};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::pool::{After, PoolEnd};
use crate::slots::Slots;
use crate::{RunExecutor, Slot, TaskEnd};

/// Where fewer tasks are left none is made ready: it would save milliseconds, and after a death nobody knows of what was ready
/// whether it was begun.
const WORTH_IT: usize = 256;

/// What a person can ask of a pool.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Command {
    SetAgents(u32),
    Pause(PauseReason),
    Stop,
}

/// What the pool is doing about new work.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Mode {
    Granting,
    /// The budget had no room for one more: an agent that ended makes room for itself and for one more, so that the
    /// number at work finds what the money allows without everybody asking after each end.
    Narrowed {
        /// How many may start now.
        starts: u32,
    },
    /// Only waiting for agents to end.
    Ending(PoolEnd),
}

pub(crate) struct Dispatcher {
    executor: Arc<dyn RunExecutor>,
    queue: VecDeque<TaskNumber>,
    /// Before the queue: tasks that the executor has been told of, and those that were given back.
    next: VecDeque<TaskNumber>,
    slots: Slots,
    agents: JoinSet<(Slot, TaskNumber, TaskEnd)>,
    stop: CancellationToken,
    mode: Mode,
    /// The agent that was started with nobody else at work, to see whether even one has room.
    alone: Option<Slot>,
    /// What was made ready must be taken back before anybody starts.
    forgets: bool,
}

impl Dispatcher {
    pub(crate) fn new(
        executor: Arc<dyn RunExecutor>,
        queue: VecDeque<TaskNumber>,
        agents: u32,
    ) -> Self {
        Self {
            executor,
            queue,
            next: VecDeque::new(),
            slots: Slots::new(agents),
            agents: JoinSet::new(),
            stop: CancellationToken::new(),
            mode: Mode::Granting,
            alone: None,
            forgets: false,
        }
    }

    /// Runs until nothing is at work and nothing new may start.
    pub(crate) async fn run(mut self, mut commands: mpsc::Receiver<Command>) -> PoolEnd {
        // If this future is dropped the JoinSet aborts its agents; their held money is recovered at the next start.
        loop {
            if std::mem::take(&mut self.forgets) {
                self.executor.forget_ahead().await;
            }
            self.grant();
            if self.agents.is_empty() {
                self.executor.forget_ahead().await;
                return self.end();
            }
            self.look_ahead();
            tokio::select! {
                Some(command) = commands.recv() => self.obey(command),
                Some(left) = self.agents.join_next() => match left {
                    Ok((slot, task, end)) => self.agent_left(slot, task, end),
                    Err(error) => self.agent_died(error.to_string()),
                },
            }
        }
    }

    fn grant(&mut self) {
        match self.mode {
            Mode::Granting => while self.start_next() {},
            // Everybody was refused while others held money; nobody holds any now, so one may try.
            Mode::Narrowed { starts: 0 } if self.agents.is_empty() => {
                self.start_next();
            }
            Mode::Narrowed { starts } => {
                for _ in 0..starts {
                    self.start_next();
                }
                self.mode = Mode::Narrowed { starts: 0 };
            }
            Mode::Ending(_) => {}
        }
    }

    /// Starts the next task; false if there is no task or no slot.
    fn start_next(&mut self) -> bool {
        if self.is_drained() {
            return false;
        }
        let Some(slot) = self.slots.take() else {
            return false;
        };
        let Some(task) = self.next.pop_front().or_else(|| self.queue.pop_front()) else {
            self.slots.give_back(slot);
            return false;
        };
        self.alone = self.agents.is_empty().then_some(slot);
        let (executor, stop) = (Arc::clone(&self.executor), self.stop.child_token());
        self.agents
            .spawn(async move { (slot, task, executor.execute(slot, task, stop).await) });
        true
    }

    /// Tells the executor of as many tasks as there are agents, beyond those at work, while many are left. Not where money is
    /// short: what is made ready holds some.
    fn look_ahead(&mut self) {
        while self.mode == Mode::Granting
            && self.queue.len() > WORTH_IT
            && self.next.len() < self.slots.limit()
            && let Some(task) = self.queue.front()
            && Arc::clone(&self.executor).look_ahead(*task)
        {
            self.next.extend(self.queue.pop_front());
        }
    }

    fn is_drained(&self) -> bool {
        self.next.is_empty() && self.queue.is_empty()
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::SetAgents(agents) => self.slots.set_limit(agents),
            Command::Pause(reason) => self.begin_end(PoolEnd::Paused(reason)),
            Command::Stop => {
                self.mode = Mode::Ending(PoolEnd::Stopped);
                self.stop.cancel();
            }
        }
    }

    fn agent_left(&mut self, slot: Slot, task: TaskNumber, end: TaskEnd) {
        self.slots.give_back(slot);
        match After::from(end) {
            After::Next => {}
            After::Requeue => self.next.push_front(task),
            After::RequeueAndWait => {
                self.next.push_front(task);
                return self.narrow(slot);
            }
            After::Pause(reason) => {
                self.next.push_front(task);
                self.begin_end(PoolEnd::Paused(reason));
            }
        }
        if let Mode::Narrowed { starts } = &mut self.mode {
            *starts += 2;
        }
    }

    /// No room for the next call: wait for money in flight; an agent that was alone waited for none.
    fn narrow(&mut self, slot: Slot) {
        self.forgets = true;
        if self.alone == Some(slot) && self.agents.is_empty() {
            self.begin_end(PoolEnd::Paused(PauseReason::Budget));
        } else if self.mode == Mode::Granting {
            self.mode = Mode::Narrowed { starts: 0 };
        }
    }

    fn agent_died(&mut self, fault: String) {
        tracing::error!(fault = %fault, "an agent died of a fault of ours");
        self.mode = Mode::Ending(PoolEnd::Broken(fault));
        self.stop.cancel();
    }

    /// The first reason wins: a run whose key was refused stays so when other agents hit the budget meanwhile.
    fn begin_end(&mut self, end: PoolEnd) {
        if !matches!(self.mode, Mode::Ending(_)) {
            self.mode = Mode::Ending(end);
            self.forgets = true;
        }
    }

    fn end(self) -> PoolEnd {
        let is_drained = self.is_drained();
        match self.mode {
            // Asked to pause while the last tasks ended: nothing is left to go on with.
            Mode::Ending(PoolEnd::Paused(_)) if is_drained => PoolEnd::Drained,
            Mode::Ending(end) => end,
            Mode::Granting | Mode::Narrowed { .. } if is_drained => PoolEnd::Drained,
            Mode::Granting | Mode::Narrowed { .. } => PoolEnd::Paused(PauseReason::Budget),
        }
    }
}
