mod away;

use std::sync::atomic::{AtomicU32, Ordering};

use mill_domain::ProviderName;
use tokio::time::Instant;

use super::*;
use crate::ServerWord;
use crate::http::HttpFailure;

fn word(wait: Option<u64>) -> ServerWord {
    let mut word = ServerWord::new(&ProviderName::new("anthropic"), Some(429), None, "later");
    word.wait = wait.map(Duration::from_secs);
    word
}

fn limited(wait: Option<u64>) -> End {
    End::Failed(LlmError::RateLimited(Box::new(word(wait))))
}

fn overloaded() -> End {
    End::Failed(LlmError::Overloaded(Box::new(word(None))))
}

fn answer() -> End {
    End::Answer {
        text: "ok".to_owned(),
    }
}

/// What a loop did: its end, its attempts, the waits it told of, and the time it took.
struct Ran {
    end: End,
    attempts: u32,
    waits: Vec<Duration>,
    took: Duration,
}

/// Runs the loop over ends that are played in order, the last one for ever.
async fn ran(policy: RetryPolicy, ends: Vec<End>) -> Ran {
    let (attempts, waits, started) = (AtomicU32::new(0), Mutex::new(Vec::new()), Instant::now());
    let attempt = |number: u32| {
        let place = (number as usize - 1).min(ends.len() - 1);
        let end = CallEnd::not_sent(ends[place].clone());
        async move { Ok::<_, ()>(end) }
    };
    let on_event = |event: RetryEvent<'_>| match event {
        RetryEvent::Attempt { number, .. } => attempts.store(number, Ordering::Relaxed),
        RetryEvent::Waiting { delay, .. } => waits.lock().unwrap().push(delay),
        RetryEvent::Queued { .. } => {}
    };
    let end = with_retries(
        policy,
        (&Pace::default(), 0),
        &CancellationToken::new(),
        attempt,
        &on_event,
    )
    .await
    .unwrap()
    .end;
    Ran {
        end,
        attempts: attempts.into_inner(),
        waits: waits.into_inner().unwrap(),
        took: started.elapsed(),
    }
}

#[tokio::test(start_paused = true)]
async fn the_servers_wait_is_obeyed() {
    let ran = ran(RetryPolicy::default(), vec![limited(Some(7)), answer()]).await;
    assert_eq!((ran.end, ran.attempts, ran.waits.len()), (answer(), 2, 1));
    let waited = ran.waits[0].as_secs_f64();
    assert!(
        (7.0..8.75).contains(&waited) && ran.took >= Duration::from_secs(7),
        "{waited}"
    );
}

#[tokio::test(start_paused = true)]
async fn rate_limits_use_up_no_attempts_and_failures_do() {
    let mut ends = vec![limited(Some(1)); 9];
    ends.push(answer());
    let patient = ran(RetryPolicy::default(), ends).await;
    assert_eq!((patient.end, patient.attempts), (answer(), 10));
    let failing = ran(RetryPolicy::default(), vec![overloaded()]).await;
    assert_eq!(
        (failing.end, failing.attempts, failing.waits.len()),
        (overloaded(), 4, 3)
    );
}

#[tokio::test(start_paused = true)]
async fn a_day_long_wait_is_given_back_at_once() {
    let ran = ran(RetryPolicy::default(), vec![limited(Some(86_400))]).await;
    assert_eq!(
        (ran.attempts, ran.waits.len(), ran.took),
        (1, 0, Duration::ZERO)
    );
    let End::Failed(error) = ran.end else {
        panic!("not failed")
    };
    assert_eq!(
        error.stops_provider(),
        Some(mill_domain::PauseReason::Quota)
    );
}

#[tokio::test(start_paused = true)]
async fn patience_with_rate_limits_ends_and_the_call_goes_back_to_the_queue() {
    let policy = RetryPolicy {
        rate_limit_patience: Duration::from_secs(30),
        ..RetryPolicy::default()
    };
    let ran = ran(policy, vec![limited(Some(10))]).await;
    assert_eq!(ran.end, limited(Some(10)));
    assert!(ran.took <= Duration::from_secs(34), "{:?}", ran.took);
}

#[tokio::test(start_paused = true)]
async fn what_retrying_cannot_change_is_not_retried() {
    let refused = [
        End::Failed(LlmError::KeyRefused(Box::new(word(None)))),
        End::Failed(LlmError::Quota(Box::new(word(Some(1))))),
        End::Failed(LlmError::Rejected(Box::new(word(None)))),
        End::Refused {
            reason: "no".to_owned(),
            partial: String::new(),
        },
        End::CutOff {
            partial: "{".to_owned(),
        },
        End::Empty,
        End::TooLong {
            detail: "long".to_owned(),
        },
    ];
    for end in refused {
        let ran = ran(RetryPolicy::default(), vec![end.clone()]).await;
        assert_eq!((ran.end, ran.attempts), (end, 1));
    }
}

