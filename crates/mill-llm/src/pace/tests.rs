//! Whole fleets of agents against a provider's bucket, in paused time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mill_domain::{ProviderName, Usage};
use tokio::time::sleep;

use super::*;
use crate::{End, RateLimit, ServerWord};

/// A provider that lets a rate through, with a burst of one second's worth.
struct Server {
    per_second: f64,
    burst: f64,
    /// Whether a refused request takes its worth too.
    counts_refused: bool,
    states_limits: bool,
    answer_takes: Duration,
    /// What it asks for in a refusal. `None`: the time until one is there; zero: it names no time.
    asks: Option<Duration>,
    bucket: Mutex<(f64, Instant)>,
    refused_at: Mutex<Vec<Duration>>,
    began: Instant,
    requests: AtomicU32,
}

impl Server {
    fn new(per_second: f64) -> Self {
        Self {
            per_second,
            burst: per_second.max(1.0),
            counts_refused: false,
            states_limits: false,
            answer_takes: Duration::from_millis(50),
            asks: None,
            bucket: Mutex::new((per_second.max(1.0), Instant::now())),
            refused_at: Mutex::default(),
            began: Instant::now(),
            requests: AtomicU32::new(0),
        }
    }

    async fn call(&self) -> CallEnd {
        self.requests.fetch_add(1, Ordering::Relaxed);
        sleep(Duration::from_millis(2)).await;
        let (wait, left) = self.take();
        let mut end = CallEnd::not_sent(match wait {
            None => End::Answer {
                text: "ok".to_owned(),
            },
            Some(wait) => {
                self.refused_at.lock().unwrap().push(self.began.elapsed());
                limited(
                    self.asks
                        .map_or(Some(wait), |asks| (!asks.is_zero()).then_some(asks)),
                )
            }
        });
        end.was_sent = true;
        if self.states_limits {
            end.rate_limits = Some(self.limits(left));
        }
        if wait.is_none() {
            end.usage = Some(Usage {
                input_tokens: 10,
                ..Usage::default()
            });
            sleep(self.answer_takes).await;
        }
        end
    }

    fn take(&self) -> (Option<Duration>, f64) {
        let mut bucket = self.bucket.lock().unwrap();
        let now = Instant::now();
        let grown = bucket.0 + (now - bucket.1).as_secs_f64() * self.per_second;
        *bucket = (grown.min(self.burst), now);
        let enough = bucket.0 >= 1.0;
        if enough || self.counts_refused {
            bucket.0 -= 1.0;
        }
        let wait = (!enough).then(|| stated::seconds((1.0 - bucket.0) / self.per_second));
        (wait, bucket.0.max(0.0))
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "small positive numbers"
    )]
    fn limits(&self, left: f64) -> RateLimits {
        RateLimits {
            requests: Some(RateLimit {
                limit: Some(self.burst as u64),
                remaining: Some(left as u64),
                resets_in: Some(stated::seconds((self.burst - left) / self.per_second)),
            }),
            ..RateLimits::default()
        }
    }

    fn refused_after(&self, after: Duration) -> usize {
        let refused = self.refused_at.lock().unwrap();
        refused.iter().filter(|at| **at > after).count()
    }
}

fn limited(wait: Option<Duration>) -> End {
    let mut word = ServerWord::new(&ProviderName::new("anthropic"), Some(429), None, "later");
    word.wait = wait;
    End::Failed(LlmError::RateLimited(Box::new(word)))
}

/// So many agents do so many tasks; the time it took.
async fn fleet(server: &Arc<Server>, pace: &Arc<Pace>, agents: u32, tasks: u32) -> Duration {
    let (began, left) = (Instant::now(), Arc::new(AtomicU32::new(tasks)));
    let work = (0..agents).map(|_| {
        let (server, pace, left) = (Arc::clone(server), Arc::clone(pace), Arc::clone(&left));
        tokio::spawn(async move {
            let cancel = CancellationToken::new();
            while left
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                    left.checked_sub(1)
                })
                .is_ok()
            {
                loop {
                    let permit = pace.pass(10, &cancel).await.unwrap();
                    let end = server.call().await;
                    pace.ended(&permit, &end, Duration::from_millis(500));
                    if end.error().is_none() {
                        break;
                    }
                }
            }
        })
    });
    futures::future::join_all(work).await;
    began.elapsed()
}

/// The time no fleet could beat.
fn ideal(server: &Server, tasks: u32) -> f64 {
    (f64::from(tasks) - server.burst) / server.per_second + server.answer_takes.as_secs_f64()
}

async fn ratio(server: Server, agents: u32, tasks: u32) -> (f64, f64) {
    let (server, pace) = (Arc::new(server), Arc::new(Pace::default()));
    let took = fleet(&server, &pace, agents, tasks).await.as_secs_f64();
    let late = server.refused_after(Duration::from_secs(10));
    #[expect(clippy::cast_precision_loss, reason = "a few hundred")]
    let share = late as f64 / f64::from(server.requests.load(Ordering::Relaxed));
    (took / ideal(&server, tasks), share)
}

