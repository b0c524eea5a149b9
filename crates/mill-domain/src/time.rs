//! Moments, as an argument and never as a clock.

use serde::{Deserialize, Serialize};

/// A moment in UTC, in milliseconds since 1970-01-01T00:00:00Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(i64);

impl Timestamp {
    /// A moment from milliseconds since the epoch.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since the epoch.
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// Milliseconds from `earlier` to this moment; 0 if `earlier` is later, as after a clock that was set back.
    pub const fn millis_since(self, earlier: Self) -> u64 {
        let passed = self.0.saturating_sub(earlier.0);
        if passed > 0 { passed.unsigned_abs() } else { 0 }
    }
}
