//! The hard cap: reserve, then settle. At every instant spent + reserved + uncertain ≤ cap.

use thiserror::Error;

use crate::Usd;

/// Money of one run, job or month, as a pure value.
///
/// `reserved` is held for calls in flight; `uncertain` is held for calls whose end is unknown and stays
/// booked until it becomes known. A cap that was lowered below what is already booked refuses every new
/// call and changes nothing that was spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The most that may ever be booked. [`Usd::MAX`] means no cap.
    pub cap: Usd,
    /// Settled with the provider's own count.
    pub spent: Usd,
    /// Held for calls in flight.
    pub reserved: Usd,
    /// Held for calls nobody knows the end of.
    pub uncertain: Usd,
}

/// A reservation that does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{asked} USD does not fit: {left} USD is left")]
pub struct BudgetRefusal {
    /// What the call could cost at most.
    pub asked: Usd,
    /// What is left now.
    pub left: Usd,
    /// What could become free when calls in flight settle below their bound; zero means waiting cannot help.
    pub held: Usd,
}

impl Budget {
    /// A budget nothing was taken from.
    pub const fn new(cap: Usd) -> Self {
        Self {
            cap,
            spent: Usd::ZERO,
            reserved: Usd::ZERO,
            uncertain: Usd::ZERO,
        }
    }

    /// Everything booked so far.
    pub fn booked(&self) -> Usd {
        self.spent + self.reserved + self.uncertain
    }

    /// What a new call may still cost; zero if the cap was lowered below what is booked.
    pub fn left(&self) -> Usd {
        (self.cap - self.booked()).max(Usd::ZERO)
    }

    /// Holds `bound` for a call that is about to leave.
    /// # Errors
    /// [`BudgetRefusal`] if it does not fit. Trying again helps only once something in flight has settled.
    pub fn reserve(&mut self, bound: Usd) -> Result<(), BudgetRefusal> {
        let left = self.left();
        if bound > left {
            return Err(BudgetRefusal {
                asked: bound,
                left,
                held: self.reserved,
            });
        }
        self.reserved += bound;
        Ok(())
    }

    /// Replaces a reservation by what the call really cost.
    pub fn settle(&mut self, bound: Usd, cost: Usd) {
        self.reserved -= bound;
        self.spent += cost;
    }

    /// Keeps a reservation booked because nobody knows how the call ended.
    pub fn mark_uncertain(&mut self, bound: Usd) {
        self.reserved -= bound;
        self.uncertain += bound;
    }

    /// Gives a reservation back: the call never left, or the provider bills nothing for it.
    pub fn release(&mut self, bound: Usd) {
        self.reserved -= bound;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, Clone)]
    enum Step {
        Reserve(i64),
        Settle { call: usize, share: u8 },
        Lose(usize),
        Release(usize),
        Cap(i64),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            (1_i64..400).prop_map(Step::Reserve),
            (any::<usize>(), 0_u8..=100).prop_map(|(call, share)| Step::Settle { call, share }),
            any::<usize>().prop_map(Step::Lose),
            any::<usize>().prop_map(Step::Release),
            (0_i64..2_000).prop_map(Step::Cap),
        ];
        prop::collection::vec(step, 1..120)
    }

    fn take(open: &mut Vec<Usd>, call: usize) -> Option<Usd> {
        if open.is_empty() {
            None
        } else {
            Some(open.swap_remove(call % open.len()))
        }
    }

    proptest! {
        #[test]
        fn nothing_new_is_ever_booked_beyond_the_cap(cap in 0_i64..2_000, steps in steps()) {
            let mut budget = Budget::new(Usd::from_pico(cap));
            let mut open = Vec::new();
            for step in steps {
                let before = budget.booked();
                match step {
                    Step::Reserve(bound) => {
                        let bound = Usd::from_pico(bound);
                        let fits = before + bound <= budget.cap;
                        prop_assert_eq!(budget.reserve(bound).is_ok(), fits);
                        if fits {
                            open.push(bound);
                            prop_assert!(budget.booked() <= budget.cap);
                        }
                    }
                    Step::Settle { call, share } => {
                        if let Some(bound) = take(&mut open, call) {
                            budget.settle(bound, bound.scaled(u32::from(share), 100));
                        }
                    }
                    Step::Lose(call) => {
                        if let Some(bound) = take(&mut open, call) {
                            budget.mark_uncertain(bound);
                        }
                    }
                    Step::Release(call) => {
                        if let Some(bound) = take(&mut open, call) {
                            budget.release(bound);
                        }
                    }
                    Step::Cap(cap) => budget.cap = Usd::from_pico(cap),
                }
                prop_assert_eq!(budget.reserved, open.iter().copied().sum::<Usd>());
                prop_assert!(budget.left() >= Usd::ZERO);
                if !matches!(step, Step::Reserve(_)) {
                    prop_assert!(budget.booked() <= before);
                }
            }
        }
    }
}
