//! The bound holds as often as it says, and is no looser than it must be.

use mill_statistics::{Looked, StatisticsError, most_wrong};
use proptest::prelude::*;

use crate::counting::{chance, every};

fn looked(sizes: &[u64], draws: &[u64], wrong: &[u64]) -> Vec<Looked> {
    let parts = sizes.iter().zip(draws).zip(wrong);
    parts
        .map(|((size, looked), wrong)| Looked {
            size: *size,
            looked: *looked,
            wrong: *wrong,
        })
        .collect()
}

/// How often the bound is below the truth when these many are wrong in each stratum, by counting every sample.
fn missed(sizes: &[u64], draws: &[u64], truth: &[u64], confidence: f64) -> f64 {
    let all: u64 = truth.iter().sum();
    let mut missed = 0.0;
    for seen in every(draws) {
        let parts = sizes.iter().zip(draws).zip(truth).zip(&seen);
        let likely: f64 = parts
            .map(|(((size, drawn), wrong), seen)| chance(*size, *drawn, *wrong, *seen))
            .product();
        if likely > 0.0 && most_wrong(&looked(sizes, draws, &seen), confidence).unwrap() < all {
            missed += likely;
        }
    }
    missed
}

#[test]
fn no_population_of_small_strata_is_missed_more_often_than_stated() {
    let designs: [(&[u64], &[u64]); 8] = [
        (&[6], &[3]),
        (&[9], &[8]),
        (&[4, 4], &[2, 2]),
        (&[5, 3], &[2, 2]),
        (&[5, 3], &[1, 3]),
        (&[6, 2], &[5, 1]),
        (&[3, 3, 3], &[1, 2, 3]),
        (&[4, 3, 2], &[2, 2, 1]),
    ];
    for (sizes, draws) in designs {
        for confidence in [0.6, 0.8, 0.9, 0.95, 0.99] {
            for truth in every(sizes) {
                let missed = missed(sizes, draws, &truth, confidence);
                assert!(
                    missed <= 1.0 - confidence + 1e-9,
                    "{sizes:?} {draws:?} {truth:?} at {confidence}: missed {missed}"
                );
            }
        }
    }
}

#[test]
fn with_nothing_wrong_the_bound_is_exact_for_every_place_the_wrong_ones_can_be_in() {
    for (sizes, draws) in [([6, 4, 3], [2, 2, 1]), ([8, 2, 2], [4, 1, 1])] {
        for confidence in [0.7, 0.9, 0.95] {
            let likely = |truth: &Vec<u64>| -> f64 {
                let parts = sizes.iter().zip(&draws).zip(truth);
                parts
                    .map(|((size, drawn), wrong)| chance(*size, *drawn, *wrong, 0))
                    .product()
            };
            let worst = every(&sizes)
                .into_iter()
                .filter(|truth| likely(truth) > 1.0 - confidence)
                .map(|truth| truth.iter().sum::<u64>())
                .max();
            let bound = most_wrong(&looked(&sizes, &draws, &[0, 0, 0]), confidence).unwrap();
            assert_eq!(Some(bound), worst, "{sizes:?} at {confidence}");
        }
    }
}

#[test]
fn what_was_looked_at_as_a_whole_is_counted_and_what_was_not_looked_at_may_all_be_wrong() {
    let whole = looked(&[7], &[7], &[2]);
    assert_eq!(most_wrong(&whole, 0.95).unwrap(), 2);
    let blind = looked(&[7, 4], &[7, 0], &[2, 0]);
    assert_eq!(most_wrong(&blind, 0.95).unwrap(), 6);
    assert_eq!(most_wrong(&[], 0.95).unwrap(), 0);
}

#[test]
fn fifty_nine_without_a_wrong_one_mean_five_percent_of_very_many() {
    let bound = most_wrong(&looked(&[1_000_000], &[59], &[0]), 0.95).unwrap();
    assert!((49_000..=50_000).contains(&bound), "{bound}");
    let too_few = most_wrong(&looked(&[1_000_000], &[58], &[0]), 0.95).unwrap();
    assert!(too_few > 50_000, "{too_few}");
}

#[test]
fn what_cannot_be_a_sample_is_refused() {
    let impossible = Err(StatisticsError::Impossible {
        size: 3,
        looked: 4,
        wrong: 0,
    });
    assert_eq!(most_wrong(&looked(&[3], &[4], &[0]), 0.95), impossible);
    assert!(most_wrong(&looked(&[3], &[2], &[0]), 1.0).is_err());
    assert!(most_wrong(&looked(&[3], &[2], &[0]), f64::NAN).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// A sample of a population without end is the binomial's; `puruspe` turns the beta function around by itself.
    #[test]
    fn many_results_meet_the_exact_binomial_bound_of_another_library(
        looked_at in 20_u64..400,
        share in 0.0_f64..0.3,
        confidence in 0.8_f64..0.99,
    ) {
        let size = 5_000_000;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small share")]
        let wrong = (looked_at as f64 * share) as u64;
        let bound = most_wrong(&looked(&[size], &[looked_at], &[wrong]), confidence).unwrap();
        let exact = puruspe::invbetai(confidence, (wrong + 1) as f64, (looked_at - wrong) as f64);
        let share = bound as f64 / size as f64;
        prop_assert!((share - exact).abs() < 2e-4, "{share} {exact}");
    }

    /// Several strata with the same share looked at cost little against one, and never say less than was seen.
    #[test]
    fn strata_stay_near_the_bound_of_the_pooled_sample(
        each in prop::collection::vec(5_u64..40, 2..6),
        wrong in 0_u64..6,
        confidence in 0.8_f64..0.99,
    ) {
        let sizes: Vec<u64> = each.iter().map(|draws| draws * 100).collect();
        let mut seen = vec![0; each.len()];
        seen[0] = wrong.min(each[0]);
        let found: u64 = seen.iter().sum();
        let bound = most_wrong(&looked(&sizes, &each, &seen), confidence).unwrap();
        let drawn: u64 = each.iter().sum();
        let exact = puruspe::invbetai(confidence, (found + 1) as f64, (drawn - found) as f64);
        let least = exact.max((found + 1) as f64 / drawn as f64);
        let pooled = least * (drawn * 100) as f64;
        prop_assert!(bound >= found);
        prop_assert!(bound as f64 <= pooled + 1.0, "{bound} {pooled}");
        prop_assert!(bound as f64 >= 0.9 * exact * (drawn * 100) as f64 - 2.0, "{bound} {pooled}");
    }

    #[test]
    fn more_wrong_ones_never_lower_the_bound_and_more_confidence_never_does(
        sizes in prop::collection::vec(2_u64..60, 1..5),
        shares in prop::collection::vec(0.1_f64..1.0, 5),
        low in 0.6_f64..0.9,
    ) {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small share")]
        let draws: Vec<u64> = sizes
            .iter()
            .zip(&shares)
            .map(|(size, share)| ((*size as f64 * share) as u64).max(1))
            .collect();
        let mut before = 0;
        let mut wrong = vec![0; sizes.len()];
        for at in 0..sizes.len() {
            for count in 0..=draws[at] {
                wrong[at] = count;
                let bound = most_wrong(&looked(&sizes, &draws, &wrong), low).unwrap();
                let surer = most_wrong(&looked(&sizes, &draws, &wrong), low + 0.09).unwrap();
                prop_assert!(bound >= before);
                prop_assert!(surer >= bound);
                before = bound;
            }
        }
    }
}
