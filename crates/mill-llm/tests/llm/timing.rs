//! Timers and cancelling, on real sockets.

use std::time::{Duration, Instant};

use mill_domain::UsageQuality;
use mill_llm::{Billed, End, LlmError, Progress, Silence};
use mill_testkit::{Kind, ScriptedServer, Turn};
use tokio_util::sync::CancellationToken;

use crate::support::{MODELS, ask_with, provider_at, request};

#[tokio::test]
async fn silence_in_mid_stream_ends_the_call_by_the_idle_limit() {
    for model in MODELS {
        let server = ScriptedServer::playing(vec![Turn::of(Kind::Stall {
            text: "{\"vendor\"".to_owned(),
        })])
        .await
        .unwrap();
        let mut request = request(model);
        request.idle_timeout = Duration::from_millis(200);
        let call = ask_with(model, &server, &request).await;
        let End::Failed(LlmError::TimedOut { silence, .. }) = &call.end else {
            panic!("{model}: {call:?}")
        };
        assert_eq!(
            (*silence, call.billed, call.quality),
            (Silence::NoByte, Billed::ByUsage, UsageQuality::Estimated)
        );
        assert_eq!(
            server.settled_bill().await.usage,
            call.usage.unwrap(),
            "{model}"
        );
    }
}

#[tokio::test]
async fn a_first_token_that_never_comes_ends_the_call() {
    for model in MODELS {
        let slow = Turn {
            delay_ms: 60_000,
            ..Turn::answer("late")
        };
        let server = ScriptedServer::playing(vec![slow]).await.unwrap();
        let mut request = request(model);
        request.first_token_timeout = Duration::from_millis(200);
        let call = ask_with(model, &server, &request).await;
        assert!(
            matches!(
                call.end,
                End::Failed(LlmError::TimedOut {
                    silence: Silence::NoFirstToken,
                    ..
                })
            ),
            "{model}: {call:?}"
        );
        assert_eq!(
            (call.was_sent, call.billed, call.usage),
            (true, Billed::UnknownBound, None),
            "{model}"
        );
    }
}

#[tokio::test]
async fn cancelling_closes_the_connection_and_books_what_was_made() {
    for model in MODELS {
        let server = ScriptedServer::playing(vec![Turn::of(Kind::Stall {
            text: "{\"vendor\":\"Acme\"".to_owned(),
        })])
        .await
        .unwrap();
        let cancel = CancellationToken::new();
        let stop = cancel.clone();
        let progress = move |step: Progress<'_>| {
            if matches!(step, Progress::FirstToken { .. }) {
                stop.cancel();
            }
        };
        let started = Instant::now();
        let call = provider_at(model, &server.url())
            .complete(&request(model), &cancel, &progress)
            .await;
        assert!(started.elapsed() < Duration::from_secs(2), "{model}");
        assert_eq!(
            (&call.end, call.billed),
            (&End::Cancelled, Billed::ByUsage),
            "{model}"
        );
        let usage = call.usage.unwrap();
        assert!(
            usage.input_tokens > 0 && usage.output_tokens > 0,
            "{model}: {usage:?}"
        );
        assert_eq!(
            server.settled_bill().await.open,
            0,
            "{model}: the server saw the connection close"
        );
    }
}

#[tokio::test]
async fn cancelling_before_the_reply_leaves_the_bound_booked() {
    let server = ScriptedServer::playing(vec![Turn {
        delay_ms: 60_000,
        ..Turn::answer("late")
    }])
    .await
    .unwrap();
    let cancel = CancellationToken::new();
    let provider = provider_at(MODELS[0], &server.url());
    let request = request(MODELS[0]);
    let waiting = async {
        while server.bill().open == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        cancel.cancel();
    };
    let (call, ()) = tokio::join!(provider.complete(&request, &cancel, &|_| {}), waiting);
    assert_eq!(
        (call.end, call.billed, call.was_sent),
        (End::Cancelled, Billed::UnknownBound, true)
    );
}

#[tokio::test]
async fn progress_tells_the_pieces_in_order() {
    let server = ScriptedServer::playing(vec![Turn {
        pieces: 3,
        ..Turn::answer("abcdef")
    }])
    .await
    .unwrap();
    let told = std::sync::Mutex::new(Vec::new());
    let progress = |step: Progress<'_>| {
        told.lock().unwrap().push(match step {
            Progress::Opened => "opened".to_owned(),
            Progress::FirstToken { .. } => "first".to_owned(),
            Progress::Text(text) => text.to_owned(),
            Progress::Dropped(feature) => format!("{feature:?}"),
        });
    };
    let provider = provider_at(MODELS[1], &server.url());
    let call = provider
        .complete(&request(MODELS[1]), &CancellationToken::new(), &progress)
        .await;
    assert_eq!(
        call.end,
        End::Answer {
            text: "abcdef".to_owned()
        }
    );
    let told: Vec<String> = told
        .into_inner()
        .unwrap()
        .into_iter()
        .filter(|step| !step.is_empty())
        .collect();
    assert_eq!(told, ["opened", "first", "ab", "cd", "ef"]);
}

#[tokio::test]
async fn a_call_that_is_cancelled_before_it_begins_sends_nothing() {
    for model in MODELS {
        let server = ScriptedServer::playing(Vec::new()).await.unwrap();
        let cancel = CancellationToken::new();
        cancel.cancel();
        let call = provider_at(model, &server.url())
            .complete(&request(model), &cancel, &|_| {})
            .await;
        assert_eq!(
            (call.end, call.was_sent, call.billed),
            (End::Cancelled, false, Billed::No),
            "{model}"
        );
        assert_eq!(server.bill().requests, 0, "{model}");
    }
}
