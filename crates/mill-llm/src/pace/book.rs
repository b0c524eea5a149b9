//! Everything one provider and key have taught so far, and when the next call may leave because of it. No waiting here.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

use super::learned::{Learned, Stretch};
use super::stated::{Demand, Stated, seconds};
use super::{Refusal, Start};
use crate::RateLimits;

/// The stretch that a first guess looks back on.
const LOOK_BACK: Duration = Duration::from_secs(10);

/// Calls that a gentle start spreads, and the time between two of them.
const GENTLE_CALLS: u64 = 256;
const GENTLE_GAP: Duration = Duration::from_millis(10);

/// First wait of our own when calls are refused one after the other, and the largest.
const FIRST_STRIKE: Duration = Duration::from_millis(250);
const LAST_STRIKE: Duration = Duration::from_mins(1);

/// So many refusals in a row only lengthen the wait: a provider that counts refused requests forgives them by then.
const PATIENT_STRIKES: u32 = 5;

/// Lateness that may be made up: timers are as fine as this.
const CATCH_UP: Duration = Duration::from_millis(20);

/// A call that left.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ticket {
    /// Counts the refusals that changed the pace.
    epoch: u64,
    /// Calls of its epoch that left before it.
    before: u64,
    refused_before: u64,
    /// Whether it had to wait for the learned rate.
    bound: bool,
    sent: Instant,
    demand: Demand,
    taken: Demand,
}

#[derive(Debug)]
pub(super) struct Book {
    start: Start,
    closed_until: Option<Instant>,
    learned: Option<Learned>,
    stated: Stated,
    /// When the next call may leave by the learned rate.
    next: Option<Instant>,
    now: Epoch,
    before: Epoch,
    /// Refusals in a row with nothing let through between them.
    strikes: u32,
    recent: VecDeque<Instant>,
}

/// The calls between two refusals that changed the pace.
#[derive(Debug, Clone, Copy, Default)]
struct Epoch {
    number: u64,
    began: Option<Instant>,
    sent: u64,
    refused: u64,
    bound: u64,
    /// The wait before it.
    waited: Duration,
    overloaded: bool,
    /// Calls of the last ten seconds before its end, and the time from the first of them to its end.
    recent: usize,
    span: Duration,
}

impl Book {
    pub(super) fn new(start: Start) -> Self {
        Self {
            start,
            closed_until: None,
            learned: None,
            stated: Stated::default(),
            next: None,
            now: Epoch::default(),
            before: Epoch::default(),
            strikes: 0,
            recent: VecDeque::new(),
        }
    }

    /// When a call may leave, as far as is known now.
    pub(super) fn ready_at(&self, demand: Demand, now: Instant) -> Instant {
        let mut at = self.stated.ready_at(demand, now);
        for moment in [self.closed_until, self.next].into_iter().flatten() {
            at = at.max(moment);
        }
        if let (Start::Gently, Some(began), true) = (
            self.start,
            self.now.began,
            self.now.number == 0 && self.now.sent < GENTLE_CALLS,
        ) {
            at = at.max(began + GENTLE_GAP * u32::try_from(self.now.sent).unwrap_or(u32::MAX));
        }
        at
    }

    /// A call leaves. `waited`: it could not leave when it came.
    pub(super) fn leave(
        &mut self,
        demand: Demand,
        waited: bool,
        stagger: f64,
        now: Instant,
    ) -> Ticket {
        self.guess_if_due();
        let bound = waited && self.learned.is_some();
        if let Some(learned) = &self.learned {
            let gap = seconds(stagger / learned.per_second());
            let from = self.next.map_or(now, |next| {
                next.max(now.checked_sub(gap.max(CATCH_UP)).unwrap_or(now))
            });
            self.next = Some(from + gap);
        }
        self.stated.take(demand, now);
        self.note(now);
        let ticket = Ticket {
            epoch: self.now.number,
            before: self.now.sent,
            refused_before: self.now.refused,
            bound,
            sent: now,
            demand,
            taken: self.stated.taken,
        };
        self.now.began.get_or_insert(now);
        self.now.sent += 1;
        self.now.bound += u64::from(bound);
        ticket
    }

    /// A call was answered, or failed for a reason of its own.
    pub(super) fn went_through(&mut self, ticket: &Ticket) {
        self.strikes = 0;
        if ticket.bound
            && ticket.epoch == self.now.number
            && let Some(learned) = &mut self.learned
        {
            learned.went_through();
        }
    }

