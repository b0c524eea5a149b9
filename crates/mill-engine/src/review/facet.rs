//! Facets: what the results of a run can be told apart by, and how many have what.

use std::collections::BTreeMap;

/// What a facet is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FacetKind {
    /// How the task ended, or where it is.
    Outcome,
    /// `rule`, `model`, `person`; `none` where nothing was decided.
    By,
    /// The rule's number; `none` where no rule decided.
    Rule,
    /// The model that answered; `none` where none was asked.
    Model,
    /// The agent's number as the run's screen shows it; `none` where no agent of the pool asked a model, `unknown` where it
    /// is not known which one did.
    Agent,
    /// What kind of check says something; `none` where nothing does.
    Finding,
    /// What second opinions say: `agrees`, `disagrees` (at least one), `none`.
    Opinion,
    /// The confidence in bands; `none` without one.
    Confidence,
    /// The size of the amount in bands; `none` without one.
    Amount,
    /// What a person said; `none` where nobody did, `no_result` where there is nothing to judge.
    Verdict,
    /// `yes` where a person flagged the row, `no` elsewhere.
    Flag,
    /// How far a person looked: `judged`, `by_sample`, `skipped`, `left` (flagged or asked again, and left open), `unseen`;
    /// `no_result` where there is nothing to look at.
    Look,
    /// The text of an output.
    Output,
}

impl FacetKind {
    /// The word as sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::By => "by",
            Self::Rule => "rule",
            Self::Model => "model",
            Self::Agent => "agent",
            Self::Finding => "finding",
            Self::Opinion => "opinion",
            Self::Confidence => "confidence",
            Self::Amount => "amount",
            Self::Verdict => "verdict",
            Self::Flag => "flag",
            Self::Look => "look",
            Self::Output => "output",
        }
    }
}

/// What a person picked of one facet: a row must have one of the values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetPick {
    /// The facet's id.
    pub facet: String,
    /// The values.
    pub values: Vec<String>,
}

/// A facet with how many rows have which value, given what is picked of all *other* facets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetCounts {
    /// Its id, for [`FacetPick`].
    pub id: String,
    /// What it is about.
    pub kind: FacetKind,
    /// The label of the output or input it comes from; "" where the kind says all.
    pub label: String,
    /// Values, most rows first (bands in their own order), with their counts.
    pub values: Vec<(String, u64)>,
}

/// One facet of all rows, column by column: texts are kept once.
#[derive(Debug, Clone)]
pub(super) struct FacetColumn {
    pub(super) id: String,
    pub(super) kind: FacetKind,
    pub(super) label: String,
    /// False for outputs with too many different texts to choose from; they can still be picked.
    pub(super) listed: bool,
    values: Vec<String>,
    known: BTreeMap<String, u32>,
    rows: Vec<Vec<u32>>,
}

impl FacetColumn {
    pub(super) fn new(id: String, kind: FacetKind, label: String) -> Self {
        Self {
            id,
            kind,
            label,
            listed: true,
            values: Vec::new(),
            known: BTreeMap::new(),
            rows: Vec::new(),
        }
    }

    /// Adds the next row and what it has; a row may have several values, or none.
    pub(super) fn push(&mut self, values: impl IntoIterator<Item = String>) {
        let mut row = Vec::new();
        for value in values {
            let next = u32::try_from(self.values.len()).unwrap_or(u32::MAX);
            let code = *self.known.entry(value.clone()).or_insert(next);
            if code == next {
                self.values.push(value);
            }
            if !row.contains(&code) {
                row.push(code);
            }
        }
        self.rows.push(row);
    }

    /// The text of a row; "" if it has none.
    pub(super) fn text(&self, row: usize) -> &str {
        self.codes(row)
            .first()
            .and_then(|code| self.values.get(*code as usize))
            .map_or("", String::as_str)
    }

    pub(super) fn code(&self, row: usize) -> Option<u32> {
        self.codes(row).first().copied()
    }

    fn codes(&self, row: usize) -> &[u32] {
        self.rows.get(row).map_or(&[], Vec::as_slice)
    }

    fn wanted(&self, pick: &FacetPick) -> Vec<u32> {
        pick.values
            .iter()
            .filter_map(|value| self.known.get(value).copied())
            .collect()
    }

    fn counts(&self, counted: &[u64], picked: &[u32]) -> FacetCounts {
        let mut values: Vec<(String, u64)> = self
            .values
            .iter()
            .zip((0_u32..).zip(counted))
            .filter(|(_, (code, count))| **count > 0 || picked.contains(code))
            .map(|(value, (_, count))| (value.clone(), *count))
            .collect();
        match self.kind {
            // Agents too: by their number.
            FacetKind::Confidence | FacetKind::Amount | FacetKind::Agent => {
                values.sort_by_key(|(band, _)| band_order(band));
            }
            FacetKind::Outcome
            | FacetKind::By
            | FacetKind::Rule
            | FacetKind::Model
            | FacetKind::Finding
            | FacetKind::Opinion
            | FacetKind::Verdict
            | FacetKind::Flag
            | FacetKind::Look
            | FacetKind::Output => {
                values.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
            }
        }
        FacetCounts {
            id: self.id.clone(),
            kind: self.kind,
            label: self.label.clone(),
            values,
        }
    }
}

/// `10-100` by its first number, `3` by itself; what is neither comes last.
fn band_order(band: &str) -> u64 {
    let first: String = band.chars().take_while(char::is_ascii_digit).collect();
    first.parse().unwrap_or(u64::MAX)
}

