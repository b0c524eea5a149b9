//! Failures that only the way there is to blame for: sleep, dead connections, a network that is gone.

use std::sync::atomic::{AtomicU32, Ordering};

use mill_domain::ProviderName;

use super::*;
use crate::Silence;

fn answer() -> CallEnd {
    CallEnd::not_sent(End::Answer {
        text: "ok".to_owned(),
    })
}

fn unreachable(was_sent: bool) -> CallEnd {
    let mut end = CallEnd::not_sent(End::Failed(LlmError::Unreachable {
        provider: ProviderName::new("anthropic"),
        url: "https://api.example".to_owned(),
        detail: "no route".to_owned(),
    }));
    end.was_sent = was_sent;
    end
}

fn silent() -> CallEnd {
    let mut end = CallEnd::not_sent(End::Failed(LlmError::TimedOut {
        provider: ProviderName::new("anthropic"),
        silence: Silence::NoByte,
        after: Duration::from_mins(1),
    }));
    end.was_sent = true;
    end
}

/// One attempt a call, unless it is excused: a failure that counts ends it.
fn strict() -> RetryPolicy {
    RetryPolicy {
        max_attempts: 1,
        ..RetryPolicy::default()
    }
}

/// The end of a call, how many attempts it took, and how many failures counted.
async fn called<Call: Future<Output = CallEnd>>(
    pace: &Pace,
    policy: RetryPolicy,
    call: impl Fn(u32) -> Call,
) -> (End, u32, u32) {
    let (attempts, counted) = (AtomicU32::new(0), AtomicU32::new(0));
    let attempt = |number: u32| {
        attempts.store(number, Ordering::Relaxed);
        let call = call(number);
        async move { Ok::<_, ()>(call.await) }
    };
    let on_event = |event: RetryEvent<'_>| {
        if let RetryEvent::Waiting { counts: true, .. } = event {
            counted.fetch_add(1, Ordering::Relaxed);
        }
    };
    let never = CancellationToken::new();
    let end = with_retries(policy, (pace, 0), &never, attempt, &on_event).await;
    (
        end.unwrap().end,
        attempts.into_inner(),
        counted.into_inner(),
    )
}

async fn a_pace_that_has_answered() -> Pace {
    let pace = Pace::default();
    called(&pace, strict(), |_| async { answer() }).await;
    pace
}

#[tokio::test(start_paused = true)]
async fn a_network_that_is_gone_for_ninety_seconds_is_waited_out_and_counts_for_nothing() {
    let (pace, started) = (a_pace_that_has_answered().await, Instant::now());
    let gone = Duration::from_secs(90);
    let (end, attempts, counted) = called(&pace, strict(), |_| async {
        if started.elapsed() < gone {
            unreachable(false)
        } else {
            answer()
        }
    })
    .await;
    assert_eq!((end, counted), (answer().end, 0));
    let took = started.elapsed();
    assert!(took >= gone && took < gone + LOOK_FOR_NETWORK, "{took:?}");
    assert!(attempts < 20, "{attempts}");
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_never_answered_and_one_that_stays_away_are_given_up() {
    let (end, attempts, _) =
        called(&Pace::default(), strict(), |_| async { unreachable(false) }).await;
    assert_eq!((end, attempts), (unreachable(false).end, 1));
    let (pace, started) = (a_pace_that_has_answered().await, Instant::now());
    let (end, ..) = called(&pace, strict(), |_| async { unreachable(false) }).await;
    assert_eq!(end, unreachable(false).end);
    let took = started.elapsed();
    let patience = RetryPolicy::default().outage_patience;
    assert!(took > patience.mul_f64(0.9) && took <= patience, "{took:?}");
    let hasty = RetryPolicy {
        outage_patience: Duration::ZERO,
        ..strict()
    };
    let (_, attempts, _) = called(&pace, hasty, |_| async { unreachable(false) }).await;
    assert_eq!(attempts, 1, "who would rather fail than wait does not wait");
}

#[tokio::test(start_paused = true)]
async fn a_call_that_the_computer_slept_through_is_tried_again_once_for_nothing() {
    for lost in [silent(), unreachable(true), unreachable(false)] {
        let pace = Pace::default();
        let slept = async |number: u32| {
            sleep(Duration::from_secs(30)).await;
            if number == 1 {
                pace.woke();
                sleep(Duration::from_secs(30)).await;
            }
            lost.clone()
        };
        let (end, attempts, counted) = called(&pace, strict(), slept).await;
        // What is lost awake counts again; a connection that is found dead is another excuse.
        let again = u32::from(lost.was_sent && lost.end == unreachable(true).end);
        assert_eq!((end, counted), (lost.end.clone(), 0));
        assert_eq!(attempts, 2 + again, "{lost:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_is_found_dead_is_believed_once() {
    let pace = Pace::default();
    let once = |number: u32| async move {
        if number == 1 {
            unreachable(true)
        } else {
            answer()
        }
    };
    assert_eq!(called(&pace, strict(), once).await, (answer().end, 2, 0));
    let (end, attempts, _) = called(&pace, strict(), |_| async { unreachable(true) }).await;
    assert_eq!((end, attempts), (unreachable(true).end, 2));
}
