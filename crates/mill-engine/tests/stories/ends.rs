//! Answers that do not end well, and answers that do not fit.

use mill_domain::Outcome;
use mill_testkit::{Kind, ServerOptions, Turn};

use crate::setup::{ANTHROPIC, CUSTOM, Mill, OPENAI, USUAL, coded, ended, row_text, told};

const HALF: &str = "{\"account\":\"Fo";

fn half() -> String {
    HALF.to_owned()
}

fn broken_streams() -> [Kind; 4] {
    [
        Kind::CutStream { text: half() },
        Kind::ErrorMidStream {
            text: half(),
            code: "overloaded_error".to_owned(),
        },
        Kind::NoEnd { text: half() },
        Kind::Stall { text: half() },
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broken_stream_is_booked_by_estimate_and_tried_again() {
    for model in [ANTHROPIC, OPENAI, CUSTOM] {
        for broken in broken_streams() {
            let script = broken.clone();
            let mill = Mill::with(move |asked| match asked.seen_before {
                0 => Turn::of(script.clone()),
                _ => coded("Food"),
            })
            .await;
            let run = mill.shops(1).model(model).idle_ms(1_000).run().await;
            assert_eq!(
                run.told().await,
                "finished; 1 by model",
                "{model} {broken:?}"
            );
            let calls = run.calls(1).await;
            let ends: Vec<_> = calls
                .iter()
                .map(|call| (call.end.as_str(), call.quality.as_str()))
                .collect();
            assert_eq!(
                ends,
                [("failed", "estimated"), ("answered", "exact")],
                "{model} {broken:?}"
            );
            assert!(
                calls[0].cost.is_positive(),
                "what was produced is never free: {model} {broken:?}"
            );
            assert_eq!(calls[0].reply, "", "half an answer is not kept as a reply");
            let (spent, uncertain, _) = mill.books(&[run.id]).await;
            assert_eq!(
                (spent, uncertain.is_positive()),
                (calls[0].cost + calls[1].cost, false)
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failure_before_the_first_word_costs_nothing() {
    let first = Kind::ErrorMidStream {
        text: String::new(),
        code: "overloaded_error".to_owned(),
    };
    let in_ok = Kind::ErrorInOk {
        code: "overloaded_error".to_owned(),
    };
    for model in [ANTHROPIC, OPENAI, CUSTOM] {
        for trouble in [first.clone(), in_ok.clone(), Kind::WebPage { status: 502 }] {
            let script = trouble.clone();
            let mill = Mill::with(move |asked| match asked.seen_before {
                0 => Turn::of(script.clone()),
                _ => coded("Food"),
            })
            .await;
            let run = mill.shops(1).model(model).run().await;
            assert_eq!(
                run.told().await,
                "finished; 1 by model",
                "{model} {trouble:?}"
            );
            let ends: Vec<_> = run
                .calls(1)
                .await
                .iter()
                .map(|call| (call.end.clone(), call.cost.is_positive()))
                .collect();
            let expected = [("failed".to_owned(), false), ("answered".to_owned(), true)];
            assert_eq!(ends, expected, "{model} {trouble:?}");
            mill.books_agree_with_the_bill(&[run.id]).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_that_breaks_every_time_is_never_a_result() {
    for broken in [
        Kind::CutStream { text: half() },
        Kind::NoEnd { text: half() },
    ] {
        let mill = Mill::with(move |_| Turn::of(broken.clone())).await;
        let run = mill.shops(1).run().await;
        assert_eq!(run.told().await, "finished; 1 provider_error");
        let row = run.row(1).await;
        assert_eq!((row.output, row.version), (None, 0));
        assert!(row.cost.is_positive());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_counts_nothing_is_booked_by_estimate() {
    let compat = mill_testkit::Compat {
        no_usage: true,
        ..mill_testkit::Compat::default()
    };
    let options = ServerOptions {
        compat,
        ..ServerOptions::default()
    };
    let mill = Mill::priced(USUAL, options, |_| coded("Food")).await;
    let run = mill.shops(2).model(CUSTOM).run().await;
    assert_eq!(run.told().await, "finished; 2 by model");
    for call in run.calls(1).await {
        assert_eq!(
            (call.end.as_str(), call.quality.as_str()),
            ("answered", "estimated")
        );
        assert!(call.cost.is_positive());
    }
}

/// Each end is an outcome of its own, is not tried again, and costs what the provider billed.
async fn check_end(turn: Turn, outcome: Outcome, word: &str, problem: &str) {
    for model in [ANTHROPIC, OPENAI, CUSTOM] {
        let script = turn.clone();
        let mill = Mill::with(move |_| script.clone()).await;
        let run = mill.shops(2).model(model).run().await;
        assert_eq!(
            run.told().await,
            format!("finished; 2 {outcome}"),
            "{model}"
        );
        let row = run.row(1).await;
        assert!(ended(&row, outcome), "{model}: {:?}", row.state);
        let said = row.problem.unwrap();
        assert!(said.contains(problem), "{model}: {said}");
        assert_eq!(row.output, None, "{model}");
        let calls = run.calls(1).await;
        let words: Vec<&str> = calls.iter().map(|call| call.end.as_str()).collect();
        assert_eq!(words, [word], "{model}");
        assert!(calls[0].cost.is_positive(), "{model}");
        mill.books_agree_with_the_bill(&[run.id]).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refusal_is_an_outcome_with_its_cost() {
    let refusal = Turn::of(Kind::Refusal {
        reason: "not this one".to_owned(),
        text: "I would rather".to_owned(),
    });
    check_end(refusal, Outcome::Refused, "refused", "").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_empty_answer_is_not_an_empty_success() {
    check_end(
        Turn::empty(),
        Outcome::Refused,
        "empty",
        "the model answered with nothing",
    )
    .await;
    check_end(
        Turn::answer("  \n"),
        Outcome::Refused,
        "empty",
        "the model answered with nothing",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_cut_by_its_limit_is_cut_off_and_never_repaired() {
    let cut = Turn::of(Kind::LengthCut {
        text: "{\"account\":\"Food\",\"confidence\":0.9,\"reason\":\"a\"".to_owned(),
    });
    check_end(cut, Outcome::CutOff, "cut_off", "its limit of 1000 tokens").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_input_the_provider_finds_too_long_fails_that_row_alone() {
    let mill = Mill::with(|asked| match row_text(asked).as_str() {
        "SHOP 002" => Turn::too_long(),
        _ => coded("Food"),
    })
    .await;
    let run = mill.shops(3).run().await;
    assert_eq!(run.told().await, "finished; 2 by model, 1 too_long");
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_does_not_fit_is_repaired_once() {
    for model in [ANTHROPIC, OPENAI, CUSTOM] {
        let mill = Mill::with(|asked| match row_text(asked).as_str() {
            "" => coded("Food"),
            _ => coded("Groceries"),
        })
        .await;
        let run = mill.shops(2).model(model).run().await;
        assert_eq!(told(&run.end().await), "finished; 2 by model", "{model}");
        mill.books_agree_with_the_bill(&[run.id]).await;
        let row = run.row(1).await;
        assert_eq!(
            (row.attempts, row.version),
            (1, 1),
            "two turns of one try, one result"
        );
        let turns: Vec<_> = run
            .calls(1)
            .await
            .iter()
            .map(|call| (call.attempt, call.turn))
            .collect();
        assert_eq!(turns, [(1, 1), (1, 2)], "{model}");
        let note = &run.calls(1).await[1].prompt;
        assert!(
            note.contains("account") && note.contains("Groceries"),
            "{note}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_does_not_fit_twice_is_invalid_and_both_calls_are_booked() {
    for (answer, problem) in [
        (coded("Groceries"), "Groceries"),
        (Turn::answer("I think it is food."), "JSON"),
        (
            Turn::answer("{\"account\":\"Food\",\"confidence\":7,\"reason\":\"a\"}"),
            "1",
        ),
    ] {
        let script = answer.clone();
        let mill = Mill::with(move |_| script.clone()).await;
        let run = mill.shops(1).run().await;
        assert_eq!(run.told().await, "finished; 1 invalid");
        assert_eq!(run.calls(1).await.len(), 2);
        let row = run.row(1).await;
        assert!(
            row.problem.as_ref().unwrap().contains(problem),
            "{:?}",
            row.problem
        );
        assert!(!row.findings.is_empty());
        mill.books_agree_with_the_bill(&[run.id]).await;
    }
}
