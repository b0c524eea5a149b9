//! Trying again: as often as it makes sense, never sooner than the server allows, every attempt reported.

use std::future::Future;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use backon::{ConstantBuilder, Retryable};
use rand::Rng;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::{CallEnd, End, LlmError, Pace};

/// How patiently a call is tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Most attempts that fail for another reason than pace; the first one counts.
    pub max_attempts: u32,
    /// A single wait longer than this is not slept here: the call ends with the error, and the run decides.
    pub longest_wait: Duration,
    /// Rate limits are waited out for this long in total before the call is given back, to be queued again.
    pub rate_limit_patience: Duration,
    /// A network that is gone is waited out for this long in total, once the provider has answered; zero: a connection that
    /// cannot be made is a failure like any other. Before the first answer it always is one.
    pub outage_patience: Duration,
    /// First delay where the server names none; it doubles up to `max_delay`, and up to half of it is taken off at random.
    pub min_delay: Duration,
    /// Largest delay where the server names none.
    pub max_delay: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            max_attempts: 4,
            longest_wait: crate::LONGEST_QUIET_WAIT,
            rate_limit_patience: Duration::from_mins(15),
            outage_patience: Duration::from_mins(15),
            min_delay: Duration::from_millis(500),
            max_delay: Duration::from_mins(1),
        }
    }
}

/// What happens between the attempts.
#[derive(Debug)]
pub enum RetryEvent<'e> {
    /// An attempt ended; the ledger books each one of them.
    Attempt {
        /// Its number, from 1.
        number: u32,
        /// How it ended.
        end: &'e CallEnd,
    },
    /// The next attempt comes after this delay: "waiting for Anthropic, 12 s".
    Waiting {
        /// Time until then.
        delay: Duration,
        /// Why.
        because: &'e LlmError,
        /// False: the attempt failed through no fault of provider or question, and the next one takes its place.
        counts: bool,
    },
    /// It is not this call's turn yet: the provider's limits let only so many leave.
    Queued {
        /// About how long it will wait.
        about: Duration,
    },
}

/// Shorter waits for a turn are not worth telling.
const WORTH_TELLING: Duration = Duration::from_secs(1);

/// Attempts made so far.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    attempts: u32,
    failures: u32,
    rate_limit_wait: Duration,
    outage_wait: Duration,
    /// The delay of our own after the latest attempt.
    own: Duration,
    /// What became of the latest attempt.
    latest: Latest,
    /// A connection was found dead before.
    lost_before: bool,
    /// The latest failure counts.
    counts: bool,
}

/// What an attempt's end alone does not say.
#[derive(Debug, Default, Clone, Copy)]
struct Latest {
    /// It left this computer.
    was_sent: bool,
    /// The computer slept while it was under way.
    slept: bool,
}

/// While the network is gone, it is looked for this often at least.
const LOOK_FOR_NETWORK: Duration = Duration::from_secs(15);

