//! A person's word on results: accepted, corrected, rejected, taken back.

use std::collections::BTreeMap;

use mill_domain::{DecidedBy, FieldName, TaskNumber, Verdict};
use mill_engine::{EngineError, ExportLanguage, ReviewFilter};
use mill_store::{ReviewCounts, RowFilter};
use mill_tables::{ReadOptions, read_table};

use crate::setup::{Mill, Run, coded};

fn fields(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

impl Run<'_> {
    async fn judge(
        &self,
        task: u32,
        verdict: Verdict,
        pairs: &[(&str, &str)],
    ) -> Result<(), EngineError> {
        self.engine
            .judge(self.id, vec![TaskNumber(task)], verdict, &fields(pairs))
            .await
    }

    /// Account and verdict of a row.
    async fn shown(&self, number: u32) -> (String, Option<String>) {
        let row = self.row(number).await;
        let account = row
            .output
            .unwrap_or_default()
            .text(&FieldName::new("account"));
        (account, row.verdict)
    }

    async fn counts(&self) -> ReviewCounts {
        self.end().await.review
    }
}

fn searching(text: &str) -> ReviewFilter {
    ReviewFilter {
        search: text.to_owned(),
        ..ReviewFilter::default()
    }
}

fn said(account: &str, verdict: &str) -> (String, Option<String>) {
    let verdict = (!verdict.is_empty()).then(|| verdict.to_owned());
    (account.to_owned(), verdict)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_accepts_corrects_and_rejects_and_the_export_says_so() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.shops(4).run().await;
    run.judge(1, Verdict::Accepted, &[]).await.unwrap();
    run.judge(
        2,
        Verdict::Corrected,
        &[("account", "travel"), ("confidence", "100%")],
    )
    .await
    .unwrap();
    run.judge(3, Verdict::Rejected, &[]).await.unwrap();
    let counts = ReviewCounts {
        accepted: 1,
        corrected: 1,
        rejected: 1,
        by_sample: 0,
        left: 1,
        needs_review: 0,
    };
    assert_eq!(run.counts().await, counts);
    assert_eq!(run.shown(2).await, said("Travel", "corrected"));

    let versions = run.versions(2).await;
    let made: Vec<_> = versions
        .iter()
        .map(|version| {
            (
                version.version,
                version.decided_by,
                version.output.text(&FieldName::new("account")),
            )
        })
        .collect();
    let paid = (1, DecidedBy::Model, "Food".to_owned());
    assert_eq!(
        made,
        [paid, (2, DecidedBy::Person, "Travel".to_owned())],
        "what was paid for is still there"
    );

    let path = mill.path("out.csv");
    let exported = mill
        .engine
        .export_run(run.id, path.clone(), ExportLanguage::English)
        .await;
    assert_eq!(exported.unwrap().unreviewed, 1);
    let table = read_table(&path, &ReadOptions::default()).unwrap();
    let verdict = table.column("Verdict").unwrap();
    let by = table.column("Decided by").unwrap();
    let cells: Vec<[&str; 4]> = table
        .rows
        .iter()
        .map(|row| {
            let (value, sure) = (&row.cells[2], &row.cells[3]);
            [value.as_str(), sure, &row.cells[verdict], &row.cells[by]]
        })
        .collect();
    let expected = [
        ["Food", "90%", "accepted", "model"],
        [
            "Travel",
            "100%",
            "corrected",
            "model, corrected by a person",
        ],
        ["Food", "90%", "rejected", "model"],
        ["Food", "90%", "", "model"],
    ];
    assert_eq!(cells, expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_value_that_does_not_fit_is_refused_with_the_field_and_what_would_fit() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.shops(2).run().await;
    for (field, value, sentence) in [
        ("account", "Groceries", "Account cannot be `Groceries`: "),
        ("confidence", "high", "Confidence cannot be `high`: "),
    ] {
        let refused = run
            .judge(1, Verdict::Corrected, &[(field, value)])
            .await
            .unwrap_err();
        assert!(refused.to_string().starts_with(sentence), "{refused}");
        assert!(
            matches!(&refused, EngineError::BadCorrection { expected, .. } if !expected.is_empty()),
            "{refused}"
        );
    }
    let refused = run
        .judge(1, Verdict::Corrected, &[("colour", "red")])
        .await
        .unwrap_err();
    assert_eq!(
        refused.to_string(),
        "field cannot be `colour`: use one of account, confidence, reason"
    );
    let refused = run
        .judge(1, Verdict::Corrected, &[("account", "Food")])
        .await
        .unwrap_err();
    assert!(
        refused.to_string().contains("change at least one field"),
        "{refused}"
    );
    assert_eq!(
        run.shown(1).await,
        said("Food", ""),
        "a refused correction changes nothing"
    );
    assert_eq!(run.versions(1).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_word_can_be_taken_back_in_turn_also_after_the_program_was_closed() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.shops(3).run().await;
    let id = run.id;
    run.judge(1, Verdict::Accepted, &[]).await.unwrap();
    run.judge(1, Verdict::Corrected, &[("account", "Other")])
        .await
        .unwrap();
    run.judge(2, Verdict::Rejected, &[]).await.unwrap();
    assert_eq!(run.shown(1).await, said("Other", "corrected"));

    let mill = mill.reopen().await;
    let run = Run {
        engine: &mill.engine,
        id,
    };
    assert_eq!(
        mill.engine.undo_verdict(id).await.unwrap().tasks,
        [TaskNumber(2)]
    );
    assert_eq!(run.shown(2).await, said("Food", ""));
    assert_eq!(
        mill.engine.undo_verdict(id).await.unwrap().tasks,
        [TaskNumber(1)]
    );
    assert_eq!(run.shown(1).await, said("Food", "accepted"));
    assert_eq!(
        mill.engine.undo_verdict(id).await.unwrap().tasks,
        [TaskNumber(1)]
    );
    assert_eq!(run.shown(1).await, said("Food", ""));
    assert_eq!(
        mill.engine.undo_verdict(id).await.unwrap().tasks,
        [],
        "nothing is left to take back"
    );
    assert_eq!(
        run.versions(1).await.len(),
        2,
        "the correction stays among the versions"
    );

    run.judge(1, Verdict::Corrected, &[("account", "Travel")])
        .await
        .unwrap();
    let versions: Vec<u32> = run
        .versions(1)
        .await
        .iter()
        .map(|version| version.version)
        .collect();
    assert_eq!(versions, [1, 2, 3]);
    assert_eq!(run.shown(1).await, said("Travel", "corrected"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accepting_all_that_match_is_one_act() {
    let mill = Mill::with(|_| coded("Food")).await;
    let texts = ["SHOP A", "OYSTER 1", "SHOP B", "HELD", "SHOP AB"];
    let run = mill.lines(&texts).run().await;
    assert_eq!(
        run.told().await,
        "finished; 1 by rule, 3 by model, 1 by person"
    );
    run.judge(3, Verdict::Rejected, &[]).await.unwrap();

    let accepted = mill
        .engine
        .accept_matching(run.id, &searching("shop"), Some(2))
        .await
        .unwrap();
    assert_eq!(
        accepted,
        [TaskNumber(1), TaskNumber(5)],
        "what has a verdict keeps it"
    );
    let accepted = mill
        .engine
        .accept_matching(run.id, &searching(""), None)
        .await
        .unwrap();
    assert_eq!(
        accepted,
        [TaskNumber(2)],
        "a row nobody filled is not accepted"
    );
    assert_eq!(
        mill.engine.undo_verdict(run.id).await.unwrap().tasks,
        [TaskNumber(2)]
    );
    assert_eq!(
        mill.engine.undo_verdict(run.id).await.unwrap().tasks,
        [TaskNumber(1), TaskNumber(5)]
    );
    let counts = run.counts().await;
    assert_eq!((counts.accepted, counts.rejected, counts.left), (0, 1, 4));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_left_to_the_person_waits_for_a_value() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.lines(&["HELD 1", "HELD 2"]).run().await;
    let both = vec![TaskNumber(1), TaskNumber(2)];
    let none = BTreeMap::new();
    for tasks in [vec![TaskNumber(1)], both] {
        let refused = mill
            .engine
            .judge(run.id, tasks, Verdict::Accepted, &none)
            .await
            .unwrap_err();
        assert_eq!(refused.code(), "bad_correction", "{refused}");
        assert!(refused.to_string().starts_with("Account "), "{refused}");
    }
    run.judge(1, Verdict::Corrected, &[("account", "Other")])
        .await
        .unwrap();
    assert_eq!(run.shown(1).await, said("Other", "corrected"));
    assert_eq!(run.counts().await.needs_review, 1);
    assert_eq!(mill.server.bill().requests, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unsure_answer_is_laid_out_for_the_person() {
    let mill = Mill::with(|asked| {
        let confidence = if asked.user.contains("SHOP 002") {
            "0.4"
        } else {
            "0.9"
        };
        let answer =
            format!("{{\"account\":\"Food\",\"confidence\":{confidence},\"reason\":\"r\"}}");
        mill_testkit::Turn::answer(answer)
    })
    .await;
    let run = mill.shops(3).run().await;
    let (total, rows) = mill
        .engine
        .task_page(run.id, RowFilter::NeedsReview, "", 0, 10)
        .await
        .unwrap();
    assert_eq!((total, rows[0].number), (1, TaskNumber(2)));
    let detail = mill
        .engine
        .review_detail(run.id, TaskNumber(2))
        .await
        .unwrap();
    assert!(detail.unsure());
    assert_eq!(detail.why, "r");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_row_has_no_result_to_judge() {
    let mill = Mill::with(|_| mill_testkit::Turn::empty()).await;
    let run = mill.shops(1).run().await;
    for verdict in [Verdict::Rejected, Verdict::Accepted] {
        let refused = run.judge(1, verdict, &[]).await.unwrap_err();
        assert!(!refused.to_string().is_empty());
    }
    assert_eq!(run.shown(1).await.1, None);
}
