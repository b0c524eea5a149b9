//! One pace per provider and key: calls wait before they are sent, so that the provider need not refuse them.
//!
//! At first nothing is held back. Limits a reply states are kept as buckets; where none are stated, refusals teach the
//! rate. A refusal closes the way for everybody for as long as the provider asks, and they leave one after the other
//! afterwards. How the rate is found is in `docs/decisions/0011-pace-before-sending.md`.

mod book;
mod learned;
mod stated;

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rand::Rng;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::{CallEnd, LONGEST_QUIET_WAIT, LlmError, RateLimits};
use book::{Book, Ticket};
use stated::{Demand, KINDS};

/// Largest part of a wait that is added at random, so that programs that share a key do not wake together.
const JITTER: f64 = 0.05;

/// How much the time between two calls varies.
const STAGGER: f64 = 0.05;

/// How calls begin while nothing is known of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Start {
    /// All at once: for servers on this machine, and for practice.
    #[default]
    AtOnce,
    /// A hundred a second: providers punish a sudden start, and their answers take seconds anyway.
    Gently,
}

/// Paces every call to one provider with one key. Share one per provider and key.
#[derive(Debug)]
pub struct Pace {
    /// Plain mutex: nothing is awaited under it.
    book: Mutex<Book>,
    /// Who is next to leave; the others wait behind, in order.
    line: tokio::sync::Mutex<()>,
    /// How many wait.
    waiting: AtomicU32,
    /// A wait may have become shorter.
    changed: Notify,
    /// What calls took on average, in tokens of input and output.
    usual: Mutex<Usual>,
    /// The provider has replied to a call.
    answered: AtomicBool,
    /// When the computer woke up last.
    woke_at: Mutex<Option<Instant>>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Usual {
    input: f64,
    output: f64,
}

/// Leave to send one call; hand it back to [`Pace::ended`] with the call's end.
#[derive(Debug)]
#[must_use]
pub struct Permit {
    ticket: Ticket,
}

/// What a pace knows, for people.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PaceSeen {
    /// Time until calls may leave again; zero if they may now.
    pub closed_for: Duration,
    /// Calls a minute that it lets leave, learned from refusals. `None`: the provider has not refused any.
    pub per_minute: Option<u32>,
    /// The limits as the provider's last reply stated them. `None`: it does not.
    pub limits: Option<RateLimits>,
}

/// Counted in [`Pace::waiting`] while it lives.
struct Waiting<'w>(&'w AtomicU32);

