//! A document that is stopped, or whose cap is reached.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mill_engine::{MergeState, ResumeSkill};

use super::{REPORT, choices, faithful, is_merge};
use crate::setup::{Mill, coded, skill_of, usd};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_merge_that_is_stopped_goes_on_where_it_was_and_pays_nothing_twice() {
    let hold = Arc::new(AtomicBool::new(true));
    let held = Arc::clone(&hold);
    let mill = Mill::with(move |asked| {
        if !is_merge(asked) {
            return coded("Food");
        }
        if asked.user.contains("About") && held.load(Ordering::SeqCst) {
            return faithful(asked).after(std::time::Duration::from_mins(1));
        }
        faithful(asked)
    })
    .await;
    let run = mill.shops(30).run().await.id;
    let prepared = mill
        .engine
        .prepare_merge(choices(run, skill_of(REPORT)))
        .await
        .unwrap();
    let (key, by) = mill.engine.start_merge(prepared).await.unwrap();
    // Thirty rows, three parts, and the call that merges them.
    mill.requests_reach(34).await;
    let mill = mill.reopen().await;
    let paused = mill.engine.merge(key).await.unwrap();
    assert_eq!(
        (paused.state, paused.document.is_none()),
        (MergeState::Paused, true)
    );
    let early = mill.engine.judge_merge(key, Some(true)).await.unwrap_err();
    assert_eq!(early.code(), "bad_value");

    hold.store(false, Ordering::SeqCst);
    mill.engine.resume(by, ResumeSkill::AsRun).await.unwrap();
    mill.engine.wait(by).await.unwrap();
    let merge = mill.engine.merge(key).await.unwrap();
    assert_eq!(merge.state, MergeState::Whole);
    assert_eq!(
        mill.server.bill().requests,
        35,
        "the three parts were not asked again"
    );
    assert_eq!(merge.document.unwrap().lines.len(), 30);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cap_that_is_too_small_is_refused_and_one_that_is_reached_pauses() {
    let mill = Mill::dear(|asked| {
        if is_merge(asked) {
            faithful(asked).with_usage(mill_domain::Usage {
                output_tokens: 900,
                ..mill_domain::Usage::default()
            })
        } else {
            coded("Food")
        }
    })
    .await;
    let run = mill.shops(30).run().await;
    run.end().await;
    let mut little = choices(run.id, skill_of(REPORT));
    little.budget = Some(usd("0.10"));
    let prepared = mill.engine.prepare_merge(little.clone()).await.unwrap();
    let refused = mill.engine.start_merge(prepared).await.unwrap_err();
    assert_eq!(refused.code(), "budget_too_small");

    little.budget = Some(usd("0.60"));
    let prepared = mill.engine.prepare_merge(little).await.unwrap();
    let (key, by) = mill.engine.start_merge(prepared).await.unwrap();
    mill.engine.wait(by).await.unwrap();
    let merge = mill.engine.merge(key).await.unwrap();
    assert_eq!(merge.state, MergeState::Paused);
    let spent = merge.by_run.unwrap().row.budget.spent;
    assert!(spent <= usd("0.60"), "{spent}");
}
