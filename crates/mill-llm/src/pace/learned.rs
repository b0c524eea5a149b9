//! The rate that refusals teach, where a provider does not say its limit.
//!
//! Between two refusals the server's bucket ran empty twice, so what it let through between them is what it refills:
//! the longer the stretch, the surer the rate. A surer rate is tested less often, so refusals become rare.

use std::time::Duration;

/// How sure a rate is that was taken from what went through before the first refusal, in requests.
const GUESS: f64 = 8.0;

/// How sure a rate is that the provider stated.
const STATED: f64 = 30.0;

/// From here on a rate is tested four times less often than it could be.
const SURE: f64 = 40.0;

/// More requests than this are not remembered, so that a limit that changed is noticed.
const MEMORY: f64 = 500.0;

/// Requests a second that go through, as far as refusals told.
#[derive(Debug, Clone, Copy)]
pub(super) struct Learned {
    /// Requests that went through, and how long that took.
    through: f64,
    seconds: f64,
    /// Never above this: a rate that was refused is too high whatever was measured.
    ceiling: f64,
    /// Answers since the last refusal that came as fast as the rate allowed.
    clean: f64,
    /// Refusals in a row that came at once.
    hairs: u32,
    /// Refusals are dear here: the provider asks for long waits.
    careful: bool,
}

/// The requests between two refusals.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stretch {
    /// How many went through.
    pub(super) sent: u64,
    /// From the first of them to the one that was refused.
    pub(super) took: Duration,
    /// They were sent as fast as the rate allowed, so that they measure the server and not the work there was.
    pub(super) bound: bool,
    /// The wait before it was so short that the server's bucket held one request's worth when it began.
    pub(super) began_empty: bool,
}

impl Learned {
    /// From what went through before the first refusal.
    pub(super) fn guess(per_second: f64) -> Self {
        Self::with(per_second, GUESS)
    }

    /// From what the provider says its limit is.
    pub(super) fn stated(per_second: f64) -> Self {
        Self::with(per_second, STATED)
    }

    fn with(per_second: f64, through: f64) -> Self {
        let per_second = per_second.max(0.05);
        Self {
            through,
            seconds: through / per_second,
            ceiling: per_second,
            clean: 0.0,
            hairs: 0,
            careful: false,
        }
    }

    /// Requests a second to send now: a little less than what is known to go through, and after many clean answers a
    /// little more, to see whether that goes through too.
    pub(super) fn per_second(&self) -> f64 {
        let sure = self.sure();
        let known = (self.through / self.seconds).min(self.ceiling);
        let hold = if sure < SURE && !self.careful {
            sure
        } else {
            4.0 * sure
        };
        if self.clean <= hold {
            return known * (1.0 - 1.0 / sure);
        }
        let doublings = ((self.clean - hold) / (sure / 2.0)).min(20.0);
        known * (1.0 + (3.0 / sure) * doublings.exp2())
    }

    /// An answer came whose request had waited for this rate.
    pub(super) const fn went_through(&mut self) {
        self.clean += 1.0;
    }

    /// Refused after `stretch` since the last refusal was over.
    pub(super) fn refused(&mut self, stretch: Stretch) {
        let refused_at = self.per_second();
        #[expect(
            clippy::cast_precision_loss,
            reason = "requests between two refusals are few"
        )]
        let (sent, took) = (stretch.sent as f64, stretch.took.as_secs_f64());
        let measures = stretch.bound && sent >= 3.0 && took > 0.0;
        if measures {
            self.measured(sent, took);
        }
        let sure = self.sure();
        // A bucket that filled up during a long wait let more through than it refills, and the work there was says
        // nothing. The first few after a short wait are refused by a hair.
        let by_a_hair = stretch.bound && sent < 6.0 && sure >= 12.0;
        self.hairs = if by_a_hair { self.hairs + 1 } else { 0 };
        self.careful = !stretch.began_empty;
        if self.careful {
            self.ceiling = refused_at * 0.8;
        } else if !stretch.bound || self.hairs > 2 || (!measures && !by_a_hair) {
            self.ceiling = refused_at * (1.0 - 2.0 / sure).clamp(0.5, 0.99);
        } else if !by_a_hair {
            self.ceiling = f64::MAX;
        }
        self.clean = 0.0;
    }

    /// Nothing goes through any more.
    pub(super) fn halve(&mut self) {
        self.ceiling = (self.ceiling.min(self.through / self.seconds) / 2.0).max(0.05);
        self.clean = 0.0;
    }

    fn measured(&mut self, sent: f64, took: f64) {
        let known = self.through / self.seconds;
        // A stretch measures to one request more or less.
        let fell = (sent + 1.0) / took < known * (1.0 - 1.0 / self.sure());
        let rose = (sent - 1.5) / took > known * 1.15;
        // The bucket began with one request's worth and ended with a part of one.
        let refilled = sent - 0.5;
        if fell || rose || self.is_guess() {
            (self.through, self.seconds) = (refilled, took);
        } else {
            self.through += refilled;
            self.seconds += took;
        }
        if self.through > MEMORY {
            self.through /= 2.0;
            self.seconds /= 2.0;
        }
    }

    fn is_guess(&self) -> bool {
        self.through <= GUESS
    }

    /// How many requests the rate rests on.
    const fn sure(&self) -> f64 {
        self.through.max(4.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretch(sent: u64, millis: u64, bound: bool) -> Stretch {
        Stretch {
            sent,
            took: Duration::from_millis(millis),
            bound,
            began_empty: true,
        }
    }

    #[test]
    fn a_rate_is_held_back_first_then_tried_and_the_surer_the_gentler() {
        let mut learned = Learned::guess(10.0);
        assert!((8.5..9.0).contains(&learned.per_second()));
        for _ in 0..12 {
            learned.went_through();
        }
        assert!(learned.per_second() > 12.0, "{}", learned.per_second());
        learned.refused(stretch(13, 1250, true));
        let known = learned.per_second();
        assert!((8.8..9.8).contains(&known), "{known}");
        learned.halve();
        assert!(learned.per_second() < known * 0.6);
    }

    #[test]
    fn what_was_not_sent_as_fast_as_allowed_says_nothing_about_the_server() {
        let mut learned = Learned::stated(10.0);
        learned.refused(stretch(20, 60_000, false));
        assert!(learned.per_second() > 8.0, "{}", learned.per_second());
    }
}
