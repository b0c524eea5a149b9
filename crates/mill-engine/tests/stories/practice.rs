//! Practice: the whole way without a model, and nothing that could be taken for real.

use mill_domain::Usd;
use mill_engine::ExportLanguage;
use mill_tables::{ReadOptions, read_table};

use crate::setup::{Mill, coded, told};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_result_says_practice_and_nothing_is_sent_or_spent() {
    let mill = Mill::with(|_| coded("Food")).await;
    let texts = ["SHOP 1", "OYSTER", "SHOP 2", "SHOP 3"];
    let run = mill.lines(&texts).model("practice/sample").run().await;
    let summary = run.end().await;
    assert_eq!(told(&summary), "finished; 1 by rule, 3 by model");
    assert!(summary.model.is_practice());
    assert_eq!(
        (summary.requests, summary.row.budget.booked()),
        (0, Usd::ZERO)
    );
    assert_eq!(mill.server.bill().requests, 0);
    assert_eq!(mill.books(&[run.id]).await.0, Usd::ZERO);

    let path = mill.path("out.xlsx");
    let language = ExportLanguage::English;
    mill.engine
        .export_run(run.id, path.clone(), language)
        .await
        .unwrap();
    let table = read_table(&path, &ReadOptions::default()).unwrap();
    assert_eq!(
        table.header_row,
        Some(2),
        "the banner stands above the header"
    );
    let practice = table
        .columns
        .iter()
        .position(|column| column.to_lowercase() == "practice");
    let practice = practice.expect("a column says practice");
    assert!(
        table
            .rows
            .iter()
            .all(|row| row.cells[practice] == "practice")
    );

    let path = mill.path("out.json");
    mill.engine
        .export_run(run.id, path.clone(), language)
        .await
        .unwrap();
    let json: serde_json::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let banner = json["banner"].as_str().unwrap();
    assert!(
        banner.starts_with("PRACTICE: no model was asked"),
        "{banner}"
    );
    assert!(
        json["rows"]
            .as_array()
            .unwrap()
            .iter()
            .all(|row| row["practice"] == true)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn practice_on_the_shipped_skill_is_done_to_the_last_row() {
    let mill = Mill::with(|_| coded("Food")).await;
    let skill = mill
        .engine
        .skill(&mill_engine::SkillId::new("card-coding"))
        .unwrap();
    let list = mill.file(
        "card.csv",
        "Service Area,Creditor,JV Value\nChildren,OYSTER TOP UP,10.00\nHighways,SOME SHOP,3.00\nHighways,B & Q,7.50\n",
    );
    let run = mill
        .table(&list)
        .skill(skill)
        .model("practice/sample")
        .run()
        .await;
    assert_eq!(run.told().await, "finished; 2 by rule, 1 by model");
}
