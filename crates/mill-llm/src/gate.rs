//! One gate per provider and key: when the server asks for quiet, everybody waits, and nobody starts in step.

use std::sync::Mutex;
use std::time::Duration;

use rand::Rng;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

/// Largest part of a wait that is added at random, so that many waiters do not wake together.
const JITTER: f64 = 0.25;

/// Holds back every call to one provider with one key until a moment. Share one per provider and key.
#[derive(Debug, Default)]
pub struct Gate {
    /// Plain mutex: nothing is awaited under it.
    closed: Mutex<Option<Closed>>,
}

#[derive(Debug, Clone, Copy)]
struct Closed {
    until: Instant,
    wait: Duration,
}

impl Gate {
    /// An open gate.
    pub fn new() -> Self {
        Self::default()
    }

    /// Closes the gate for `wait` from now on; a later end that was set already stays.
    pub fn close_for(&self, wait: Duration) {
        let mut closed = self
            .closed
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let until = Instant::now() + wait;
        if closed.is_none_or(|closed| closed.until < until) {
            *closed = Some(Closed { until, wait });
        }
    }

    /// Time left until the gate opens; zero if it is open.
    pub fn left(&self) -> Duration {
        self.current().map_or(Duration::ZERO, |closed| {
            closed.until.saturating_duration_since(Instant::now())
        })
    }

    /// Waits until the gate is open, then up to a quarter of the wait longer. Returns at once if it is open or cancelled.
    pub async fn pass(&self, cancel: &CancellationToken) {
        while let Some(closed) = self
            .current()
            .filter(|closed| closed.until > Instant::now())
        {
            let wake = closed.until + jitter(closed.wait);
            tokio::select! {
                biased;
                () = cancel.cancelled() => return,
                () = sleep_until(wake) => {}
            }
        }
    }

    fn current(&self) -> Option<Closed> {
        *self
            .closed
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// A random part of a wait, up to [`JITTER`] of it.
pub(crate) fn jitter(wait: Duration) -> Duration {
    wait.mul_f64(rand::rng().random_range(0.0..JITTER))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn everybody_waits_at_least_as_asked_and_wakes_apart() {
        let gate = Arc::new(Gate::new());
        gate.close_for(Duration::from_secs(7));
        let started = Instant::now();
        let waiters = (0..20).map(|_| {
            let gate = Arc::clone(&gate);
            async move {
                gate.pass(&CancellationToken::new()).await;
                started.elapsed()
            }
        });
        let waits = futures::future::join_all(waiters).await;
        assert!(
            waits
                .iter()
                .all(|wait| (7.0..8.8).contains(&wait.as_secs_f64())),
            "{waits:?}"
        );
        assert!(waits.iter().collect::<std::collections::HashSet<_>>().len() > 10);
        assert_eq!(gate.left(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn the_later_end_wins_and_cancelling_ends_the_wait() {
        let gate = Gate::new();
        gate.close_for(Duration::from_mins(1));
        gate.close_for(Duration::from_secs(5));
        assert_eq!(gate.left(), Duration::from_mins(1));
        let cancel = CancellationToken::new();
        cancel.cancel();
        let started = Instant::now();
        gate.pass(&cancel).await;
        assert_eq!(started.elapsed(), Duration::ZERO);
    }
}
