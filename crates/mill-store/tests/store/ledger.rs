//! Money: held before it leaves, never over the cap, the same in every sum.

use mill_domain::{Budget, Scope, Usd};
use mill_store::{CallMoney, CallStart, CostGroup, Store, StoreError, Totals};

use crate::setup::{at, house, usd};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixty_four_callers_at_once_never_hold_more_than_the_cap() {
    let house = house(64, "1").await;
    let calls = (1..=64).map(|task| house.store.begin_call(house.start(task, "0.3")));
    let outcomes = futures::future::join_all(calls).await;
    let held = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
    assert_eq!(held, 3, "0.3 fits three times into 1");
    for refused in outcomes.into_iter().filter_map(Result::err) {
        assert!(
            matches!(&refused, StoreError::Budget(no_room) if no_room.scope == Scope::run(house.run)),
            "{refused}"
        );
    }
    let budget = house.store.run(house.run).await.unwrap().budget;
    assert_eq!(
        budget,
        Budget {
            reserved: usd("0.9"),
            ..Budget::new(usd("1"))
        }
    );
    assert_eq!(house.store.census(house.run).await.unwrap().at_work, 3);
}

#[tokio::test]
async fn a_settled_call_is_the_same_amount_in_run_month_task_and_costs() {
    let house = house(2, "1").await;
    let start = house.start(1, "0.3");
    house.store.begin_call(start.clone()).await.unwrap();
    let cost = usd("0.0123");
    house
        .store
        .end_call(house.end(&start, CallMoney::Settled(cost), true))
        .await
        .unwrap();

    let run = house.store.run(house.run).await.unwrap();
    assert_eq!(
        run.budget,
        Budget {
            spent: cost,
            ..Budget::new(usd("1"))
        }
    );
    let month = house
        .store
        .totals(&Scope::month(), "2026-11")
        .await
        .unwrap();
    assert_eq!(
        month,
        Totals {
            spent: cost,
            reserved: Usd::ZERO,
            uncertain: Usd::ZERO
        }
    );
    assert_eq!(
        house.store.task(house.run, start.task).await.unwrap().cost,
        cost
    );
    for group in [
        CostGroup::Skill,
        CostGroup::Model,
        CostGroup::Run,
        CostGroup::QuarterHour,
    ] {
        let lines = house.store.costs(group, Some("2026-11")).await.unwrap();
        assert_eq!(
            lines.iter().map(|line| line.spent).sum::<Usd>(),
            cost,
            "{group:?}"
        );
    }
    let (requests, usage, _) = house.store.run_usage(house.run).await.unwrap();
    assert_eq!(
        (requests, usage.input_tokens, usage.output_tokens),
        (1, 100, 10)
    );
}

#[tokio::test]
async fn a_call_is_settled_once() {
    let house = house(1, "1").await;
    let start = house.start(1, "0.3");
    house.store.begin_call(start.clone()).await.unwrap();
    let end = house.end(&start, CallMoney::Settled(usd("0.1")), false);
    house.store.end_call(end.clone()).await.unwrap();
    assert!(matches!(
        house.store.end_call(end).await,
        Err(StoreError::NotFound { .. })
    ));
    assert_eq!(
        house.store.run(house.run).await.unwrap().budget.spent,
        usd("0.1")
    );
}

#[tokio::test]
async fn a_lowered_cap_stops_new_calls_and_takes_nothing_back() {
    let house = house(3, "1").await;
    let start = house.start(1, "0.3");
    house.store.begin_call(start.clone()).await.unwrap();
    house
        .store
        .set_run_budget(house.run, usd("0.1"))
        .await
        .unwrap();
    assert!(
        house
            .store
            .begin_call(house.start(2, "0.01"))
            .await
            .is_err()
    );
    house
        .store
        .end_call(house.end(&start, CallMoney::Settled(usd("0.25")), true))
        .await
        .unwrap();
    let budget = house.store.run(house.run).await.unwrap().budget;
    assert_eq!((budget.spent, budget.left()), (usd("0.25"), Usd::ZERO));
}