/// Which rows match all picks, and the counts of every facet that is listed. `base` says which rows there are at all.
/// Picks of facets that do not exist match nothing.
pub(super) fn sift(
    columns: &[&FacetColumn],
    picks: &[FacetPick],
    base: impl Iterator<Item = usize>,
) -> (Vec<usize>, Vec<FacetCounts>) {
    let picks: Vec<&FacetPick> = picks
        .iter()
        .filter(|pick| !pick.values.is_empty())
        .collect();
    let unknown = picks
        .iter()
        .any(|pick| columns.iter().all(|column| column.id != pick.facet));
    let wanted: Vec<Option<Vec<u32>>> = columns
        .iter()
        .map(|column| {
            let mine = picks.iter().find(|pick| pick.facet == column.id);
            mine.map(|pick| column.wanted(pick))
        })
        .collect();
    let mut counted: Vec<Vec<u64>> = columns
        .iter()
        .map(|column| vec![0; column.values.len()])
        .collect();
    let mut matching = Vec::new();
    for row in base.filter(|_| !unknown) {
        let mut misses = columns
            .iter()
            .zip(&wanted)
            .enumerate()
            .filter(|(_, (column, wanted))| {
                wanted.as_ref().is_some_and(|wanted| {
                    !column.codes(row).iter().any(|code| wanted.contains(code))
                })
            });
        match (misses.next(), misses.next()) {
            (None, _) => {
                matching.push(row);
                for (column, counted) in columns.iter().zip(&mut counted) {
                    count(column, counted, row);
                }
            }
            // A facet counts what would be there if nothing of itself were picked.
            (Some((at, (column, _))), None) => {
                if let Some(counted) = counted.get_mut(at) {
                    count(column, counted, row);
                }
            }
            (Some(_), Some(_)) => {}
        }
    }
    let counts = columns
        .iter()
        .zip(counted.iter().zip(&wanted))
        .filter(|(column, _)| column.listed)
        .map(|(column, (counted, wanted))| column.counts(counted, wanted.as_deref().unwrap_or(&[])))
        .collect();
    (matching, counts)
}

fn count(column: &FacetColumn, counted: &mut [u64], row: usize) {
    for code in column.codes(row) {
        if let Some(slot) = counted.get_mut(*code as usize) {
            *slot += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(id: &str, kind: FacetKind, values: &[&str]) -> FacetColumn {
        let mut column = FacetColumn::new(id.to_owned(), kind, String::new());
        for value in values {
            column.push(
                value
                    .split('+')
                    .filter(|part| !part.is_empty())
                    .map(str::to_owned),
            );
        }
        column
    }

    fn pick(facet: &str, values: &[&str]) -> FacetPick {
        FacetPick {
            facet: facet.to_owned(),
            values: values.iter().map(|value| (*value).to_owned()).collect(),
        }
    }

    fn values(facet: &FacetCounts) -> Vec<(&str, u64)> {
        facet
            .values
            .iter()
            .map(|(value, count)| (value.as_str(), *count))
            .collect()
    }

    #[test]
    fn a_facet_keeps_the_counts_of_what_could_be_picked_instead() {
        let by = column(
            "by",
            FacetKind::By,
            &["rule", "rule", "model", "model", "model"],
        );
        let account = column(
            "account",
            FacetKind::Output,
            &["Food", "Travel", "Food", "Food", "Travel"],
        );
        let (rows, facets) = sift(&[&by, &account], &[pick("by", &["model"])], 0..5);
        assert_eq!(rows, [2, 3, 4]);
        assert_eq!(values(&facets[0]), [("model", 3), ("rule", 2)]);
        assert_eq!(values(&facets[1]), [("Food", 2), ("Travel", 1)]);
    }

    #[test]
    fn several_values_of_one_facet_widen_and_several_facets_narrow() {
        let by = column("by", FacetKind::By, &["rule", "model", "person"]);
        let account = column("account", FacetKind::Output, &["Food", "Food", "Travel"]);
        let picks = [pick("by", &["rule", "person"]), pick("account", &["Food"])];
        assert_eq!(sift(&[&by, &account], &picks, 0..3).0, [0]);
    }

    #[test]
    fn a_row_with_two_findings_counts_under_both() {
        let finding = column("finding", FacetKind::Finding, &["sum+range", "sum", "none"]);
        let (_, facets) = sift(&[&finding], &[], 0..3);
        assert_eq!(values(&facets[0]), [("sum", 2), ("none", 1), ("range", 1)]);
    }

    #[test]
    fn bands_stand_in_their_own_order() {
        let amount = column(
            "amount",
            FacetKind::Amount,
            &["100-1000", "0-10", "10-100", "100-1000", "none"],
        );
        let (_, facets) = sift(&[&amount], &[], 0..5);
        assert_eq!(
            values(&facets[0]),
            [("0-10", 1), ("10-100", 1), ("100-1000", 2), ("none", 1)]
        );
    }

    #[test]
    fn what_is_picked_and_unknown_matches_nothing() {
        let by = column("by", FacetKind::By, &["rule"]);
        assert!(sift(&[&by], &[pick("colour", &["red"])], 0..1).0.is_empty());
        assert!(sift(&[&by], &[pick("by", &["model"])], 0..1).0.is_empty());
        assert_eq!(sift(&[&by], &[pick("by", &[])], 0..1).0, [0]);
    }
}
