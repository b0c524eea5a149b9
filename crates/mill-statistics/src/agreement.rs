//! How far several opinions on the same things agree.

use std::collections::{BTreeMap, BTreeSet};

/// Agreement of several opinions on the same things.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// Things all have an opinion on.
    pub compared: u64,
    /// Those all agree on.
    pub agreed: u64,
    /// Agreement beyond what chance alone brings, 1 at most: Cohen's kappa for two opinions, Fleiss' for more. `None`
    /// where chance alone would always agree, or nothing was compared.
    pub kappa: Option<f64>,
}

/// Compares opinions: one line a thing, each with the opinion of everyone in the same order. A thing somebody has no
/// opinion on (`None`) is left out.
pub fn agreement(things: &[Vec<Option<String>>]) -> Agreement {
    let whole: Vec<Vec<&str>> = things
        .iter()
        .filter_map(|opinions| opinions.iter().map(Option::as_deref).collect())
        .filter(|opinions: &Vec<&str>| opinions.len() > 1)
        .collect();
    let agreed = whole
        .iter()
        .filter(|opinions| opinions.iter().all(|other| *other == opinions[0]))
        .count();
    Agreement {
        compared: whole.len() as u64,
        agreed: agreed as u64,
        kappa: match whole.first().map(Vec::len) {
            None => None,
            Some(2) => cohen(&whole),
            Some(_) => fleiss(&whole),
        },
    }
}

#[allow(
    clippy::cast_precision_loss,
    reason = "counts of rows are far below 2^52"
)]
fn cohen(things: &[Vec<&str>]) -> Option<f64> {
    let all = things.len() as f64;
    let seen = things.iter().filter(|pair| pair[0] == pair[1]).count() as f64 / all;
    let share_of = |who: usize, word: &str| {
        things.iter().filter(|pair| pair[who] == word).count() as f64 / all
    };
    let words: BTreeSet<&str> = things.iter().flatten().copied().collect();
    let chance: f64 = words
        .iter()
        .map(|word| share_of(0, word) * share_of(1, word))
        .sum();
    beyond_chance(seen, chance)
}

#[allow(
    clippy::cast_precision_loss,
    reason = "counts of rows are far below 2^52"
)]
fn fleiss(things: &[Vec<&str>]) -> Option<f64> {
    let raters = things.first()?.len() as f64;
    let mut totals: BTreeMap<&str, f64> = BTreeMap::new();
    let mut seen = 0.0;
    for opinions in things {
        let mut counts: BTreeMap<&str, f64> = BTreeMap::new();
        for opinion in opinions {
            *counts.entry(opinion).or_default() += 1.0;
            *totals.entry(opinion).or_default() += 1.0;
        }
        let pairs: f64 = counts.values().map(|count| count * (count - 1.0)).sum();
        seen += pairs / (raters * (raters - 1.0));
    }
    let all = things.len() as f64;
    let chance: f64 = totals
        .values()
        .map(|total| (total / (all * raters)).powi(2))
        .sum();
    beyond_chance(seen / all, chance)
}

fn beyond_chance(seen: f64, chance: f64) -> Option<f64> {
    (chance < 1.0 - 1e-12).then(|| (seen - chance) / (1.0 - chance))
}
