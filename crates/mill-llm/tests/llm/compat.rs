//! Servers that only look like `OpenAI`: all give the same result, and what they refuse is asked for once.

use std::time::Duration;

use mill_domain::{Usage, UsageQuality};
use mill_llm::http::HttpSettings;
use mill_llm::{Billed, CallEnd, End, Feature, LlmError, Progress};
use mill_testkit::{Compat, Kind, ScriptedServer, ServerOptions, Turn};
use tokio_util::sync::CancellationToken;

use crate::support::{KEY, ask, provider_at, provider_with, request};

const MODEL: &str = "custom/llama";
const ANSWER: &str = "{\"vendor\":\"Acme\"}";

async fn server_with(compat: Compat) -> ScriptedServer {
    let options = ServerOptions {
        compat,
        ..ServerOptions::default()
    };
    let usage = Usage {
        input_tokens: 50,
        output_tokens: 9,
        ..Usage::default()
    };
    ScriptedServer::with_options(options, move |_| Turn::answer(ANSWER).with_usage(usage))
        .await
        .unwrap()
}

/// A server that differs in what `change` sets.
fn with(change: impl FnOnce(&mut Compat)) -> Compat {
    let mut compat = Compat::default();
    change(&mut compat);
    compat
}

/// Deviations, whether usage stays exact under them, and the features that are found missing.
fn profiles() -> Vec<(Compat, bool, Vec<Feature>)> {
    let refuses = |compat: &mut Compat| {
        compat.refuses_stream_options = true;
        compat.refuses_json_schema = Some(500);
        compat.no_usage = true;
    };
    vec![
        (Compat::default(), true, vec![]),
        (with(|server| server.null_choices = true), true, vec![]),
        (
            with(|server| (server.no_usage, server.no_done) = (true, true)),
            false,
            vec![],
        ),
        (with(|server| server.content_parts = true), true, vec![]),
        (with(|server| server.usage_everywhere = true), true, vec![]),
        (with(|server| server.ignores_stream = true), true, vec![]),
        (with(|server| server.crlf_and_comments = true), true, vec![]),
        (
            with(|server| server.refuses_max_tokens = true),
            true,
            vec![],
        ),
        (
            with(|server| server.refuses_stream_options = true),
            false,
            vec![Feature::StreamUsage],
        ),
        (
            with(|server| server.refuses_json_schema = Some(400)),
            true,
            vec![Feature::JsonSchema],
        ),
        (
            with(|server| server.refuses_json_schema = Some(500)),
            true,
            vec![Feature::JsonSchema],
        ),
        (
            with(|server| server.refuses_response_format = Some(422)),
            true,
            vec![Feature::JsonSchema, Feature::JsonMode],
        ),
        (
            with(refuses),
            false,
            vec![Feature::StreamUsage, Feature::JsonSchema],
        ),
    ]
}

#[tokio::test]
async fn every_profile_gives_the_same_answer() {
    for (compat, exact, missing) in profiles() {
        let server = server_with(compat).await;
        let provider = provider_at(MODEL, &server.url());
        for _ in 0..2 {
            let call = provider
                .complete(&request(MODEL), &CancellationToken::new(), &|_| {})
                .await;
            assert_eq!(
                call.end,
                End::Answer {
                    text: ANSWER.to_owned()
                },
                "{compat:?}"
            );
            let quality = if exact {
                UsageQuality::Exact
            } else {
                UsageQuality::Estimated
            };
            assert_eq!(
                (call.quality, call.billed),
                (quality, Billed::ByUsage),
                "{compat:?}"
            );
            let usage = call.usage.unwrap();
            assert!(
                !exact || (usage.input_tokens, usage.output_tokens) == (50, 9),
                "{compat:?}: {usage:?}"
            );
            assert!(
                usage.input_tokens > 0 && usage.output_tokens > 0,
                "{compat:?}: {usage:?}"
            );
        }
        assert_eq!(
            provider.test_key().await.unwrap().missing,
            missing,
            "{compat:?}"
        );
    }
}
/// Asks sixteen times at once: how the calls ended, and which features were told to be missing. `patience`: how long the
/// others wait for what the first is refused.
async fn asked_by_many(
    server: &ScriptedServer,
    patience: Duration,
) -> (Vec<CallEnd>, Vec<Feature>) {
    let settings = HttpSettings {
        refusal_patience: Some(patience),
        ..HttpSettings::default()
    };
    let provider = provider_with(MODEL, &server.url(), settings);
    let dropped = std::sync::Mutex::new(Vec::new());
    let progress = |step: Progress<'_>| {
        if let Progress::Dropped(feature) = step {
            dropped.lock().unwrap().push(feature);
        }
    };
    let (request, cancel) = (request(MODEL), CancellationToken::new());
    let calls = (0..16).map(|_| provider.complete(&request, &cancel, &progress));
    let ends = futures::future::join_all(calls).await;
    (ends, dropped.into_inner().unwrap())
}

