//! Does one of two win more often than chance lets it? The exact sign test; on right and wrong it is the exact test of `McNemar`.

use statrs::distribution::{Binomial, DiscreteCDF as _};

/// The chance of a difference at least this large, in either direction, if both win equally often; ties tell nothing and
/// are left out before. 1 where nobody won. Exact for any number.
pub fn sign_test(wins: u64, losses: u64) -> f64 {
    let Ok(fair) = Binomial::new(0.5, wins + losses) else {
        return 1.0;
    };
    (2.0 * fair.cdf(wins.min(losses))).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 1e-9
    }

    #[test]
    fn it_is_the_sum_of_the_chances_of_all_outcomes_as_far_apart() {
        // 10 fair throws: 0, 1 or 2 heads, or as many tails.
        assert!(close(sign_test(8, 2), 2.0 * (1.0 + 10.0 + 45.0) / 1024.0));
        assert!(close(sign_test(5, 0), 2.0 / 32.0));
    }

    #[test]
    fn it_does_not_matter_who_is_named_first_and_a_draw_tells_nothing() {
        assert!(close(sign_test(3, 9), sign_test(9, 3)));
        assert!(close(sign_test(4, 4), 1.0));
        assert!(close(sign_test(0, 0), 1.0));
    }

    #[test]
    fn it_stays_exact_where_numbers_are_large() {
        let found = sign_test(5_100, 4_900);
        assert!((0.04..0.05).contains(&found), "{found}");
    }
}
