//! Results that are alike, so that a sample leaves no kind out.

use std::collections::BTreeMap;

/// Results put together by what they have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strata {
    /// What the results of each stratum have in common, most telling first; a shorter list than there are traits: all
    /// those whose further traits were too rare for a stratum of their own.
    pub keys: Vec<Vec<String>>,
    /// The stratum of each result, from 0.
    pub of: Vec<usize>,
}

impl Strata {
    /// How many results are in each stratum.
    pub fn sizes(&self) -> Vec<u64> {
        let mut sizes = vec![0; self.keys.len()];
        for stratum in &self.of {
            sizes[*stratum] += 1;
        }
        sizes
    }
}

/// Puts results with the same traits together. What would be fewer than `smallest` goes together with the other rare ones
/// that share all traits but the last, and so on; the first trait is never given up.
pub fn strata(traits: &[Vec<String>], smallest: u64) -> Strata {
    let mut depth: Vec<usize> = traits.iter().map(Vec::len).collect();
    let deepest = depth.iter().copied().max().unwrap_or_default();
    for level in (2..=deepest).rev() {
        let mut counts: BTreeMap<&[String], u64> = BTreeMap::new();
        for (row, kept) in traits
            .iter()
            .zip(&depth)
            .filter(|(_, kept)| **kept == level)
        {
            *counts.entry(&row[..*kept]).or_default() += 1;
        }
        for (row, kept) in traits
            .iter()
            .zip(&mut depth)
            .filter(|(_, kept)| **kept == level)
        {
            if counts
                .get(&row[..level])
                .is_some_and(|count| *count < smallest)
            {
                *kept -= 1;
            }
        }
    }
    let mut numbers: BTreeMap<&[String], usize> = traits
        .iter()
        .zip(&depth)
        .map(|(row, kept)| (&row[..*kept], 0))
        .collect();
    for (number, place) in numbers.values_mut().enumerate() {
        *place = number;
    }
    Strata {
        keys: numbers.keys().map(|key| key.to_vec()).collect(),
        of: traits
            .iter()
            .zip(&depth)
            .filter_map(|(row, kept)| numbers.get(&row[..*kept]).copied())
            .collect(),
    }
}