#[tokio::test]
async fn after_a_death_held_money_is_uncertain_and_tasks_wait_again() {
    let house = house(3, "1").await;
    let path = house.folder.path().join("mill.db");
    let done = house.start(1, "0.3");
    house.store.begin_call(done.clone()).await.unwrap();
    house
        .store
        .end_call(house.end(&done, CallMoney::Settled(usd("0.1")), true))
        .await
        .unwrap();
    house.store.begin_call(house.start(2, "0.3")).await.unwrap();
    // A second process opens the file while the first one is gone without a word.
    let reopened = Store::open(&path).await.unwrap();
    reopened.recover_run(house.run, at(9_000)).await.unwrap();

    let budget = reopened.run(house.run).await.unwrap().budget;
    let expected = Budget {
        spent: usd("0.1"),
        uncertain: usd("0.3"),
        ..Budget::new(usd("1"))
    };
    assert_eq!(budget, expected);
    let month = reopened.totals(&Scope::month(), "2026-11").await.unwrap();
    assert_eq!((month.reserved, month.uncertain), (Usd::ZERO, usd("0.3")));
    let census = reopened.census(house.run).await.unwrap();
    assert_eq!(
        (census.tasks.done, census.tasks.waiting, census.at_work),
        (1, 2, 0)
    );
    let waiting = reopened.waiting_tasks(house.run).await.unwrap();
    assert_eq!(
        waiting.iter().map(|task| task.0).collect::<Vec<_>>(),
        [2, 3]
    );
}

#[tokio::test]
async fn a_call_that_never_left_is_taken_back_as_if_it_had_never_been() {
    let house = house(2, "1").await;
    let start = house.start(1, "0.3");
    let stored = house.store.queue_begin_call(start.clone()).await.unwrap();
    stored.await.unwrap();
    assert_eq!(house.store.census(house.run).await.unwrap().at_work, 1);
    house.store.withdraw_call(start.call).await.unwrap();

    let run = house.store.run(house.run).await.unwrap();
    assert_eq!(run.budget, Budget::new(usd("1")));
    let month = house.store.totals(&Scope::month(), "2026-11").await;
    assert_eq!(month.unwrap(), Totals::default());
    assert_eq!(house.store.census(house.run).await.unwrap().at_work, 0);
    let task = house.store.task(house.run, start.task).await.unwrap();
    assert_eq!(task.attempts, 0);
    assert!(house.store.task_calls(house.run).await.unwrap().is_empty());
    let again = house.store.withdraw_call(start.call).await;
    assert!(
        matches!(again, Err(StoreError::NotFound { .. })),
        "{again:?}"
    );
    // Its end would come too late as well, and a call that left is not taken back.
    let left = house.start(2, "0.3");
    house.store.begin_call(left.clone()).await.unwrap();
    let cost = CallMoney::Settled(usd("0.1"));
    house
        .store
        .end_call(house.end(&left, cost, true))
        .await
        .unwrap();
    assert!(house.store.withdraw_call(left.call).await.is_err());
    assert_eq!(
        house.store.run(house.run).await.unwrap().budget.spent,
        usd("0.1")
    );
}

#[tokio::test]
async fn a_call_that_may_wait_is_held_only_where_enough_is_left_besides() {
    let house = house(3, "1").await;
    let may_wait = |task: u32, besides: &str| CallStart {
        besides: usd(besides),
        ..house.start(task, "0.3")
    };
    house.store.begin_call(may_wait(1, "0.7")).await.unwrap();
    let refused = house.store.begin_call(may_wait(2, "0.5")).await;
    assert!(matches!(refused, Err(StoreError::Budget(_))), "{refused:?}");
    house.store.begin_call(may_wait(2, "0.4")).await.unwrap();
    let budget = house.store.run(house.run).await.unwrap().budget;
    assert_eq!(
        budget.reserved,
        usd("0.6"),
        "what is left besides is not held"
    );
}

#[tokio::test]
async fn a_call_taken_back_leaves_the_task_to_another_that_has_begun() {
    let house = house(1, "1").await;
    let ready = house.start(1, "0.3");
    house.store.begin_call(ready.clone()).await.unwrap();
    let made = house.start(1, "0.2");
    house.store.begin_call(made.clone()).await.unwrap();
    house.store.withdraw_call(ready.call).await.unwrap();

    let census = house.store.census(house.run).await.unwrap();
    assert_eq!(census.at_work, 1, "its agent is still at it");
    let task = house.store.task(house.run, made.task).await.unwrap();
    assert_eq!(task.attempts, 1);
    let budget = house.store.run(house.run).await.unwrap().budget;
    assert_eq!(budget.reserved, usd("0.2"));
}
