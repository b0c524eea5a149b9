//! The list of what people corrected: of a run, of a job, and in the workbook.

use mill_engine::{CorrectedField, ExportLanguage, Settings};
use mill_tables::{HeaderChoice, ReadOptions, read_table};

use crate::setup::{Mill, coded};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_correction_is_listed_with_who_from_what_to_what_and_whether_it_stands() {
    let mill = Mill::with(|_| coded("Food")).await;
    let settings = Settings {
        reviewer: "Ann".to_owned(),
        ..mill.engine.settings().await.unwrap()
    };
    mill.engine.set_settings(&settings).await.unwrap();
    let run = mill.shops(3).run().await;
    run.correct(2, "Travel").await;
    run.correct(2, "Other").await;
    run.correct(3, "Travel").await;
    run.engine.undo_verdict(run.id).await.unwrap();
    let found = run.engine.corrections(run.id, false).await.unwrap();
    let said: Vec<_> = found
        .iter()
        .map(|one| {
            let CorrectedField { label, from, to } = &one.fields[0];
            (
                one.source_row,
                one.label.as_str(),
                one.reviewer.as_str(),
                format!("{label}: {from} -> {to}"),
                one.stands,
            )
        })
        .collect();
    let row = |change: &str, stands| (3, "SHOP 002 · 4.50", "Ann", change.to_owned(), stands);
    assert_eq!(
        said,
        [
            row("Account: Travel -> Other", true),
            row("Account: Food -> Travel", false)
        ],
        "what was taken back is not listed"
    );
    assert_eq!(run.engine.corrections(run.id, true).await.unwrap(), found);

    let path = mill.path("out.xlsx");
    let exported = run
        .engine
        .export_run(run.id, path.clone(), ExportLanguage::English);
    exported.await.unwrap();
    let sheet = ReadOptions {
        sheet: Some("Sign-off".to_owned()),
        header: HeaderChoice::None,
        ..ReadOptions::default()
    };
    let sheet = read_table(&path, &sheet).unwrap();
    let text = sheet.rows.iter().map(|row| row.cells.join(" | "));
    let text: Vec<String> = text.collect();
    let line = text.iter().find(|line| line.contains("Travel → Other"));
    assert!(
        line.is_some_and(|line| line.starts_with("Row 3, Account | Travel → Other (Ann, ")),
        "{text:?}"
    );
}
