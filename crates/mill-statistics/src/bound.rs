//! How many results are wrong at most.

use statrs::distribution::{
    Beta, ContinuousCDF as _, Discrete as _, DiscreteCDF as _, Hypergeometric,
};

use crate::StatisticsError;

/// Room for the rounding of logarithms: a chance this close above the allowed one counts as above it.
const ROUNDING: f64 = 1e-9;

/// A stratum and what was found in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looked {
    /// Results in it.
    pub size: u64,
    /// How many of them were drawn and looked at.
    pub looked: u64,
    /// How many of those were wrong.
    pub wrong: u64,
}

/// The most results of all strata together, looked at or not, that are wrong, at this confidence. Why it holds is in the
/// README of this crate.
/// # Errors
/// [`StatisticsError`] for numbers that make no sense together.
pub fn most_wrong(strata: &[Looked], confidence: f64) -> Result<u64, StatisticsError> {
    check_share("confidence", confidence, 0.5, 0.999_999)?;
    for stratum in strata {
        if stratum.looked > stratum.size || stratum.wrong > stratum.looked {
            return Err(StatisticsError::Impossible {
                size: stratum.size,
                looked: stratum.looked,
                wrong: stratum.wrong,
            });
        }
    }
    let wrong_in = |strata: &[Looked]| strata.iter().map(|stratum| stratum.wrong).sum::<u64>();
    let (whole, open): (Vec<Looked>, Vec<Looked>) = strata
        .iter()
        .partition(|stratum| stratum.looked == stratum.size);
    let (blind, open): (Vec<Looked>, Vec<Looked>) =
        open.into_iter().partition(|stratum| stratum.looked == 0);
    let unseen: u64 = blind.iter().map(|stratum| stratum.size).sum();
    Ok(wrong_in(&whole) + unseen + most_in_open(&open, wrong_in(&open), 1.0 - confidence))
}

/// The same for strata that were looked at in part.
pub(crate) fn most_in_open(open: &[Looked], wrong: u64, risk: f64) -> u64 {
    let size: u64 = open.iter().map(|stratum| stratum.size).sum();
    let looked: u64 = open.iter().map(|stratum| stratum.looked).sum();
    // What was seen to be right is right.
    let most = size - (looked - wrong);
    let bound = match open {
        [] => 0,
        _ if wrong == 0 => most_unseen(open, risk),
        [one] => most_in_one(one.size, one.looked, wrong, risk),
        _ => most_by_mean(open, looked, wrong, risk),
    };
    bound.min(most)
}

/// Nothing wrong was seen: wrong results are put, one after the other, where each is the least likely to be seen, until
/// seeing none of them is less likely than `risk`.
fn most_unseen(open: &[Looked], risk: f64) -> u64 {
    let mut placed = vec![0_u64; open.len()];
    let mut steps: Vec<f64> = open.iter().map(|stratum| unseen_step(stratum, 0)).collect();
    let (mut total, mut logarithm) = (0, 0.0);
    while let Some((at, step)) = steps
        .iter()
        .copied()
        .enumerate()
        .max_by(|(_, one), (_, other)| one.total_cmp(other))
    {
        logarithm += step;
        if logarithm <= risk.ln() - ROUNDING {
            break;
        }
        total += 1;
        placed[at] += 1;
        steps[at] = unseen_step(&open[at], placed[at]);
    }
    total
}

/// How much one more wrong result changes the logarithm of the chance to see none.
fn unseen_step(stratum: &Looked, wrong: u64) -> f64 {
    if wrong >= stratum.size - stratum.looked {
        return f64::NEG_INFINITY;
    }
    none_seen(stratum, wrong + 1) - none_seen(stratum, wrong)
}

fn none_seen(stratum: &Looked, wrong: u64) -> f64 {
    Hypergeometric::new(stratum.size, wrong, stratum.looked)
        .map_or(f64::NEG_INFINITY, |chances| chances.ln_pmf(0))
}

/// One stratum: the most wrong results with which so few are seen more often than `risk`.
fn most_in_one(size: u64, looked: u64, wrong: u64, risk: f64) -> u64 {
    let likely = |all: u64| {
        Hypergeometric::new(size, all, looked)
            .is_ok_and(|chances| chances.cdf(wrong) > risk * (1.0 - ROUNDING))
    };
    let (mut most, mut too_many) = (wrong, size - (looked - wrong) + 1);
    while too_many - most > 1 {
        let middle = most + (too_many - most) / 2;
        if likely(middle) {
            most = middle;
        } else {
            too_many = middle;
        }
    }
    most
}

/// Several strata: Clopper-Pearson for the mean, kept where the binomial is the worst case, and from the mean to the
/// results by the smallest share looked at.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts of rows are far below 2^52 and the result is not negative"
)]
fn most_by_mean(open: &[Looked], looked: u64, wrong: u64, risk: f64) -> u64 {
    if wrong >= looked {
        return u64::MAX;
    }
    let (n, c) = (looked as f64, wrong as f64);
    let exact = Beta::new(c + 1.0, n - c).map_or(1.0, |chances| chances.inverse_cdf(1.0 - risk));
    let mean = (n * exact).max(c + 1.0) * (1.0 + ROUNDING);
    let smallest_share = open
        .iter()
        .map(|stratum| stratum.looked as f64 / stratum.size as f64)
        .fold(1.0, f64::min);
    ((mean / smallest_share).ceil() as u64).saturating_sub(1)
}

/// Refuses what is no share in range.
pub(crate) fn check_share(
    what: &'static str,
    value: f64,
    least: f64,
    most: f64,
) -> Result<(), StatisticsError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(StatisticsError::OutOfRange {
        what,
        least,
        most,
        value,
    })
}