/// Calls until there is an answer, or an end that another attempt would not change.
///
/// `attempt` gets the number of the attempt, reserves, calls and settles; an `Err` of its own (a reservation that does
/// not fit) ends the loop at once. Every attempt waits for its turn in `pace`, and every wait asked for by a server holds
/// back all who share it. `input_tokens` is an estimate of what an attempt sends. A rate limit does not use up attempts, and
/// neither does what only the way there is to blame for: the computer slept, a kept connection turned out dead (once), the
/// network is gone.
/// Cancelling ends a wait at once; the call is [`End::Cancelled`] then.
/// # Errors
/// What `attempt` returned as its own error.
pub async fn with_retries<Stop, Attempt, Call>(
    policy: RetryPolicy,
    (pace, input_tokens): (&Pace, u64),
    cancel: &CancellationToken,
    mut attempt: Attempt,
    on_event: &(dyn Fn(RetryEvent<'_>) + Send + Sync),
) -> Result<CallEnd, Stop>
where
    Attempt: FnMut(u32) -> Call,
    Call: Future<Output = Result<CallEnd, Stop>>,
{
    let tally = Mutex::new(Tally::default());
    let once = || {
        let (number, own) = counted(&tally, policy);
        let (call, tally) = (attempt(number), &tally);
        async move {
            let about = pace.wait_now();
            if about >= WORTH_TELLING {
                on_event(RetryEvent::Queued { about });
            }
            let Some(permit) = pace.pass(input_tokens, cancel).await else {
                return Err(Ended::Call(Box::new(CallEnd::not_sent(End::Cancelled))));
            };
            let left_at = Instant::now();
            let end = call.await.map_err(Ended::Stop)?;
            pace.ended(&permit, &end, own);
            locked(tally).latest = Latest {
                was_sent: end.was_sent,
                slept: pace.woke_since(left_at),
            };
            on_event(RetryEvent::Attempt { number, end: &end });
            if end.error().is_some() {
                Err(Ended::Call(Box::new(end)))
            } else {
                Ok(end)
            }
        }
    };
    // The delays are our own: the pace needs them before this loop does.
    let backoff = ConstantBuilder::new().without_max_times();
    let quiet = cancel.clone();
    let outcome = once
        .retry(backoff)
        .sleep(move |delay| {
            let waiting = quiet.clone();
            async move {
                waiting.run_until_cancelled(sleep(delay)).await;
            }
        })
        .when(|ended| ended.error().is_some_and(LlmError::is_retryable) && !cancel.is_cancelled())
        .adjust(|ended, _| next_delay(policy, &tally, pace, ended.error()?))
        .notify(|ended, delay| {
            if let Some(because) = ended.error() {
                let counts = locked(&tally).counts;
                on_event(RetryEvent::Waiting {
                    delay,
                    because,
                    counts,
                });
            }
        })
        .await;
    match outcome {
        Ok(end) => Ok(end),
        Err(Ended::Call(end)) => Ok(*end),
        Err(Ended::Stop(stop)) => Err(stop),
    }
}

/// Why the loop got no answer.
enum Ended<Stop> {
    Call(Box<CallEnd>),
    Stop(Stop),
}

impl<Stop> Ended<Stop> {
    fn error(&self) -> Option<&LlmError> {
        match self {
            Self::Call(end) => end.error(),
            Self::Stop(_) => None,
        }
    }
}

/// Counts an attempt: its number, and the delay of our own that would follow it.
fn counted(tally: &Mutex<Tally>, policy: RetryPolicy) -> (u32, Duration) {
    let mut tally = locked(tally);
    let doubled = policy
        .min_delay
        .saturating_mul(1 << tally.attempts.min(16))
        .min(policy.max_delay);
    tally.attempts += 1;
    tally.own = doubled.mul_f64(rand::rng().random_range(0.5..1.0));
    (tally.attempts, tally.own)
}

fn locked(tally: &Mutex<Tally>) -> MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The delay before the next attempt: the server's, else our own. `None`: no further attempt.
fn next_delay(
    policy: RetryPolicy,
    tally: &Mutex<Tally>,
    pace: &Pace,
    error: &LlmError,
) -> Option<Duration> {
    let mut tally = locked(tally);
    tally.counts = true;
    let asked = error.retry_after();
    if asked.is_some_and(|wait| wait > policy.longest_wait) {
        return None;
    }
    let delay = asked.unwrap_or(tally.own);
    if matches!(error, LlmError::RateLimited(_)) {
        tally.rate_limit_wait += delay;
        return (tally.rate_limit_wait <= policy.rate_limit_patience).then_some(delay);
    }
    if tally.is_excused(error) {
        tally.counts = false;
        return Some(delay);
    }
    let is_gone = matches!(error, LlmError::Unreachable { .. }) && !tally.latest.was_sent;
    if is_gone && pace.has_answered() && !policy.outage_patience.is_zero() {
        let delay = delay.min(LOOK_FOR_NETWORK);
        tally.outage_wait += delay;
        tally.counts = false;
        return (tally.outage_wait <= policy.outage_patience).then_some(delay);
    }
    tally.failures += 1;
    (tally.failures < policy.max_attempts).then_some(delay)
}

impl Tally {
    /// Only the way there is to blame: the computer slept meanwhile, or a connection was found dead, which is believed once.
    fn is_excused(&mut self, error: &LlmError) -> bool {
        match error {
            LlmError::Unreachable { .. } if self.latest.slept => true,
            LlmError::TimedOut { .. } | LlmError::StreamBroken { .. } => self.latest.slept,
            LlmError::Unreachable { .. } => {
                self.latest.was_sent && !std::mem::replace(&mut self.lost_before, true)
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests;
