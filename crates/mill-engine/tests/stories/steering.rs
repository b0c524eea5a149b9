//! Pause, resume, more agents, fewer agents, the end, and a second program on the same folder.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use mill_domain::{Outcome, PauseReason, RunState};
use mill_engine::{EngineError, ResumeSkill};

use crate::setup::{Mill, coded, ended, told, until};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pause_lets_agents_finish_and_a_resumed_run_asks_nothing_twice() {
    let mill = Mill::with(|_| coded("Food").after(Duration::from_millis(300))).await;
    let run = mill.shops(12).agents(3).start().await;
    mill.requests_reach(4).await;
    mill.engine.pause(run.id).await.unwrap();
    let summary = run.end().await;
    assert_eq!(summary.row.state, RunState::Paused(PauseReason::Person));
    let done = summary.census.tasks.done;
    assert!((4..12).contains(&done), "{done}");
    assert_eq!(
        done,
        mill.server.bill().billed,
        "what was at work is finished and stored"
    );
    assert_eq!(told(&run.resume().await), "finished; 12 by model");
    assert_eq!(mill.server.bill().requests, 12);
    mill.books_agree_with_the_bill(&[run.id]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_number_of_agents_follows_the_person_while_the_run_is_at_work() {
    let arrivals = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&arrivals);
    let mill = Mill::with(move |_| {
        log.lock().unwrap().push(Instant::now());
        coded("Food").after(Duration::from_millis(100))
    })
    .await;
    let run = mill.shops(150).agents(2).start().await;
    mill.requests_reach(4).await;
    assert_eq!(mill.server.bill().peak, 2);
    assert_eq!(mill.engine.agents(run.id).len(), 2);

    mill.engine.set_agents(run.id, 8).await.unwrap();
    until(|| mill.server.bill().peak == 8).await;

    mill.engine.set_agents(run.id, 1).await.unwrap();
    until(|| mill.engine.agents(run.id).len() == 1).await;
    until(|| mill.server.bill().open <= 1).await;
    let from = arrivals.lock().unwrap().len();
    mill.requests_reach(from as u64 + 4).await;
    let alone: Vec<Instant> = arrivals.lock().unwrap()[from..].to_vec();
    let gaps = alone.windows(2).map(|pair| pair[1] - pair[0]);
    assert!(
        gaps.min().unwrap() >= Duration::from_millis(95),
        "one agent asks one thing at a time"
    );

    mill.engine.set_agents(run.id, 8).await.unwrap();
    assert_eq!(run.told().await, "finished; 150 by model");
    assert_eq!(mill.server.bill().peak, 8);
    assert_eq!(run.end().await.row.agents, 8);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ending_a_run_closes_its_calls_within_two_seconds_and_cancels_what_is_left() {
    let mill = Mill::with(|asked| match asked.number {
        0 => coded("Food"),
        _ => coded("Food").after(Duration::from_mins(1)),
    })
    .await;
    let run = mill.shops(10).agents(4).start().await;
    mill.requests_reach(5).await;
    let asked = Instant::now();
    mill.engine.end_run(run.id).await.unwrap();
    assert!(
        asked.elapsed() < Duration::from_secs(2),
        "{:?}",
        asked.elapsed()
    );
    assert_eq!(run.told().await, "cancelled; 1 by model, 9 cancelled");
    let row = run.row(9).await;
    assert!(ended(&row, Outcome::Cancelled));
    assert_eq!(
        row.problem.as_deref(),
        Some("the run was ended before this row's turn")
    );
    let budget = run.end().await.row.budget;
    assert!(
        budget.uncertain.is_positive(),
        "nobody knows what became of the four in flight"
    );
    mill.books(&[run.id]).await;
    let refused = mill
        .engine
        .resume(run.id, ResumeSkill::AsRun)
        .await
        .unwrap_err();
    assert_eq!(
        refused.to_string(),
        format!("run `{}` is cancelled", run.id)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_that_waits_for_its_provider_ends_at_once_too() {
    let mill = Mill::with(|_| mill_testkit::Turn::rate_limited(60)).await;
    let run = mill.shops(3).agents(3).start().await;
    mill.requests_reach(1).await;
    until(|| {
        let agents = mill.engine.agents(run.id);
        agents
            .iter()
            .any(|agent| matches!(agent.state, mill_engine::AgentState::Waiting { .. }))
    })
    .await;
    assert!(mill.engine.run(run.id).await.unwrap().waiting_for.is_some());
    let asked = Instant::now();
    mill.engine.end_run(run.id).await.unwrap();
    assert!(
        asked.elapsed() < Duration::from_secs(2),
        "{:?}",
        asked.elapsed()
    );
    assert_eq!(run.told().await, "cancelled; 3 cancelled");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_paused_run_can_be_ended() {
    let mill = Mill::with(|_| coded("Food").after(Duration::from_millis(60))).await;
    let run = mill.shops(8).agents(1).start().await;
    mill.requests_reach(1).await;
    mill.engine.pause(run.id).await.unwrap();
    run.end().await;
    mill.engine.end_run(run.id).await.unwrap();
    let summary = run.end().await;
    assert_eq!(summary.row.state, RunState::Cancelled);
    assert_eq!(
        summary.census.tasks.done + summary.census.outcomes.cancelled,
        8
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_the_program_interrupts_its_runs_and_the_next_one_goes_on() {
    let mill = Mill::with(|asked| match asked.number {
        0..3 => coded("Food"),
        _ => coded("Food").after(Duration::from_mins(1)),
    })
    .await;
    let run = mill.shops(6).agents(2).start().await;
    let id = run.id;
    mill.requests_reach(5).await;
    let closing = Instant::now();
    mill.engine.close().await;
    assert!(
        closing.elapsed() < Duration::from_secs(3),
        "{:?}",
        closing.elapsed()
    );
    let mill = mill.reopen().await;
    let summary = mill.engine.run(id).await.unwrap();
    assert_eq!(told(&summary), "paused: interrupted; 3 waiting, 3 by model");
    mill.server.set_script(|_| coded("Food"));
    mill.engine.resume(id, ResumeSkill::AsRun).await.unwrap();
    mill.engine.wait(id).await.unwrap();
    assert_eq!(
        told(&mill.engine.run(id).await.unwrap()),
        "finished; 6 by model"
    );
    assert_eq!(mill.server.bill().billed, 6);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_program_leaves_a_run_at_work_alone() {
    let mill = Mill::with(|_| coded("Food").after(Duration::from_millis(200))).await;
    let run = mill.shops(500).agents(2).start().await;
    mill.requests_reach(2).await;
    let second = mill.second_engine().await;
    let state = second.run(run.id).await.unwrap().row.state;
    assert_eq!(state, RunState::Running, "opening it interrupts nothing");
    let refusals = [
        second.resume(run.id, ResumeSkill::AsRun).await,
        second.pause(run.id).await,
        second.end_run(run.id).await,
    ];
    for refused in refusals {
        assert!(
            matches!(refused, Err(EngineError::RunElsewhere { .. })),
            "{refused:?}"
        );
    }

    mill.engine.pause(run.id).await.unwrap();
    let paused = run.told().await;
    assert!(paused.starts_with("paused: person; "), "{paused}");
    let seen = run.in_engine(&second);
    assert_eq!(
        seen.told().await,
        paused,
        "the second program sees the pause"
    );
    second.resume(run.id, ResumeSkill::AsRun).await.unwrap();
    let refused = mill.engine.resume(run.id, ResumeSkill::AsRun).await;
    assert!(
        matches!(refused, Err(EngineError::RunElsewhere { .. })),
        "{refused:?}"
    );
    second.end_run(run.id).await.unwrap();
    assert_eq!(run.end().await.row.state, RunState::Cancelled);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_run_used_is_history_once_it_is_over() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.shops(1).agents(2).budget("5").run().await;
    let said = format!("run `{}` is finished", run.id);
    let refused = mill
        .engine
        .set_budget(run.id, crate::setup::usd("9"))
        .await
        .unwrap_err();
    assert_eq!(refused.to_string(), said);
    let refused = mill.engine.set_agents(run.id, 3).await.unwrap_err();
    assert_eq!(refused.to_string(), said);
    let row = run.end().await.row;
    assert_eq!((row.agents, row.budget.cap), (2, crate::setup::usd("5")));
}
