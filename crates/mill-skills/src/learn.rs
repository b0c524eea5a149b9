//! Rules that learn: from what people decided, readable rules, measured on later periods only.
//!
//! Past cases are counted by readable contexts (a text or how it begins, alone or together with another column and a
//! band of amounts). A context's estimate of how often people will decide the same way leans on the more general
//! contexts around it, so that three cases of three are not taken for certainty. The best contexts above a cut become
//! rules, most certain first. The cut itself is found on past periods: there the rules of that time were tried on the
//! period after them, and the cut is where people agreed as often as asked for.

mod aspect;
mod band;
mod context;
mod count;
mod cut;
mod kind;
mod later;
mod list;
mod need;
mod period;
mod walk;

use mill_domain::{FieldName, FieldSpec, Record};

use crate::{RuleTable, SkillError};

use self::aspect::{Aspects, label_key};
use self::cut::cut;
pub use self::kind::OutcomeNeed;
pub use self::later::{Later, OutcomeTally};
use self::list::{Written, write_rules};
pub use self::need::{Need, NeededRows};
pub use self::period::{Periods, order_periods};

/// What a person decided of one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The row's inputs.
    pub inputs: Record,
    /// What the person chose, one text an output, in the order of [`Question::targets`].
    pub label: Vec<String>,
    /// Its period, as a place in the order of time, from 0.
    pub period: usize,
}

/// What is to be learnt.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The skill's inputs.
    pub inputs: &'a [FieldSpec],
    /// The outputs a rule is to fill; all of them, or it is no rule.
    pub targets: &'a [FieldSpec],
    /// The share of rows, above 0 and below 1, where the person should decide as the rules do.
    pub agreement: f64,
    /// The number of periods; every case's period is below it.
    pub periods: usize,
}

/// What was learnt.
#[derive(Debug, Clone, Default)]
pub struct Lesson {
    /// The rules in their order, first match wins.
    pub rules: Vec<LearnedRule>,
    /// How the rules of each time did on the period after them, from the second period on. Empty with one period.
    pub periods: Vec<PeriodTally>,
    /// What would bring rules, where there are none.
    pub need: Need,
    /// What later periods say of each outcome, those of most rows first.
    pub outcomes: Vec<OutcomeTally>,
}

/// A rule a person may take over.
#[derive(Debug, Clone, PartialEq)]
pub struct LearnedRule {
    /// Its conditions, as cells of `rules.csv` by input.
    pub conditions: Vec<(FieldName, String)>,
    /// Its conditions in words.
    pub when: String,
    /// What it decides, one text a target.
    pub then: Vec<String>,
    /// Places of the cases that meet its conditions where people decided the same.
    pub agreeing: Vec<usize>,
    /// Places of the cases that meet its conditions where people decided otherwise.
    pub against: Vec<usize>,
    /// The share of future rows where people are expected to decide the same, 0 to 1.
    pub expected: f64,
    /// How rows it fits did in later periods with the rules known before each: those of them that decided as it does.
    pub later: Later,
}

/// How the rules learnt from earlier periods did on one period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PeriodTally {
    /// The period, as in [`Case::period`].
    pub period: usize,
    /// Rows with a decision of a person.
    pub lines: u32,
    /// Rows the rules decided.
    pub decided: u32,
    /// Decided rows where the person had chosen the same.
    pub agreed: u32,
}

impl Lesson {
    /// Decided, agreed and all rows over the tested periods.
    pub fn totals(&self) -> PeriodTally {
        let mut totals = PeriodTally::default();
        for tally in &self.periods {
            totals.lines += tally.lines;
            totals.decided += tally.decided;
            totals.agreed += tally.agreed;
        }
        totals
    }
}

impl PeriodTally {
    /// The share of rows that were decided; `None` without rows.
    pub fn cover(&self) -> Option<f64> {
        (self.lines > 0).then(|| f64::from(self.decided) / f64::from(self.lines))
    }

    /// The share of decided rows where the person had chosen the same; `None` if nothing was decided.
    pub fn agreement(&self) -> Option<f64> {
        (self.decided > 0).then(|| f64::from(self.agreed) / f64::from(self.decided))
    }
}

/// Learns rules from cases, and measures them period by period: those of the periods before, on the period itself.
/// # Errors
/// [`SkillError`] if a learnt rule cannot be written as one of `rules.csv`; that would be a fault of ours.
pub fn learn(question: &Question<'_>, cases: &[Case]) -> Result<Lesson, SkillError> {
    let aspects = Aspects::of(question, cases);
    let walked = walk::walk(question, &aspects, cases)?;
    let cut = cut(question.agreement, &walked.trials);
    let written = write_rules(question, &aspects, &walked.counts, cut);
    let table = written.table(question)?;
    let outcomes = later::by_outcome(&table, cut, &aspects, &walked, cases);
    let rules = with_cases(written, &table, &aspects, &walked.told, cases);
    let lines = walked.periods.iter().map(|tally| tally.lines).sum();
    Ok(Lesson {
        need: if rules.is_empty() {
            need::need(question, &walked.trials, lines)
        } else {
            Need::Enough
        },
        rules,
        periods: walked.periods,
        outcomes,
    })
}

/// Each rule with the cases for and against it, whatever rule stands above it.
fn with_cases(
    written: Written,
    table: &RuleTable,
    aspects: &Aspects,
    told: &[Option<u32>],
    cases: &[Case],
) -> Vec<LearnedRule> {
    let labels: Vec<u32> = written.rules.iter().map(|rule| rule.label).collect();
    let later = later::by_rule(table, &labels, aspects, told, cases);
    let mut rules: Vec<LearnedRule> = written
        .rules
        .into_iter()
        .zip(table.rules())
        .zip(later)
        .map(|((rule, compiled), later)| LearnedRule {
            conditions: rule.cells,
            when: compiled.when.clone(),
            then: aspects.label_text(rule.label).to_vec(),
            agreeing: Vec::new(),
            against: Vec::new(),
            expected: rule.score,
            later,
        })
        .collect();
    for (place, case) in cases.iter().enumerate() {
        for number in table.matching(&case.inputs) {
            let Some(rule) = rules.get_mut(number as usize - 1) else {
                continue;
            };
            let same = label_key(&rule.then) == label_key(&case.label);
            let side = if same {
                &mut rule.agreeing
            } else {
                &mut rule.against
            };
            side.push(place);
        }
    }
    rules.retain(|rule| !rule.agreeing.is_empty());
    rules
}

#[cfg(test)]
mod tests;