impl<'w> Waiting<'w> {
    fn one_more(count: &'w AtomicU32) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What a refusal asks for.
#[derive(Debug, Clone, Copy)]
struct Refusal {
    wait: Duration,
    overloaded: bool,
}

impl Default for Pace {
    fn default() -> Self {
        Self::new(Start::default())
    }
}

impl Pace {
    /// A pace that knows nothing yet.
    pub fn new(start: Start) -> Self {
        Self {
            book: Mutex::new(Book::new(start)),
            line: tokio::sync::Mutex::new(()),
            waiting: AtomicU32::new(0),
            changed: Notify::new(),
            usual: Mutex::default(),
            answered: AtomicBool::new(false),
            woke_at: Mutex::default(),
        }
    }

    /// Waits for this call's turn. `input_tokens`: an estimate of what it sends. `None`: cancelled before its turn came.
    pub async fn pass(&self, input_tokens: u64, cancel: &CancellationToken) -> Option<Permit> {
        let demand = self.demand(input_tokens);
        let came = Instant::now();
        let _waiting = Waiting::one_more(&self.waiting);
        let _turn = tokio::select! {
            biased;
            () = cancel.cancelled() => return None,
            turn = self.line.lock() => turn,
        };
        loop {
            let changed = self.changed.notified();
            let now = Instant::now();
            let wake = {
                let mut book = self.book();
                let ready = book.ready_at(demand, now);
                if ready <= now {
                    let stagger = rand::rng().random_range(1.0 - STAGGER..1.0 + STAGGER);
                    let ticket = book.leave(demand, now > came, stagger, now);
                    return Some(Permit { ticket });
                }
                ready
            };
            tokio::select! {
                biased;
                () = cancel.cancelled() => return None,
                () = sleep_until(wake) => {}
                () = changed => {}
            }
        }
    }

    /// What a call's end says about the pace. `own_wait`: how long to wait where the provider refused and named no time.
    pub fn ended(&self, permit: &Permit, end: &CallEnd, own_wait: Duration) {
        let now = Instant::now();
        if end.http_status.is_some() || end.error().is_none() {
            self.answered.store(true, Ordering::Relaxed);
        }
        let refusal = end.error().and_then(|error| refusal(error, own_wait));
        let mut book = self.book();
        if let Some(limits) = &end.rate_limits {
            book.heard(&permit.ticket, limits, now);
        }
        match refusal {
            Some(refusal) => {
                book.refused(&permit.ticket, refusal, now);
            }
            // A failure says nothing about how many calls may leave.
            None if end.error().is_none() && end.was_sent => book.went_through(&permit.ticket),
            None => {}
        }
        drop(book);
        if let Some(usage) = end.usage {
            self.took(
                usage.input_tokens + usage.cache_write_short_tokens,
                usage.output_tokens,
            );
        }
        self.changed.notify_waiters();
    }

    /// The computer slept and woke up just now: calls under way may have lost their connections through that.
    pub fn woke(&self) {
        let mut woke_at = self.woke_at.lock().unwrap_or_else(PoisonError::into_inner);
        *woke_at = Some(Instant::now());
    }

    /// Whether the computer woke up at or after that moment.
    pub(crate) fn woke_since(&self, moment: Instant) -> bool {
        let woke_at = self.woke_at.lock().unwrap_or_else(PoisonError::into_inner);
        woke_at.is_some_and(|woke_at| woke_at >= moment)
    }

    /// Whether the provider has replied to any call yet: if so, and it cannot be reached now, the network is gone.
    pub(crate) fn has_answered(&self) -> bool {
        self.answered.load(Ordering::Relaxed)
    }

    /// What it knows now.
    pub fn seen(&self) -> PaceSeen {
        let book = self.book();
        PaceSeen {
            closed_for: book.closed_for(Instant::now()),
            per_minute: book.per_second().map(per_minute),
            limits: book.limits().cloned(),
        }
    }

    /// About how long a call that came now would wait.
    pub fn wait_now(&self) -> Duration {
        let now = Instant::now();
        let ahead = f64::from(self.waiting.load(Ordering::Relaxed));
        let demand = self.demand(0);
        let book = self.book();
        let line = book.per_second().map_or(0.0, |rate| ahead / rate);
        book.ready_at(demand, now).saturating_duration_since(now) + stated::seconds(line)
    }

    fn demand(&self, input_tokens: u64) -> Demand {
        let usual = *self.usual.lock().unwrap_or_else(PoisonError::into_inner);
        #[expect(
            clippy::cast_precision_loss,
            reason = "tokens of a call are far below 2^52"
        )]
        let input = if input_tokens == 0 {
            usual.input
        } else {
            input_tokens as f64
        };
        let demand: [f64; KINDS] = [1.0, input + usual.output, input, usual.output];
        demand
    }

    fn took(&self, input: u64, output: u64) {
        let mut usual = self.usual.lock().unwrap_or_else(PoisonError::into_inner);
        #[expect(
            clippy::cast_precision_loss,
            reason = "tokens of a call are far below 2^52"
        )]
        let (input, output) = (input as f64, output as f64);
        let weight = if usual.input + usual.output > 0.0 {
            0.1
        } else {
            1.0
        };
        usual.input += (input - usual.input) * weight;
        usual.output += (output - usual.output) * weight;
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a rate is positive and a float saturates"
)]
fn per_minute(per_second: f64) -> u32 {
    (per_second * 60.0).round() as u32
}

/// What the end of a call asks of everybody. `None`: it concerns nobody else.
fn refusal(error: &LlmError, own_wait: Duration) -> Option<Refusal> {
    let (wait, overloaded) = match error {
        LlmError::RateLimited(word) => (word.wait.unwrap_or(own_wait), false),
        // A plain 500 may be about this one request: it does not hold back the others.
        LlmError::Overloaded(word) if matches!(word.status, None | Some(502 | 503 | 529)) => {
            (word.wait.unwrap_or(own_wait), true)
        }
        LlmError::Overloaded(word) => (word.wait?, true),
        _ => return None,
    };
    // So long a wait is the run's to decide on; a person who goes on earlier is not held back.
    if wait > LONGEST_QUIET_WAIT {
        return None;
    }
    let wait = wait + jitter(wait);
    Some(Refusal { wait, overloaded })
}

/// A random part of a wait, up to [`JITTER`] of it.
fn jitter(wait: Duration) -> Duration {
    wait.mul_f64(rand::rng().random_range(0.0..JITTER))
}

#[cfg(test)]
mod tests;
