//! A rate limit that is really enforced: a bucket that fills continuously.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Requests per minute, with a burst of one second's worth (at least one).
#[derive(Debug)]
pub(crate) struct RateLimit {
    per_second: f64,
    burst: f64,
    counts_refused: bool,
    state: Mutex<Bucket>,
}

#[derive(Debug)]
struct Bucket {
    tokens: f64,
    filled_at: Instant,
}

impl RateLimit {
    pub(crate) fn per_minute(requests: u32, counts_refused: bool) -> Self {
        let per_second = f64::from(requests.max(1)) / 60.0;
        let burst = per_second.max(1.0);
        Self {
            per_second,
            burst,
            counts_refused,
            state: Mutex::new(Bucket {
                tokens: burst,
                filled_at: Instant::now(),
            }),
        }
    }

    /// Takes a request's worth; a refused request's too, where those count.
    /// # Errors
    /// The time until one is there.
    pub(crate) fn take(&self) -> Result<(), Duration> {
        let mut bucket = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let grown =
            bucket.tokens + now.duration_since(bucket.filled_at).as_secs_f64() * self.per_second;
        bucket.tokens = grown.min(self.burst);
        bucket.filled_at = now;
        if bucket.tokens >= 1.0 {
            bucket.tokens -= 1.0;
            return Ok(());
        }
        if self.counts_refused {
            bucket.tokens -= 1.0;
        }
        Err(Duration::from_secs_f64(
            (1.0 - bucket.tokens) / self.per_second,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_burst_is_taken_and_then_one_at_a_time() {
        let limit = RateLimit::per_minute(120, false);
        assert_eq!((limit.take(), limit.take()), (Ok(()), Ok(())));
        assert_eq!(limit.take(), Err(Duration::from_millis(500)));
        tokio::time::advance(Duration::from_millis(500)).await;
        assert_eq!(limit.take(), Ok(()));
        assert!(limit.take().is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn where_refused_requests_count_asking_again_makes_it_later() {
        let limit = RateLimit::per_minute(60, true);
        assert_eq!(limit.take(), Ok(()));
        assert_eq!(limit.take(), Err(Duration::from_secs(2)));
        assert_eq!(limit.take(), Err(Duration::from_secs(3)));
        tokio::time::advance(Duration::from_secs(3)).await;
        assert_eq!(limit.take(), Ok(()));
    }
}
