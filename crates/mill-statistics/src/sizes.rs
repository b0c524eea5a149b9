//! How many results a person has to look at.

use crate::StatisticsError;
use crate::bound::{Looked, check_share, most_in_open};

/// What a person wants to be able to say of the results nobody looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goal {
    /// The share of wrong ones among them that would do, above 0.
    pub tolerable: f64,
    /// How sure the statement shall be.
    pub confidence: f64,
    /// The share of wrong results a person expects to find; 0 for the smallest sample, which any wrong result spoils.
    pub expected: f64,
}

impl Goal {
    /// The goal, or why there is no such one.
    /// # Errors
    /// [`StatisticsError::OutOfRange`] for a share that makes no sense.
    pub fn new(tolerable: f64, confidence: f64, expected: f64) -> Result<Self, StatisticsError> {
        check_share("tolerable error", tolerable, 0.0001, 0.5)?;
        check_share("confidence", confidence, 0.5, 0.999_999)?;
        check_share("expected error", expected, 0.0, tolerable)?;
        Ok(Self {
            tolerable,
            confidence,
            expected,
        })
    }

    /// True if the wrong ones among the results nobody looked at are few enough.
    #[allow(
        clippy::cast_precision_loss,
        reason = "counts of rows are far below 2^52"
    )]
    pub fn reached(&self, most_wrong: u64, rest: u64) -> bool {
        most_wrong as f64 <= self.tolerable * rest as f64 * (1.0 + f64::EPSILON)
    }
}

/// How many results of each stratum to look at, so that the goal is reached if no more than the expected share is wrong.
/// Every stratum has at least one; all of them if nothing less would do.
pub fn sizes(strata: &[u64], goal: &Goal) -> Vec<u64> {
    let all: u64 = strata.iter().sum();
    let mut wrong = 0;
    loop {
        let wanted = fewest(strata, all, wrong, goal);
        if wanted == all || is_expected(wanted, wrong, goal.expected) {
            return share_out(strata, all, wanted);
        }
        // The more are allowed, the less one more changes.
        wrong += 1 + wrong / 20;
    }
}

/// The smallest sample that reaches the goal with this many wrong ones in it.
fn fewest(strata: &[u64], all: u64, wrong: u64, goal: &Goal) -> u64 {
    let (mut too_few, mut enough) = (0, all);
    while enough - too_few > 1 {
        let middle = too_few + (enough - too_few) / 2;
        if reaches(strata, all, middle, wrong, goal) {
            enough = middle;
        } else {
            too_few = middle;
        }
    }
    enough
}

fn reaches(strata: &[u64], all: u64, wanted: u64, wrong: u64, goal: &Goal) -> bool {
    let drawn = share_out(strata, all, wanted);
    let looked: u64 = drawn.iter().sum();
    let open: Vec<Looked> = strata
        .iter()
        .zip(&drawn)
        .filter(|(size, looked)| looked < size)
        .map(|(size, looked)| Looked {
            size: *size,
            looked: *looked,
            wrong: 0,
        })
        .collect();
    let looked_in_part: u64 = open.iter().map(|stratum| stratum.looked).sum();
    let wrong = wrong.min(looked_in_part);
    let most = most_in_open(&open, wrong, 1.0 - goal.confidence);
    goal.reached(most - wrong, all - looked)
}

/// True if a sample of this size has no more wrong ones than these, going by the expected share.
#[allow(
    clippy::cast_precision_loss,
    reason = "counts of rows are far below 2^52"
)]
fn is_expected(wanted: u64, wrong: u64, share: f64) -> bool {
    wanted as f64 * share <= wrong as f64
}

/// Proportional, rounded up in each stratum.
fn share_out(strata: &[u64], all: u64, wanted: u64) -> Vec<u64> {
    strata
        .iter()
        .map(|size| {
            let share = u128::from(*size) * u128::from(wanted);
            let share = share.div_ceil(u128::from(all.max(1)));
            u64::try_from(share).unwrap_or(*size).min(*size)
        })
        .collect()
}
