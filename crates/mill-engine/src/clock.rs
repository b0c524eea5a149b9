//! The one place that looks at a clock.

use mill_domain::Timestamp;

/// Tells the time. Tests bring their own.
pub trait Clock: Send + Sync + 'static {
    /// Now, in UTC.
    fn now(&self) -> Timestamp;
}

/// The computer's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(jiff::Timestamp::now().as_millisecond())
    }
}
