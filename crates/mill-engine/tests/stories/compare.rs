//! Two runs side by side: matched rows, agreement, and choices made blind.

use std::collections::BTreeMap;

use mill_domain::{TaskNumber, Verdict};
use mill_engine::{BlindChoice, EngineError};
use mill_testkit::Turn;
use serde_json::json;

use crate::setup::{Mill, OPENAI, Run, row_text};

/// Two models that agree on shops and differ on gifts.
async fn mill() -> Mill {
    Mill::with(|asked| {
        let (text, other) = (row_text(asked).to_uppercase(), asked.model.contains("gpt"));
        let account = match (text.contains("GIFT"), other) {
            (false, _) => "Food",
            (true, false) => "Other",
            (true, true) => "Travel",
        };
        let reason = if other {
            "as the shop says"
        } else {
            "as the name says"
        };
        Turn::answer(json!({ "account": account, "confidence": 0.9, "reason": reason }).to_string())
    })
    .await
}

async fn judge(run: &Run<'_>, task: u32, verdict: Verdict) {
    run.engine
        .judge(run.id, vec![TaskNumber(task)], verdict, &BTreeMap::new())
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_are_matched_by_what_goes_in_and_agreement_is_counted_by_field() {
    let mill = mill().await;
    let first = mill.lines(&["SHOP 1", "GIFT 1", "ONLY HERE"]).run().await;
    let second = mill
        .lines(&["gift  1", "SHOP 1", "NEW"])
        .model(OPENAI)
        .run()
        .await;
    let engine = &mill.engine;
    let found = engine.compare([first.id, second.id]).await.unwrap();
    assert_eq!((found.rows, found.equal), (2, 0), "the reasons differ");
    let same: Vec<(&str, u64, u64)> = found
        .fields
        .iter()
        .map(|field| (field.label.as_str(), field.same, field.compared))
        .collect();
    assert_eq!(
        same,
        [("Account", 1, 2), ("Confidence", 2, 2), ("Reason", 0, 2)]
    );
    let [one, two] = &found.runs;
    assert_eq!((one.only_here, two.only_here), (1, 1));
    assert!(one.cost.is_positive(), "cost stands beside quality");

    let (total, rows) = engine
        .compared_rows([first.id, second.id], true, (0, 10))
        .await
        .unwrap();
    assert_eq!(total, 2);
    assert_eq!(rows[1].tasks, [TaskNumber(2), TaskNumber(1)]);
    assert_eq!(rows[1].fields[0].shown, ["Other", "Travel"]);
    let itself = engine.compare([first.id, first.id]).await;
    assert!(matches!(
        itself,
        Err(EngineError::BadValue { what: "run", .. })
    ));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_people_said_of_both_is_compared_row_by_row() {
    let mill = mill().await;
    let texts = ["SHOP 1", "GIFT 1", "GIFT 2", "GIFT 3"];
    let first = mill.lines(&texts).run().await;
    let second = mill.lines(&texts).model(OPENAI).run().await;
    for task in 1..=3 {
        judge(&first, task, Verdict::Accepted).await;
        let gift = task > 1;
        let said = if gift {
            Verdict::Rejected
        } else {
            Verdict::Accepted
        };
        judge(&second, task, said).await;
    }
    let found = mill.engine.compare([first.id, second.id]).await.unwrap();
    let judged = found.judged.unwrap();
    assert_eq!(
        (judged.compared, judged.only_first, judged.only_second),
        (3, 2, 0)
    );
    assert!(
        (found.judged_p_value.unwrap() - 0.5).abs() < 1e-9,
        "2 to 0 is chance as like as not"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_chooses_without_knowing_whose_it_is_and_it_adds_up() {
    let mill = mill().await;
    let texts: Vec<String> = (0..12).map(|gift| format!("GIFT {gift}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let first = mill.lines(&texts).run().await;
    let second = mill.lines(&texts).model(OPENAI).run().await;
    let engine = &mill.engine;
    let runs = [first.id, second.id];
    let mut sides = Vec::new();
    while let Some(pair) = engine.next_blind(runs).await.unwrap() {
        let [left, _] = &pair.row.fields[0].shown;
        sides.push(left == "Other");
        // The person always likes what the first run says.
        let choice = match (pair.left, left == "Other") {
            (1, _) => BlindChoice::Tied,
            (_, true) => BlindChoice::Left,
            (_, false) => BlindChoice::Right,
        };
        engine
            .pick_blind(runs, pair.row.tasks[0], choice)
            .await
            .unwrap();
    }
    assert_eq!(sides.len(), 12);
    assert!(
        sides.contains(&true) && sides.contains(&false),
        "the first run does not always stand at the same side: {sides:?}"
    );
    let picks = engine.compare(runs).await.unwrap().picks;
    assert_eq!(
        (picks.first, picks.second, picks.tied, picks.left),
        (11, 0, 1, 0)
    );
    assert!(picks.p_value < 0.001);
    let other_way = engine.compare([second.id, first.id]).await.unwrap().picks;
    assert_eq!((other_way.first, other_way.second), (0, 11));

    assert!(engine.undo_blind(runs).await.unwrap());
    assert_eq!(engine.compare(runs).await.unwrap().picks.left, 1);
}
