//! A sample speaks for the rest: drawn, looked at, accepted by it, taken back.

use std::collections::{BTreeMap, BTreeSet};

use mill_domain::{TaskNumber, Verdict};
use mill_engine::{
    EngineError, ExportLanguage, ReviewFilter, ReviewOrder, SampleOrder, SampleScope,
    SampleStanding,
};
use mill_store::{ReviewCounts, RowFilter};
use mill_tables::{ReadOptions, read_table};

use crate::setup::{Mill, Run, coded};

const ORDER: SampleOrder = SampleOrder {
    tolerable: 0.1,
    confidence: 0.9,
    expected: 0.0,
    scope: SampleScope::Unjudged,
    seed: Some(42),
};

impl Run<'_> {
    async fn say(&self, tasks: &[TaskNumber], verdict: Verdict) {
        self.engine
            .judge(self.id, tasks.to_vec(), verdict, &BTreeMap::new())
            .await
            .unwrap();
    }

    async fn draw(&self) -> SampleStanding {
        self.engine.draw_sample(self.id, &ORDER).await.unwrap()
    }

    async fn sample(&self) -> SampleStanding {
        self.engine.samples(self.id).await.unwrap().pop().unwrap()
    }

    async fn review(&self) -> ReviewCounts {
        self.end().await.review
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clean_sample_lets_the_rest_be_accepted_and_every_place_says_so() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.shops(80).run().await;
    let sample = run.draw().await;
    assert_eq!((sample.population, sample.strata.len()), (80, 1));
    // Of 25 clean ones out of 80 with 6 wrong the chance is 9.7 %, of 24 it is 10.8 %; 5 of the other 55 would do.
    assert_eq!((sample.drawn, sample.looked, sample.rest), (25, 0, 55));
    assert_eq!(
        sample.at_most, None,
        "it says nothing before it was looked at"
    );

    let refused = run.engine.accept_rest(run.id, 1).await.unwrap_err();
    assert!(
        matches!(refused, EngineError::SampleOpen { left: 25 }),
        "{refused}"
    );
    let (shown, _) = run
        .engine
        .task_page(run.id, RowFilter::InSample, "", 0, 1)
        .await
        .unwrap();
    assert_eq!(shown, 25, "the list can show the sample only");

    run.say(&sample.tasks, Verdict::Accepted).await;
    let known = run.sample().await;
    let most = known.at_most.unwrap();
    assert_eq!(
        (known.looked, known.wrong, most.wrong, known.reached),
        (25, 0, 5, true)
    );

    let tasks = run.engine.accept_rest(run.id, 1).await.unwrap();
    assert_eq!(tasks.len(), 55);
    let counts = ReviewCounts {
        accepted: 25,
        by_sample: 55,
        ..ReviewCounts::default()
    };
    assert_eq!(run.review().await, counts);
    let row = run.row(tasks[0].0).await;
    assert_eq!(
        (row.verdict.as_deref(), row.by_sample),
        (Some("by_sample"), Some(1))
    );

    let all = ReviewFilter::default();
    let (_, rows) = run
        .engine
        .review_rows(run.id, &all, ReviewOrder::File, (0, 100))
        .await
        .unwrap();
    let named = rows
        .iter()
        .filter(|row| row.row.by_sample == Some(1))
        .count();
    assert_eq!(named, 55, "the list says by which sample");

    let path = mill.path("out.csv");
    let exported = run
        .engine
        .export_run(run.id, path.clone(), ExportLanguage::English)
        .await;
    assert_eq!(exported.unwrap().unreviewed, 0);
    let table = read_table(&path, &ReadOptions::default()).unwrap();
    let verdict = table.column("Verdict").unwrap();
    let said: BTreeSet<&str> = table
        .rows
        .iter()
        .map(|row| row.cells[verdict].as_str())
        .collect();
    assert_eq!(said, BTreeSet::from(["accepted", "accepted by sample 1"]));

    let back = run.engine.undo_verdict(run.id).await.unwrap().tasks;
    assert_eq!(back, tasks, "one undo takes all of it back");
    let counts = ReviewCounts {
        accepted: 25,
        left: 55,
        ..ReviewCounts::default()
    };
    assert_eq!(run.review().await, counts);
    assert_eq!(run.row(tasks[0].0).await.by_sample, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_result_in_the_sample_keeps_the_rest_from_being_accepted() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.shops(80).run().await;
    let sample = run.draw().await;
    run.say(&sample.tasks[1..], Verdict::Accepted).await;
    run.say(&sample.tasks[..1], Verdict::Rejected).await;
    let known = run.sample().await;
    assert_eq!((known.wrong, known.reached), (1, false));
    assert!(known.at_most.unwrap().wrong > 5);
    let refused = run.engine.accept_rest(run.id, 1).await.unwrap_err();
    assert!(
        matches!(
            refused,
            EngineError::SampleFailed {
                wrong: 1,
                looked: 25
            }
        ),
        "{refused}"
    );
    assert_eq!(run.review().await.by_sample, 0);
    let next = known.next.unwrap();
    assert!((26..55).contains(&next), "a further sample of {next}");

    let further = SampleOrder {
        expected: 1.0 / 25.0,
        ..ORDER
    };
    let second = run.engine.draw_sample(run.id, &further).await.unwrap();
    assert_eq!(
        (second.number, second.population, second.drawn),
        (2, 55, next)
    );
    let before: BTreeSet<TaskNumber> = sample.tasks.iter().copied().collect();
    assert!(
        second.tasks.iter().all(|task| !before.contains(task)),
        "drawn from the rest"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_seed_draws_the_same_rows_and_a_plan_draws_none() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.shops(40).run().await;
    let plan = run.engine.plan_sample(run.id, &ORDER).await.unwrap();
    assert!(run.engine.samples(run.id).await.unwrap().is_empty());
    let first = run.draw().await;
    assert_eq!((plan.population, plan.look_at), (40, first.drawn));
    assert_eq!(run.draw().await.tasks, first.tasks);
    let other = SampleOrder {
        seed: Some(43),
        ..ORDER
    };
    let other = run.engine.draw_sample(run.id, &other).await.unwrap();
    assert_ne!(other.tasks, first.tasks);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_person_judged_apart_is_left_alone_and_taken_into_account() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.shops(80).run().await;
    let sample = run.draw().await;
    run.say(&sample.tasks, Verdict::Accepted).await;
    let apart: Vec<TaskNumber> = (1..=80)
        .map(TaskNumber)
        .filter(|task| !sample.tasks.contains(task))
        .take(2)
        .collect();
    run.say(&apart[..1], Verdict::Rejected).await;
    run.say(&apart[1..], Verdict::Accepted).await;
    let known = run.sample().await;
    assert_eq!((known.rest, known.at_most.unwrap().wrong), (53, 4));
    assert_eq!(run.engine.accept_rest(run.id, 1).await.unwrap().len(), 53);
    assert_eq!(
        run.row(apart[0].0).await.verdict.as_deref(),
        Some("rejected")
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_makes_no_sense_is_refused() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.shops(4).run().await;
    for order in [
        SampleOrder {
            tolerable: 0.0,
            ..ORDER
        },
        SampleOrder {
            confidence: 1.0,
            ..ORDER
        },
        SampleOrder {
            expected: 0.2,
            ..ORDER
        },
    ] {
        let refused = run.engine.draw_sample(run.id, &order).await.unwrap_err();
        assert_eq!(refused.code(), "bad_value", "{refused}");
    }
    let all: Vec<TaskNumber> = (1..=4).map(TaskNumber).collect();
    run.say(&all, Verdict::Accepted).await;
    let refused = run.engine.draw_sample(run.id, &ORDER).await.unwrap_err();
    assert_eq!(refused.code(), "sample_empty");
}
