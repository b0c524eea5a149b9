//! A saved design, from its skill and its list to a run, and what stays private on the way.

use std::path::Path;

use mill_domain::{FieldName, KeyName, ProviderName, Secret, TaskNumber, Verdict};
use mill_engine::{Basis, KeyPlace, MappingChange, SkillId};
use mill_store::JobChange;
use mill_tables::ReadOptions;

use crate::setup::{ANTHROPIC, Mill, Run, coded, told};

const CARD: &str = "Service Area,Creditor,JV Value\n\
    Children,OYSTER TOP UP,10.00\n\
    Highways,SOME SHOP,3.00\n";

/// Answers the shipped card skill.
fn card_answer(_: &mill_testkit::Asked) -> mill_testkit::Turn {
    let answer = r#"{"account":"Food Costs","confidence":0.9,"reason":"a shop"}"#;
    mill_testkit::Turn::answer(answer)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_is_designed_run_and_found_again() {
    let mill = Mill::with(card_answer).await;
    let engine = &mill.engine;
    let job = engine
        .create_job(
            &SkillId::new("card-coding"),
            Some("Cards of May".to_owned()),
        )
        .await
        .unwrap();
    let list = mill.file("card.csv", CARD);
    engine
        .set_job_file(job, vec![list], ReadOptions::default())
        .await
        .unwrap();
    engine
        .edit_job_cells(job, vec![(1, 1, "ANOTHER SHOP".to_owned())])
        .await
        .unwrap();
    let change = JobChange {
        model: Some(ANTHROPIC.to_owned()),
        ..JobChange::default()
    };
    engine
        .change_job(job, change, MappingChange::default())
        .await
        .unwrap();

    let table = engine.prepare_job(job, None).await.unwrap();
    let decides: Vec<bool> = table
        .prepared
        .decisions()
        .iter()
        .map(mill_engine::Decision::asks_model)
        .collect();
    assert_eq!(decides, [false, true]);
    let id = engine.start(table.prepared).await.unwrap();
    let run = Run { engine, id };
    assert_eq!(run.told().await, "finished; 1 by rule, 1 by model");
    let row = run.row(2).await;
    assert_eq!(row.cells[1], "ANOTHER SHOP");
    assert_eq!(
        row.output.unwrap().text(&FieldName::new("account")),
        "Food Costs"
    );
    mill.books_agree_with_the_bill(&[id]).await;

    let summary = run.end().await;
    assert_eq!((summary.row.job, summary.row.number), (Some(job), 1));
    let again = engine.prepare_job(job, Some(1)).await.unwrap();
    let second = engine.start(again.prepared).await.unwrap();
    engine.wait(second).await.unwrap();
    assert_eq!(engine.run(second).await.unwrap().row.number, 2);

    engine.set_job_deleted(job, true).await.unwrap();
    assert!(engine.jobs().await.unwrap().iter().all(|row| row.id != job));
    assert_eq!(
        engine.runs().await.unwrap().len(),
        2,
        "runs stay when their job goes"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sample_job_is_ready_once_and_runs_to_its_end() {
    let mill = Mill::with(|_| coded("Food")).await;
    let engine = &mill.engine;
    engine.make_sample_once("Sample").await.unwrap();
    engine.make_sample_once("Sample").await.unwrap();
    let jobs = engine.jobs().await.unwrap();
    assert_eq!(jobs.len(), 1);
    let table = engine.prepare_job(jobs[0].id, Some(60)).await.unwrap();
    let id = engine.start(table.prepared).await.unwrap();
    engine.wait(id).await.unwrap();
    let summary = engine.run(id).await.unwrap();
    assert!(
        told(&summary).starts_with("finished; "),
        "{}",
        told(&summary)
    );
    assert_eq!(summary.census.tasks.done, 60);
    engine.set_job_deleted(jobs[0].id, true).await.unwrap();
    engine.make_sample_once("Sample").await.unwrap();
    assert!(
        engine.jobs().await.unwrap().is_empty(),
        "a sample that was deleted does not come back"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_estimate_says_what_it_rests_on_and_learns_from_runs() {
    let mill = Mill::with(|_| coded("Food")).await;
    let estimate = mill
        .engine
        .estimate(&mill.lines(&["OYSTER", "A", "B"]).prepare().unwrap())
        .await
        .unwrap();
    assert_eq!(
        (estimate.tasks, estimate.by_rule, estimate.by_model),
        (3, 1, 2)
    );
    assert_eq!(estimate.basis, Basis::Bounds);
    let (least, likely, most) = estimate.cost;
    assert!(least <= likely && likely <= most && estimate.smallest_budget <= most);

    let run = mill.shops(4).run().await;
    let spent = run.end().await.row.budget.spent;
    assert!(
        spent <= most.scaled(2, 1),
        "four rows cost less than twice the most of two"
    );
    let estimate = mill
        .engine
        .estimate(&mill.shops(4).prepare().unwrap())
        .await
        .unwrap();
    assert_eq!(estimate.basis, Basis::EarlierRuns { runs: 1 });
    assert_eq!(estimate.cost.1, spent, "the same four rows again");
    assert_eq!(mill.server.bill().requests, 4, "an estimate asks nobody");
}

pub(crate) fn files_below(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_reaches_the_provider_and_no_file_of_ours() {
    let secret = "sk-ant-very-secret-9876";
    let mill = Mill::with(|_| mill_testkit::Turn::status(400, "invalid_request_error", "no")).await;
    let provider = ProviderName::new("anthropic");
    let key = Secret::new(format!(" {secret}\n"));
    mill.engine
        .set_key(&provider, &KeyName::default(), key, false)
        .await
        .unwrap();
    let keys = mill.engine.keys().await.unwrap().keys;
    let kept = keys.iter().find(|key| key.provider == provider).unwrap();
    assert_eq!(
        kept.last_four.as_deref(),
        Some("6789"),
        "the environment's key is nearer than the store's"
    );
    assert_eq!(kept.place, KeyPlace::Environment);

    let key = Secret::new(secret.to_owned());
    mill.engine
        .set_key(&provider, &KeyName::default(), key, true)
        .await
        .unwrap();
    let run = mill.shops(2).run().await;
    assert_eq!(run.told().await, "finished; 2 provider_error");
    assert!(
        mill.server
            .requests()
            .iter()
            .all(|request| request.has_key(secret))
    );
    assert!(!format!("{:?}", run.rows().await).contains("very-secret"));
    let spaced = Secret::new("two words".to_owned());
    let refused = mill
        .engine
        .set_key(&provider, &KeyName::default(), spaced, true)
        .await
        .unwrap_err();
    assert!(!refused.to_string().contains("words`"), "{refused}");

    mill.engine.close().await;
    for file in files_below(&mill.path("home")) {
        let bytes = std::fs::read(&file).unwrap();
        let found = bytes.windows(11).any(|window| window == b"very-secret");
        assert!(!found, "{}", file.display());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dates_are_read_in_the_order_their_column_tells() {
    let sidecar = r#"
[inputs]
day = { label = "Day", type = "date", required = true }

[outputs]
note = { label = "Note", type = "text" }
"#;
    let mill = Mill::with(|asked| {
        let day = asked
            .user
            .lines()
            .find(|line| line.starts_with("Day: "))
            .unwrap();
        mill_testkit::Turn::answer(format!("{{\"note\":\"{day}\"}}"))
    })
    .await;
    let list = mill.file("days.csv", "Day\n03/04/2026\n23/04/2026\n");
    let run = mill
        .table(&list)
        .skill(crate::setup::skill_of((sidecar, "")))
        .run()
        .await;
    assert_eq!(run.told().await, "finished; 2 by model");
    let note = FieldName::new("note");
    assert_eq!(
        run.row(1).await.output.unwrap().text(&note),
        "Day: 2026-04-03"
    );
    let detail = mill
        .engine
        .review_detail(run.id, TaskNumber(1))
        .await
        .unwrap();
    assert_eq!(
        detail.row.row.cells,
        ["03/04/2026"],
        "the cell stays as it was"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_corrected_list_is_held_to_the_types_of_its_records() {
    let sidecar = r#"
[inputs]
text = { label = "Text", type = "text", required = true }

[outputs.lines]
label = "Lines"
type = "list"

[outputs.lines.fields]
what   = { label = "What", type = "text" }
amount = { label = "Amount", type = "money" }
"#;
    let mill = Mill::with(|_| {
        mill_testkit::Turn::answer(r#"{"lines":[{"what":"rent","amount":"5.00"}]}"#)
    })
    .await;
    let run = mill
        .lines(&["A"])
        .skill(crate::setup::skill_of((sidecar, "")))
        .run()
        .await;
    assert_eq!(run.told().await, "finished; 1 by model");
    let correct = async |text: &str| {
        let fields = [("lines".to_owned(), text.to_owned())]
            .into_iter()
            .collect();
        let tasks = vec![TaskNumber(1)];
        mill.engine
            .judge(run.id, tasks, Verdict::Corrected, &fields)
            .await
    };
    for wrong in [
        "rent",
        "{\"what\":1}",
        r#"[{"what":"rent","amount":"much"}]"#,
    ] {
        let refused = correct(wrong).await.unwrap_err();
        assert_eq!(refused.code(), "bad_correction", "{wrong}: {refused}");
    }
    correct(r#"[{"what":"rent","amount":6}]"#).await.unwrap();
    let lines = run.row(1).await.output.unwrap();
    let expected = serde_json::json!([{"what": "rent", "amount": "6"}]);
    assert_eq!(lines.get(&FieldName::new("lines")), Some(&expected));
}
