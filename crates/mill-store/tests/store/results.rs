//! Results are versions, verdicts can be taken back, ended tasks stay ended.

use mill_domain::{FieldName, ModelRef, Record, RunEvent, RunId, RunState, TaskNumber, Verdict};
use mill_store::{
    Asking, CallEnd, CallMoney, CallStart, Judgement, Maker, Question, ReviewCounts, RowFilter,
    StoreError, Verification,
};
use serde_json::json;
use uuid::Uuid;

use crate::setup::{House, at, house, new_run, usd};

async fn with_one_done(tasks: u32) -> House {
    let house = house(tasks, "1").await;
    let start = house.start(1, "0.3");
    house.store.begin_call(start.clone()).await.unwrap();
    house
        .store
        .end_call(house.end(&start, CallMoney::Settled(usd("0.1")), true))
        .await
        .unwrap();
    house
}

fn judgement(house: &House, tasks: &[u32], verdict: Verdict, account: Option<&str>) -> Judgement {
    Judgement {
        run: house.run,
        tasks: tasks.iter().copied().map(TaskNumber).collect(),
        verdict,
        corrected: account.map(|account| {
            let mut record = Record::new();
            record.set(&FieldName::new("account"), json!(account));
            record
        }),
        reviewer: "Ada".to_owned(),
        at: at(5_000),
    }
}

#[tokio::test]
async fn a_correction_is_a_new_version_and_undo_brings_the_paid_one_back() {
    let house = with_one_done(1).await;
    let account = FieldName::new("account");
    let correct = judgement(
        &house,
        &[1],
        Verdict::Corrected,
        Some("Travelling Expenses"),
    );
    house.store.judge(correct).await.unwrap();
    let row = house.store.task(house.run, TaskNumber(1)).await.unwrap();
    assert_eq!(row.output.unwrap().text(&account), "Travelling Expenses");
    assert_eq!(
        (row.version, row.verdict.as_deref()),
        (2, Some("corrected"))
    );

    assert_eq!(
        house
            .store
            .undo_verdict(house.run, at(6_000))
            .await
            .unwrap()
            .tasks,
        [TaskNumber(1)]
    );
    let row = house.store.task(house.run, TaskNumber(1)).await.unwrap();
    assert_eq!(row.output.unwrap().text(&account), "Food Costs");
    assert_eq!((row.version, row.verdict), (1, None));
    let versions = house.store.results(house.run, TaskNumber(1)).await.unwrap();
    assert_eq!(versions.len(), 2, "what was typed is kept as well");
    assert!(
        house
            .store
            .undo_verdict(house.run, at(7_000))
            .await
            .unwrap()
            .tasks
            .is_empty()
    );
}

#[tokio::test]
async fn verdicts_count_and_undo_steps_back_one_key_press_at_a_time() {
    let house = with_one_done(2).await;
    house.store.end_tasks(vec![house.done(2)]).await.unwrap();
    house
        .store
        .judge(judgement(&house, &[1, 2], Verdict::Accepted, None))
        .await
        .unwrap();
    house
        .store
        .judge(judgement(&house, &[2], Verdict::Rejected, None))
        .await
        .unwrap();
    let counts = house.store.review_counts(Some(house.run)).await.unwrap();
    assert_eq!(
        counts,
        ReviewCounts {
            accepted: 1,
            rejected: 1,
            ..ReviewCounts::default()
        }
    );
    house
        .store
        .undo_verdict(house.run, at(6_000))
        .await
        .unwrap();
    let counts = house.store.review_counts(None).await.unwrap();
    assert_eq!(
        counts,
        ReviewCounts {
            accepted: 2,
            ..ReviewCounts::default()
        }
    );
    house
        .store
        .undo_verdict(house.run, at(6_001))
        .await
        .unwrap();
    assert_eq!(
        house
            .store
            .count_tasks(house.run, RowFilter::Unjudged, "")
            .await
            .unwrap(),
        2
    );
}

#[tokio::test]
async fn one_task_that_is_not_done_spoils_no_other_and_is_not_judged() {
    let house = with_one_done(2).await;
    let refused = house
        .store
        .judge(judgement(&house, &[1, 2], Verdict::Accepted, None))
        .await;
    assert!(matches!(
        refused,
        Err(StoreError::WrongState { what: "task", .. })
    ));
    assert_eq!(
        house
            .store
            .review_counts(Some(house.run))
            .await
            .unwrap()
            .left,
        1
    );
}

