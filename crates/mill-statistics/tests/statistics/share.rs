//! The interval of a share, against every sample there could have been.

use mill_statistics::share_between;
use statrs::distribution::{Discrete as _, Hypergeometric};

#[test]
fn the_interval_misses_the_truth_no_more_often_than_it_says() {
    for (size, looked) in [(40_u64, 10_u64), (60, 25), (200, 30)] {
        for truth in (0..=size).step_by(5) {
            let chances = Hypergeometric::new(size, truth, looked).unwrap();
            let share = truth as f64 / size as f64;
            let missed: f64 = (0..=looked.min(truth))
                .filter(|with| {
                    let (low, high) = share_between(size, looked, *with, 0.95).unwrap();
                    share < low - 1e-12 || share > high + 1e-12
                })
                .map(|with| chances.pmf(with))
                .sum();
            assert!(missed <= 0.05 + 1e-9, "{size} {looked} {truth}: {missed}");
        }
    }
}

#[test]
fn all_looked_at_leaves_no_doubt_and_none_leaves_all() {
    assert_eq!(share_between(8, 8, 6, 0.95).unwrap(), (0.75, 0.75));
    assert_eq!(share_between(8, 0, 0, 0.95).unwrap(), (0.0, 1.0));
    assert!(share_between(8, 9, 1, 0.95).is_err());
}
