//! Every way a call can end, in every protocol, with what is booked for it.

use mill_domain::{PauseReason, Usage, UsageQuality};
use mill_llm::{Billed, End, LlmError};
use mill_testkit::{Kind, ScriptedServer, Turn};

use crate::support::{MODELS, ask};

const DOC: &str = "{\"doc\":\"凭证 🧾\",\"cur\":\"¥\"}";

fn counts() -> Usage {
    Usage {
        input_tokens: 1_200,
        cache_read_tokens: 800,
        cache_write_short_tokens: 0,
        cache_write_long_tokens: 0,
        output_tokens: 95,
        web_searches: 0,
    }
}

async fn played(model: &str, turn: Turn) -> (mill_llm::CallEnd, mill_testkit::Bill) {
    let server = ScriptedServer::playing(vec![turn]).await.unwrap();
    let call = ask(model, &server).await;
    (call, server.settled_bill().await)
}

#[tokio::test]
async fn an_answer_comes_whole_with_its_exact_counts() {
    for model in MODELS {
        for chunk in [0, 1, 7] {
            let turn = Turn::answer(DOC).with_usage(counts()).in_chunks_of(chunk);
            let (call, bill) = played(model, turn).await;
            assert_eq!(
                call.end,
                End::Answer {
                    text: DOC.to_owned()
                },
                "{model} in chunks of {chunk}"
            );
            assert_eq!(
                (call.usage, call.quality, call.billed),
                (Some(counts()), UsageQuality::Exact, Billed::ByUsage)
            );
            assert_eq!((bill.usage, bill.billed), (counts(), 1), "{model}");
            assert!(
                call.was_sent && call.first_token_ms.is_some() && call.http_status == Some(200),
                "{model}: {call:?}"
            );
        }
    }
}

#[tokio::test]
async fn refusals_filters_cuts_and_silence_are_no_answers() {
    let half = || "{\"vendor\":\"Ac".to_owned();
    for model in MODELS {
        let refusal = Kind::Refusal {
            reason: "I will not.".to_owned(),
            text: String::new(),
        };
        let (call, bill) = played(model, Turn::of(refusal).with_usage(counts())).await;
        assert!(matches!(call.end, End::Refused { .. }), "{model}: {call:?}");
        assert_eq!(
            (call.usage, call.billed, bill.usage),
            (Some(counts()), Billed::ByUsage, counts()),
            "{model}"
        );

        let (call, _) = played(
            model,
            Turn::of(Kind::Filtered { text: half() }).with_usage(counts()),
        )
        .await;
        assert!(
            matches!(&call.end, End::Refused { partial, .. } if *partial == half()),
            "{model}: {call:?}"
        );

        let (call, _) = played(
            model,
            Turn::of(Kind::LengthCut { text: half() }).with_usage(counts()),
        )
        .await;
        assert_eq!(
            (call.end, call.usage),
            (End::CutOff { partial: half() }, Some(counts())),
            "{model}"
        );

        for text in ["", "  \n "] {
            let (call, _) = played(model, Turn::answer(text).with_usage(counts())).await;
            assert_eq!(
                (call.end, call.usage),
                (End::Empty, Some(counts())),
                "{model} {text:?}"
            );
        }
        let (call, _) = played(model, Turn::answer("[]")).await;
        assert_eq!(
            call.end,
            End::Answer {
                text: "[]".to_owned()
            },
            "{model}"
        );
    }
}

#[tokio::test]
async fn an_end_without_a_reason_counts_as_cut() {
    for model in [
        "anthropic/claude-haiku-5-5",
        "openai/gpt-6-luna",
        "custom/llama",
    ] {
        let (call, _) = played(
            model,
            Turn::of(Kind::NoReason {
                text: "{\"a\":1}".to_owned(),
            }),
        )
        .await;
        assert_eq!(
            call.end,
            End::CutOff {
                partial: "{\"a\":1}".to_owned()
            },
            "{model}"
        );
    }
}

