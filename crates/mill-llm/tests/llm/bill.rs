//! Our books against the provider's bill, to the last pico-dollar: answers, refusals, cuts, errors and every retry.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use mill_domain::{ModelRef, Timestamp, Usage, Usd};
use mill_llm::retry::{RetryEvent, RetryPolicy, with_retries};
use mill_llm::{End, Message, Pace, PriceBook};
use mill_testkit::{Asked, ScriptedServer, ServerOptions, Turn};
use tokio_util::sync::CancellationToken;

use crate::support::{MODELS, provider_at, request};

const TASKS: u64 = 40;

fn counts(task: u64) -> Usage {
    Usage {
        input_tokens: 1_000 + task,
        cache_read_tokens: 300,
        output_tokens: 90 + task,
        ..Usage::default()
    }
}

/// What the server does with a task's first request; its second one is answered.
fn script(asked: &Asked) -> Turn {
    let task: u64 = asked.user.trim_start_matches("row ").parse().unwrap();
    let text = format!("{{\"vendor\":\"vendor of row {task}\"}}");
    let trouble = Turn::trouble(task % 8, &text, counts(task));
    let answer = || Turn::answer(text.clone()).with_usage(counts(task));
    trouble
        .filter(|_| asked.seen_before == 0)
        .unwrap_or_else(answer)
}

#[tokio::test]
async fn every_attempt_is_booked_as_it_is_billed() {
    for name in MODELS {
        let model: ModelRef = name.parse().unwrap();
        let luna: ModelRef = "openai/gpt-6-luna".parse().unwrap();
        let now = Timestamp::from_millis(1_796_000_000_000);
        let book = PriceBook::built_in();
        let prices = book
            .lookup(&model, now)
            .or_else(|| book.lookup(&luna, now))
            .unwrap()
            .prices;
        let options = ServerOptions {
            prices: HashMap::from([(model.model().to_owned(), prices.clone())]),
            ..ServerOptions::default()
        };
        let server = ScriptedServer::with_options(options, script).await.unwrap();
        let provider = provider_at(name, &server.url());
        let (pace, cancel, booked) = (
            Pace::default(),
            CancellationToken::new(),
            Mutex::new(Usd::ZERO),
        );
        let policy = RetryPolicy {
            min_delay: Duration::from_millis(1),
            ..RetryPolicy::default()
        };
        let on_event = |event: RetryEvent<'_>| {
            if let RetryEvent::Attempt { end, .. } = event {
                *booked.lock().unwrap() += end.cost(&prices).expect("every end here is known");
            }
        };
        let calls = (0..TASKS).map(|task| {
            let mut question = request(name);
            question.messages = vec![Message::user(&format!("row {task}"))];
            let (provider, pace, cancel, on_event) = (&provider, &pace, &cancel, &on_event);
            async move {
                let attempt = |_number: u32| async {
                    Ok::<_, ()>(provider.complete(&question, cancel, &|_| {}).await)
                };
                with_retries(policy, (pace, 0), cancel, attempt, on_event)
                    .await
                    .unwrap()
                    .end
            }
        });
        let ends = futures::future::join_all(calls).await;
        let answered = ends
            .iter()
            .filter(|end| matches!(end, End::Answer { .. }))
            .count();
        assert_eq!(answered, 30, "{name}: all but the cut and the refused");
        let bill = server.settled_bill().await;
        assert_eq!((bill.requests, bill.refused), (65, 10), "{name}");
        assert!(bill.cost.is_positive());
        assert_eq!(booked.into_inner().unwrap(), bill.cost, "{name}");
    }
}
