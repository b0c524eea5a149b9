//! A run that was told not to run ahead of its reviewer waits for verdicts and goes on with them.

use std::collections::BTreeMap;

use mill_domain::{PauseReason, RunState, TaskNumber, Verdict};
use mill_engine::Ways;
use mill_store::RowFilter;

use crate::setup::{Mill, Run, coded};

const AHEAD: u32 = 5;

impl Run<'_> {
    async fn unjudged(&self) -> Vec<TaskNumber> {
        let page = self
            .engine
            .task_page(self.id, RowFilter::Unjudged, "", 0, 1_000)
            .await;
        page.unwrap().1.iter().map(|row| row.number).collect()
    }

    async fn accept(&self, tasks: Vec<TaskNumber>) {
        self.engine
            .judge(self.id, tasks, Verdict::Accepted, &BTreeMap::new())
            .await
            .unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_never_has_more_without_a_verdict_than_it_was_told_and_goes_on_as_they_come() {
    let mill = Mill::with(|_| coded("Food")).await;
    let prepared = mill.shops(24).agents(8).prepare().unwrap();
    let id = mill
        .engine
        .start_ahead(prepared, Some(AHEAD))
        .await
        .unwrap();
    let run = Run {
        engine: &mill.engine,
        id,
    };
    let mut rounds = 0;
    loop {
        let summary = run.end().await;
        let open = run.unjudged().await;
        assert!(open.len() <= AHEAD as usize, "{} are open", open.len());
        if summary.row.state == RunState::Finished {
            break;
        }
        assert_eq!(summary.row.state, RunState::Paused(PauseReason::Review));
        assert!(
            !open.is_empty(),
            "it waits only when there is something to review"
        );
        run.accept(open).await;
        run.engine.go_on_after_review(id).await.unwrap();
        rounds += 1;
        assert!(rounds <= 24, "it gets on");
    }
    assert!(rounds >= 4, "24 rows do not fit in {rounds} rounds of 5");
    assert_eq!(run.end().await.census.tasks.done, 24);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_verdict_of_many_is_not_enough_to_start_again_and_no_limit_is() {
    let mill = Mill::with(|_| coded("Food")).await;
    let prepared = mill.shops(20).agents(4).prepare().unwrap();
    let id = mill.engine.start_ahead(prepared, Some(8)).await.unwrap();
    let run = Run {
        engine: &mill.engine,
        id,
    };
    run.end().await;
    let open = run.unjudged().await;
    assert!((5..=8).contains(&open.len()), "{} are open", open.len());
    let refused = mill.engine.set_ahead(id, Some(0)).await.unwrap_err();
    assert_eq!(refused.code(), "bad_value");
    assert_eq!(mill.engine.run(id).await.unwrap().ahead, Some(8));

    mill.engine.set_ahead(id, None).await.unwrap();
    mill.engine.go_on_after_review(id).await.unwrap();
    assert_eq!(run.end().await.row.state, RunState::Finished);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_rules_decide_does_not_hold_a_run_up() {
    let mill = Mill::with(|_| coded("Food")).await;
    let prepared = mill
        .lines(&["OYSTER 1", "OYSTER 2", "OYSTER 3", "SHOP 1"])
        .prepare()
        .unwrap();
    let id = mill.engine.start_ahead(prepared, Some(1)).await.unwrap();
    let run = Run {
        engine: &mill.engine,
        id,
    };
    let summary = run.end().await;
    assert_eq!(summary.census.done_by.rule, 3);
    assert_eq!(summary.row.state, RunState::Finished);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_can_say_how_far_its_runs_may_be_ahead() {
    let mill = Mill::with(|_| coded("Food")).await;
    let ways = Ways {
        ahead: Some(3),
        ..Ways::default()
    };
    let run = mill.shops(9).agents(2).ways(ways).run().await;
    let summary = run.end().await;
    assert_eq!(summary.row.state, RunState::Paused(PauseReason::Review));
    let open = run.unjudged().await.len() as u64;
    assert_eq!((summary.ahead, summary.unreviewed), (Some(3), Some(open)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_is_refused_before_it_runs_ahead_of_its_reviewer() {
    let mill = Mill::with(|_| coded("Food")).await;
    let batch = |ahead| Ways {
        batch: true,
        ahead,
        ..Ways::default()
    };
    let refused = mill.shops(2).ways(batch(Some(1))).try_start().await;
    assert_eq!(refused.unwrap_err().code(), "batch_ahead");
    let prepared = mill.shops(2).ways(batch(None)).prepare().unwrap();
    let told_late = mill.engine.start_ahead(prepared, Some(1)).await;
    assert_eq!(told_late.unwrap_err().code(), "batch_ahead");
    assert_eq!(mill.server.bill().requests, 0);
}
