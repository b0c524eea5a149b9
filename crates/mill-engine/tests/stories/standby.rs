//! Where answers are fast the next calls are held before an agent is free; nobody who holds the purse notices.

use std::time::Duration;

use mill_domain::{PauseReason, RunState, Usd};

use crate::setup::{Mill, Run, coded, told, usd};

const AGENTS: u32 = 4;

/// Waits until more tasks are held than there are agents: some of them are ready for the next.
async fn some_are_ready(run: &Run<'_>) {
    for _ in 0..2_000 {
        let summary = run.engine.run(run.id).await.unwrap();
        // What only waits for an agent is never shown as being worked on.
        assert!(summary.at_work <= u64::from(AGENTS), "{}", summary.at_work);
        if summary.census.at_work > u64::from(AGENTS) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("no task was made ready in ten seconds");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_row_is_asked_once_and_the_books_agree_with_the_bill() {
    let mill = Mill::with(|_| coded("Food").after(Duration::from_millis(15))).await;
    let run = mill.shops(320).agents(AGENTS).start().await;
    some_are_ready(&run).await;
    assert_eq!(run.told().await, "finished; 320 by model");
    assert_eq!(mill.server.bill().requests, 320);
    assert_eq!(mill.server.bill().peak, u64::from(AGENTS));
    assert!(run.rows().await.iter().all(|row| row.attempts == 1));
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pause_takes_back_what_was_ready_and_a_resumed_run_asks_nothing_twice() {
    let mill = Mill::with(|_| coded("Food").after(Duration::from_millis(15))).await;
    let run = mill.shops(320).agents(AGENTS).start().await;
    some_are_ready(&run).await;
    mill.engine.pause(run.id).await.unwrap();
    let summary = run.end().await;
    assert_eq!(summary.row.state, RunState::Paused(PauseReason::Person));
    assert_eq!(summary.census.at_work, 0);
    let budget = summary.row.budget;
    assert_eq!((budget.reserved, budget.uncertain), (Usd::ZERO, Usd::ZERO));
    assert_eq!(summary.census.tasks.done, mill.server.bill().requests);
    assert_eq!(told(&run.resume().await), "finished; 320 by model");
    assert_eq!(mill.server.bill().requests, 320);
    assert!(run.rows().await.iter().all(|row| row.attempts == 1));
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cap_lowered_meanwhile_stops_what_was_ready_too() {
    let mill = Mill::with(|_| coded("Food").after(Duration::from_millis(200))).await;
    let run = mill.shops(400).agents(AGENTS).budget("20").start().await;
    some_are_ready(&run).await;
    let before = mill.server.bill().requests;
    mill.engine
        .set_budget(run.id, usd("0.000001"))
        .await
        .unwrap();
    let summary = run.end().await;
    assert_eq!(summary.row.state, RunState::Paused(PauseReason::Budget));
    let more = mill.server.bill().requests - before;
    assert!(more <= u64::from(AGENTS), "{more} calls left after that");
    assert_eq!(summary.row.budget.reserved, Usd::ZERO);
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_answers_are_slow_nothing_is_held_ahead() {
    let mill = Mill::with(|_| coded("Food").after(Duration::from_millis(1_100))).await;
    let run = mill.shops(300).agents(2).start().await;
    mill.requests_reach(5).await;
    let summary = run.engine.run(run.id).await.unwrap();
    assert_eq!((summary.census.at_work, summary.census.tasks.done), (2, 4));
    mill.engine.end_run(run.id).await.unwrap();
    run.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_ready_is_taken_back_where_answers_become_slow() {
    let mill = Mill::with(|asked| match asked.number {
        0..40 => coded("Food").after(Duration::from_millis(15)),
        _ => coded("Food").after(Duration::from_mins(1)),
    })
    .await;
    let run = mill.shops(400).agents(AGENTS).start().await;
    some_are_ready(&run).await;
    mill.requests_reach(40 + u64::from(AGENTS)).await;
    for _ in 0..400 {
        if run.engine.run(run.id).await.unwrap().census.at_work == u64::from(AGENTS) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let summary = run.engine.run(run.id).await.unwrap();
    assert_eq!(summary.census.at_work, u64::from(AGENTS));
    mill.engine.end_run(run.id).await.unwrap();
    run.end().await;
}
