//! What rules decided and what a row cost, beside the run before: on every sheet, to the letter of the ledger.

use mill_domain::Usd;
use mill_engine::{ExportLanguage, Skill};
use mill_tables::{HeaderChoice, ReadOptions, read_table};

use crate::setup::{LINES, Mill, coded_at_nine_cents, skill_of, usd};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sheets_say_what_rules_decided_and_a_row_cost_beside_the_run_before() {
    let mill = Mill::dear(|_| coded_at_nine_cents()).await;
    let run = |texts: &'static [&'static str]| mill.lines(texts).budget("5").run();
    let first = run(&["OYSTER 1", "SHOP", "CAFE", "BAKER"]).await;
    // Another skill's run in between is no run before.
    let elsewhere = Skill {
        name: "elsewhere".to_owned(),
        ..skill_of(LINES)
    };
    let other = mill.lines(&["SHOP"]).skill(elsewhere);
    let practice = mill.lines(&["SHOP"]).model("practice/sample");
    let (other, practice) = (other.run().await, practice.run().await);
    let second = run(&["OYSTER 1", "OYSTER 2", "OYSTER 3", "SHOP"]).await;
    mill.books_agree_with_the_bill(&[first.id, other.id, practice.id, second.id])
        .await;

    let since = mill.engine.run_since(second.id).await.unwrap();
    assert_eq!((since.now.by_rule, since.now.rows), (3, 4));
    let ledger: Usd = second.rows().await.iter().map(|row| row.cost).sum();
    assert_eq!(ledger, usd("0.09"), "one call");
    assert_eq!(
        since.now.per_row,
        usd("0.0225"),
        "the ledger's cost by all rows"
    );
    let before = since.before.unwrap();
    assert_eq!(
        before.figures.per_row,
        usd("0.0675"),
        "three calls, four rows"
    );
    assert!(!before.last_month);
    let expected = [
        ("Share decided by rule", "75 % (run 1: 25 %)"),
        ("Cost per row (USD)", "0.0225 (run 1: 0.0675)"),
    ];
    let sheet = mill.engine.closing_sheet(second.id).await.unwrap();
    let closing = sheet.lines(ExportLanguage::English, &jiff::tz::TimeZone::UTC);
    let path = mill.path("second.xlsx");
    let english = ExportLanguage::English;
    mill.engine
        .export_run(second.id, path.clone(), english)
        .await
        .unwrap();
    let options = ReadOptions {
        sheet: Some("Run".to_owned()),
        header: HeaderChoice::None,
        ..ReadOptions::default()
    };
    let written = read_table(&path, &options).unwrap();
    for (label, text) in expected {
        assert!(
            closing.contains(&(label.to_owned(), text.to_owned())),
            "{closing:?}"
        );
        let row = written
            .rows
            .iter()
            .find(|row| row.cells[0] == label)
            .unwrap();
        assert_eq!(row.cells[1], text);
    }
    let alone = mill.engine.run_since(first.id).await.unwrap();
    assert_eq!(alone.before, None);
}
