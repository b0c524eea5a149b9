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

/// Bytes as of a program: zeros and line ends in even places, letters of no language.
fn program() -> Vec<u8> {
    let mut bytes =
        b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xFF\xFF\0\0\xB8\0\0\0\0\0\0\0\x40\0\0\0".to_vec();
    let mut noise = 7_u32;
    for place in 0..4_000_u32 {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [_, _, _, high] = noise.to_le_bytes();
        bytes.extend(match place % 5 {
            0 => [0, b'\n'],
            1 => [0, high],
            _ => [high, high ^ 0x5A],
        });
    }
    bytes
}

#[test]
fn what_is_no_table_is_called_what_it_is_whatever_its_name() {
    let found = |bytes: &[u8]| {
        let error = read_table_bytes(Path::new("list.csv"), bytes, &ReadOptions::default());
        let error = error.unwrap_err();
        let found = error
            .params()
            .into_iter()
            .find(|(name, _)| *name == "found");
        (
            error.code(),
            found.map(|(_, found)| found).unwrap_or_default(),
        )
    };
    let said = |text: &str| ("not_a_table", text.to_owned());
    assert_eq!(found(&program()), said("a program"));
    assert_eq!(found(&program()[2..]), said("data of another program"));
    let mut photo = std::io::Cursor::new(Vec::new());
    crate::made::photo()
        .write_to(&mut photo, image::ImageFormat::Jpeg)
        .unwrap();
    assert_eq!(found(photo.get_ref()), said("a picture"));
    let mut sound = b"RIFF\x24\x08\0\0WAVEfmt \x10\0\0\0\x01\0\x02\0".to_vec();
    sound.extend([0, 1, 2, 3].repeat(200));
    assert_eq!(found(&sound), said("a sound recording"));
}

#[test]
fn a_sign_that_no_program_shows_is_named_with_its_row_and_stays() {
    let text = b"id,note\n1,fine\n2,ends\0here\n";
    let table = read_table_bytes(Path::new("t.csv"), text, &ReadOptions::default()).unwrap();
    let said: Vec<_> = table
        .problems
        .iter()
        .map(|problem| {
            let place = (problem.row, problem.column.as_deref());
            (problem.kind.code(), place, problem.blocks_row)
        })
        .collect();
    assert_eq!(said, [("undecodable", (Some(3), Some("note")), false)]);
    assert_eq!(table.rows[1].cells[1], "ends\0here");
    assert!(table.problems[0].message.contains("ends␀here"));
}
