//! Broken bytes get an answer, never a panic.

use std::path::Path;

use mill_tables::{ReadOptions, read_document, read_table_bytes};
use proptest::prelude::*;

use crate::made::{file, hand_made_xlsx, pdf, text_cell};

/// The bytes with some of them changed and the end cut off.
fn spoiled(mut bytes: Vec<u8>, changes: &[(usize, u8)], keep_percent: usize) -> Vec<u8> {
    for (place, value) in changes {
        let place = place % bytes.len();
        bytes[place] = *value;
    }
    bytes.truncate((bytes.len() * keep_percent / 100).max(1));
    bytes
}

fn changes() -> impl Strategy<Value = (Vec<(usize, u8)>, usize)> {
    (
        prop::collection::vec((any::<usize>(), any::<u8>()), 1..12),
        prop_oneof![Just(100_usize), 10_usize..100],
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_spoiled_workbook_gets_an_answer((changes, keep) in changes()) {
        let sheet = format!(
            r#"<sheetData><row r="1">{}</row><row r="2"><c r="A2"><v>12.5</v></c></row></sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells>"#,
            text_cell("A1", "amount")
        );
        let bytes = spoiled(hand_made_xlsx(&sheet, &[(0, ""), (164, "0.0%")], ""), &changes, keep);
        let answer = read_table_bytes(Path::new("spoiled.xlsx"), &bytes, &ReadOptions::default());
        prop_assert!(answer.map_or_else(|error| !error.hint().is_empty(), |table| !table.columns.is_empty()));
    }

    #[test]
    fn a_spoiled_document_gets_an_answer((changes, keep) in changes()) {
        let whole = pdf(&["BT /F1 12 Tf 60 700 Td (Rent for March 2026, Hauptstrasse) Tj ET", "q 9 0 0 9 0 0 cm /Im1 Do Q"]);
        let made = file("spoiled.pdf", spoiled(whole, &changes, keep));
        let document = read_document(&made.path).unwrap();
        prop_assert!(!document.pages.is_empty() || document.is_blocked());
    }
}
