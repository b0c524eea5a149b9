//! What cannot be calculated.

use thiserror::Error;

/// Numbers that make no sense together.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum StatisticsError {
    /// A share that must lie between 0 and 1 does not.
    #[error("{what} must lie between {least} and {most}, not be {value}")]
    OutOfRange {
        /// `confidence`, `tolerable error` or `expected error`.
        what: &'static str,
        /// The smallest that works.
        least: f64,
        /// The largest that works.
        most: f64,
        /// As given.
        value: f64,
    },
    /// More looked at than there is, or more wrong than looked at.
    #[error("{wrong} wrong of {looked} looked at of {size} is no sample")]
    Impossible {
        /// Results in the stratum.
        size: u64,
        /// Looked at.
        looked: u64,
        /// Wrong among them.
        wrong: u64,
    },
}
