//! Which row of one run is which row of the other, and whether they say the same.

use std::collections::{BTreeMap, VecDeque};

use mill_domain::Verdict;
use mill_skills::{Skill, fold, inputs_for_row};

use super::{ComparedField, ComparedRow, FieldAgreement, Matched, word_diff};
use crate::review::facts::{RowFacts, RunFacts};
use crate::review::shown;

/// The places of one row among the rows of both runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) at: [usize; 2],
}

/// Pairs rows whose inputs are the same, in their order where several are; and how many of each stay alone.
pub(super) fn pairs_of(first: &RunFacts, second: &RunFacts) -> (Vec<Pair>, [u64; 2]) {
    let mut waiting: BTreeMap<String, VecDeque<usize>> = BTreeMap::new();
    for (at, row) in second.rows.iter().enumerate() {
        waiting.entry(key(second, row)).or_default().push_back(at);
    }
    let pairs: Vec<Pair> = first
        .rows
        .iter()
        .enumerate()
        .filter_map(|(at, row)| {
            let partner = waiting.get_mut(&key(first, row))?.pop_front()?;
            Some(Pair { at: [at, partner] })
        })
        .collect();
    let alone = |rows: &RunFacts| (rows.rows.len() - pairs.len()) as u64;
    let alone = [alone(first), alone(second)];
    (pairs, alone)
}

/// What a row is about: its inputs by name, whatever columns they came from.
fn key(run: &RunFacts, row: &RowFacts) -> String {
    let inputs = inputs_for_row(&run.shape.map, &row.row.cells).record;
    let mut named: Vec<String> = inputs
        .iter()
        .map(|(name, value)| {
            let text = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            format!("{name}\u{1f}{}", fold(&text))
        })
        .collect();
    named.sort_unstable();
    named.join("\u{1e}")
}

/// Outputs of the same name and kind in both skills: label, and the place in each.
pub(super) fn outputs_of(first: &Skill, second: &Skill) -> Vec<(String, [usize; 2])> {
    let found = first.outputs.iter().enumerate().filter_map(|(at, field)| {
        let other = second.outputs.iter().position(|other| {
            other.name == field.name && other.field_type.as_str() == field.field_type.as_str()
        })?;
        Some((field.label.clone(), [at, other]))
    });
    found.collect()
}

impl Matched {
    fn sides(&self, pair: Pair) -> Option<[&RowFacts; 2]> {
        let [first, second] = pair.at;
        Some([
            self.facts[0].rows.get(first)?,
            self.facts[1].rows.get(second)?,
        ])
    }

    /// The texts of the outputs both have.
    fn texts(&self, pair: Pair) -> Option<Vec<[String; 2]>> {
        let [first, second] = self.sides(pair)?;
        let mut left = shown(&self.facts[0].shape.skill, first.row.output.as_ref());
        let mut right = shown(&self.facts[1].shape.skill, second.row.output.as_ref());
        let mut take = |places: &[usize; 2]| {
            let [one, two] = *places;
            Some([
                std::mem::take(left.get_mut(one)?),
                std::mem::take(right.get_mut(two)?),
            ])
        };
        self.outputs
            .iter()
            .map(|(_, places)| take(places))
            .collect()
    }

    /// True if every output says the same in both, width, case and space aside.
    pub(super) fn is_equal(&self, pair: Pair) -> bool {
        self.texts(pair)
            .is_some_and(|texts| texts.iter().all(|[left, right]| fold(left) == fold(right)))
    }

    /// Whether each was right as a person judged it; `None` unless both were judged.
    pub(super) fn judged(&self, pair: Pair) -> Option<(bool, bool)> {
        let right = |row: &RowFacts| match row.row.verdict.as_deref()?.parse().ok()? {
            Verdict::Accepted => Some(true),
            Verdict::Corrected | Verdict::Rejected => Some(false),
            // Nobody looked at the row itself.
            Verdict::BySample => None,
        };
        let [first, second] = self.sides(pair)?;
        Some((right(first)?, right(second)?))
    }

    pub(super) fn agreement(&self) -> Vec<FieldAgreement> {
        let mut fields: Vec<FieldAgreement> = self
            .outputs
            .iter()
            .map(|(label, _)| FieldAgreement {
                label: label.clone(),
                compared: 0,
                same: 0,
            })
            .collect();
        let both = |pair: &&Pair| {
            self.sides(**pair)
                .is_some_and(|sides| sides.iter().all(|side| side.is_done()))
        };
        for pair in self.pairs.iter().filter(both) {
            for (field, [left, right]) in
                fields.iter_mut().zip(self.texts(*pair).unwrap_or_default())
            {
                field.compared += 1;
                field.same += u64::from(fold(&left) == fold(&right));
            }
        }
        fields
    }

    pub(super) fn row(&self, pair: Pair) -> Option<ComparedRow> {
        let [first, second] = self.sides(pair)?;
        let fields = self
            .texts(pair)?
            .into_iter()
            .map(|[left, right]| ComparedField {
                diff: if left == right {
                    Vec::new()
                } else {
                    word_diff(&left, &right)
                },
                shown: [left, right],
            });
        Some(ComparedRow {
            tasks: [first.row.number, second.row.number],
            source_row: first.row.source_row,
            label: self.label(first),
            fields: fields.collect(),
        })
    }

    /// The cells the skill reads, as one line.
    pub(super) fn label(&self, row: &RowFacts) -> String {
        self.facts[0].shape.label(&row.row.cells)
    }
}
