//! The end of a review: a sheet that adds up, a name under it, and what happens when something changes after it.

use std::collections::BTreeMap;

use mill_domain::{TaskNumber, Verdict};
use mill_engine::{ClosingCounts, ClosingSheet, ExportLanguage, SampleOrder, SampleScope, Undone};
use mill_tables::{ReadOptions, read_table};

use crate::setup::{Mill, Run, coded, row_text};
use mill_testkit::Turn;

impl Run<'_> {
    async fn verdict(&self, task: u32, verdict: Verdict) {
        let fields: BTreeMap<String, String> = match verdict {
            Verdict::Corrected => BTreeMap::from([("account".to_owned(), "Travel".to_owned())]),
            Verdict::Accepted | Verdict::Rejected | Verdict::BySample => BTreeMap::new(),
        };
        self.engine
            .judge(self.id, vec![TaskNumber(task)], verdict, &fields)
            .await
            .unwrap();
    }

    async fn sheet(&self) -> ClosingSheet {
        self.engine.closing_sheet(self.id).await.unwrap()
    }
}

const fn sum(counts: &ClosingCounts) -> u64 {
    counts.accepted
        + counts.corrected
        + counts.rejected
        + counts.by_sample
        + counts.failed
        + counts.unreviewed
        + counts.unfinished
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sheet_adds_up_after_every_act_and_every_undo() {
    let mill = Mill::with(|asked| match row_text(asked).as_str() {
        "SHOP 007" => Turn::empty(),
        _ => coded("Food"),
    })
    .await;
    let run = mill.shops(30).run().await;
    let steps = [
        (1, Verdict::Accepted),
        (2, Verdict::Corrected),
        (3, Verdict::Rejected),
        (2, Verdict::Rejected),
        (3, Verdict::Accepted),
        (1, Verdict::Corrected),
    ];
    for (task, verdict) in steps {
        run.verdict(task, verdict).await;
        let counts = run.sheet().await.counts;
        assert_eq!(
            (counts.rows, sum(&counts), counts.failed),
            (30, 30, 1),
            "{counts:?}"
        );
    }
    let order = SampleOrder {
        tolerable: 0.3,
        confidence: 0.8,
        expected: 0.0,
        scope: SampleScope::Unjudged,
        seed: Some(1),
    };
    let sample = run.engine.draw_sample(run.id, &order).await.unwrap();
    for task in &sample.tasks {
        run.verdict(task.0, Verdict::Accepted).await;
    }
    run.engine.accept_rest(run.id, 1).await.unwrap();
    let sheet = run.sheet().await;
    let expected = ClosingCounts {
        rows: 30,
        accepted: 1 + sample.drawn,
        corrected: 1,
        rejected: 1,
        by_sample: 26 - sample.drawn,
        failed: 1,
        ..ClosingCounts::default()
    };
    assert_eq!(sheet.counts, expected);
    let by_reviewers: u64 = sheet.reviewers.iter().map(|one| one.rows).sum();
    assert_eq!(by_reviewers, 29, "every verdict has somebody who gave it");
    while run.engine.undo_verdict(run.id).await.unwrap() != Undone::default() {
        let counts = run.sheet().await.counts;
        assert_eq!(sum(&counts), 30, "{counts:?}");
    }
    assert_eq!(run.sheet().await.counts.unreviewed, 29);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sign_off_needs_a_name_once_and_says_when_something_changed_after_it() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.shops(3).run().await;
    let nameless = run.engine.sign_off(run.id, None).await.unwrap_err();
    assert_eq!(nameless.code(), "no_reviewer");
    assert!(run.sheet().await.signed().is_none());

    run.verdict(1, Verdict::Accepted).await;
    let sheet = run.engine.sign_off(run.id, Some(" Ada ")).await.unwrap();
    let signed = sheet.signed().unwrap();
    assert_eq!(
        (signed.number, signed.reviewer.as_str(), signed.changed),
        (1, "Ada", false)
    );
    assert_eq!(sheet.left(), 2);

    run.verdict(2, Verdict::Rejected).await;
    assert!(run.sheet().await.signed().unwrap().changed);
    run.engine.undo_verdict(run.id).await.unwrap();
    assert!(
        !run.sheet().await.signed().unwrap().changed,
        "it is what was signed again"
    );

    run.verdict(2, Verdict::Accepted).await;
    let again = run.engine.sign_off(run.id, None).await.unwrap();
    let told: Vec<(u32, &str, bool)> = again
        .sign_offs
        .iter()
        .map(|sign| (sign.number, sign.reviewer.as_str(), sign.changed))
        .collect();
    assert_eq!(
        told,
        [(1, "Ada", true), (2, "Ada", false)],
        "the older one stays"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_carry_the_sheet_the_name_and_what_nobody_reviewed() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.shops(3).run().await;
    run.verdict(1, Verdict::Accepted).await;
    run.engine.sign_off(run.id, Some("Ada")).await.unwrap();
    run.verdict(2, Verdict::Accepted).await;

    let path = mill.path("out.xlsx");
    run.engine
        .export_run(run.id, path.clone(), ExportLanguage::English)
        .await
        .unwrap();
    let options = ReadOptions {
        sheet: Some("Sign-off".to_owned()),
        ..ReadOptions::default()
    };
    let sheet = read_table(&path, &options).unwrap();
    let text = format!("{:?} {:?}", sheet.columns, sheet.rows);
    for words in [
        "Signed off",
        "Ada, ",
        "changed after sign-off",
        "Not reviewed",
        "Accepted by: ",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }

    let path = mill.path("out.json");
    run.engine
        .export_run(run.id, path.clone(), ExportLanguage::Chinese)
        .await
        .unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let banner = json["banner"].as_str().unwrap();
    assert!(
        banner.contains("签核: Ada") && banner.contains("签核后有改动"),
        "{banner}"
    );
    assert!(!json["sign_off"].as_array().unwrap().is_empty());
}
