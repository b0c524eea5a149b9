//! Sums and journals: added up exactly, without a model.

use mill_engine::{ExportLanguage, LineKind, MergeInclude, MergeState, RowStanding, TableRecipe};
use mill_tables::{ReadOptions, read_table};

use super::{accept, refusal};
use crate::setup::{Mill, coded, row_text};

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