#[tokio::test]
async fn broken_streams_are_failed_calls_with_their_tokens_booked() {
    let half = || "{\"vendor\":\"Ac".to_owned();
    for model in MODELS {
        let kinds = [
            Kind::CutStream { text: half() },
            Kind::NoEnd { text: half() },
            Kind::ErrorMidStream {
                text: half(),
                code: "overloaded_error".to_owned(),
            },
        ];
        for kind in kinds {
            let (call, bill) = played(model, Turn::of(kind.clone())).await;
            let End::Failed(error) = &call.end else {
                panic!("{model} {kind:?}: {call:?}")
            };
            assert!(error.is_retryable(), "{model} {kind:?}: {error}");
            assert_eq!(
                (call.billed, call.quality),
                (Billed::ByUsage, UsageQuality::Estimated),
                "{model} {kind:?}"
            );
            let booked = call.usage.unwrap();
            assert_eq!(booked, bill.usage, "{model} {kind:?}: booked as billed");
            assert!(
                booked.input_tokens > 0 && booked.output_tokens > 0,
                "{model} {kind:?}"
            );
        }
    }
}

#[tokio::test]
async fn an_error_as_the_first_event_is_an_overload_and_costs_nothing() {
    for model in MODELS {
        let kind = Kind::ErrorMidStream {
            text: String::new(),
            code: "overloaded_error".to_owned(),
        };
        let (call, bill) = played(model, Turn::of(kind)).await;
        assert!(
            matches!(call.end, End::Failed(LlmError::Overloaded(_))),
            "{model}: {call:?}"
        );
        assert_eq!((call.billed, bill.billed), (Billed::No, 0), "{model}");
    }
}

#[tokio::test]
async fn http_errors_are_told_apart_and_cost_nothing() {
    for model in MODELS {
        for (turn, code, retry, pause) in [
            (
                Turn::status(401, "authentication_error", "wrong key"),
                "key_refused",
                false,
                Some(PauseReason::KeyRefused),
            ),
            (
                Turn::status(402, "billing_error", "no credit"),
                "quota",
                false,
                Some(PauseReason::Quota),
            ),
            (
                Turn::status(404, "not_found_error", "no such model"),
                "unknown_model",
                false,
                None,
            ),
            (
                Turn::status(422, "invalid_request_error", "bad"),
                "rejected",
                false,
                None,
            ),
            (Turn::rate_limited(7), "rate_limited", true, None),
            (
                Turn::rate_limited(86_400),
                "rate_limited",
                true,
                Some(PauseReason::Quota),
            ),
            (
                Turn::overloaded(),
                "overloaded",
                true,
                Some(PauseReason::Outage),
            ),
            (
                Turn::of(Kind::WebPage { status: 502 }),
                "overloaded",
                true,
                Some(PauseReason::Outage),
            ),
            (
                Turn::status(500, "api_error", "oops"),
                "overloaded",
                true,
                None,
            ),
        ] {
            let (call, bill) = played(model, turn.clone()).await;
            let End::Failed(error) = &call.end else {
                panic!("{model}: {call:?}")
            };
            assert_eq!(
                (error.code(), error.is_retryable()),
                (code, retry),
                "{model} {turn:?}"
            );
            assert_eq!(error.stops_provider(), pause, "{model} {turn:?}");
            assert_eq!(
                (call.billed, call.usage, bill.billed),
                (Billed::No, None, 0),
                "{model} {turn:?}"
            );
            assert!(call.was_sent);
        }
    }
}

#[tokio::test]
async fn a_web_page_is_named_as_one_and_not_shown() {
    let (call, _) = played(
        "anthropic/claude-haiku-5-5",
        Turn::of(Kind::WebPage { status: 502 }),
    )
    .await;
    let End::Failed(error) = call.end else {
        panic!("not failed")
    };
    assert_eq!(
        error.to_string(),
        "anthropic failed: a web page came instead of an answer (502)"
    );
}

