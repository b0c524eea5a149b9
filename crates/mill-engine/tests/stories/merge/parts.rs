//! A document in parts: merged by the same skill, every row found again or named as missing.

use mill_domain::RunState;
use mill_engine::{ExportLanguage, MergeChoices, MergeFinding, MergeState};
use mill_skills::Skill;
use mill_testkit::ServerOptions;

use super::{
    REPORT, blocks, choices, faithful, food_in_a_report, is_merge, refusal, report, written,
};
use crate::setup::{CUSTOM, Mill, USUAL, coded, skill_of};

/// As many results in a call as the model reads.
fn all_at_once() -> Skill {
    let (sidecar, rules) = REPORT;
    let all = sidecar.replace("rows_per_call = 12", "rows_per_call = 100");
    assert_ne!(all, sidecar);
    skill_of((&all, rules))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parts_are_merged_into_one_document_and_every_row_is_found_again() {
    let mill = Mill::with(food_in_a_report).await;
    let run = mill.shops(30).run().await;
    run.end().await;
    let prepared = mill
        .engine
        .prepare_merge(choices(run.id, skill_of(REPORT)))
        .await
        .unwrap();
    let estimate = mill.engine.estimate_merge(&prepared).await.unwrap();
    assert_eq!((estimate.rows, estimate.parts, estimate.later), (30, 3, 3));
    assert!(estimate.all.cost.2 >= estimate.all.cost.1);

    let (merge, by) = written(&mill, run.id).await;
    let summary = mill.engine.run(by).await.unwrap();
    assert_eq!(summary.row.state, RunState::Finished);
    assert_eq!(summary.census.tasks.done, 4, "three parts and their merge");
    assert!(summary.row.budget.spent <= estimate.all.cost.2);
    mill.books_agree_with_the_bill(&[run.id, by]).await;

    let document = merge.document.as_ref().unwrap();
    assert_eq!(merge.state, MergeState::Whole);
    assert_eq!(document.findings, []);
    let rows: Vec<u32> = document
        .lines
        .iter()
        .flat_map(|line| line.rows.clone())
        .collect();
    assert_eq!(
        rows,
        merge
            .rows
            .used
            .iter()
            .map(|row| row.row)
            .collect::<Vec<_>>()
    );
    assert_eq!(mill.engine.merge_by(by).await.unwrap(), Some(merge.key));

    let path = mill.path("report.md");
    let exported = mill
        .engine
        .export_merge(merge.key, path.clone(), ExportLanguage::Chinese);
    assert_eq!(exported.await.unwrap().unreviewed, 30);
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains("其中包含 30 行未复核的结果"), "{text}");
    assert!(text.contains("## All"), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_only_the_list_of_a_server_says_of_its_window_is_known_before_a_merge() {
    let options = ServerOptions {
        models: vec!["house".to_owned()],
        // The answer's 1,000 tokens are within it.
        windows: [("house".to_owned(), 3_100)].into(),
        ..ServerOptions::default()
    };
    let mill = Mill::priced(USUAL, options, food_in_a_report).await;
    let run = mill.shops(40).run().await;
    run.end().await;
    let parts = async |model: &str| {
        let asked = MergeChoices {
            model: model.parse().unwrap(),
            endpoint: Some(mill.server.url()),
            skill: all_at_once(),
            ..choices(run.id, all_at_once())
        };
        let prepared = mill.engine.prepare_merge(asked).await.unwrap();
        mill.engine.estimate_merge(&prepared).await.unwrap().parts
    };
    let (unknown, small) = (parts("custom/silent").await, parts(CUSTOM).await);
    assert!(
        small > unknown,
        "a server that reads 2,100 tokens is given less at once: {small} parts, not {unknown}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_that_was_not_there_is_a_finding_and_so_is_one_that_is_lost() {
    let mill = Mill::with(|asked| {
        if !is_merge(asked) {
            return coded("Food");
        }
        let line = |text: &str, rows: &str| (text.to_owned(), rows.to_owned());
        report(&[
            line("Right.", "2, 3"),
            line("Half right.", "4, 77"),
            line("From nowhere.", ""),
            line("A range.", "6-7"),
        ])
    })
    .await;
    let run = mill.shops(6).run().await;
    run.end().await;
    let (merge, _) = written(&mill, run.id).await;
    let document = merge.document.unwrap();
    let rows: Vec<&[u32]> = document
        .lines
        .iter()
        .map(|line| line.rows.as_slice())
        .collect();
    assert_eq!(rows, [&[2, 3][..], &[4], &[], &[6, 7]]);
    assert_eq!(
        document.findings,
        [
            MergeFinding::UnknownRows {
                line: 2,
                rows: vec![77]
            },
            MergeFinding::NoRows { line: 3 },
            MergeFinding::Uncited { rows: vec![5] },
        ]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_part_that_fails_is_missing_and_never_passed_over() {
    let mill = Mill::with(|asked| match blocks(asked).first().map(String::as_str) {
        None => coded("Food"),
        Some("14") => refusal(),
        Some(_) => faithful(asked),
    })
    .await;
    let run = mill.shops(30).run().await;
    run.end().await;
    let (merge, by) = written(&mill, run.id).await;
    assert_eq!(merge.state, MergeState::Incomplete);
    assert_eq!(mill.engine.run(by).await.unwrap().census.tasks.failed, 1);
    let document = merge.document.unwrap();
    let missing = document.findings.iter().find_map(|finding| match finding {
        MergeFinding::Missing { rows, .. } => Some(rows.clone()),
        _ => None,
    });
    assert_eq!(missing, Some((14..=25).collect::<Vec<u32>>()));
    assert_eq!(document.lines.len(), 18);

    // The merge of the parts fails: they stand one after another.
    mill.server.set_script(|asked| {
        if asked.user.contains("About") {
            refusal()
        } else {
            faithful(asked)
        }
    });
    let (merge, _) = written(&mill, run.id).await;
    let document = merge.document.unwrap();
    assert_eq!(document.lines.len(), 30);
    assert_eq!(document.findings, [MergeFinding::NotMerged { parts: 3 }]);
}
