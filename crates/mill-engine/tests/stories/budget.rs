//! The cap holds, whatever happens; and what does not fit is said before anything is sent.

use std::time::Duration;

use mill_domain::{PauseReason, RunState, Usd};
use mill_engine::{EngineError, Settings};
use mill_testkit::Turn;

use crate::setup::{ANTHROPIC, Mill, coded, coded_at_nine_cents, told, usd};

/// A script in which every call costs 0.09 and takes a little while, so that many are in flight together.
fn nine_cents(_: &mill_testkit::Asked) -> Turn {
    coded_at_nine_cents().after(Duration::from_millis(30))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_agents_stay_below_one_dollar_and_a_higher_cap_finishes_the_run() {
    let mill = Mill::dear(nine_cents).await;
    let run = mill.shops(20).agents(20).budget("1").run().await;
    let summary = run.end().await;
    assert_eq!(told(&summary), "paused: budget; 12 waiting, 8 by model");
    let budget = summary.row.budget;
    assert_eq!((budget.spent, budget.booked()), (usd("0.72"), usd("0.72")));
    assert_eq!(mill.server.bill().peak, 3, "three times 0.30 fit into 1.00");
    mill.books_agree_with_the_bill(&[run.id]).await;
    assert_eq!(summary.forecast, Some(usd("1.80")));
    assert_eq!(
        summary.more_needed,
        Some(usd("1.08")),
        "twelve rows at 0.09"
    );

    mill.engine.set_budget(run.id, usd("2.10")).await.unwrap();
    assert_eq!(told(&run.resume().await), "finished; 20 by model");
    assert_eq!(mill.server.bill().billed, 20, "nothing is paid twice");
    assert_eq!(mill.server.bill().cost, usd("1.80"));
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cap_lowered_while_agents_work_stops_new_calls_at_once() {
    let mill = Mill::dear(|_| coded_at_nine_cents().after(Duration::from_millis(1500))).await;
    let run = mill.shops(20).agents(3).budget("5").start().await;
    mill.requests_reach(3).await;
    mill.engine.set_budget(run.id, usd("0.10")).await.unwrap();
    let summary = run.end().await;
    assert_eq!(told(&summary), "paused: budget; 17 waiting, 3 by model");
    assert_eq!(
        summary.row.budget.spent,
        usd("0.27"),
        "what was in flight is paid"
    );
    assert_eq!(mill.server.bill().requests, 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cap_raised_while_agents_work_is_used_without_a_pause() {
    let mill = Mill::dear(|_| coded_at_nine_cents().after(Duration::from_millis(1500))).await;
    let run = mill.shops(6).agents(6).budget("0.35").start().await;
    mill.requests_reach(1).await;
    mill.engine.set_budget(run.id, usd("5")).await.unwrap();
    assert_eq!(run.told().await, "finished; 6 by model");
    assert!(
        mill.server.bill().peak > 1,
        "more agents fit after the cap was raised"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cap_below_one_call_is_refused_with_the_smallest_that_works() {
    let mill = Mill::with(|_| coded("Food")).await;
    let refused = mill
        .shops(3)
        .budget("0.000001")
        .try_start()
        .await
        .unwrap_err();
    let EngineError::BudgetTooSmall {
        budget, smallest, ..
    } = refused
    else {
        panic!("{refused}");
    };
    assert_eq!(budget, usd("0.000001"));
    assert_eq!(mill.server.bill().requests, 0, "nothing was sent");
    assert!(
        mill.engine.runs().await.unwrap().is_empty(),
        "and nothing was stored"
    );

    let just_below = smallest - Usd::from_pico(1);
    let refused = mill
        .shops(3)
        .budget(&just_below.to_string())
        .try_start()
        .await;
    assert!(matches!(refused, Err(EngineError::BudgetTooSmall { .. })));
    let run = mill.shops(1).budget(&smallest.to_string()).run().await;
    assert_eq!(
        run.told().await,
        "finished; 1 by model",
        "the smallest cap named really works"
    );
}

/// A call can cost 0.30 and usually costs 0.09: the cap is below one, and what all rows take is above the smallest cap.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cap_of_a_quarter_below_a_call_of_thirty_cents_says_how_much_why_and_what_it_will_cost() {
    let mill = Mill::dear(nine_cents).await;
    mill.shops(2).budget("1").run().await.end().await;
    let requests = mill.server.bill().requests;
    let refused = mill.shops(20).budget("0.25").try_start().await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "a budget of 0.25 USD is too small: one call can cost up to 0.3 USD"
    );
    assert_eq!(
        refused.hint().as_deref(),
        Some(
            "Set a budget of at least 0.3 USD: so much is held before a call, in case its answer is as long as it may be. All of it will likely cost about 1.8 USD."
        )
    );
    assert_eq!(mill.server.bill().requests, requests, "nothing was sent");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_budget_of_zero_no_budget_and_no_price_are_refused_by_name() {
    let mill = Mill::with(|_| coded("Food")).await;
    let refused = mill.shops(1).budget("0").try_start().await.unwrap_err();
    assert!(
        matches!(refused, EngineError::BudgetTooSmall { budget: Usd::ZERO, smallest, .. } if smallest >= usd("0.01")),
        "{refused}"
    );

    let refused = mill.shops(1).no_budget().try_start().await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        format!("`{ANTHROPIC}` costs money and no budget is set")
    );

    let unpriced = "anthropic/claude-nobody-knows";
    let refused = mill.shops(1).model(unpriced).try_start().await.unwrap_err();
    assert_eq!(refused.to_string(), format!("`{unpriced}` has no price"));
    assert!(refused.hint().unwrap().contains("prices set"));
    assert_eq!(mill.server.bill().requests, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rules_alone_need_no_budget() {
    let mill = Mill::dear(nine_cents).await;
    let run = mill
        .lines(&["OYSTER 1", "OYSTER 2"])
        .no_budget()
        .run()
        .await;
    assert_eq!(run.told().await, "finished; 2 by rule");
    assert_eq!(mill.server.bill().requests, 0);
}

async fn cap_the_month(mill: &Mill, cap: &str) {
    let settings = Settings {
        month_cap: Some(usd(cap)),
        ..Settings::default()
    };
    mill.engine.set_settings(&settings).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cap_of_a_month_holds_over_two_runs() {
    let mill = Mill::dear(nine_cents).await;
    cap_the_month(&mill, "1").await;
    let first = mill.shops(5).agents(5).budget("5").run().await;
    assert_eq!(first.told().await, "finished; 5 by model");
    let second = mill.shops(20).agents(5).budget("5").run().await;
    assert_eq!(
        second.told().await,
        "paused: budget; 17 waiting, 3 by model"
    );
    assert_eq!(mill.server.bill().cost, usd("0.72"));
    mill.books_agree_with_the_bill(&[first.id, second.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_runs_at_once_share_the_month() {
    let mill = Mill::dear(nine_cents).await;
    cap_the_month(&mill, "1.50").await;
    let one = mill.shops(20).agents(6).budget("5").start().await;
    let two = mill.shops(20).agents(6).budget("5").start().await;
    for run in [&one, &two] {
        assert_eq!(
            run.end().await.row.state,
            RunState::Paused(PauseReason::Budget)
        );
    }
    let bill = mill.server.settled_bill().await;
    assert!(bill.cost <= usd("1.50"), "{}", bill.cost);
    assert!(bill.cost > usd("1.20"), "what fits is used: {}", bill.cost);
    mill.books_agree_with_the_bill(&[one.id, two.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_at_once_share_the_month() {
    let mill = Mill::dear(nine_cents).await;
    cap_the_month(&mill, "1.50").await;
    let second = mill.second_engine().await;
    let prepared = mill.shops(20).agents(6).budget("5").prepare().unwrap();
    let one = mill.shops(20).agents(6).budget("5").start().await;
    let two = second.start(prepared).await.unwrap();
    one.end().await;
    second.wait(two).await.unwrap();
    let bill = mill.server.settled_bill().await;
    assert!(bill.cost <= usd("1.50"), "{}", bill.cost);
    mill.books_agree_with_the_bill(&[one.id, two]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failures_and_repairs_count_against_the_cap_too() {
    let mill = Mill::dear(|asked| {
        let wrong = asked.number % 3 == 0;
        let turn = if wrong {
            Turn::answer("no")
        } else {
            coded("Food")
        };
        turn.with_usage(coded_at_nine_cents().usage.unwrap())
            .after(Duration::from_millis(10))
    })
    .await;
    let run = mill.shops(30).agents(10).budget("1").run().await;
    let summary = run.end().await;
    assert_eq!(summary.row.state, RunState::Paused(PauseReason::Budget));
    assert!(mill.server.settled_bill().await.cost <= usd("1"));
    mill.books_agree_with_the_bill(&[run.id]).await;
}