#[tokio::test]
async fn spend_codes_are_quotas_although_their_status_is_429() {
    for (model, code) in [
        ("anthropic/claude-haiku-5-5", "enforced_spend_limit_reached"),
        ("openai/gpt-6-luna", "credit_balance_exhausted"),
        ("openai/gpt-6-luna", "insufficient_quota"),
        ("custom/llama", "project_spend_limit_exceeded"),
    ] {
        let (call, _) = played(model, Turn::status(429, code, "no money left")).await;
        assert!(
            matches!(&call.end, End::Failed(LlmError::Quota(word)) if word.code.as_deref() == Some(code)),
            "{call:?}"
        );
    }
    let own = "You have reached your specified API usage limits.";
    let (call, _) = played(
        "anthropic/claude-haiku-5-5",
        Turn::status(400, "invalid_request_error", own),
    )
    .await;
    assert!(
        matches!(call.end, End::Failed(LlmError::Quota(_))),
        "{call:?}"
    );
    let (call, _) = played(
        "anthropic/claude-haiku-5-5",
        Turn::status(429, "ramp_limit_exceeded", "slower"),
    )
    .await;
    assert!(
        matches!(call.end, End::Failed(LlmError::RateLimited(_))),
        "{call:?}"
    );
}

#[tokio::test]
async fn an_input_that_does_not_fit_is_too_long_and_not_an_error() {
    for model in [
        "anthropic/claude-haiku-5-5",
        "openai/gpt-6-luna",
        "custom/llama",
    ] {
        let (call, _) = played(model, Turn::too_long()).await;
        assert!(
            matches!(&call.end, End::TooLong { detail } if detail.contains("context length")),
            "{model}: {call:?}"
        );
        assert_eq!(call.billed, Billed::No);
    }
    let message =
        "The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).";
    let (call, _) = played(
        "gemini/gemini-3.5-flash",
        Turn::status(400, "INVALID_ARGUMENT", message),
    )
    .await;
    assert_eq!(
        call.end,
        End::TooLong {
            detail: message.to_owned()
        }
    );
}

#[tokio::test]
async fn the_tier_that_really_served_decides_the_multiplier() {
    let tiered = |tier: &str| Turn {
        service_tier: Some(tier.to_owned()),
        ..Turn::answer("x")
    };
    let (call, _) = played("openai/gpt-5.5", tiered("priority")).await;
    assert_eq!(
        call.variants
            .iter()
            .map(|variant| (variant.numerator, variant.denominator))
            .collect::<Vec<_>>(),
        [(5, 2)]
    );
    let (call, _) = played("anthropic/claude-opus-5-5", tiered("fast")).await;
    assert_eq!(
        call.variants
            .iter()
            .map(|variant| (variant.numerator, variant.denominator))
            .collect::<Vec<_>>(),
        [(2, 1)]
    );
    let (call, _) = played("openai/gpt-6-luna", tiered("default")).await;
    assert_eq!(call.variants, []);
}

#[tokio::test]
async fn limits_and_ids_in_headers_are_kept() {
    let turn = Turn::answer("x")
        .with_header("anthropic-ratelimit-requests-limit", "1000")
        .with_header("anthropic-ratelimit-requests-remaining", "998")
        .with_header("request-id", "req_abc");
    let (call, _) = played("anthropic/claude-haiku-5-5", turn).await;
    let requests = call.rate_limits.unwrap().requests.unwrap();
    assert_eq!(
        (requests.limit, requests.remaining),
        (Some(1_000), Some(998))
    );
    assert_eq!(call.request_id.as_deref(), Some("req_abc"));
}

#[tokio::test]
async fn nobody_listening_is_unreachable_and_certainly_not_sent() {
    let server = ScriptedServer::playing(Vec::new()).await.unwrap();
    let url = server.url();
    server.stop();
    server.ended().await;
    let provider = crate::support::provider_at("custom/llama", &url);
    let request = crate::support::request("custom/llama");
    let call = provider
        .complete(
            &request,
            &tokio_util::sync::CancellationToken::new(),
            &|_| {},
        )
        .await;
    let End::Failed(error) = &call.end else {
        panic!("{call:?}")
    };
    assert!(error.to_string().contains(&url), "{error}");
    assert_eq!(
        (error.stops_provider(), call.was_sent, call.billed),
        (Some(PauseReason::Outage), false, Billed::No)
    );
}
