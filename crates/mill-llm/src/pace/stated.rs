//! What a provider says of its own limits, kept up to date between its replies.

use std::time::Duration;

use tokio::time::Instant;

use crate::{RateLimit, RateLimits};

/// The kinds of limits, in the order of [`RateLimits`].
pub(super) const KINDS: usize = 4;

/// What one call takes from each limit.
pub(super) type Demand = [f64; KINDS];

/// All limits a provider stated.
#[derive(Debug, Default)]
pub(super) struct Stated {
    lines: [Option<Line>; KINDS],
    /// Taken from each limit by all calls so far.
    pub(super) taken: Demand,
    /// As the last reply said them.
    pub(super) last: Option<RateLimits>,
}

/// A limit as it is now, by our own reckoning.
#[derive(Debug, Clone, Copy)]
struct Line {
    limit: f64,
    per_second: f64,
    left: f64,
    at: Instant,
}

impl Stated {
    /// When a call may leave; a moment that has passed means now.
    pub(super) fn ready_at(&self, demand: Demand, now: Instant) -> Instant {
        let waits = self.lines.iter().zip(demand).filter_map(|(line, demand)| {
            let line = (*line)?;
            // A call larger than the limit waits for a full one; the provider decides then.
            let missing = demand.min(line.limit) - line.left_at(now);
            (missing > 0.0).then(|| seconds(missing / line.per_second))
        });
        now + waits.max().unwrap_or_default()
    }

    /// A call leaves.
    pub(super) fn take(&mut self, demand: Demand, now: Instant) {
        for (place, line) in self.lines.iter_mut().enumerate() {
            self.taken[place] += demand[place];
            if let Some(line) = line {
                line.left = line.left_at(now) - demand[place];
                line.at = now;
            }
        }
    }

    /// A call was refused: providers do not count it, or say so in its headers.
    pub(super) fn give_back(&mut self, demand: Demand) {
        for (place, line) in self.lines.iter_mut().enumerate() {
            self.taken[place] -= demand[place];
            if let Some(line) = line {
                line.left += demand[place];
            }
        }
    }

    /// A reply reported limits. They are as of the moment its request was `sent`, when `taken` had been taken.
    pub(super) fn heard(
        &mut self,
        limits: &RateLimits,
        taken: Demand,
        sent: Instant,
        now: Instant,
    ) {
        let all = [
            limits.requests,
            limits.tokens,
            limits.input_tokens,
            limits.output_tokens,
        ];
        for (place, heard) in all.into_iter().enumerate() {
            let since = self.taken[place] - taken[place];
            if let Some(heard) = heard
                && let Some(line) = Line::heard(heard, self.lines[place], since, now - sent, now)
            {
                self.lines[place] = Some(line);
            }
        }
        self.last = Some(limits.clone());
    }

    /// Requests a second that the stated limit of requests comes to.
    pub(super) fn requests_per_second(&self) -> Option<f64> {
        self.lines[0].map(|line| line.per_second)
    }
}

impl Line {
    #[expect(clippy::cast_precision_loss, reason = "limits are far below 2^52")]
    fn heard(
        heard: RateLimit,
        before: Option<Self>,
        taken_since: f64,
        age: Duration,
        now: Instant,
    ) -> Option<Self> {
        let limit = heard.limit? as f64;
        let remaining = (heard.remaining? as f64).min(limit);
        if limit < 1.0 {
            return None;
        }
        let used = limit - remaining;
        let usual = before
            .filter(|before| (before.limit - limit).abs() < 1.0)
            .map_or(limit / 60.0, |before| before.per_second);
        // Resets say when all of it is there again, in whole seconds at some: a little use tells too little.
        let per_second = match heard.resets_in {
            Some(reset) if used >= limit / 10.0 && !reset.is_zero() => {
                (used / reset.as_secs_f64()).clamp(limit / 86_400.0, limit)
            }
            _ => usual,
        };
        let left = remaining + per_second * age.as_secs_f64() - taken_since;
        Some(Self {
            limit,
            per_second,
            left: left.min(limit),
            at: now,
        })
    }

    fn left_at(&self, now: Instant) -> f64 {
        let grown = self.left + self.per_second * now.duration_since(self.at).as_secs_f64();
        grown.min(self.limit)
    }
}

/// A time in seconds; a day at most, whatever was divided by.
pub(super) fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.clamp(0.0, 86_400.0)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Demand = [1.0, 0.0, 0.0, 0.0];

    fn requests(limit: u64, remaining: u64, reset_ms: u64) -> RateLimits {
        RateLimits {
            requests: Some(RateLimit {
                limit: Some(limit),
                remaining: Some(remaining),
                resets_in: Some(Duration::from_millis(reset_ms)),
            }),
            ..RateLimits::default()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_left_is_used_at_once_and_then_what_comes_back() {
        let (mut stated, now) = (Stated::default(), Instant::now());
        assert_eq!(stated.ready_at(ONE, now), now, "nothing is known yet");
        stated.take(ONE, now);
        let taken = stated.taken;
        stated.heard(&requests(60, 2, 58_000), taken, now, now);
        for _ in 0..2 {
            assert_eq!(stated.ready_at(ONE, now), now);
            stated.take(ONE, now);
        }
        assert_eq!(stated.ready_at(ONE, now), now + Duration::from_secs(1));
        stated.give_back(ONE);
        assert_eq!(
            stated.ready_at(ONE, now),
            now,
            "a refused call took nothing"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn what_left_after_the_reply_was_asked_for_is_not_forgotten() {
        let (mut stated, sent) = (Stated::default(), Instant::now());
        stated.take(ONE, sent);
        let taken = stated.taken;
        for _ in 0..5 {
            stated.take(ONE, sent);
        }
        let now = sent + Duration::from_secs(1);
        stated.heard(&requests(60, 4, 56_000), taken, sent, now);
        let wait = stated.ready_at(ONE, now) - now;
        assert_eq!(wait, Duration::from_secs(1), "4 + 1 - 5 = 0 are left");
    }

    #[tokio::test(start_paused = true)]
    async fn a_limit_of_a_day_is_known_by_its_reset() {
        let (mut stated, now) = (Stated::default(), Instant::now());
        stated.heard(&requests(864, 0, 86_400_000), stated.taken, now, now);
        assert_eq!(stated.ready_at(ONE, now), now + Duration::from_secs(100));
    }
}
