//! Other ways to ask: a prompt cache that is filled once, models to fall back to, and batches at half price.

use std::time::Duration;

use mill_domain::{Outcome, PauseReason, RunState, Usage};
use mill_engine::{CostBy, EngineError, NewPrice, Ways};
use mill_testkit::{Asked, Kind, ServerOptions, Turn};

use crate::setup::{
    ANTHROPIC, CUSTOM, Mill, OPENAI, Run, USUAL, coded, coded_at_nine_cents, ended, prices,
    row_text, told, until, usd, wordy,
};

fn caching() -> ServerOptions {
    ServerOptions {
        cache_from_tokens: Some(512),
        ..ServerOptions::default()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cache_is_written_once_and_read_by_all_others() {
    let mill = Mill::priced(USUAL, caching(), |_| Turn {
        first_token_ms: 300,
        ..coded("Food")
    })
    .await;
    let run = mill.shops(48).skill(wordy()).agents(16).run().await;
    let summary = run.end().await;
    assert_eq!(told(&summary), "finished; 48 by model");
    let size = summary.usage.cache_write_short_tokens;
    assert!(size >= 512, "{:?}", summary.usage);
    assert_eq!(
        summary.usage.cache_read_tokens,
        47 * size,
        "one wrote, all others read"
    );
    mill.books_agree_with_the_bill(&[run.id]).await;
    let spent = summary.row.budget.spent;
    let dearer = summary.uncached - spent;
    // Input at 3, read at 0.3, written at 3.75 USD per million tokens.
    let saved =
        i64::try_from(47 * size).unwrap() * 2_700_000 - i64::try_from(size).unwrap() * 750_000;
    assert_eq!(dearer.as_pico(), saved);
    for by in [CostBy::Day, CostBy::Skill, CostBy::Key] {
        let costs = mill.engine.costs(by, None).await.unwrap();
        assert_eq!((costs.total, costs.uncached), (spent, summary.uncached));
        assert_eq!(costs.lines[0].uncached, summary.uncached, "{by:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_waits_for_a_cache_that_would_not_be_kept() {
    let mill = Mill::priced(USUAL, caching(), |_| {
        coded("Food").after(Duration::from_millis(200))
    })
    .await;
    let run = mill.shops(8).agents(8).run().await;
    let summary = run.end().await;
    assert_eq!(told(&summary), "finished; 8 by model");
    assert!(mill.server.bill().peak >= 4, "all at once");
    assert_eq!(
        summary.uncached, summary.row.budget.spent,
        "nothing was saved"
    );
    let bodies = mill.server.requests();
    assert!(
        bodies
            .iter()
            .all(|seen| seen.body["system"][0].get("cache_control").is_none())
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn if_the_first_call_fails_another_fills_the_cache() {
    let mill = Mill::priced(USUAL, caching(), |asked| {
        match (asked.number, asked.seen_before) {
            (0, _) => Turn::too_long(),
            _ => Turn {
                first_token_ms: 100,
                ..coded("Food")
            },
        }
    })
    .await;
    let run = mill.shops(12).skill(wordy()).agents(6).run().await;
    let summary = run.end().await;
    assert_eq!(told(&summary), "finished; 11 by model, 1 too_long");
    let size = summary.usage.cache_write_short_tokens;
    assert_eq!(summary.usage.cache_read_tokens, 10 * size);
}

fn fallback(models: &[&str], on: &[&str]) -> Ways {
    let words = |words: &[&str]| {
        words
            .iter()
            .map(|word| (*word).to_owned())
            .collect::<Vec<_>>()
    };
    Ways::read(&words(models), &words(on)).unwrap()
}

/// Refuses, answers wrongly or breaks by the row, as the first model; the second knows all but one row.
fn first_fails(asked: &Asked) -> Turn {
    let row = row_text(asked);
    let refused = || {
        Turn::of(Kind::Refusal {
            reason: "not this".to_owned(),
            text: String::new(),
        })
        .with_usage(Usage {
            input_tokens: 100,
            output_tokens: 5,
            ..Usage::default()
        })
    };
    match (asked.model.as_str(), row.as_str()) {
        (_, "nobody") | ("claude-story", "refused") => refused(),
        ("claude-story", "down") => Turn::status(500, "api_error", "internal"),
        ("claude-story", "cut") => Turn::of(Kind::LengthCut {
            text: "{".to_owned(),
        }),
        _ => coded("Food"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_model_is_asked_for_the_chosen_outcomes_only() {
    let mill = Mill::with(first_fails).await;
    let run = mill
        .lines(&["fine", "refused", "down", "cut", "nobody"])
        .ways(fallback(&[OPENAI], &["refused", "provider_error"]))
        .agents(2)
        .run()
        .await;
    let summary = run.end().await;
    assert_eq!(told(&summary), "finished; 3 by model, 1 refused, 1 cut_off");
    assert!(ended(&run.row(4).await, Outcome::CutOff), "not chosen");
    assert!(
        ended(&run.row(5).await, Outcome::Refused),
        "the outcome of the last"
    );
    let models = mill.engine.answering_models(run.id).await.unwrap();
    let by = |row: u32| models.get(&row).map(String::as_str);
    assert_eq!(
        [by(1), by(2), by(3), by(5)],
        [Some(ANTHROPIC), Some(OPENAI), Some(OPENAI), None]
    );
    let asked: Vec<String> = run
        .calls(5)
        .await
        .into_iter()
        .map(|call| call.model)
        .collect();
    assert_eq!(
        asked,
        [ANTHROPIC, OPENAI],
        "the list is over after the second"
    );
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_does_not_fit_goes_to_the_next_model_if_the_person_says_so() {
    let mill = Mill::with(|asked| match asked.model.as_str() {
        "claude-story" => Turn::answer("no"),
        _ => coded("Food"),
    })
    .await;
    let run = mill
        .lines(&["one", "two"])
        .ways(fallback(&[OPENAI], &["invalid"]))
        .run()
        .await;
    assert_eq!(run.told().await, "finished; 2 by model");
    let asked: Vec<String> = run
        .calls(1)
        .await
        .into_iter()
        .map(|call| call.model)
        .collect();
    assert_eq!(
        asked,
        [ANTHROPIC, ANTHROPIC, OPENAI],
        "question, repair, then the other"
    );
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dearer_model_is_asked_only_with_the_persons_word() {
    let mill = Mill::with(first_fails).await;
    let dear = NewPrice {
        model: OPENAI.to_owned(),
        input: "3".to_owned(),
        output: "15.01".to_owned(),
        cache_read: None,
        cache_write: None,
        from: Some("2021-01-01".to_owned()),
        confirmed: true,
    };
    mill.engine.set_price(dear).await.unwrap();
    let ways = fallback(&[OPENAI], &[]);
    let refused = mill
        .lines(&["refused"])
        .ways(ways.clone())
        .try_start()
        .await
        .unwrap_err();
    assert!(refused.to_string().contains("dearer"), "{refused}");
    assert_eq!(mill.server.bill().requests, 0);
    let allowed = Ways {
        allow_dearer: true,
        ..ways
    };
    let run = mill.lines(&["refused"]).ways(allowed).run().await;
    assert_eq!(run.told().await, "finished; 1 by model");
}

#[test]
fn only_models_and_outcomes_that_make_sense_are_taken() {
    let words = |text: &str| vec![text.to_owned()];
    for (models, on) in [
        (words("nonsense"), vec![]),
        (words(OPENAI), words("done")),
        (words(OPENAI), words("unreadable")),
    ] {
        assert!(matches!(
            Ways::read(&models, &on),
            Err(EngineError::BadValue { .. })
        ));
    }
}

fn batch() -> Ways {
    Ways {
        batch: true,
        ..Ways::default()
    }
}

/// What a batch does with a row.
fn in_a_batch(asked: &Asked) -> Turn {
    match row_text(asked).as_str() {
        "refused" => Turn::of(Kind::Refusal {
            reason: "not this".to_owned(),
            text: String::new(),
        }),
        "wrong" => Turn::answer("no"),
        "late" if asked.seen_before == 0 => Turn::status(408, "batch_expired", "late"),
        "broken" => Turn::status(500, "api_error", "internal"),
        _ => coded("Food"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_by_batch_costs_half_and_ends_each_row_as_ever() {
    for model in [ANTHROPIC, OPENAI] {
        let mill = Mill::with(in_a_batch).await;
        let texts = ["OYSTER", "one", "refused", "wrong", "late", "broken", "two"];
        let run = mill.lines(&texts).model(model).ways(batch()).run().await;
        let summary = run.end().await;
        assert_eq!(
            told(&summary),
            "finished; 1 by rule, 3 by model, 1 refused, 1 invalid, 1 provider_error",
            "{model}"
        );
        assert!(
            ended(&run.row(4).await, Outcome::Invalid),
            "no repair in a batch"
        );
        assert_eq!(
            run.row(5).await.attempts,
            2,
            "what expired went with the next batch"
        );
        mill.books_agree_with_the_bill(&[run.id]).await;
        let bill = mill.server.bill();
        let whole = prices(USUAL).cost(&bill.usage, &[]);
        assert_eq!(bill.cost, whole.scaled(1, 2), "{model}");
        assert_eq!(mill.server.files(), 0, "nothing is left at the provider");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_of_ones_own_takes_batches_at_its_own_price() {
    let mill = Mill::with(in_a_batch).await;
    let texts = ["one", "refused", "wrong", "late", "broken", "two"];
    let run = mill.lines(&texts).model(CUSTOM).ways(batch()).run().await;
    assert_eq!(
        run.told().await,
        "finished; 3 by model, 1 refused, 1 invalid, 1 provider_error"
    );
    mill.books_agree_with_the_bill(&[run.id]).await;
    let bill = mill.server.bill();
    assert_eq!(bill.cost, prices(USUAL).cost(&bill.usage, &[]));
    assert_eq!(mill.server.files(), 0, "nothing is left at the server");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_money_of_a_batch_is_held_until_it_is_collected_across_a_restart() {
    for model in [ANTHROPIC, OPENAI] {
        let mill = Mill::with(|_| coded("Food")).await;
        mill.server.hold_batches(true);
        let run = mill.shops(5).model(model).ways(batch()).start().await;
        until(|| mill.server.batches() == [5]).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        let id = run.id;
        let mill = mill.reopen().await;
        let summary = mill.engine.run(id).await.unwrap();
        assert_eq!(
            summary.row.state,
            RunState::Paused(PauseReason::Interrupted),
            "{model}"
        );
        assert!(
            summary.row.budget.reserved.is_positive(),
            "{model}: held while the program is away"
        );
        assert_eq!(summary.row.budget.uncertain, usd("0"));
        mill.server.hold_batches(false);
        let run = Run {
            engine: &mill.engine,
            id,
        };
        assert_eq!(told(&run.resume().await), "finished; 5 by model", "{model}");
        assert_eq!(
            mill.server.bill().billed,
            5,
            "{model}: nothing was handed in twice"
        );
        mill.books_agree_with_the_bill(&[id]).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_batch_is_collected_without_a_person() {
    let mill = Mill::with(|_| coded("Food")).await;
    mill.server.hold_batches(true);
    let id = mill.shops(4).ways(batch()).start().await.id;
    until(|| mill.server.batches() == [4]).await;
    let mill = mill.reopen().await;
    mill.server.hold_batches(false);
    let interrupted = RunState::Paused(PauseReason::Interrupted);
    assert_eq!(mill.engine.run(id).await.unwrap().row.state, interrupted);

    let by_hand = mill.shops(2).start().await.id;
    mill.engine.interrupt(by_hand).await;
    mill.engine.go_on_by_themselves();
    until(|| mill.server.bill().billed >= 4).await;
    let run = Run {
        engine: &mill.engine,
        id,
    };
    while run.end().await.row.state.is_open() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(run.told().await, "finished; 4 by model");
    let other = mill.engine.run(by_hand).await.unwrap();
    assert_eq!(other.row.state, interrupted, "nothing is with a provider");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_whose_reply_was_lost_is_found_and_not_handed_in_again() {
    for model in [ANTHROPIC, OPENAI] {
        let mill = Mill::with(|_| coded("Food")).await;
        mill.server.lose_next_batch_reply();
        let run = mill.shops(4).model(model).ways(batch()).run().await;
        assert_eq!(run.told().await, "finished; 4 by model", "{model}");
        assert_eq!(mill.server.bill().billed, 4, "{model}");
        mill.books_agree_with_the_bill(&[run.id]).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_never_holds_more_than_the_cap() {
    // A call can cost 0.30, in a batch 0.15, and costs 0.045: six fit at once, then the next.
    let mill = Mill::dear(|_| coded_at_nine_cents()).await;
    let run = mill.shops(12).ways(batch()).budget("1").run().await;
    assert_eq!(run.told().await, "finished; 12 by model");
    assert_eq!(mill.server.bill().cost, usd("0.54"));
    mill.books_agree_with_the_bill(&[run.id]).await;

    let run = mill.shops(12).ways(batch()).budget("0.32").run().await;
    let summary = run.end().await;
    assert_eq!(summary.row.state, RunState::Paused(PauseReason::Budget));
    assert!(summary.row.budget.spent <= usd("0.32"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ending_a_run_cancels_its_batch_and_frees_its_money() {
    let mill = Mill::with(|_| coded("Food")).await;
    mill.server.hold_batches(true);
    let run = mill.shops(3).ways(batch()).start().await;
    until(|| mill.server.batches() == [3]).await;
    mill.engine.end_run(run.id).await.unwrap();
    let summary = run.end().await;
    assert_eq!(told(&summary), "cancelled; 3 cancelled");
    assert_eq!(summary.row.budget.booked(), usd("0"));
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_provider_without_batches_is_refused_before_anything_starts() {
    let compat = mill_testkit::Compat {
        no_batches: true,
        ..mill_testkit::Compat::default()
    };
    let options = ServerOptions {
        compat,
        ..ServerOptions::default()
    };
    let mill = Mill::priced(USUAL, options, |_| coded("Food")).await;
    let refused = mill
        .shops(1)
        .model(CUSTOM)
        .ways(batch())
        .try_start()
        .await
        .unwrap_err();
    assert_eq!(refused.code(), "no_batches");
    assert_eq!(mill.server.bill().requests, 0, "nothing was asked");
    let both = Ways {
        batch: true,
        ..fallback(&[OPENAI], &[])
    };
    assert!(mill.shops(1).ways(both).try_start().await.is_err());
}