#[tokio::test]
async fn a_refusal_is_met_once_by_many_agents_and_told() {
    let server = server_with(Compat {
        refuses_stream_options: true,
        refuses_json_schema: Some(500),
        ..Compat::default()
    })
    .await;
    // As long as a machine under load may take to carry a refusal, which else comes within milliseconds.
    let (ends, dropped) = asked_by_many(&server, Duration::from_mins(1)).await;
    assert!(ends.iter().all(|call| call.end
        == End::Answer {
            text: ANSWER.to_owned()
        }));
    assert_eq!(
        server.requests().len(),
        16 + 2,
        "two refusals, whatever the number of agents"
    );
    assert_eq!(dropped, [Feature::StreamUsage, Feature::JsonSchema]);
}

/// The first refusal comes later than others wait for it: they run into it too, and still it is told once.
#[tokio::test]
async fn a_refusal_that_comes_late_is_told_once_however_many_met_it() {
    let server = server_with(Compat {
        refuses_stream_options: true,
        ..Compat::default()
    })
    .await;
    let (ends, dropped) = asked_by_many(&server, Duration::ZERO).await;
    assert!(
        ends.iter()
            .all(|call| matches!(call.end, End::Answer { .. }))
    );
    assert!(server.requests().len() > 17, "several met the refusal");
    assert_eq!(dropped, [Feature::StreamUsage]);
}

#[tokio::test]
async fn the_schema_is_asked_for_in_words_where_it_cannot_be_enforced() {
    let server = server_with(Compat {
        refuses_response_format: Some(400),
        ..Compat::default()
    })
    .await;
    ask(MODEL, &server).await;
    let last = server.requests().pop().unwrap();
    assert_eq!(last.body.get("response_format"), None);
    assert!(
        last.body["messages"][0]["content"]
            .as_str()
            .unwrap()
            .contains("\"vendor\"")
    );
}

#[tokio::test]
async fn a_500_after_the_schema_was_accepted_is_a_failure_and_not_about_the_schema() {
    let server = server_with(Compat::default()).await;
    let provider = provider_at(MODEL, &server.url());
    let cancel = CancellationToken::new();
    provider.complete(&request(MODEL), &cancel, &|_| {}).await;
    server.set_script(|_| Turn::status(500, "api_error", "oops"));
    let call = provider.complete(&request(MODEL), &cancel, &|_| {}).await;
    assert!(
        matches!(call.end, End::Failed(LlmError::Overloaded(_))),
        "{call:?}"
    );
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test]
async fn an_error_with_status_200_is_a_failed_call() {
    let server = ScriptedServer::playing(vec![Turn::of(Kind::ErrorInOk {
        code: "server_error".to_owned(),
    })])
    .await
    .unwrap();
    let call = ask(MODEL, &server).await;
    assert!(
        matches!(&call.end, End::Failed(LlmError::Overloaded(word)) if word.status.is_none()),
        "{call:?}"
    );
    assert_eq!(call.billed, Billed::No);
}

#[tokio::test]
async fn integer_codes_are_read() {
    let options = ServerOptions {
        compat: Compat {
            integer_codes: true,
            ..Compat::default()
        },
        ..ServerOptions::default()
    };
    let server = ScriptedServer::with_options(options, |_| Turn::status(401, "", "no"))
        .await
        .unwrap();
    let call = ask(MODEL, &server).await;
    assert!(
        matches!(&call.end, End::Failed(LlmError::KeyRefused(word)) if word.code.as_deref() == Some("401")),
        "{call:?}"
    );
}

