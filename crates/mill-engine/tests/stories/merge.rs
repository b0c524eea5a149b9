//! Many results, one document: added up exactly, or written by a skill, with every line's rows checked.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mill_domain::{RunId, RunState, TaskNumber, Verdict};
use mill_engine::{
    ExportLanguage, LineKind, Merge, MergeChoices, MergeFinding, MergeInclude, MergeKey,
    MergeState, ResumeSkill, RowStanding, TableRecipe,
};
use mill_skills::Skill;
use mill_tables::{ReadOptions, read_table};
use mill_testkit::{Asked, Kind, Turn};
use serde_json::json;

use crate::setup::{ANTHROPIC, Mill, coded, row_text, skill_of, usd};

/// Writes one line for each result, twelve to a call.
const REPORT: (&str, &str) = (
    r#"
[inputs]
results = { label = "Results", type = "text", required = true }

[outputs.lines]
type = "list"
fields = { section = { type = "text" }, text = { type = "text" }, rows = { type = "text" } }

[merge]
heading = "section"
rows_per_call = 12

[defaults]
max_output_tokens = 1000
"#,
    "",
);

const UNREVIEWED: MergeInclude = MergeInclude {
    unreviewed: true,
    rejected: false,
};

/// The numbers of the blocks in what was asked.
fn blocks(asked: &Asked) -> Vec<String> {
    let mark = |line: &str| {
        let inside = line.trim().trim_start_matches("Results: ");
        let numbers = inside.strip_prefix("[row")?.trim_start_matches('s');
        Some(numbers.trim().trim_end_matches(']').to_owned())
    };
    asked.user.lines().filter_map(mark).collect()
}

fn is_merge(asked: &Asked) -> bool {
    asked.user.contains("Results: [row")
}

fn report(lines: &[(String, String)]) -> Turn {
    let lines: Vec<_> = lines
        .iter()
        .map(|(text, rows)| json!({"section": "All", "text": text, "rows": rows}))
        .collect();
    Turn::answer(json!({ "lines": lines }).to_string())
}

/// One line a block that names its rows.
fn faithful(asked: &Asked) -> Turn {
    let lines: Vec<(String, String)> = blocks(asked)
        .into_iter()
        .map(|rows| (format!("About {rows}."), rows))
        .collect();
    report(&lines)
}

fn choices(run: RunId, skill: Skill) -> MergeChoices {
    MergeChoices {
        run,
        skill,
        model: ANTHROPIC.parse().unwrap(),
        endpoint: None,
        key: None,
        agents: Some(1),
        budget: Some(usd("5")),
        include: UNREVIEWED,
    }
}

fn refusal() -> Turn {
    Turn::of(Kind::Refusal {
        reason: "not this one".to_owned(),
        text: String::new(),
    })
}

async fn written(mill: &Mill, run: RunId) -> (Merge, RunId) {
    let prepared = mill
        .engine
        .prepare_merge(choices(run, skill_of(REPORT)))
        .await
        .unwrap();
    let (key, by) = mill.engine.start_merge(prepared).await.unwrap();
    mill.engine.wait(by).await.unwrap();
    (mill.engine.merge(key).await.unwrap(), by)
}

async fn accept(mill: &Mill, run: RunId, tasks: &[u32]) {
    let tasks = tasks.iter().map(|task| TaskNumber(*task)).collect();
    mill.engine
        .judge(run, tasks, Verdict::Accepted, &BTreeMap::new())
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_journal_of_accepted_rows_balances_and_says_what_is_left_out() {
    let mill = Mill::with(|asked| match row_text(asked).as_str() {
        "BAD" => refusal(),
        text if text.ends_with('A') => coded("Other"),
        _ => coded("Food"),
    })
    .await;
    let list = mill.file(
        "lines.csv",
        "Text,Amount\nSHOP A,12.50\nSHOP B,20.10\nBAD,9\nSHOP B,-3.60\nSHOP A,7.00\n",
    );
    let run = mill.table(&list).run().await;
    run.end().await;
    let journal = TableRecipe {
        by: vec!["account".to_owned()],
        sum: vec!["Amount".to_owned()],
        contra: Some("=Card".to_owned()),
    };
    let nothing = MergeInclude::default();
    let refused = mill
        .engine
        .merge_table(run.id, journal.clone(), nothing)
        .await;
    assert_eq!(refused.unwrap_err().code(), "nothing_to_merge");

    accept(&mill, run.id, &[1, 2, 4]).await;
    let key = mill
        .engine
        .merge_table(run.id, journal, nothing)
        .await
        .unwrap();
    let merge = mill.engine.merge(key).await.unwrap();
    let document = merge.document.as_ref().unwrap();
    let lines: Vec<(LineKind, Vec<&str>, &[u32])> = document
        .lines
        .iter()
        .map(|line| {
            let cells = line.cells.iter().map(String::as_str);
            (line.kind, cells.collect(), line.rows.as_slice())
        })
        .collect();
    let all: &[u32] = &[2, 3, 5];
    assert_eq!(
        lines,
        [
            (
                LineKind::Line,
                vec!["Food", "2", "20.10", "3.60"],
                &[3, 5][..]
            ),
            (LineKind::Line, vec!["Other", "1", "12.50", ""], &[2][..]),
            (LineKind::Contra, vec!["=Card", "", "3.60", "32.60"], all),
            (LineKind::Total, vec!["", "3", "36.20", "36.20"], all),
        ]
    );
    assert_eq!(merge.state, MergeState::Whole);
    assert_eq!(merge.rows.left_out(RowStanding::Failed), [4]);
    assert_eq!(merge.rows.left_out(RowStanding::Unreviewed), [6]);

    for name in ["journal.xlsx", "journal.md", "journal.json"] {
        let path = mill.path(name);
        let written = mill
            .engine
            .export_merge(key, path.clone(), ExportLanguage::English);
        assert!(written.await.unwrap().bytes > 100, "{name}");
    }
    let table = read_table(&mill.path("journal.xlsx"), &ReadOptions::default()).unwrap();
    assert_eq!(
        table.columns,
        ["Account", "Count", "Debit", "Credit", "Rows"]
    );
    assert_eq!(table.rows[2].cells[0], "=Card");
    let text = std::fs::read_to_string(mill.path("journal.md")).unwrap();
    for said in [
        "| Food | 2 | 20.10 | 3.60 | ([3](#row-3), [5](#row-5)) |",
        "| **Total** | **3** | **36.20** | **36.20** |  |",
        "<a id=\"row-5\"></a>**5** SHOP B · -3.60",
        "Left out: failed | 1 (4)",
        "Left out: not judged | 1 (6)",
        "Nobody has judged this document yet.",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parts_are_merged_into_one_document_and_every_row_is_found_again() {
    let mill = Mill::with(|asked| {
        if is_merge(asked) {
            faithful(asked)
        } else {
            coded("Food")
        }
    })
    .await;
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_word_on_a_document_holds_until_it_is_another_one() {
    let mill = Mill::with(|asked| {
        if is_merge(asked) {
            faithful(asked)
        } else {
            coded("Food")
        }
    })
    .await;
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
    assert!(merge.is_practice());
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