#[tokio::test(start_paused = true)]
async fn x_should_retry_wins_over_the_status() {
    let mut no = word(None);
    no.should_retry = Some(false);
    assert_eq!(
        ran(
            RetryPolicy::default(),
            vec![End::Failed(LlmError::Overloaded(Box::new(no)))]
        )
        .await
        .attempts,
        1
    );
    let mut yes = word(None);
    yes.should_retry = Some(true);
    assert_eq!(
        ran(
            RetryPolicy::default(),
            vec![End::Failed(LlmError::Rejected(Box::new(yes))), answer()]
        )
        .await
        .attempts,
        2
    );
}

#[tokio::test(start_paused = true)]
async fn one_workers_429_holds_back_everybody_who_shares_the_gate() {
    let pace = Pace::default();
    let cancel = CancellationToken::new();
    let first_call_at = Mutex::new(Vec::new());
    let started = Instant::now();
    let limited_once = |number: u32| async move {
        Ok::<_, ()>(CallEnd::not_sent(if number == 1 {
            limited(Some(7))
        } else {
            answer()
        }))
    };
    let late = |_number: u32| async {
        first_call_at.lock().unwrap().push(started.elapsed());
        Ok::<_, ()>(CallEnd::not_sent(answer()))
    };
    let others = async {
        sleep(Duration::from_secs(1)).await;
        let calls = (0..20)
            .map(|_| with_retries(RetryPolicy::default(), (&pace, 0), &cancel, late, &|_| {}));
        futures::future::join_all(calls).await
    };
    let one = with_retries(
        RetryPolicy::default(),
        (&pace, 0),
        &cancel,
        limited_once,
        &|_| {},
    );
    let (_, ends) = tokio::join!(one, others);
    assert!(
        ends.iter()
            .all(|end| end.as_ref().is_ok_and(|end| end.end == answer()))
    );
    let starts = first_call_at.into_inner().unwrap();
    assert!(
        starts.iter().all(|start| *start >= Duration::from_secs(7)),
        "{starts:?}"
    );
    assert!(
        starts
            .iter()
            .collect::<std::collections::HashSet<_>>()
            .len()
            > 10,
        "{starts:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn cancelling_ends_a_wait_at_once_and_nothing_more_is_sent() {
    let (cancel, attempts, started) = (CancellationToken::new(), AtomicU32::new(0), Instant::now());
    let attempt = |_number: u32| {
        attempts.fetch_add(1, Ordering::Relaxed);
        async { Ok::<_, ()>(CallEnd::not_sent(limited(Some(60)))) }
    };
    let pace = Pace::default();
    let stopper = async {
        sleep(Duration::from_secs(3)).await;
        cancel.cancel();
    };
    let (end, ()) = tokio::join!(
        with_retries(
            RetryPolicy::default(),
            (&pace, 0),
            &cancel,
            attempt,
            &|_| {}
        ),
        stopper
    );
    assert_eq!(end.unwrap().end, End::Cancelled);
    assert_eq!(started.elapsed(), Duration::from_secs(3));
}

#[tokio::test(start_paused = true)]
async fn an_attempt_can_stop_the_loop_with_its_own_word() {
    let attempt = |_number: u32| async { Err::<CallEnd, _>("the cap does not fit") };
    let stopped = with_retries(
        RetryPolicy::default(),
        (&Pace::default(), 0),
        &CancellationToken::new(),
        attempt,
        &|_| {},
    )
    .await;
    assert_eq!(stopped, Err("the cap does not fit"));
}

/// How a refusal with these headers ends a call.
fn refused_with(status: u16, headers: &[(&'static str, &'static str)]) -> CallEnd {
    let mut map = reqwest::header::HeaderMap::new();
    for (name, value) in headers {
        map.insert(*name, value.parse().unwrap());
    }
    let failure = HttpFailure {
        status,
        headers: map,
        body: r#"{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}"#
            .to_owned(),
    };
    let name = ProviderName::new("anthropic");
    let error = failure.by_status(failure.word(&name, None, None));
    let mut end = CallEnd::not_sent(End::Failed(error));
    end.was_sent = true;
    end
}

/// Twenty agents and 60 calls: five are answered, then twenty are refused, then all is well again. When each refusal
/// came and when each call left, and the longest wait that was told.
struct Storm {
    refused_at: Vec<Duration>,
    left_at: Vec<Duration>,
    told: Duration,
    ends: Vec<End>,
}

async fn storm(refusal: CallEnd) -> Storm {
    let (pace, cancel, calls) = (Pace::default(), CancellationToken::new(), AtomicU32::new(0));
    let (left_at, refused_at) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let (told, ends) = (Mutex::new(Duration::ZERO), Mutex::new(Vec::new()));
    let (started, left) = (Instant::now(), AtomicU32::new(60));
    let attempt = |_number: u32| async {
        let call = calls.fetch_add(1, Ordering::Relaxed);
        left_at.lock().unwrap().push(started.elapsed());
        sleep(Duration::from_millis(20)).await;
        if (5..25).contains(&call) {
            refused_at.lock().unwrap().push(started.elapsed());
            return Ok::<_, ()>(refusal.clone());
        }
        let mut end = CallEnd::not_sent(answer());
        end.was_sent = true;
        Ok(end)
    };
    let on_event = |event: RetryEvent<'_>| {
        if let RetryEvent::Waiting { delay, .. } = event {
            let mut told = told.lock().unwrap();
            *told = delay.max(*told);
        }
    };
    let agent = || async {
        while left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            })
            .is_ok()
        {
            let place = (&pace, 10);
            let end = with_retries(RetryPolicy::default(), place, &cancel, attempt, &on_event);
            let end = end.await.unwrap().end;
            ends.lock().unwrap().push(end);
        }
    };
    futures::future::join_all((0..20).map(|_| agent())).await;
    Storm {
        refused_at: refused_at.into_inner().unwrap(),
        left_at: left_at.into_inner().unwrap(),
        told: told.into_inner().unwrap(),
        ends: ends.into_inner().unwrap(),
    }
}