#[tokio::test]
async fn an_address_works_with_and_without_version_and_slash() {
    let server = server_with(Compat::default()).await;
    for tail in ["", "/", "/v1", "/v1/", "/v1/chat/completions"] {
        let provider = provider_at(MODEL, &format!("{}{tail}", server.url()));
        let call = provider
            .complete(&request(MODEL), &CancellationToken::new(), &|_| {})
            .await;
        assert_eq!(
            call.end,
            End::Answer {
                text: ANSWER.to_owned()
            },
            "{tail}"
        );
    }
}

#[tokio::test]
async fn a_server_that_silently_cut_the_input_is_caught() {
    let usage = Usage {
        input_tokens: 2_050,
        output_tokens: 9,
        ..Usage::default()
    };
    let server = ScriptedServer::start(move |_| Turn::answer(ANSWER).with_usage(usage))
        .await
        .unwrap();
    let mut long = request(MODEL);
    long.messages = vec![mill_llm::Message::user(
        &"The invoice total is 990 EUR. ".repeat(5_000),
    )];
    let provider = provider_at(MODEL, &server.url());
    let call = provider
        .complete(&long, &CancellationToken::new(), &|_| {})
        .await;
    assert!(
        matches!(&call.end, End::TooLong { detail } if detail.contains("2050")),
        "{call:?}"
    );
    assert_eq!((call.usage, call.billed), (Some(usage), Billed::ByUsage));
}

#[tokio::test]
async fn providers_that_take_json_objects_only_are_not_asked_for_more() {
    let server = server_with(Compat::default()).await;
    ask("deepseek/deepseek-v4-pro", &server).await;
    let body = server.requests().pop().unwrap().body;
    assert_eq!(body["response_format"]["type"], "json_object");
    assert!(
        body["messages"][0]["content"]
            .as_str()
            .unwrap()
            .contains("JSON")
    );
    ask("mistral/mistral-large-4", &server).await;
    let seen = server.requests().pop().unwrap();
    assert_eq!(seen.body.get("stream_options"), None);
    assert!(seen.has_key(KEY) && !format!("{seen:?}").contains(KEY));
}

#[tokio::test]
async fn agents_wait_for_what_refuses_at_once_and_not_for_the_first_answer() {
    let slow = |_: &mill_testkit::Asked| Turn {
        delay_ms: 400,
        ..Turn::answer(ANSWER)
    };
    let server = ScriptedServer::start(slow).await.unwrap();
    let provider = provider_at(MODEL, &server.url());
    let (request, cancel) = (request(MODEL), CancellationToken::new());
    let started = std::time::Instant::now();
    let calls = (0..16).map(|_| provider.complete(&request, &cancel, &|_| {}));
    let ends = futures::future::join_all(calls).await;
    assert!(ends.iter().all(|call| call.end
        == End::Answer {
            text: ANSWER.to_owned()
        }));
    assert_eq!(
        server.settled_bill().await.peak,
        16,
        "the others do not wait until the first is answered"
    );
    assert!(
        started.elapsed() < Duration::from_millis(4 * 400),
        "not one after the other"
    );
}

#[tokio::test]
async fn a_server_without_any_limit_is_asked_only_where_nothing_costs() {
    let server = server_with(Compat {
        refuses_max_tokens: true,
        refuses_max_completion_tokens: true,
        ..Compat::default()
    })
    .await;
    let provider = provider_at(MODEL, &server.url());
    let (mut free, cancel) = (request(MODEL), CancellationToken::new());
    free.limit_must_hold = false;
    // The second time the server is known, and still not asked for money.
    for _ in 0..2 {
        let call = provider.complete(&request(MODEL), &cancel, &|_| {}).await;
        assert!(
            matches!(&call.end, End::Failed(LlmError::BadSetup { detail, .. }) if detail.contains("no limit")),
            "{call:?}"
        );
        assert_eq!(call.billed, Billed::No);
        let call = provider.complete(&free, &cancel, &|_| {}).await;
        assert!(matches!(call.end, End::Answer { .. }), "{call:?}");
    }
}
