//! What the rules of their time made of later periods, told apart by suggested rule and by outcome.

use super::Case;
use super::aspect::Aspects;
use super::kind::{OutcomeNeed, outcome_needs};
use super::need::LEAST_TRIALS;
use super::walk::Walked;
use crate::RuleTable;

/// How rows of later periods fared with the rules known before each of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Later {
    /// Rows of later periods: those a rule fits, or those where people chose an outcome.
    pub lines: u32,
    /// Rows that the rules known before their period decided so.
    pub decided: u32,
    /// Decided rows where the person had chosen the same.
    pub agreed: u32,
}

/// What later periods say of one outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutcomeTally {
    /// The outcome, one text a target.
    pub then: Vec<String>,
    /// Rows of later periods where people chose it, and those that the rules of their time decided so.
    pub later: Later,
    /// All rows where people chose it.
    pub cases: u32,
    /// Rows of them that the suggested rules would still leave open.
    pub open: u32,
    /// What would let rules decide more of them.
    pub need: OutcomeNeed,
}

impl Later {
    /// How many more rows have to be decided until the share of agreement says something; 0: it does.
    pub fn untold(self) -> u32 {
        LEAST_TRIALS.saturating_sub(self.decided)
    }

    /// Counts a row that the rules of its time decided so.
    fn decide(&mut self, agreed: bool) {
        self.decided += 1;
        self.agreed += u32::from(agreed);
    }
}

/// How each rule of the table did, in its order. `labels` is what each decides.
pub(super) fn by_rule(
    table: &RuleTable,
    labels: &[u32],
    aspects: &Aspects,
    told: &[Option<u32>],
    cases: &[Case],
) -> Vec<Later> {
    let mut later = vec![Later::default(); labels.len()];
    for (place, case) in cases.iter().enumerate().filter(|(_, case)| case.period > 0) {
        let told = told.get(place).copied().flatten();
        for number in table.matching(&case.inputs) {
            let at = number as usize - 1;
            let (Some(later), Some(label)) = (later.get_mut(at), labels.get(at)) else {
                continue;
            };
            later.lines += 1;
            if told == Some(*label) {
                later.decide(aspects.label_of(place) == Some(*label));
            }
        }
    }
    later
}

/// Every outcome people chose, those of most rows first.
pub(super) fn by_outcome(
    table: &RuleTable,
    cut: f64,
    aspects: &Aspects,
    walked: &Walked,
    cases: &[Case],
) -> Vec<OutcomeTally> {
    let needs = outcome_needs(table, cut, aspects, &walked.counts, cases);
    let mut tallies: Vec<OutcomeTally> = (0..)
        .zip(needs)
        .map(|(label, found)| OutcomeTally {
            then: aspects.label_text(label).to_vec(),
            later: Later::default(),
            cases: found.cases,
            open: found.open,
            need: found.need,
        })
        .collect();
    for (place, _) in cases.iter().enumerate().filter(|(_, case)| case.period > 0) {
        let chosen = aspects.label_of(place);
        if let Some(tally) = chosen.and_then(|label| tallies.get_mut(label as usize)) {
            tally.later.lines += 1;
        }
        let told = walked.told.get(place).copied().flatten();
        if let Some(tally) = told.and_then(|label| tallies.get_mut(label as usize)) {
            tally.later.decide(told == chosen);
        }
    }
    tallies.sort_by_key(|tally| std::cmp::Reverse(tally.cases));
    tallies
}
