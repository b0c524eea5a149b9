//! What a person says of a document, and what a document says of itself.

use std::collections::BTreeMap;

use mill_domain::{TaskNumber, Verdict};
use mill_engine::{MergeFinding, MergeKey, MergeState};

use super::{REPORT, choices, food_in_a_report, written};
use crate::setup::{Mill, coded, skill_of};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_word_on_a_document_holds_until_it_is_another_one() {
    let mill = Mill::with(food_in_a_report).await;
    let run = mill.shops(3).run().await;
    run.end().await;
    let (merge, by) = written(&mill, run.id).await;
    let key: MergeKey = merge.key;
    let judged = mill.engine.judge_merge(key, Some(true)).await.unwrap();
    let word = judged.word.unwrap();
    assert!(word.accepted && !word.changed);

    // A person corrects the document in the review of its own run, and a result of the run it is made of.
    let lines = r#"[{"section": "All", "text": "Shorter.", "rows": "2-4"}]"#;
    let corrected = BTreeMap::from([("lines".to_owned(), lines.to_owned())]);
    let said = mill
        .engine
        .judge(by, vec![TaskNumber(1)], Verdict::Corrected, &corrected);
    said.await.unwrap();
    mill.engine
        .judge(
            run.id,
            vec![TaskNumber(2)],
            Verdict::Rejected,
            &BTreeMap::new(),
        )
        .await
        .unwrap();
    let now = mill.engine.merge(key).await.unwrap();
    assert!(now.word.unwrap().changed);
    let document = now.document.unwrap();
    assert_eq!(document.lines.len(), 1);
    assert_eq!(document.findings, [MergeFinding::Changed { rows: vec![3] }]);
    assert!(
        mill.engine
            .judge_merge(key, None)
            .await
            .unwrap()
            .word
            .is_none()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn practice_writes_a_document_that_says_so() {
    let mill = Mill::with(|_| coded("Food")).await;
    // More than a small model reads at once.
    let run = mill.shops(90).model("practice/sample").run().await;
    run.end().await;
    let mut practice = choices(run.id, skill_of(REPORT));
    practice.model = "practice/sample".parse().unwrap();
    practice.budget = None;
    let prepared = mill.engine.prepare_merge(practice).await.unwrap();
    let (key, by) = mill.engine.start_merge(prepared).await.unwrap();
    mill.engine.wait(by).await.unwrap();
    let merge = mill.engine.merge(key).await.unwrap();
    assert!(merge.is_practice);
    assert_eq!(merge.state, MergeState::Whole);
    let document = merge.document.unwrap();
    assert_eq!((document.lines.len(), document.findings), (90, Vec::new()));
    assert_eq!(mill.server.bill().requests, 0);
    let refused = mill
        .engine
        .prepare_merge(choices(run.id, skill_of(crate::setup::LINES)))
        .await;
    assert_eq!(refused.unwrap_err().code(), "not_a_merge_skill");
}
