//! What every agent is doing, for people to look at. Nothing is decided from it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use mill_domain::{TaskNumber, Timestamp, Usage, Usd};
use mill_pool::Slot;

/// What an agent is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgentState {
    /// Nothing.
    Idle,
    /// Waiting for an answer.
    Answering,
    /// Testing an answer.
    Checking,
    /// Held back until the provider's moment.
    Waiting {
        /// Until when.
        until: Timestamp,
    },
}

/// One agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentCell {
    /// Its number.
    pub slot: Slot,
    /// What it is doing.
    pub state: AgentState,
    /// The task it works on.
    pub task: Option<TaskNumber>,
    /// The task's row in the file.
    pub source_row: Option<u32>,
    /// The first words of the task.
    pub label: String,
    /// Exchanges of this task so far.
    pub turns: u32,
    /// What they used.
    pub usage: Usage,
    /// What they cost.
    pub cost: Usd,
    /// Held for the call in flight.
    pub held: Usd,
    /// When it took the task.
    pub since: Option<Timestamp>,
}

impl AgentCell {
    const fn idle(slot: Slot) -> Self {
        Self {
            slot,
            state: AgentState::Idle,
            task: None,
            source_row: None,
            label: String::new(),
            turns: 0,
            usage: Usage {
                input_tokens: 0,
                cache_read_tokens: 0,
                cache_write_short_tokens: 0,
                cache_write_long_tokens: 0,
                output_tokens: 0,
                web_searches: 0,
            },
            cost: Usd::ZERO,
            held: Usd::ZERO,
            since: None,
        }
    }
}

/// All agents of a run, by number.
#[derive(Debug)]
pub(crate) struct Board {
    /// Plain mutex: nothing is awaited under it.
    cells: Mutex<Cells>,
}

#[derive(Debug)]
struct Cells {
    list: Vec<AgentCell>,
    /// How many there should be; more only while agents above it finish their task.
    wanted: usize,
}

impl Cells {
    fn drop_spare(&mut self) {
        while self.list.len() > self.wanted
            && self.list.last().is_some_and(|cell| cell.task.is_none())
        {
            self.list.pop();
        }
    }
}

impl Board {
    pub(crate) fn new(agents: u32) -> Self {
        let list = (1..=agents).map(|number| AgentCell::idle(Slot(number)));
        Self {
            cells: Mutex::new(Cells {
                list: list.collect(),
                wanted: agents as usize,
            }),
        }
    }

    /// Adds or removes cells at the end; an agent at work keeps its cell until it is idle.
    pub(crate) fn resize(&self, agents: u32) {
        let mut cells = self.locked();
        cells.wanted = agents as usize;
        cells.drop_spare();
        let first_new = u32::try_from(cells.list.len())
            .unwrap_or(u32::MAX)
            .saturating_add(1);
        cells
            .list
            .extend((first_new..=agents).map(|number| AgentCell::idle(Slot(number))));
    }

    /// How many agents there should be.
    pub(crate) fn agents(&self) -> u32 {
        u32::try_from(self.locked().wanted).unwrap_or(u32::MAX)
    }

    /// How many agents have a task.
    pub(crate) fn busy(&self) -> u32 {
        let busy = self
            .locked()
            .list
            .iter()
            .filter(|cell| cell.task.is_some())
            .count();
        u32::try_from(busy).unwrap_or(u32::MAX)
    }

    pub(crate) fn snapshot(&self) -> Vec<AgentCell> {
        self.locked().list.clone()
    }

    pub(crate) fn take(
        &self,
        slot: Slot,
        task: TaskNumber,
        source_row: u32,
        label: String,
        now: Timestamp,
    ) {
        self.change(slot, |cell| {
            *cell = AgentCell {
                state: AgentState::Checking,
                task: Some(task),
                source_row: Some(source_row),
                label,
                since: Some(now),
                ..AgentCell::idle(slot)
            };
        });
    }

    pub(crate) fn idle(&self, slot: Slot) {
        self.change(slot, |cell| *cell = AgentCell::idle(slot));
        self.locked().drop_spare();
    }

    pub(crate) fn change(&self, slot: Slot, change: impl FnOnce(&mut AgentCell)) {
        let mut cells = self.locked();
        let index = (slot.0 as usize).saturating_sub(1);
        if let Some(cell) = cells.list.get_mut(index) {
            change(cell);
        }
    }

    fn locked(&self) -> MutexGuard<'_, Cells> {
        self.cells.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_cell_above_a_lower_number_of_agents_goes_when_its_agent_is_idle() {
        let board = Board::new(3);
        let now = Timestamp::from_millis(0);
        board.take(Slot(3), TaskNumber(7), 8, "SHOP".to_owned(), now);
        board.resize(1);
        assert_eq!(board.snapshot().len(), 3, "agent 3 is still at work");
        board.idle(Slot(3));
        assert_eq!(board.snapshot(), [AgentCell::idle(Slot(1))]);
        board.resize(2);
        assert_eq!(board.snapshot().len(), 2);
    }
}
