//! Trying again: as often as it makes sense, never sooner than the server allows, every attempt reported.

use std::future::Future;
use std::sync::Mutex;
use std::time::Duration;

use backon::{ConstantBuilder, Retryable};
use rand::Rng;
use tokio::time::sleep;
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
    /// The delay of our own after the latest attempt.
    own: Duration,
}

/// Calls until there is an answer, or an end that another attempt would not change.
///
/// `attempt` gets the number of the attempt, reserves, calls and settles; an `Err` of its own (a reservation that does
/// not fit) ends the loop at once. Every attempt waits for its turn in `pace`, and every wait asked for by a server holds
/// back all who share it. `input_tokens` is an estimate of what an attempt sends. A rate limit does not use up attempts.
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
        let call = attempt(number);
        async move {
            let about = pace.wait_now();
            if about >= WORTH_TELLING {
                on_event(RetryEvent::Queued { about });
            }
            let Some(permit) = pace.pass(input_tokens, cancel).await else {
                return Err(Ended::Call(Box::new(CallEnd::not_sent(End::Cancelled))));
            };
            let end = call.await.map_err(Ended::Stop)?;
            pace.ended(&permit, &end, own);
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
        .adjust(|ended, _| next_delay(policy, &tally, ended.error()?))
        .notify(|ended, delay| {
            if let Some(because) = ended.error() {
                on_event(RetryEvent::Waiting { delay, because });
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
    let mut tally = tally
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let doubled = policy
        .min_delay
        .saturating_mul(1 << tally.attempts.min(16))
        .min(policy.max_delay);
    tally.attempts += 1;
    tally.own = doubled.mul_f64(rand::rng().random_range(0.5..1.0));
    (tally.attempts, tally.own)
}

/// The delay before the next attempt: the server's, else our own. `None`: no further attempt.
fn next_delay(policy: RetryPolicy, tally: &Mutex<Tally>, error: &LlmError) -> Option<Duration> {
    let mut tally = tally
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let asked = error.retry_after();
    if asked.is_some_and(|wait| wait > policy.longest_wait) {
        return None;
    }
    let delay = asked.unwrap_or(tally.own);
    if matches!(error, LlmError::RateLimited(_)) {
        tally.rate_limit_wait += delay;
        return (tally.rate_limit_wait <= policy.rate_limit_patience).then_some(delay);
    }
    tally.failures += 1;
    (tally.failures < policy.max_attempts).then_some(delay)
}

#[cfg(test)]
mod tests;
