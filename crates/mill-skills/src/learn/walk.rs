//! Through the periods in order: what was learnt before each, tried on it.

use super::aspect::Aspects;
use super::count::{Counts, Opinion};
use super::cut::{Trial, cut};
use super::list::{LEAST_CASES, write_rules};
use super::{Case, PeriodTally, Question};
use crate::{RuleDecision, SkillError};

/// What is left after the last period.
#[derive(Debug, Default)]
pub(super) struct Walked {
    /// Every case counted.
    pub(super) counts: Counts,
    /// The best rule of its time for every row that had one.
    pub(super) trials: Vec<Trial>,
    /// What the rules of its time decided of each case; `None`: nothing.
    pub(super) told: Vec<Option<u32>>,
    pub(super) periods: Vec<PeriodTally>,
}

/// Walks through the periods. At each, only earlier cases and earlier trials are known.
pub(super) fn walk(
    question: &Question<'_>,
    aspects: &Aspects,
    cases: &[Case],
) -> Result<Walked, SkillError> {
    let mut places: Vec<Vec<usize>> = vec![Vec::new(); question.periods];
    for (place, case) in cases.iter().enumerate() {
        if let Some(period) = places.get_mut(case.period) {
            period.push(place);
        }
    }
    let mut walked = Walked {
        told: vec![None; cases.len()],
        ..Walked::default()
    };
    for (period, places) in places.iter().enumerate() {
        if period > 0 {
            let tally = walked.test(question, aspects, cases, places)?;
            walked.periods.push(PeriodTally { period, ..tally });
            let trials = places
                .iter()
                .filter_map(|place| trial(&walked.counts, aspects, *place));
            let trials: Vec<Trial> = trials.collect();
            walked.trials.extend(trials);
        }
        for place in places {
            if let (Some(features), Some(label)) =
                (aspects.features(*place), aspects.label_of(*place))
            {
                walked.counts.add(features, label);
            }
        }
    }
    Ok(walked)
}

impl Walked {
    /// How the rules of this moment do on the cases at these places.
    fn test(
        &mut self,
        question: &Question<'_>,
        aspects: &Aspects,
        cases: &[Case],
        places: &[usize],
    ) -> Result<PeriodTally, SkillError> {
        let cut = cut(question.agreement, &self.trials);
        let written = write_rules(question, aspects, &self.counts, cut);
        let table = written.table(question)?;
        let mut tally = PeriodTally::default();
        for place in places {
            let Some(case) = cases.get(*place) else {
                continue;
            };
            tally.lines += 1;
            if let RuleDecision::Decided { rule_number, .. } = table.decide(&case.inputs) {
                let rule = written.rules.get(rule_number as usize - 1);
                let label = rule.map(|rule| rule.label);
                let agreed = label == aspects.label_of(*place);
                if let Some(told) = self.told.get_mut(*place) {
                    *told = label;
                }
                tally.decided += 1;
                tally.agreed += u32::from(agreed);
            }
        }
        Ok(tally)
    }
}

/// What the surest rule of its time would have decided of a case; `None` if nothing was known of it.
fn trial(counts: &Counts, aspects: &Aspects, place: usize) -> Option<Trial> {
    let mut best: Option<Opinion> = None;
    for triple in aspects.features(place)?.triples() {
        for opinion in counts.opinions(&triple, LEAST_CASES) {
            if best.is_none_or(|best| opinion.score > best.score) {
                best = Some(opinion);
            }
        }
    }
    let best = best?;
    Some(Trial {
        score: best.score,
        agreed: Some(best.label) == aspects.label_of(place),
    })
}
