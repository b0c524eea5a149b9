//! Which rules of a long table a row can meet at all, found by the words of their conditions.

use std::collections::BTreeMap;

use aho_corasick::AhoCorasick;

use super::Rule;
use super::cell::Cell;

/// Shorter tables are looked through rule by rule.
const LEAST_RULES: usize = 64;

/// The texts that conditions of a table need, by input.
#[derive(Debug)]
pub(super) struct Index {
    columns: Vec<ColumnIndex>,
    /// Places of rules that no text rules out.
    any: Vec<usize>,
}

#[derive(Debug)]
struct ColumnIndex {
    column: usize,
    texts: AhoCorasick,
    /// Places of the rules that need each text.
    rules: Vec<Vec<usize>>,
}

impl Index {
    /// `None` if the table is short, or its texts are more than an automaton can hold.
    pub(super) fn of(rules: &[Rule]) -> Option<Self> {
        if rules.len() < LEAST_RULES {
            return None;
        }
        let mut any = Vec::new();
        let mut columns: BTreeMap<usize, BTreeMap<&str, Vec<usize>>> = BTreeMap::new();
        for (place, rule) in rules.iter().enumerate() {
            let needs = rule.conditions.iter().filter_map(|(column, condition)| {
                let texts = condition.needs()?;
                let shortest = texts.iter().map(|text| text.len()).min()?;
                Some((shortest, *column, texts))
            });
            // The longest text rules out the most rows.
            let Some((_, column, texts)) = needs.max_by_key(|(shortest, ..)| *shortest) else {
                any.push(place);
                continue;
            };
            let known = columns.entry(column).or_default();
            for text in texts {
                known.entry(text).or_default().push(place);
            }
        }
        let columns: Option<Vec<ColumnIndex>> = columns
            .into_iter()
            .map(|(column, texts)| {
                let automaton = AhoCorasick::new(texts.keys()).ok()?;
                Some(ColumnIndex {
                    column,
                    texts: automaton,
                    rules: texts.into_values().collect(),
                })
            })
            .collect();
        Some(Self {
            columns: columns?,
            any,
        })
    }

    /// Places of the rules these inputs may meet, in order; all others they cannot.
    pub(super) fn candidates(&self, cells: &[Cell<'_>]) -> Vec<usize> {
        let mut places = self.any.clone();
        for column in &self.columns {
            let Some(cell) = cells.get(column.column) else {
                continue;
            };
            for found in column.texts.find_overlapping_iter(cell.folded()) {
                let rules = column.rules.get(found.pattern().as_usize());
                places.extend(rules.into_iter().flatten());
            }
        }
        places.sort_unstable();
        places.dedup();
        places
    }
}
