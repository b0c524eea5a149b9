//! The samples fit the skills they are meant for.

use std::path::PathBuf;

use mill_skills::{Skill, inputs_for_row, map_columns};

use super::shipped::shipped;

fn sample(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../samples")
        .join(file)
}

/// Rows whose inputs are all of their type.
fn usable_rows(skill: &Skill, file: &str, columns_that_map: &[(&str, &str)]) -> (usize, usize) {
    let mut reader = csv::Reader::from_path(sample(file)).unwrap();
    let columns: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect();
    let map = map_columns(&columns, &skill.inputs, columns_that_map).unwrap();
    let rows: Vec<_> = reader
        .records()
        .map(|record| {
            inputs_for_row(
                &map,
                &record
                    .unwrap()
                    .iter()
                    .map(str::to_owned)
                    .collect::<Vec<_>>(),
            )
        })
        .collect();
    (
        rows.len(),
        rows.iter()
            .filter(|row| row.is_usable() && row.findings.is_empty())
            .count(),
    )
}

#[test]
fn every_row_of_the_samples_can_be_used() {
    let card = shipped("card-coding");
    let chinese = [
        ("service_area", "部门"),
        ("creditor", "商户"),
        ("value", "金额"),
    ];
    let japanese = [
        ("service_area", "部署"),
        ("creditor", "支払先"),
        ("value", "金額"),
    ];
    assert_eq!(
        usable_rows(&card, "month-end/card-lines.csv", &[]),
        (600, 600)
    );
    assert_eq!(
        usable_rows(&card, "month-end/card-lines.zh.utf8.csv", &chinese),
        (100, 100)
    );
    assert_eq!(
        usable_rows(&card, "month-end/card-lines.ja.utf8.csv", &japanese),
        (100, 100)
    );
    assert_eq!(
        usable_rows(&shipped("mtg-prep"), "meetings/meetings.csv", &[]),
        (30, 30)
    );
}

#[test]
fn the_variants_are_in_the_encodings_they_are_said_to_be_in() {
    let bytes = |file: &str| std::fs::read(sample(file)).unwrap();
    for (legacy, modern) in [
        (
            "month-end/card-lines.zh.csv",
            "month-end/card-lines.zh.utf8.csv",
        ),
        (
            "month-end/card-lines.ja.csv",
            "month-end/card-lines.ja.utf8.csv",
        ),
    ] {
        assert!(
            String::from_utf8(bytes(legacy)).is_err(),
            "{legacy} is UTF-8"
        );
        assert!(
            String::from_utf8(bytes(modern)).is_ok(),
            "{modern} is not UTF-8"
        );
    }
    // `商户` in GB18030 and `支払` in Shift-JIS.
    let holds =
        |file: &str, wanted: &[u8]| bytes(file).windows(wanted.len()).any(|part| part == wanted);
    assert!(holds(
        "month-end/card-lines.zh.csv",
        &[0xC9, 0xCC, 0xBB, 0xA7]
    ));
    assert!(holds(
        "month-end/card-lines.ja.csv",
        &[0x8E, 0x78, 0x95, 0xA5]
    ));
}

#[test]
fn six_invoices_are_real_pdf_files() {
    let files = std::fs::read_dir(sample("invoices"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let heads: Vec<bool> = files
        .map(|path| std::fs::read(path).unwrap().starts_with(b"%PDF-"))
        .collect();
    assert_eq!(heads, [true; 6]);
}
