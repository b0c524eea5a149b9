//! How large a share of all is, from a sample of them.

use crate::StatisticsError;
use crate::bound::{Looked, check_share, most_wrong};

/// Between which shares of all `size` things lies the share that has something, when `with` of `looked` drawn at random
/// have it: exact for a sample without replacement, and a single share once all were looked at.
/// # Errors
/// [`StatisticsError`] for numbers that make no sense together.
pub fn share_between(
    size: u64,
    looked: u64,
    with: u64,
    confidence: f64,
) -> Result<(f64, f64), StatisticsError> {
    check_share("confidence", confidence, 0.5, 0.999)?;
    // Half of the risk on each side.
    let side = f64::midpoint(1.0, confidence);
    let most = |wrong: u64| {
        most_wrong(
            &[Looked {
                size,
                looked,
                wrong,
            }],
            side,
        )
    };
    let most_with = most(with)?;
    let most_without = most(looked - with.min(looked))?;
    if size == 0 {
        return Ok((0.0, 1.0));
    }
    Ok((share(size - most_without, size), share(most_with, size)))
}

#[allow(
    clippy::cast_precision_loss,
    reason = "counts of rows are far below 2^52"
)]
fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole as f64
}
