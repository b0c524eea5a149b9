//! What would let rules decide more rows of one outcome: more such rows, an input that tells them apart, or nobody knows.
//!
//! A row that the suggested rules leave open is looked at once more with every count grown alike, as if people went on
//! deciding as they did. If its estimate then reaches the cut, more rows help, and by how much they have to grow says how
//! many. If people decided the very same text in different ways, more rows do not help, and another input might. Of the
//! others (texts that came once, above all) nothing is known.

use super::Case;
use super::aspect::Aspects;
use super::count::Counts;
use crate::{RuleDecision, RuleTable};

/// Growing further is not foreseen.
const MOST_GROWTH: f64 = 10.0;

/// Halvings of the growth that is looked for: about a hundredth of it.
const STEPS: u32 = 7;

/// What would let rules decide more rows of one outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OutcomeNeed {
    /// Nothing: the suggested rules decide at least half of them.
    #[default]
    Enough,
    /// More rows of this kind.
    Rows {
        /// About so many, if people go on deciding as they did.
        about: u32,
        /// So many of the rows left open would be decided then.
        rows: u32,
    },
    /// Another input: people decided the same texts in different ways.
    Input {
        /// So many of the rows left open are of such texts.
        rows: u32,
    },
    /// It is not known: most of the rows left open have a text that was decided too seldom to say.
    Unknown,
}

/// The rows of one outcome.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OutcomeFound {
    pub(super) cases: u32,
    pub(super) open: u32,
    pub(super) need: OutcomeNeed,
}

/// Why rows of one outcome are left open.
#[derive(Debug, Clone, Default)]
struct Reasons {
    cases: u32,
    open: u32,
    /// The growth at which each row would be decided.
    growths: Vec<f64>,
    mixed: u32,
    unknown: u32,
}

/// What is needed for each label, in the order of their numbers. Above 1, no growth reaches the cut.
pub(super) fn outcome_needs(
    table: &RuleTable,
    cut: f64,
    aspects: &Aspects,
    counts: &Counts,
    cases: &[Case],
) -> Vec<OutcomeFound> {
    let mut reasons: Vec<Reasons> = Vec::new();
    for (place, case) in cases.iter().enumerate() {
        let Some(label) = aspects.label_of(place) else {
            continue;
        };
        let at = label as usize;
        if reasons.len() <= at {
            reasons.resize(at + 1, Reasons::default());
        }
        let Some(reasons) = reasons.get_mut(at) else {
            continue;
        };
        reasons.cases += 1;
        if matches!(table.decide(&case.inputs), RuleDecision::Decided { .. }) {
            continue;
        }
        reasons.open += 1;
        let features = aspects.features(place);
        let growth = features.and_then(|features| counts.growth(features, label, cut));
        if let Some(growth) = growth {
            reasons.growths.push(growth);
        } else if features.is_some_and(|features| counts.is_mixed(features)) {
            reasons.mixed += 1;
        } else {
            reasons.unknown += 1;
        }
    }
    reasons.into_iter().map(Reasons::found).collect()
}

impl Reasons {
    fn found(self) -> OutcomeFound {
        OutcomeFound {
            cases: self.cases,
            open: self.open,
            need: self.need(),
        }
    }

    fn need(mut self) -> OutcomeNeed {
        if self.open * 2 <= self.cases {
            return OutcomeNeed::Enough;
        }
        let growing = u32::try_from(self.growths.len()).unwrap_or(u32::MAX);
        if growing >= self.mixed && growing >= self.unknown && growing > 0 {
            self.growths.sort_by(f64::total_cmp);
            // Half of the rows that more rows help at all.
            let middle = self.growths.get((self.growths.len() - 1) / 2);
            let growth = middle.copied().unwrap_or(MOST_GROWTH);
            let rows = self.growths.iter().filter(|other| **other <= growth);
            return OutcomeNeed::Rows {
                about: grown_by(self.cases, growth),
                rows: u32::try_from(rows.count()).unwrap_or(u32::MAX),
            };
        }
        if self.mixed > self.unknown {
            return OutcomeNeed::Input { rows: self.mixed };
        }
        OutcomeNeed::Unknown
    }
}

impl Counts {
    /// By what all counts have to grow alike until this label's estimate reaches the cut in some context that is seen
    /// often enough for a rule; `None` if no growth does that is foreseen.
    fn growth(&self, features: &super::context::Features, label: u32, cut: f64) -> Option<f64> {
        let ladders = self.ladders(features);
        let reaches = |growth: f64| {
            let mut scores = ladders.iter().map(|ladder| ladder.score(label, growth));
            scores.any(|score| score.is_some_and(|score| score >= cut))
        };
        if !reaches(MOST_GROWTH) {
            return None;
        }
        let (mut low, mut high) = (1.0, MOST_GROWTH);
        for _ in 0..STEPS {
            let middle = f64::midpoint(low, high);
            if reaches(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        Some(high)
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a count of rows times at most ten"
)]
fn grown_by(cases: u32, growth: f64) -> u32 {
    (f64::from(cases) * (growth - 1.0)).ceil().max(1.0) as u32
}
