//! One call goes first where that fills the provider's prompt cache for all others.
//!
//! A beginning that many prompts share can be read from the cache only once the first answer to it has begun. Sixty-four
//! agents that start together would each pay for filling it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;

/// Longest wait for the first call's first word; then all go, and some pay more.
const PATIENCE: Duration = Duration::from_secs(45);

/// Whether a stretch of work uses a prompt cache, and whether it is filled.
#[derive(Debug, Default)]
pub(super) struct Warming {
    /// Plain mutex: nothing is awaited under it.
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum State {
    /// No cache is used.
    #[default]
    Off,
    /// Nobody has begun to fill it.
    Cold,
    /// One call is filling it.
    Filling,
    /// It can be read, or waiting for it was given up.
    Warm,
}

/// The call that goes first. If it is dropped before it was heard, the next one goes first.
#[derive(Debug)]
pub(super) struct First<'w>(&'w Warming);

impl Warming {
    /// From now on a cache is used.
    pub(super) fn begin(&self) {
        *self.locked() = State::Cold;
    }

    /// Whether a cache is used.
    pub(super) fn is_used(&self) -> bool {
        *self.locked() != State::Off
    }

    /// Waits until the cache can be read; `Some` for the one call that has to fill it.
    pub(super) async fn turn(&self, stop: &CancellationToken) -> Option<First<'_>> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            // Registered before the look, so that a change between the look and the wait is not missed.
            changed.as_mut().enable();
            {
                let mut state = self.locked();
                match *state {
                    State::Off | State::Warm => return None,
                    State::Cold => {
                        *state = State::Filling;
                        return Some(First(self));
                    }
                    State::Filling => {}
                }
            }
            tokio::select! {
                () = stop.cancelled() => return None,
                waited = timeout_at(deadline, changed) => {
                    if waited.is_err() {
                        self.become_warm();
                    }
                }
            }
        }
    }

    fn become_warm(&self) {
        *self.locked() = State::Warm;
        self.changed.notify_waiters();
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl First<'_> {
    /// Its answer has begun: the cache can be read.
    pub(super) fn heard(&self) {
        self.0.become_warm();
    }
}

impl Drop for First<'_> {
    fn drop(&mut self) {
        let mut state = self.0.locked();
        if *state == State::Filling {
            *state = State::Cold;
            drop(state);
            self.0.changed.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_goes_first_and_the_others_when_it_was_heard() {
        let (warming, stop) = (Warming::default(), CancellationToken::new());
        assert!(warming.turn(&stop).await.is_none(), "no cache, no waiting");
        warming.begin();
        let first = warming.turn(&stop).await.expect("the first fills it");
        let started = Instant::now();
        let heard = async {
            tokio::time::sleep(Duration::from_secs(3)).await;
            first.heard();
        };
        let (second, third, ()) = tokio::join!(warming.turn(&stop), warming.turn(&stop), heard);
        assert!(second.is_none() && third.is_none());
        assert_eq!(started.elapsed(), Duration::from_secs(3));
    }

    #[tokio::test(start_paused = true)]
    async fn if_the_first_fails_the_next_goes_first() {
        let (warming, stop) = (Warming::default(), CancellationToken::new());
        warming.begin();
        let first = warming.turn(&stop).await.expect("the first fills it");
        let (second, ()) = tokio::join!(warming.turn(&stop), async { drop(first) });
        assert!(second.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_ever() {
        let (warming, stop) = (Warming::default(), CancellationToken::new());
        warming.begin();
        let _silent = warming.turn(&stop).await;
        let started = Instant::now();
        assert!(warming.turn(&stop).await.is_none());
        assert_eq!(started.elapsed(), PATIENCE);
    }
}
