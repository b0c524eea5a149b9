//! How many to look at: enough, and not more than that.

use mill_statistics::{Goal, Looked, most_wrong, sizes};
use proptest::prelude::*;

fn goal(tolerable: f64, confidence: f64) -> Goal {
    Goal::new(tolerable, confidence, 0.0).unwrap()
}

/// Whether a sample of these sizes with nothing wrong says enough of the rest.
fn enough(strata: &[u64], drawn: &[u64], goal: &Goal) -> bool {
    let looked: Vec<Looked> = strata
        .iter()
        .zip(drawn)
        .map(|(size, looked)| Looked {
            size: *size,
            looked: *looked,
            wrong: 0,
        })
        .collect();
    let rest = strata.iter().sum::<u64>() - drawn.iter().sum::<u64>();
    goal.reached(most_wrong(&looked, goal.confidence).unwrap(), rest)
}

#[test]
fn the_sizes_auditors_know_come_out() {
    assert_eq!(sizes(&[1_000_000], &goal(0.05, 0.95)), [59]);
    assert_eq!(sizes(&[1_000_000], &goal(0.1, 0.9)), [22]);
    assert_eq!(sizes(&[1_000_000], &goal(0.01, 0.95)), [299]);
    assert_eq!(sizes(&[1], &goal(0.05, 0.95)), [1]);
    assert_eq!(sizes(&[], &goal(0.05, 0.95)), Vec::<u64>::new());
}

#[test]
fn one_wrong_result_that_was_expected_takes_the_larger_sample_of_the_tables() {
    let expected = Goal::new(0.05, 0.95, 0.01).unwrap();
    assert_eq!(sizes(&[1_000_000], &expected), [93]);
}

#[test]
fn what_is_no_goal_is_refused() {
    for (tolerable, confidence, expected) in [
        (0.0, 0.95, 0.0),
        (0.6, 0.95, 0.0),
        (0.05, 1.0, 0.0),
        (0.05, 0.95, 0.06),
        (f64::NAN, 0.95, 0.0),
    ] {
        assert!(Goal::new(tolerable, confidence, expected).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_clean_sample_reaches_the_goal_and_a_smaller_one_of_one_stratum_does_not(
        size in 1_u64..3_000,
        tolerable in 0.005_f64..0.2,
        confidence in 0.8_f64..0.99,
    ) {
        let goal = goal(tolerable, confidence);
        let drawn = sizes(&[size], &goal);
        prop_assert!(enough(&[size], &drawn, &goal));
        if drawn[0] > 1 {
            prop_assert!(!enough(&[size], &[drawn[0] - 1], &goal));
        }
    }

    #[test]
    fn each_stratum_is_looked_at_and_the_goal_reached(
        strata in prop::collection::vec(1_u64..400, 1..9),
        tolerable in 0.01_f64..0.2,
        confidence in 0.8_f64..0.99,
    ) {
        let goal = goal(tolerable, confidence);
        let drawn = sizes(&strata, &goal);
        prop_assert!(enough(&strata, &drawn, &goal));
        for (size, drawn) in strata.iter().zip(&drawn) {
            prop_assert!((1..=*size).contains(drawn));
        }
        let all: u64 = strata.iter().sum();
        let pooled = sizes(&[all], &goal)[0];
        let extra = drawn.iter().sum::<u64>().saturating_sub(pooled);
        prop_assert!(extra <= 2 * strata.len() as u64 + pooled / 4, "{extra} more than {pooled}");
    }
}
