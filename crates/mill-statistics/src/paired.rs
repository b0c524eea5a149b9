//! Two ways to do the same things: how far apart they are, and how sure that is.

use statrs::distribution::{Beta, ContinuousCDF as _};

use crate::StatisticsError;
use crate::bound::check_share;

/// How two ways did on the same things.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paired {
    /// Things both were tried on.
    pub compared: u64,
    /// Things only the first got right.
    pub only_first: u64,
    /// Things only the second got right.
    pub only_second: u64,
    /// Share of the first less share of the second, -1 to 1.
    pub difference: f64,
    /// The difference is at least this, at the confidence asked for.
    pub low: f64,
    /// The difference is at most this.
    pub high: f64,
}

impl Paired {
    /// True if the things tell the two apart: the interval does not hold 0.
    pub fn tells_apart(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

/// Compares two ways on the same things; `right` holds for each thing whether the first and the second got it right.
///
/// The interval is the difference of two exact binomial (Clopper-Pearson) intervals, one of the share only the first
/// got right and one of the share only the second did, each at half the risk. It holds at least as often as it says for
/// any number of things: with few of them it is wide, and that is the truth.
/// # Errors
/// [`StatisticsError`] for a confidence that is none.
#[allow(
    clippy::cast_precision_loss,
    reason = "counts of things are far below 2^52"
)]
pub fn paired(right: &[(bool, bool)], confidence: f64) -> Result<Paired, StatisticsError> {
    check_share("confidence", confidence, 0.5, 0.999_999)?;
    let compared = right.len() as u64;
    let only_first = right.iter().filter(|(one, two)| *one && !*two).count() as u64;
    let only_second = right.iter().filter(|(one, two)| !*one && *two).count() as u64;
    if compared == 0 {
        return Ok(Paired {
            compared,
            only_first,
            only_second,
            difference: 0.0,
            low: -1.0,
            high: 1.0,
        });
    }
    // Four ends, each missed with a quarter of the risk.
    let risk = (1.0 - confidence) / 4.0;
    let (first_low, first_high) = share_interval(only_first, compared, risk);
    let (second_low, second_high) = share_interval(only_second, compared, risk);
    Ok(Paired {
        compared,
        only_first,
        only_second,
        difference: (only_first as f64 - only_second as f64) / compared as f64,
        low: first_low - second_high,
        high: first_high - second_low,
    })
}

/// The exact interval of a share, missed with at most `risk` at each end.
#[allow(
    clippy::cast_precision_loss,
    reason = "counts of things are far below 2^52"
)]
fn share_interval(hits: u64, of: u64, risk: f64) -> (f64, f64) {
    let quantile = |one: u64, two: u64, at: f64| {
        Beta::new(one as f64, two as f64).map_or(at, |beta| beta.inverse_cdf(at))
    };
    let low = if hits == 0 {
        0.0
    } else {
        quantile(hits, of - hits + 1, risk)
    };
    let high = if hits == of {
        1.0
    } else {
        quantile(hits + 1, of - hits, 1.0 - risk)
    };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cases(both: usize, first: usize, second: usize, none: usize) -> Vec<(bool, bool)> {
        let mut right = vec![(true, true); both];
        right.extend(vec![(true, false); first]);
        right.extend(vec![(false, true); second]);
        right.extend(vec![(false, false); none]);
        right
    }

    #[test]
    fn ends_are_those_of_another_library() {
        // 10 of 20 only by the first, none only by the second. The quantiles of the beta distribution by puruspe.
        let found = paired(&cases(10, 10, 0, 0), 0.95).unwrap();
        let low = puruspe::invbetai(0.0125, 10.0, 11.0);
        let high = puruspe::invbetai(0.9875, 11.0, 10.0);
        let second_high = puruspe::invbetai(0.9875, 1.0, 20.0);
        assert!((found.low - (low - second_high)).abs() < 1e-6, "{found:?}");
        assert!((found.high - high).abs() < 1e-6, "{found:?}");
        assert!(found.tells_apart());
    }

    #[test]
    fn few_things_say_little_and_equal_answers_do_not_say_equal() {
        let found = paired(&cases(5, 0, 0, 0), 0.95).unwrap();
        assert!(found.difference.abs() < f64::EPSILON);
        assert!(found.low < -0.4 && found.high > 0.4, "{found:?}");
        assert!(!found.tells_apart());
        assert_eq!(paired(&[], 0.95).unwrap().compared, 0);
    }

    /// The chance of every outcome of 12 things, added up: the interval misses the truth at most as often as it says.
    #[test]
    fn the_interval_holds_as_often_as_it_says() {
        let of = 12_u32;
        let choose = |n: u32, k: u32| -> f64 {
            let factors = (0..k).map(|i| f64::from(n - i) / f64::from(i + 1));
            factors.product()
        };
        for (p, q) in [(0.1, 0.1), (0.5, 0.2), (0.02, 0.3), (0.4, 0.4)] {
            let mut missed = 0.0;
            for first in 0..=of {
                for second in 0..=(of - first) {
                    let rest = of - first - second;
                    let chance = choose(of, first)
                        * choose(of - first, second)
                        * f64::powi(p, i32::try_from(first).unwrap())
                        * f64::powi(q, i32::try_from(second).unwrap())
                        * f64::powi(1.0 - p - q, i32::try_from(rest).unwrap());
                    let [rest, first, second] = [rest, first, second].map(|n| n as usize);
                    let found = paired(&cases(rest, first, second, 0), 0.95).unwrap();
                    if p - q < found.low || p - q > found.high {
                        missed += chance;
                    }
                }
            }
            assert!(missed <= 0.05, "{p} {q}: {missed}");
        }
    }
}
