//! What is different between two rules tables, rule by rule.

use std::collections::BTreeMap;

use mill_skills::RuleSheet;
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Between tables with more differences than this no likeness is looked for; they are other tables.
const MOST_PAIRS: usize = 1_000_000;

/// What became of one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetChange {
    /// What happened.
    pub kind: SheetChangeKind,
    /// Its number in the older table, from 1, and its cells in the newer one's columns; `None`: it is not there.
    pub before: Option<(u32, Vec<String>)>,
    /// The same in the newer table.
    pub after: Option<(u32, Vec<String>)>,
}

/// What happened to a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetChangeKind {
    /// It is in the newer table only.
    Added,
    /// It is in the older table only.
    Removed,
    /// Some of its cells are others.
    Changed,
    /// It stands somewhere else, unchanged.
    Moved,
}

/// The difference between two tables.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SheetDifference {
    /// Rules that are the same, in the same order.
    pub same: usize,
    /// The others, in the order of the newer table.
    pub changes: Vec<SheetChange>,
    /// Titles of columns with something in them that the newer table does not have.
    pub columns_gone: Vec<String>,
}

/// A rule as its cells by column, the empty ones left out: the order of columns does not count.
type Key = BTreeMap<String, String>;

/// What is different in `new`.
pub fn sheet_difference(old: &RuleSheet, new: &RuleSheet) -> SheetDifference {
    let (before, after) = (keys(old), keys(new));
    let titles = column_keys(new);
    let mut found = Found::default();
    for op in capture_diff_slices(Algorithm::Patience, &before, &after) {
        match op {
            DiffOp::Equal { len, .. } => found.same += len,
            DiffOp::Delete { .. } | DiffOp::Insert { .. } | DiffOp::Replace { .. } => {
                found
                    .gone
                    .extend(op.old_range().map(|at| (at, op.new_range().start)));
                found.come.extend(op.new_range());
            }
        }
    }
    let mut changes = found.pair(SheetChangeKind::Moved, &before, &after, Key::eq);
    changes.extend(found.pair(SheetChangeKind::Changed, &before, &after, same_conditions));
    if found.gone.len() * found.come.len() < MOST_PAIRS {
        changes.extend(found.pair(SheetChangeKind::Changed, &before, &after, same_outcome));
    }
    changes.extend(
        found
            .gone
            .iter()
            .map(|(at, near)| (*near, SheetChangeKind::Removed, Some(*at), None)),
    );
    changes.extend(
        found
            .come
            .iter()
            .map(|at| (*at, SheetChangeKind::Added, None, Some(*at))),
    );
    changes.sort_by_key(|(near, _, old, _)| (*near, *old));
    let cells = |keys: &[Key], at: usize| {
        let key = keys.get(at);
        let cell = |title: &String| {
            key.and_then(|key| key.get(title))
                .cloned()
                .unwrap_or_default()
        };
        (
            u32::try_from(at + 1).unwrap_or(u32::MAX),
            titles.iter().map(cell).collect(),
        )
    };
    SheetDifference {
        same: found.same,
        changes: changes
            .into_iter()
            .map(|(_, kind, old, new)| SheetChange {
                kind,
                before: old.map(|at| cells(&before, at)),
                after: new.map(|at| cells(&after, at)),
            })
            .collect(),
        columns_gone: before
            .iter()
            .flat_map(Key::keys)
            .filter(|title| !titles.contains(title))
            .cloned()
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect(),
    }
}

/// Where it is in the newer table, what happened, and the places in both.
type Change = (usize, SheetChangeKind, Option<usize>, Option<usize>);

#[derive(Default)]
struct Found {
    same: usize,
    /// Places in the older table, and where they would be in the newer one.
    gone: Vec<(usize, usize)>,
    /// Places in the newer table.
    come: Vec<usize>,
}

impl Found {
    /// Takes out the pairs that are alike.
    fn pair(
        &mut self,
        kind: SheetChangeKind,
        before: &[Key],
        after: &[Key],
        alike: impl Fn(&Key, &Key) -> bool,
    ) -> Vec<Change> {
        let mut pairs = Vec::new();
        let come = &mut self.come;
        self.gone.retain(|(old, _)| {
            let found = come.iter().position(|new| {
                matches!((before.get(*old), after.get(*new)), (Some(one), Some(other)) if alike(one, other))
            });
            let Some(place) = found else {
                return true;
            };
            let new = come.remove(place);
            pairs.push((new, kind, Some(*old), Some(new)));
            false
        });
        pairs
    }
}

fn same_conditions(one: &Key, other: &Key) -> bool {
    part(one, "if").eq(part(other, "if"))
}

fn same_outcome(one: &Key, other: &Key) -> bool {
    let shared = part(one, "if").filter(|cell| part(other, "if").any(|with| with == *cell));
    part(one, "then").eq(part(other, "then")) && shared.count() > 0
}

fn part<'a>(key: &'a Key, word: &'a str) -> impl Iterator<Item = (&'a String, &'a String)> {
    key.iter().filter(move |(title, _)| title.starts_with(word))
}

fn column_keys(sheet: &RuleSheet) -> Vec<String> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let keys = sheet.columns.iter().map(|column| {
        let name = match &column.field {
            Some(field) => format!("{} {field}", column.part.as_str()),
            None => column.title.trim().to_lowercase(),
        };
        let times = known.entry(name.clone()).or_default();
        *times += 1;
        // An input may have two columns.
        if *times > 1 {
            format!("{name} {times}")
        } else {
            name
        }
    });
    keys.collect()
}

fn keys(sheet: &RuleSheet) -> Vec<Key> {
    let titles = column_keys(sheet);
    let blank = |row: &&Vec<String>| !row.iter().all(|cell| cell.trim().is_empty());
    let rows = sheet.rows.iter().filter(blank);
    rows.map(|row| {
        let cells = titles.iter().zip(row);
        let filled = cells.filter(|(_, cell)| !cell.trim().is_empty());
        filled
            .map(|(title, cell)| (title.clone(), cell.trim().to_owned()))
            .collect()
    })
    .collect()
}

#[cfg(test)]
mod tests;
