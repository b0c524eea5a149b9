//! Which rows: as many as wanted, the same for a seed, each as likely as any other; and what they are drawn from.

use std::collections::BTreeSet;

use mill_statistics::{pick, strata};
use proptest::prelude::*;

fn traits(rows: &[[&str; 3]]) -> Vec<Vec<String>> {
    rows.iter()
        .map(|row| row.iter().map(|word| (*word).to_owned()).collect())
        .collect()
}

#[test]
fn rare_kinds_go_together_with_the_other_rare_ones_and_who_decided_is_never_given_up() {
    let mut rows = vec![["model", "Food", "small"]; 5];
    rows.extend([["model", "Food", "large"]; 2]);
    rows.extend([["model", "Travel", "small"]; 2]);
    rows.extend([["model", "Fuel", "small"]]);
    rows.extend([["rule", "Food", "small"]]);
    let found = strata(&traits(&rows), 3);
    let keys: Vec<Vec<&str>> = found
        .keys
        .iter()
        .map(|key| key.iter().map(String::as_str).collect())
        .collect();
    assert_eq!(
        keys,
        [vec!["model"], vec!["model", "Food", "small"], vec!["rule"]]
    );
    assert_eq!(found.sizes(), [5, 5, 1]);
    assert_eq!(found.of, [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 2]);
}

#[test]
fn a_seed_draws_the_same_rows_for_ever() {
    let of: Vec<usize> = (0..40).map(|row| row % 2).collect();
    let drawn = pick(&of, &[3, 2], 20_261_130);
    assert_eq!(drawn, pick(&of, &[3, 2], 20_261_130));
    assert_ne!(drawn, pick(&of, &[3, 2], 20_261_131));
}

#[test]
fn each_row_is_drawn_as_often_as_any_other() {
    let of = [0, 0, 0, 0, 1, 1];
    let mut times = [0_u32; 6];
    for seed in 0..6_000 {
        for at in pick(&of, &[2, 1], seed) {
            times[at] += 1;
        }
    }
    // 3,000 each; five standard deviations are 194.
    assert!(
        times.iter().all(|times| times.abs_diff(3_000) < 194),
        "{times:?}"
    );
}

proptest! {
    #[test]
    fn every_stratum_gives_as_many_different_rows_as_wanted(
        of in prop::collection::vec(0_usize..4, 0..80),
        wanted in prop::collection::vec(0_u64..30, 4),
        seed: u64,
    ) {
        let drawn = pick(&of, &wanted, seed);
        prop_assert_eq!(drawn.iter().collect::<BTreeSet<_>>().len(), drawn.len());
        for (stratum, wanted) in wanted.iter().enumerate() {
            let members = of.iter().filter(|other| **other == stratum).count() as u64;
            let got = drawn.iter().filter(|at| of[**at] == stratum).count() as u64;
            prop_assert_eq!(got, members.min(*wanted));
        }
    }
}
