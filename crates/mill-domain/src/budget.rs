//! The hard caps: reserve under all of them, then settle. At every instant spent + reserved + uncertain ≤ cap.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Scope, Usd};

/// Money under one cap, as a pure value.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("{asked} USD does not fit: {left} USD is left")]
pub struct BudgetRefusal {
    /// What the call could cost at most.
    pub asked: Usd,
    /// What is left now.
    pub left: Usd,
    /// What could become free when calls in flight settle below their bound; zero means waiting cannot help.
    pub held: Usd,
}

impl BudgetRefusal {
    /// True if the call may fit once calls in flight have settled.
    pub fn may_pass(&self) -> bool {
        self.left + self.held >= self.asked
    }
}

/// A reservation that does not fit, and the cap it does not fit under.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("the {scope} cap has no room for this call")]
pub struct NoRoom {
    /// Whose cap.
    pub scope: Scope,
    /// The numbers.
    #[source]
    pub refusal: BudgetRefusal,
}

/// What became of the money that was held for a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallMoney {
    /// The cost is known, exactly or by our own estimate.
    Settled(Usd),
    /// Nobody knows how it ended: the whole bound stays booked.
    Uncertain,
    /// It was not billed: it never left, or the provider refused it with an error.
    Released,
}

impl CallMoney {
    /// What becomes of `bound`: how much is spent, and how much stays booked as uncertain.
    pub const fn booked(self, bound: Usd) -> (Usd, Usd) {
        match self {
            Self::Settled(cost) => (cost, Usd::ZERO),
            Self::Uncertain => (Usd::ZERO, bound),
            Self::Released => (Usd::ZERO, Usd::ZERO),
        }
    }
}

/// Holds `bound` under every cap a call counts against, or under none of them.
/// # Errors
/// The place in `budgets` of the cap to name, and its numbers: of several without room the one that waiting cannot help,
/// then the one with the least left, then the first.
pub fn reserve_in_all(budgets: &mut [Budget], bound: Usd) -> Result<(), (usize, BudgetRefusal)> {
    reserve_leaving(budgets, bound, Usd::ZERO)
}

/// The same if `besides` is left under every cap afterwards: for a call that may as well wait.
/// # Errors
/// As [`reserve_in_all`], of `bound` and `besides` together.
pub fn reserve_leaving(
    budgets: &mut [Budget],
    bound: Usd,
    besides: Usd,
) -> Result<(), (usize, BudgetRefusal)> {
    let refused = budgets
        .iter()
        .enumerate()
        .filter_map(|(place, budget)| Some((place, budget.refusal(bound + besides)?)))
        .min_by_key(|(_, refusal)| (refusal.may_pass(), refusal.left));
    if let Some(refused) = refused {
        return Err(refused);
    }
    for budget in budgets {
        budget.reserved += bound;
    }
    Ok(())
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

    /// Why `bound` does not fit; `None` if it does.
    pub fn refusal(&self, bound: Usd) -> Option<BudgetRefusal> {
        let left = self.left();
        (bound > left).then_some(BudgetRefusal {
            asked: bound,
            left,
            held: self.reserved,
        })
    }

    /// Replaces a reservation by what became of it.
    pub fn end(&mut self, bound: Usd, money: CallMoney) {
        let (spent, uncertain) = money.booked(bound);
        self.reserved -= bound;
        self.spent += spent;
        self.uncertain += uncertain;
    }
}

#[cfg(test)]
mod schedules;