#[tokio::test]
async fn an_ended_task_cannot_end_again() {
    let house = with_one_done(1).await;
    let again = house.store.end_tasks(vec![house.done(1)]).await;
    assert!(matches!(
        again,
        Err(StoreError::WrongState { what: "task", .. })
    ));
    assert_eq!(
        house
            .store
            .results(house.run, TaskNumber(1))
            .await
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test]
async fn a_run_finishes_only_when_no_task_is_left() {
    let house = with_one_done(2).await;
    let early = house
        .store
        .change_run_state(house.run, RunEvent::Finish, 10, at(4_000))
        .await;
    assert!(matches!(
        early,
        Err(StoreError::WrongState { what: "run", .. })
    ));
    house.store.end_tasks(vec![house.done(2)]).await.unwrap();
    let state = house
        .store
        .change_run_state(house.run, RunEvent::Finish, 10, at(4_000))
        .await;
    assert_eq!(state.unwrap(), RunState::Finished);
    let run = house.store.run(house.run).await.unwrap();
    assert_eq!(
        (run.worked_ms, run.ended_at, run.number),
        (10, Some(at(4_000)), 1)
    );
}

#[tokio::test]
async fn rows_are_found_by_filter_and_by_any_of_their_words() {
    let house = with_one_done(12).await;
    let found = house
        .store
        .tasks(house.run, RowFilter::All, "shop 1", 0, 50)
        .await
        .unwrap();
    assert_eq!(
        found.iter().map(|row| row.number.0).collect::<Vec<_>>(),
        [2, 11, 12]
    );
    let found = house
        .store
        .tasks(house.run, RowFilter::ByModel, "FOOD", 0, 50)
        .await
        .unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(
        house
            .store
            .count_tasks(house.run, RowFilter::Waiting, "")
            .await
            .unwrap(),
        11
    );
}

/// Asks a row again and stores an answer that fits.
async fn ask_again(house: &House, task: u32) {
    let asking = Asking {
        run: house.run,
        tasks: vec![TaskNumber(task)],
        note: "look twice".to_owned(),
        with_answer: false,
        reviewer: "Ada".to_owned(),
        at: at(4_000),
    };
    house.store.open_asking(asking).await.unwrap();
    let start = CallStart {
        model: ModelRef::new("openai", "other"),
        at: at(4_500),
        ..house.start(task, "0.3")
    };
    house.store.begin_call_again(start.clone()).await.unwrap();
    let end = CallEnd {
        agent: 0,
        ..house.end(&start, CallMoney::Settled(usd("0.1")), true)
    };
    house.store.end_call(end).await.unwrap();
}

#[tokio::test]
async fn an_answer_that_was_taken_back_counts_nowhere_even_after_a_later_correction() {
    let house = with_one_done(1).await;
    let store = &house.store;
    store
        .change_run_state(house.run, RunEvent::Finish, 10, at(3_500))
        .await
        .unwrap();
    let maker = async || store.task_makers(house.run).await.unwrap()[&TaskNumber(1)].clone();
    let of = |model: &str, agent: u32| Maker {
        model: model.to_owned(),
        agent: Some(agent),
    };
    let (first, other) = (of("anthropic/claude-haiku-5-5", 3), of("openai/other", 0));
    assert_eq!(maker().await, first);
    ask_about_it(&house).await;
    ask_again(&house, 1).await;
    assert_eq!(maker().await, other);
    assert!(store.opinions(house.run, None).await.unwrap().is_empty());
    store.undo_verdict(house.run, at(5_000)).await.unwrap();
    assert_eq!(maker().await, first);
    assert!(store.looked_at(house.run).await.unwrap().is_empty());
    let corrected = judgement(&house, &[1], Verdict::Corrected, Some("Travel"));
    store.judge(corrected).await.unwrap();
    let made = store.machine_results(house.run).await.unwrap();
    assert_eq!(made[&TaskNumber(1)].0, 1, "version 2 was taken back");
    let about = store.opinions(house.run, None).await.unwrap();
    assert_eq!(about.len(), 1, "the question is still about what stands");
}

/// A run that asks about the first version of task 1.
async fn ask_about_it(house: &House) {
    let run = RunId::from_uuid(Uuid::now_v7());
    let verification = Verification {
        run,
        of_run: house.run,
        kind: "answer".to_owned(),
        models: vec!["openai/other".to_owned()],
        rows: "all".to_owned(),
        population: 1,
        seed: None,
    };
    let question = Question {
        verifier: 1,
        of_task: TaskNumber(1),
        of_version: 1,
    };
    let asks = new_run(run, 1, "1");
    let created = house
        .store
        .create_verification(asks, verification, vec![question], at(3_600));
    created.await.unwrap();
}