#[tokio::test(start_paused = true)]
async fn six_hundred_a_minute_are_found_without_being_told() {
    // The times between calls vary at random, so each fleet is sent out several times.
    let fleets = [16, 32, 64].into_iter().flat_map(|agents| {
        [0, 50, 300, 1000].map(|answer_ms| (agents, Duration::from_millis(answer_ms)))
    });
    for (agents, answer_takes) in fleets.cycle().take(36) {
        let server = Server {
            answer_takes,
            ..Server::new(10.0)
        };
        let (ratio, refused) = ratio(server, agents, 200).await;
        assert!(
            ratio <= 1.05 && refused <= 0.01,
            "{agents} agents, {answer_takes:?}: {ratio:.3} of the ideal time, {refused:.4} refused late"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_stated_limit_is_kept() {
    for counts_refused in [false, true] {
        let server = Server {
            states_limits: true,
            counts_refused,
            ..Server::new(10.0)
        };
        let (ratio, refused) = ratio(server, 8, 200).await;
        assert!(ratio <= 1.02, "{ratio}");
        assert!(refused == 0.0, "{refused}");
    }
}

#[tokio::test(start_paused = true)]
async fn where_refused_requests_count_all_is_done_all_the_same() {
    // Honest, silent, too short, and longer than need be. The first sixty-four at once cost 5.4 of 19 seconds.
    for asks in [None, Some(0), Some(100), Some(3000)] {
        let server = Server {
            counts_refused: true,
            asks: asks.map(Duration::from_millis),
            ..Server::new(10.0)
        };
        let (ratio, refused) = ratio(server, 64, 200).await;
        assert!(
            ratio <= 2.0 && refused <= 0.06,
            "{asks:?} {ratio} {refused}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_wait_that_is_longer_than_need_be_is_obeyed_and_seldom_met_again() {
    let server = Server {
        asks: Some(Duration::from_secs(7)),
        ..Server::new(10.0)
    };
    let (ratio, refused) = ratio(server, 20, 600).await;
    assert!(ratio <= 2.0 && refused <= 0.01, "{ratio} {refused}");
}

#[tokio::test(start_paused = true)]
async fn other_rates_are_found_too() {
    for (per_second, tasks) in [(2.0, 100), (50.0, 2000), (400.0, 20_000)] {
        let (ratio, refused) = ratio(Server::new(per_second), 64, tasks).await;
        assert!(
            ratio <= 1.1 && refused <= 0.02,
            "{per_second} {ratio} {refused}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_where_nothing_is_limited() {
    let server = Server {
        answer_takes: Duration::from_millis(198),
        ..Server::new(1e6)
    };
    let (server, pace) = (Arc::new(server), Arc::new(Pace::default()));
    let took = fleet(&server, &pace, 64, 1000).await;
    assert_eq!(took, Duration::from_millis(3200));
    assert_eq!(pace.seen(), PaceSeen::default());
}

#[tokio::test(start_paused = true)]
async fn an_unknown_provider_is_not_rushed() {
    let (pace, cancel, began) = (
        Pace::new(Start::Gently),
        CancellationToken::new(),
        Instant::now(),
    );
    for _ in 0..64 {
        let _permit = pace.pass(10, &cancel).await.unwrap();
    }
    assert_eq!(began.elapsed(), Duration::from_millis(630));
}

#[tokio::test(start_paused = true)]
async fn a_wait_ends_with_the_stop_and_is_told_while_it_lasts() {
    let (pace, cancel) = (Pace::default(), CancellationToken::new());
    let permit = pace.pass(10, &cancel).await.unwrap();
    let mut end = CallEnd::not_sent(limited(Some(Duration::from_mins(1))));
    end.was_sent = true;
    pace.ended(&permit, &end, Duration::ZERO);
    let told = pace.seen().closed_for.as_secs_f64();
    assert!((60.0..64.0).contains(&told), "{told}");
    let stopper = async {
        sleep(Duration::from_secs(3)).await;
        cancel.cancel();
    };
    let began = Instant::now();
    let (permit, ()) = tokio::join!(pace.pass(10, &cancel), stopper);
    assert!(permit.is_none());
    assert_eq!(began.elapsed(), Duration::from_secs(3));
}

#[tokio::test(start_paused = true)]
async fn tokens_are_paced_like_requests() {
    let (pace, cancel, began) = (Pace::default(), CancellationToken::new(), Instant::now());
    let mut end = CallEnd::not_sent(End::Answer {
        text: "ok".to_owned(),
    });
    end.was_sent = true;
    end.rate_limits = Some(RateLimits {
        input_tokens: Some(RateLimit {
            limit: Some(60_000),
            remaining: Some(20_000),
            resets_in: Some(Duration::from_secs(40)),
        }),
        ..RateLimits::default()
    });
    let first = pace.pass(10_000, &cancel).await.unwrap();
    pace.ended(&first, &end, Duration::ZERO);
    for seconds in [0, 0, 10, 20] {
        let _permit = pace.pass(10_000, &cancel).await.unwrap();
        assert_eq!(began.elapsed().as_secs(), seconds, "1,000 tokens a second");
    }
}