#[tokio::test(start_paused = true)]
async fn twenty_agents_wait_as_asked_in_every_form_and_start_again_one_by_one() {
    let date = ("date", "Mon, 30 Nov 2026 12:00:00 GMT");
    let forms: [(&[(&str, &str)], f64); 5] = [
        (&[("retry-after", "7")], 7.0),
        (
            &[date, ("retry-after", "Mon, 30 Nov 2026 12:00:07 GMT")],
            7.0,
        ),
        (&[("retry-after-ms", "300")], 0.3),
        (
            &[
                date,
                ("anthropic-ratelimit-tokens-reset", "2026-11-30T12:00:07Z"),
            ],
            7.0,
        ),
        (&[], 0.25),
    ];
    for (headers, asked) in forms {
        let storm = storm(refused_with(429, headers)).await;
        assert!(
            storm.ends.iter().all(|end| *end == answer()),
            "no row fails of a 429"
        );
        assert_eq!(
            (storm.ends.len(), storm.left_at.len()),
            (60, 80),
            "{headers:?}"
        );
        assert!(
            storm.told.as_secs_f64() >= asked,
            "{headers:?} {:?}",
            storm.told
        );
        let last_refusal = storm.refused_at[storm.refused_at.len() - 1];
        for refused in &storm.refused_at {
            let quiet =
                *refused + Duration::from_millis(1)..*refused + Duration::from_secs_f64(asked);
            let broke = storm.left_at.iter().filter(|left| quiet.contains(*left));
            assert_eq!(
                broke.count(),
                0,
                "{headers:?}: nobody leaves while quiet is asked for"
            );
        }
        let again: Vec<_> = storm
            .left_at
            .iter()
            .filter(|left| **left > last_refusal)
            .collect();
        assert!(
            again.windows(2).all(|pair| pair[0] < pair[1]),
            "{headers:?}: one by one: {again:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_day_is_not_waited_for_by_a_task_and_the_run_is_told() {
    let storm = storm(refused_with(429, &[("retry-after", "86400")])).await;
    assert_eq!(storm.told, Duration::ZERO, "no agent sleeps for a day");
    let stopped = storm.ends.iter().filter_map(|end| match end {
        End::Failed(error) => error.stops_provider(),
        _ => None,
    });
    assert_eq!(
        stopped.collect::<Vec<_>>(),
        vec![mill_domain::PauseReason::Quota; 20]
    );
}

#[tokio::test(start_paused = true)]
async fn an_overloaded_provider_is_not_stormed() {
    let storm = storm(refused_with(529, &[])).await;
    assert!(storm.ends.iter().all(|end| *end == answer()));
    let quiet = storm.refused_at[19] + Duration::from_millis(250);
    let early = storm
        .left_at
        .iter()
        .filter(|left| **left > storm.refused_at[19]);
    assert!(
        early.clone().all(|left| *left > quiet),
        "everybody waits, not only who was refused"
    );
    let soon = early.filter(|left| **left < quiet + Duration::from_secs(2));
    assert!(soon.count() < 10, "few at first: {:?}", storm.left_at);
}
