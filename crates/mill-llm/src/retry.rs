//! Trying again: as often as it makes sense, never sooner than the server allows, every attempt reported.

use std::future::Future;
use std::sync::Mutex;
use std::time::Duration;

use backon::{ExponentialBuilder, Retryable};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::gate::jitter;
use crate::{CallEnd, End, Gate, LlmError};

/// How patiently a call is tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Most attempts that fail for another reason than pace; the first one counts.
    pub max_attempts: u32,
    /// A single wait longer than this is not slept here: the call ends with the error, and the run decides.
    pub longest_wait: Duration,
    /// Rate limits are waited out for this long in total before the call is given back, to be queued again.
    pub rate_limit_patience: Duration,
    /// First delay where the server names none; it doubles up to `max_delay`, and is drawn at random below that.
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
}

/// Attempts made so far.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    attempts: u32,
    failures: u32,
    rate_limit_wait: Duration,
}

/// Calls until there is an answer, or an end that another attempt would not change.
///
/// `attempt` gets the number of the attempt, reserves, calls and settles; an `Err` of its own (a reservation that does
/// not fit) ends the loop at once. Every wait asked for by a server closes `gate` for all who share it. A rate limit does
/// not use up attempts. Cancelling ends a wait at once; the last attempt's end is returned then.
/// # Errors
/// What `attempt` returned as its own error.
pub async fn with_retries<Stop, Attempt, Call>(
    policy: RetryPolicy,
    gate: &Gate,
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
        let number = counted(&tally);
        let call = attempt(number);
        async move {
            gate.pass(cancel).await;
            if cancel.is_cancelled() && number > 1 {
                return Err(Ended::Call(Box::new(CallEnd::not_sent(End::Cancelled))));
            }
            let end = call.await.map_err(Ended::Stop)?;
            on_event(RetryEvent::Attempt { number, end: &end });
            if end.error().is_some() {
                Err(Ended::Call(Box::new(end)))
            } else {
                Ok(end)
            }
        }
    };
    let backoff = ExponentialBuilder::new()
        .with_min_delay(policy.min_delay)
        .with_max_delay(policy.max_delay)
        .with_factor(2.0)
        .with_jitter()
        .without_max_times();
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
        .adjust(|ended, own| next_delay(policy, &tally, ended.error()?, own))
        .notify(|ended, delay| {
            if let Some(because) = ended.error() {
                gate.close_for(shared_wait(because, delay));
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

fn counted(tally: &Mutex<Tally>) -> u32 {
    let mut tally = tally
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    tally.attempts += 1;
    tally.attempts
}

/// The delay before the next attempt: the server's and up to a quarter more, else our own. `None`: no further attempt.
fn next_delay(
    policy: RetryPolicy,
    tally: &Mutex<Tally>,
    error: &LlmError,
    own: Option<Duration>,
) -> Option<Duration> {
    let mut tally = tally
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let asked = error.retry_after();
    if asked.is_some_and(|wait| wait > policy.longest_wait) {
        return None;
    }
    let delay = asked.map(|wait| wait + jitter(wait)).or(own)?;
    if matches!(error, LlmError::RateLimited(_)) {
        tally.rate_limit_wait += delay;
        return (tally.rate_limit_wait <= policy.rate_limit_patience).then_some(delay);
    }
    tally.failures += 1;
    (tally.failures < policy.max_attempts).then_some(delay)
}

/// How long everybody who shares the gate waits: as long as the server asked, or our own delay after an overload;
/// not at all after a failure that concerns one call only.
fn shared_wait(error: &LlmError, delay: Duration) -> Duration {
    match error {
        LlmError::RateLimited(_) => error.retry_after().unwrap_or(delay),
        // A plain 500 may be about this one request: it does not hold back the others.
        LlmError::Overloaded(word) if matches!(word.status, None | Some(502 | 503 | 529)) => {
            word.wait.unwrap_or(delay)
        }
        LlmError::Overloaded(word) => word.wait.unwrap_or_default(),
        _ => Duration::ZERO,
    }
}

#[cfg(test)]
mod tests;
