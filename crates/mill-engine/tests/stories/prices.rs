//! The person's own prices: they win from their day on, are asked about when far off, and can be taken away.

use mill_engine::{CostBy, EngineError, ListedPrice, NewPrice};

use crate::setup::{ANTHROPIC, Mill, coded, usd};

const HAIKU: &str = "anthropic/claude-haiku-4-5";

fn price(model: &str, input: &str, output: &str) -> NewPrice {
    NewPrice {
        model: model.to_owned(),
        input: input.to_owned(),
        output: output.to_owned(),
        ..NewPrice::default()
    }
}

/// Input price, whose it is, and whether it is the one that holds.
fn of_model(mill: &Mill, model: &str) -> Vec<(String, &'static str, &'static str)> {
    let told = |price: &ListedPrice| {
        let input = price.prices.base.input.to_usd_per_million().to_string();
        let whose = if price.own { "own" } else { "book" };
        let holds = if price.in_force { "holds" } else { "not now" };
        (input, whose, holds)
    };
    let prices = mill.engine.prices();
    let of_model = prices
        .iter()
        .filter(|price| price.model.to_string() == model);
    of_model.map(told).collect()
}

fn line(
    input: &str,
    whose: &'static str,
    holds: &'static str,
) -> (String, &'static str, &'static str) {
    (input.to_owned(), whose, holds)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_price_of_the_person_s_own_wins_and_can_be_taken_away() {
    let mill = Mill::with(|_| coded("Food")).await;
    assert_eq!(of_model(&mill, HAIKU), [line("1", "book", "holds")]);
    let mut own = price(HAIKU, "0.8", "4");
    own.from = Some("2020-06-01".to_owned());
    mill.engine.set_price(own).await.unwrap();
    let both = [line("0.8", "own", "holds"), line("1", "book", "not now")];
    assert_eq!(of_model(&mill, HAIKU), both);

    let other_day = mill.engine.remove_price(HAIKU, Some("2020-06-02")).await;
    assert_eq!(other_day.unwrap_err().code(), "not_found");
    mill.engine
        .remove_price(HAIKU, Some("2020-06-01"))
        .await
        .unwrap();
    assert_eq!(of_model(&mill, HAIKU), [line("1", "book", "holds")]);
    let book_s = mill.engine.remove_price(HAIKU, None).await;
    assert_eq!(book_s.unwrap_err().code(), "not_found", "the book stays");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_price_a_thousand_times_off_is_stored_only_when_it_is_meant() {
    let mill = Mill::with(|_| coded("Food")).await;
    let per_token = price(HAIKU, "0.000001", "0.000005");
    let refused = mill.engine.set_price(per_token.clone()).await.unwrap_err();
    let EngineError::PriceFarOff { model, doubt } = &refused else {
        panic!("{refused}");
    };
    assert_eq!(model, HAIKU);
    assert_eq!(
        (doubt.entered.as_str(), doubt.known.as_str()),
        ("0.000001", "1")
    );
    assert_eq!(of_model(&mill, HAIKU), [line("1", "book", "holds")]);
    let meant = NewPrice {
        confirmed: true,
        ..per_token
    };
    mill.engine.set_price(meant).await.unwrap();
    assert!(of_model(&mill, HAIKU).contains(&line("0.000001", "own", "holds")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn there_is_one_practice_model_and_others_are_unknown() {
    let mill = Mill::with(|_| coded("Food")).await;
    let refused = mill.shops(1).model("practice/anything").try_start().await;
    assert_eq!(refused.unwrap_err().code(), "unknown_model");
    let run = mill.shops(1).model("practice/sample").run().await;
    run.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn practice_beside_paid_runs_makes_no_row_cheaper() {
    let mill = Mill::with(|_| coded("Food")).await;
    let paid = mill.shops(2).model(ANTHROPIC).run().await;
    assert_eq!(paid.told().await, "finished; 2 by model");
    let practised = mill.shops(3).model("practice/sample").run().await;
    practised.end().await;
    let costs = mill.engine.costs(CostBy::Skill, None).await.unwrap();
    let line = &costs.lines[0];
    assert!(!line.practice && line.spent > usd("0"));
}
