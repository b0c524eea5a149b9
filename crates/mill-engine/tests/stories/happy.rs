//! A table in, answers from each kind of provider, a workbook out.

use mill_domain::{DecidedBy, FieldName, Usage};
use mill_engine::ExportLanguage;
use mill_tables::{ReadOptions, Table, read_table};
use serde_json::json;

use crate::setup::{ANTHROPIC, CUSTOM, Mill, OPENAI, coded, row_text, told};

const CSV: &str = "Nr,Text,Amount\r\n\
    0001,SHOP A,12.50\r\n\
    0002,OYSTER TOP UP,20.00\r\n\
    0003,\"SHOP B, MAIN ST\",-3.00\r\n\
    0004,SHOP C,7.00\r\n\
    0005,OYSTER AUTO,10.00\r\n";

/// Rules decide two of five rows, the model the rest, and every sum agrees with the provider's bill.
async fn check(model: &str, usage: Usage) {
    let mill = Mill::with(move |asked| {
        let account = if row_text(asked).ends_with('A') {
            "Other"
        } else {
            "Food"
        };
        coded(account).with_usage(usage)
    })
    .await;
    let list = mill.file("lines.csv", CSV);
    let run = mill.table(&list).model(model).run().await;

    let summary = run.end().await;
    assert_eq!(told(&summary), "finished; 2 by rule, 3 by model");
    assert_eq!(summary.requests, 3);
    mill.books_agree_with_the_bill(&[run.id]).await;
    assert!(summary.row.budget.spent.is_positive());

    let account = FieldName::new("account");
    let accounts: Vec<_> = run
        .rows()
        .await
        .iter()
        .map(|row| {
            (
                row.decided_by.unwrap(),
                row.output.as_ref().unwrap().text(&account),
            )
        })
        .collect();
    let (rule, model) = (DecidedBy::Rule, DecidedBy::Model);
    let expected = [
        (model, "Other"),
        (rule, "Travel"),
        (model, "Food"),
        (model, "Food"),
        (rule, "Travel"),
    ];
    assert_eq!(
        accounts,
        expected.map(|(by, account)| (by, account.to_owned()))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn anthropic_answers_and_its_bill_is_our_bill() {
    let usage = Usage {
        input_tokens: 321,
        cache_read_tokens: 800,
        cache_write_short_tokens: 77,
        output_tokens: 41,
        ..Usage::default()
    };
    check(ANTHROPIC, usage).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn openai_answers_and_its_bill_is_our_bill() {
    let usage = Usage {
        input_tokens: 321,
        cache_read_tokens: 512,
        output_tokens: 41,
        ..Usage::default()
    };
    check(OPENAI, usage).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_custom_server_answers_and_its_bill_is_our_bill() {
    let usage = Usage {
        input_tokens: 321,
        output_tokens: 41,
        ..Usage::default()
    };
    check(CUSTOM, usage).await;
}

fn first_columns(table: &Table) -> Vec<Vec<String>> {
    let rows = table.rows.iter();
    rows.map(|row| row.cells.iter().take(3).cloned().collect())
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_comes_out_has_what_went_in_with_the_results_beside_it() {
    let mill = Mill::with(|_| coded("Food")).await;
    let list = mill.file("lines.csv", CSV);
    let run = mill.table(&list).run().await;
    let source = read_table(&list, &ReadOptions::default()).unwrap();
    assert_eq!(source.rows.len(), 5);

    for name in ["out.xlsx", "out.csv"] {
        let path = mill.path(name);
        let exported = mill
            .engine
            .export_run(run.id, path.clone(), ExportLanguage::English)
            .await
            .unwrap();
        assert_eq!(
            (exported.path.as_path(), exported.unreviewed),
            (path.as_path(), 5)
        );
        let table = read_table(&path, &ReadOptions::default()).unwrap();
        assert_eq!(
            table.columns[..5],
            ["Nr", "Text", "Amount", "Account", "Confidence"],
            "{name}"
        );
        assert_eq!(first_columns(&table), first_columns(&source), "{name}");
        assert_eq!(table.rows[0].cells[3..5], ["Food", "90%"], "{name}");
        assert_eq!(table.rows[1].cells[3..5], ["Travel", ""], "{name}");
    }

    let path = mill.path("out.json");
    let written = mill
        .engine
        .export_run(run.id, path.clone(), ExportLanguage::English);
    written.await.unwrap();
    let json: serde_json::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    assert_eq!(
        json["rows"][2]["cells"],
        json!(["0003", "SHOP B, MAIN ST", "-3.00"])
    );
    assert_eq!(
        (&json["rows"][2]["by"], &json["rows"][2]["practice"]),
        (&json!("model"), &json!(false))
    );
    let run_sheet: std::collections::BTreeMap<String, String> =
        serde_json::from_value(json["run"].clone())
            .map(|pairs: Vec<(String, String)>| pairs.into_iter().collect())
            .unwrap();
    let said = [
        "Skill",
        "Skill version",
        "Model",
        "Rows",
        "Done",
        "Decided by rule",
        "Decided by the model",
        "Requests",
    ];
    let expected = ["story", "1", ANTHROPIC, "5", "5", "2", "3", "3"];
    assert_eq!(said.map(|label| run_sheet[label].as_str()), expected);
    let spent = mill.engine.run(run.id).await.unwrap().row.budget.spent;
    assert_eq!(run_sheet["Cost (USD)"], spent.to_string());
    assert_eq!(run_sheet["Share decided by rule"], "40 %", "no run before");
    let per_row = (spent.to_decimal() / rust_decimal::Decimal::from(5)).round_dp(7);
    let said: rust_decimal::Decimal = run_sheet["Cost per row (USD)"].parse().unwrap();
    assert!(
        (said - per_row).abs() < "0.0001".parse().unwrap(),
        "{said} {per_row}"
    );
    let total = json["cost"]["rows"]
        .as_array()
        .unwrap()
        .last()
        .unwrap()
        .clone();
    assert_eq!(
        total[4],
        json!(spent.to_string()),
        "the cost sheet adds up to the run"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_workbook_carries_a_run_sheet_and_a_cost_sheet() {
    let mill = Mill::with(|_| coded("Food")).await;
    let run = mill.shops(2).run().await;
    let path = mill.path("out.xlsx");
    let written = mill
        .engine
        .export_run(run.id, path.clone(), ExportLanguage::English);
    written.await.unwrap();
    let sheets = read_table(&path, &ReadOptions::default()).unwrap().sheets;
    let names: Vec<&str> = sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    assert_eq!(names, ["Results", "Run", "Sign-off", "Cost"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_run_is_told_after_it_is_stored() {
    let mill = Mill::with(|_| coded("Food")).await;
    let mut events = mill.engine.subscribe();
    let run = mill.shops(3).run().await;
    let mut seen_end = false;
    while let Ok(event) = events.try_recv() {
        seen_end |= event
            == mill_engine::EngineEvent::Stale(
                vec!["runs", "home", "costs", "status", "jobs"]
                    .into_iter()
                    .map(str::to_owned)
                    .collect(),
            );
    }
    assert!(seen_end, "hosts are told to read costs anew");
    assert_eq!(run.told().await, "finished; 3 by model");
}
