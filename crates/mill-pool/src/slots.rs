//! Permission to have one agent at work.

use std::collections::BTreeSet;
use std::fmt;

/// The number of an agent's place, from 1. An agent keeps it while it works; the lowest free one is given next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub u32);

impl fmt::Display for Slot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// The slots of one pool. Lowering the limit takes no slot away from an agent at work.
#[derive(Debug)]
pub(crate) struct Slots {
    limit: u32,
    taken: BTreeSet<u32>,
}

impl Slots {
    pub(crate) const fn new(limit: u32) -> Self {
        Self {
            limit,
            taken: BTreeSet::new(),
        }
    }

    pub(crate) const fn set_limit(&mut self, limit: u32) {
        self.limit = limit;
    }

    pub(crate) const fn limit(&self) -> usize {
        self.limit as usize
    }

    /// Takes the lowest free slot; `None` if all are taken.
    pub(crate) fn take(&mut self) -> Option<Slot> {
        if self.taken.len() >= self.limit() {
            return None;
        }
        let free = (1..=self.limit).find(|number| !self.taken.contains(number))?;
        self.taken.insert(free);
        Some(Slot(free))
    }

    pub(crate) fn give_back(&mut self, slot: Slot) {
        self.taken.remove(&slot.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_free_slot_is_given_and_a_lower_limit_waits_for_agents_to_end() {
        let mut slots = Slots::new(2);
        assert_eq!(
            (slots.take(), slots.take(), slots.take()),
            (Some(Slot(1)), Some(Slot(2)), None)
        );
        slots.set_limit(1);
        slots.give_back(Slot(1));
        assert_eq!(slots.take(), None, "slot 2 is still at work");
        slots.give_back(Slot(2));
        assert_eq!(slots.take(), Some(Slot(1)));
    }
}
