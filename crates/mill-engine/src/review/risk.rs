//! How much a row deserves to be looked at first, and why: a sum of reasons, each of which a person can check.

use rust_decimal::Decimal;

use super::CONFIDENCE_LINE;

/// Why a row should be looked at. Every reason says what it is about, so that it can be shown in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RiskReason {
    /// Nobody could decide, or a required field is empty.
    Unfilled,
    /// Independent opinions differ.
    Disagreement,
    /// A check says it is wrong.
    Finding {
        /// Findings of the row.
        count: u32,
        /// The message of the gravest.
        message: String,
    },
    /// The result says itself that it is not sure.
    Unsure {
        /// The confidence it carries, a share from 0 to 1.
        confidence: Decimal,
    },
    /// Among the largest amounts of the run.
    Large {
        /// The row is among this many percent of largest amounts: 1 or 5.
        percent: u32,
    },
    /// Never seen in a row that a person accepted in an earlier run of this skill.
    FirstSeen {
        /// The label of the input or output.
        label: String,
        /// What was not seen before.
        value: String,
    },
}

impl RiskReason {
    /// The confidence in percent, for [`RiskReason::Unsure`].
    pub fn percent(&self) -> Option<f64> {
        match self {
            Self::Unsure { confidence } => (*confidence * Decimal::ONE_HUNDRED).try_into().ok(),
            Self::Unfilled
            | Self::Disagreement
            | Self::Finding { .. }
            | Self::Large { .. }
            | Self::FirstSeen { .. } => None,
        }
    }

    /// What it adds to the score. The weights order the kinds (nobody decided, opinions differ, a check objects, unsure,
    /// large, new) so that no two of the smaller ones outweigh a grave one; confidence weighs more the lower it is.
    pub fn weight(&self) -> u32 {
        match self {
            Self::Unfilled => 100,
            Self::Disagreement => 80,
            Self::Finding { count, .. } => 60 + (*count).min(4) * 5,
            Self::Unsure { confidence } => 20 + shortfall(*confidence),
            Self::Large { percent: 1 } => 25,
            Self::Large { .. } => 12,
            Self::FirstSeen { .. } => 15,
        }
    }
}

/// Up to 30 points for what is missing to the line.
fn shortfall(confidence: Decimal) -> u32 {
    let missing =
        ((CONFIDENCE_LINE - confidence) / CONFIDENCE_LINE).clamp(Decimal::ZERO, Decimal::ONE);
    u32::try_from(missing * Decimal::from(30)).unwrap_or(0)
}

/// The reasons of a row, gravest first, and their sum.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Risk {
    /// The sum of the weights; 0: nothing speaks against the row.
    pub score: u32,
    /// The reasons.
    pub reasons: Vec<RiskReason>,
}

impl Risk {
    /// The risk of a row with these reasons.
    pub fn of(mut reasons: Vec<RiskReason>) -> Self {
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.weight()));
        let score = reasons.iter().map(RiskReason::weight).sum();
        Self { score, reasons }
    }
}

/// From which size on an amount is among the largest of its run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct LargeAmounts {
    one_percent: Option<Decimal>,
    five_percent: Option<Decimal>,
}

/// Fewer amounts than this have no largest percent.
const ENOUGH_AMOUNTS: usize = 20;

impl LargeAmounts {
    /// The lines of a run; its sign does not make an amount small.
    pub(super) fn of(amounts: impl IntoIterator<Item = Decimal>) -> Self {
        let mut sizes: Vec<Decimal> = amounts.into_iter().map(|amount| amount.abs()).collect();
        if sizes.len() < ENOUGH_AMOUNTS {
            return Self::default();
        }
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let median = sizes.get(sizes.len() / 2).copied().unwrap_or_default();
        // Where most amounts are the same, the "largest" say nothing.
        let line = |percent: usize| {
            sizes
                .get((sizes.len() * percent / 100).max(1) - 1)
                .copied()
                .filter(|line| *line > median)
        };
        Self {
            one_percent: line(1),
            five_percent: line(5),
        }
    }

    /// The reason an amount gives, if it gives one.
    pub(super) fn reason(self, amount: Decimal) -> Option<RiskReason> {
        let reaches = |line: Option<Decimal>| line.is_some_and(|line| amount.abs() >= line);
        if reaches(self.one_percent) {
            Some(RiskReason::Large { percent: 1 })
        } else if reaches(self.five_percent) {
            Some(RiskReason::Large { percent: 5 })
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unsure(percent: i64) -> RiskReason {
        RiskReason::Unsure {
            confidence: Decimal::new(percent, 2),
        }
    }

    fn score(reasons: Vec<RiskReason>) -> u32 {
        Risk::of(reasons).score
    }

    #[test]
    fn a_row_nothing_speaks_against_scores_nothing() {
        assert_eq!(Risk::of(Vec::new()), Risk::default());
    }

    #[test]
    fn less_confidence_is_more_risk() {
        let scores: Vec<u32> = [74, 60, 41, 10, 0]
            .map(|percent| score(vec![unsure(percent)]))
            .to_vec();
        assert!(scores.is_sorted() && scores[0] < scores[4], "{scores:?}");
    }

    #[test]
    fn the_gravest_reason_is_said_first_and_nothing_is_lost() {
        let finding = RiskReason::Finding {
            count: 1,
            message: "sum".to_owned(),
        };
        let new = RiskReason::FirstSeen {
            label: "Creditor".to_owned(),
            value: "ACME".to_owned(),
        };
        let risk = Risk::of(vec![new.clone(), unsure(41), finding.clone()]);
        assert_eq!(risk.reasons, [finding, unsure(41), new]);
        assert!(risk.score > score(vec![unsure(41)]));
    }

    #[test]
    fn the_largest_hundredth_of_a_run_is_named_whatever_its_sign() {
        let amounts = (1..=200).map(Decimal::from);
        let large = LargeAmounts::of(amounts);
        assert_eq!(
            large.reason(Decimal::from(-200)),
            Some(RiskReason::Large { percent: 1 })
        );
        assert_eq!(
            large.reason(Decimal::from(199)),
            Some(RiskReason::Large { percent: 1 })
        );
        assert_eq!(
            large.reason(Decimal::from(191)),
            Some(RiskReason::Large { percent: 5 })
        );
        assert_eq!(large.reason(Decimal::from(190)), None);
    }

    #[test]
    fn few_amounts_or_equal_ones_have_no_largest() {
        assert_eq!(
            LargeAmounts::of((1..19).map(Decimal::from)),
            LargeAmounts::default()
        );
        let same = LargeAmounts::of(std::iter::repeat_n(Decimal::TEN, 500));
        assert_eq!(same.reason(Decimal::TEN), None);
    }
}
