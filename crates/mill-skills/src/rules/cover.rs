//! Rules that can never decide, whatever the rows: one above them asks for no more than they do.

use std::collections::HashMap;

use super::{Rule, RuleTable};

/// With more conditions than this only the same set of conditions is looked for, and each one alone.
const MOST_CONDITIONS: usize = 10;

impl RuleTable {
    /// For each rule the number of the first rule above it whose every condition it has too: that one takes every row it
    /// could take. `None`: there is none.
    pub fn covered(&self) -> Vec<Option<u32>> {
        let mut first: HashMap<Vec<&(usize, String)>, u32> = HashMap::new();
        let mut covered = Vec::with_capacity(self.rules.len());
        for rule in self.rules.iter() {
            let own = own_conditions(rule);
            let above = subsets(&own)
                .into_iter()
                .filter_map(|set| first.get(&set).copied())
                .min();
            covered.push(above);
            first.entry(own).or_insert(rule.number);
        }
        covered
    }
}

/// The conditions of a rule as written, each once, in an order of their own.
fn own_conditions(rule: &Rule) -> Vec<&(usize, String)> {
    let mut own: Vec<_> = rule.written.iter().collect();
    own.sort();
    own.dedup();
    own
}

fn subsets<'a>(all: &[&'a (usize, String)]) -> Vec<Vec<&'a (usize, String)>> {
    if all.len() > MOST_CONDITIONS {
        let alone = all.iter().map(|one| vec![*one]);
        return alone.chain([Vec::new(), all.to_vec()]).collect();
    }
    (0..1_usize << all.len())
        .map(|set| {
            let chosen = all.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
            chosen.map(|(_, condition)| *condition).collect()
        })
        .collect()
}
