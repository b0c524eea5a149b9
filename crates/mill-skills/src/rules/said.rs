//! A condition's cell taken apart, so that a host can put it in its person's words.

use super::condition::{Comparison, SIGNS, limits, means_any, word};
use crate::fold::plain;

/// What a condition asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConditionKind {
    /// Nothing.
    Any,
    /// To be the value.
    Is,
    /// Not to be the value.
    IsNot,
    /// To contain the value.
    Contains,
    /// To begin with the value.
    StartsWith,
    /// To end with the value.
    EndsWith,
    /// To be one of the values.
    OneOf,
    /// To match the value, a pattern.
    Matches,
    /// To be more than the value.
    Above,
    /// To be less than the value.
    Below,
    /// To be the value or more.
    AtLeast,
    /// To be the value or less.
    AtMost,
    /// To be between the two values, or one of them.
    Between,
    /// To be empty.
    Empty,
    /// Not to be empty.
    NotEmpty,
    /// What nobody can read: the value is the cell as written.
    Written,
}

/// A condition taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConditionSaid {
    /// What it asks.
    pub kind: ConditionKind,
    /// What it compares with, as written; none for some kinds.
    pub values: Vec<String>,
}

/// The words a cell may begin with, the longer of two first.
const STARTS: [(&str, ConditionKind); 7] = [
    ("is not", ConditionKind::IsNot),
    ("is", ConditionKind::Is),
    ("contains", ConditionKind::Contains),
    ("starts with", ConditionKind::StartsWith),
    ("ends with", ConditionKind::EndsWith),
    ("matches", ConditionKind::Matches),
    ("one of", ConditionKind::OneOf),
];

impl From<Comparison> for ConditionKind {
    fn from(comparison: Comparison) -> Self {
        match comparison {
            Comparison::Above => Self::Above,
            Comparison::Below => Self::Below,
            Comparison::AtLeast => Self::AtLeast,
            Comparison::AtMost => Self::AtMost,
        }
    }
}

impl ConditionSaid {
    /// Reads a cell of a condition column. What is no condition stays as written.
    pub fn of(cell: &str) -> Self {
        let text = plain(cell);
        if means_any(&text) {
            return Self::new(ConditionKind::Any, []);
        }
        let alone = |phrase: &str| word(&text, phrase).is_some_and(str::is_empty);
        if alone("is empty") {
            return Self::new(ConditionKind::Empty, []);
        }
        if alone("is not empty") {
            return Self::new(ConditionKind::NotEmpty, []);
        }
        if let Some(limits) = word(&text, "between").and_then(limits) {
            return Self::new(ConditionKind::Between, limits);
        }
        match worded(&text).or_else(|| signed(&text)) {
            Some((_, "")) | None => Self::new(ConditionKind::Written, [text.as_str()]),
            Some((ConditionKind::OneOf, rest)) => {
                let values = rest.split('|').map(str::trim);
                Self::new(
                    ConditionKind::OneOf,
                    values.filter(|value| !value.is_empty()),
                )
            }
            Some((kind, rest)) => Self::new(kind, [rest]),
        }
    }

    fn new<'v>(kind: ConditionKind, values: impl IntoIterator<Item = &'v str>) -> Self {
        Self {
            kind,
            values: values.into_iter().map(str::to_owned).collect(),
        }
    }
}

fn worded(text: &str) -> Option<(ConditionKind, &str)> {
    let mut starts = STARTS.iter();
    starts.find_map(|(start, kind)| Some((*kind, word(text, start)?)))
}

fn signed(text: &str) -> Option<(ConditionKind, &str)> {
    let mut signs = SIGNS.into_iter();
    signs.find_map(|(sign, wanted)| Some((wanted.into(), text.strip_prefix(sign)?.trim())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_is_taken_apart() {
        let said = |cell: &str| {
            let said = ConditionSaid::of(cell);
            (said.kind, said.values.join("/"))
        };
        for (cell, kind, values) in [
            ("", ConditionKind::Any, ""),
            ("*", ConditionKind::Any, ""),
            ("is EMPTY", ConditionKind::Empty, ""),
            ("is not empty", ConditionKind::NotEmpty, ""),
            ("Is Not Food", ConditionKind::IsNot, "Food"),
            ("is empty box", ConditionKind::Is, "empty box"),
            ("contains OYSTER", ConditionKind::Contains, "OYSTER"),
            ("starts with B Q", ConditionKind::StartsWith, "B Q"),
            ("ends with Ltd", ConditionKind::EndsWith, "Ltd"),
            ("one of A| B", ConditionKind::OneOf, "A/B"),
            ("matches ^DVLA", ConditionKind::Matches, "^DVLA"),
            ("between 0 AND 1,5", ConditionKind::Between, "0/1,5"),
            (">= 3", ConditionKind::AtLeast, "3"),
            ("<4", ConditionKind::Below, "4"),
            ("> 5", ConditionKind::Above, "5"),
            ("≤ 6", ConditionKind::AtMost, "6"),
            ("isolated", ConditionKind::Written, "isolated"),
            ("contains", ConditionKind::Written, "contains"),
        ] {
            assert_eq!(said(cell), (kind, values.to_owned()), "{cell}");
        }
    }
}