    /// A reply reported limits.
    pub(super) fn heard(&mut self, ticket: &Ticket, limits: &RateLimits, now: Instant) {
        self.stated.heard(limits, ticket.taken, ticket.sent, now);
    }

    /// The provider wants fewer calls. Returns how long everybody waits from now on.
    pub(super) fn refused(&mut self, ticket: &Ticket, refusal: Refusal, now: Instant) -> Duration {
        self.stated.give_back(ticket.demand);
        let mut wait = refusal.wait;
        if ticket.epoch == self.now.number {
            self.now.refused += 1;
            wait = (wait + self.margin()).max(self.cut(ticket, refusal, now));
        } else if ticket.epoch == self.before.number {
            // It left before the pace changed: it says how much was let through, nothing about the pace of today.
            self.before.refused += 1;
        }
        self.close_for(wait, now);
        wait
    }

    /// Nobody leaves for `wait` from now on; a later end that was set already stays.
    pub(super) fn close_for(&mut self, wait: Duration, now: Instant) {
        let until = now + wait;
        if self.closed_until.is_none_or(|closed| closed < until) {
            self.closed_until = Some(until);
        }
    }

    /// How long nobody may leave because a call was refused.
    pub(super) fn closed_for(&self, now: Instant) -> Duration {
        self.closed_until
            .map_or(Duration::ZERO, |until| until.saturating_duration_since(now))
    }

    /// Calls a second that the learned rate allows now.
    pub(super) fn per_second(&self) -> Option<f64> {
        self.learned.as_ref().map(Learned::per_second)
    }

    /// The limits as the last reply said them.
    pub(super) const fn limits(&self) -> Option<&RateLimits> {
        self.stated.last.as_ref()
    }

    /// Half a call's worth more than the provider asked for, so that the first calls afterwards are not too early by a hair.
    fn margin(&self) -> Duration {
        self.learned.as_ref().map_or(Duration::ZERO, |learned| {
            seconds(0.5 / learned.per_second())
        })
    }

    /// The pace changes, once for all calls that had left by now. Returns the wait of our own.
    fn cut(&mut self, ticket: &Ticket, refusal: Refusal, now: Instant) -> Duration {
        let through = ticket.before - ticket.refused_before.min(ticket.before);
        let nothing = self.learned.is_some() && through == 0;
        self.strikes = if nothing { self.strikes + 1 } else { 0 };
        if let Some(learned) = &mut self.learned {
            if self.strikes > PATIENT_STRIKES {
                learned.halve();
            } else if !nothing {
                let began = self.now.began.unwrap_or(ticket.sent);
                learned.refused(Stretch {
                    sent: through,
                    took: ticket.sent - began,
                    bound: self.now.bound * 2 >= self.now.sent,
                    began_empty: self.now.waited.as_secs_f64() * learned.per_second() < 2.0,
                });
            }
        }
        let next = Epoch {
            number: self.now.number + 1,
            waited: refusal.wait,
            ..Epoch::default()
        };
        self.before = std::mem::replace(&mut self.now, next);
        self.next = None;
        self.forget(now);
        self.before.overloaded = refusal.overloaded;
        self.before.recent = self.recent.len();
        self.before.span = self
            .recent
            .front()
            .map_or(Duration::ZERO, |first| now - *first);
        match self.strikes {
            0 => Duration::ZERO,
            strikes => FIRST_STRIKE
                .saturating_mul(1 << strikes.min(10))
                .min(LAST_STRIKE),
        }
    }

    /// The first call after the first refusal: all calls that left together have come back by now.
    fn guess_if_due(&mut self) {
        if self.learned.is_some() || self.now.number == 0 {
            return;
        }
        #[expect(clippy::cast_precision_loss, reason = "calls of ten seconds are few")]
        let through = (self.before.recent as f64 - self.before.refused as f64).max(0.5);
        let guess = through / self.before.span.as_secs_f64().max(1.0);
        self.learned = Some(match self.stated.requests_per_second() {
            _ if self.before.overloaded => Learned::guess(guess / 2.0),
            Some(stated) if stated < 8.0 * guess && stated > guess / 8.0 => Learned::stated(stated),
            _ => Learned::guess(guess),
        });
    }

    fn note(&mut self, now: Instant) {
        if self.learned.is_none() {
            self.recent.push_back(now);
            self.forget(now);
        }
    }

    fn forget(&mut self, now: Instant) {
        while self
            .recent
            .front()
            .is_some_and(|first| now - *first > LOOK_BACK)
        {
            self.recent.pop_front();
        }
    }
}
