//! In, out and in again: every cell as it was.

use std::path::{Path, PathBuf};

use mill_domain::{DecidedBy, FieldName, FieldType, Outcome, Record, Usd, Verdict};
use mill_tables::{
    CostSheet, CsvOptions, Export, ExportRow, ExportWords, HeaderChoice, ReadOptions, ResultColumn,
    Table, read_table, write_csv, write_xlsx,
};
use proptest::prelude::*;
use serde_json::json;

/// What a table's file may be called.
const ENDINGS: [&str; 8] = ["csv", "tsv", "txt", "xlsx", "xlsm", "xls", "xlsb", "ods"];

/// Fixtures that are refused in words, which tests of their own look at.
const REFUSED: [&str; 1] = ["short-cells.xlsb"];

/// Every table of the samples and the fixtures, however deep.
fn tables() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("../../samples"), root.join("tests/fixtures")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let ending = path.extension().and_then(|ending| ending.to_str());
            if path.is_dir() {
                folders.push(path);
            } else if ending.is_some_and(|ending| ENDINGS.contains(&ending)) {
                found.push(path);
            }
        }
    }
    found.retain(|path| !REFUSED.iter().any(|name| path.ends_with(name)));
    found.sort();
    found
}

/// Its rows with a result beside each.
fn export_of(columns: Vec<String>, rows: Vec<(u32, Vec<String>)>) -> Export {
    let mut output = Record::new();
    output.set(&FieldName::new("account"), json!("=1+1"));
    let row = |(number, cells)| ExportRow {
        number,
        cells,
        output: output.clone(),
        outcome: Some(Outcome::Done),
        decided_by: Some(DecidedBy::Model),
        findings: "a, \"b\"; c".to_owned(),
        verdict: Some(Verdict::Corrected),
        by_sample: None,
        cost: Usd::from_pico(2_100_000_000),
        practice: false,
    };
    Export {
        columns,
        rows: rows.into_iter().map(row).collect(),
        result_columns: vec![ResultColumn {
            field: FieldName::new("account"),
            label: "Account".to_owned(),
            field_type: FieldType::Text { max_chars: None },
        }],
        run_sheet: vec![("Skill".to_owned(), "card-coding 3".to_owned())],
        sign_off_sheet: Vec::new(),
        cost_sheet: CostSheet::default(),
        banner: None,
    }
}

/// The cells of each row, as wide as the widest: a blank cell at the end of a row is none.
fn wide(table: &Table, width: usize) -> Vec<Vec<String>> {
    let of_row = |cells: &Vec<String>| {
        let mut cells = cells.clone();
        cells.resize(width, String::new());
        cells
    };
    table.rows.iter().map(|row| of_row(&row.cells)).collect()
}

/// Out to each kind of file, and in again.
fn written_and_read(export: &Export) -> Vec<(&'static str, Table)> {
    let folder = tempfile::tempdir().unwrap();
    let words = ExportWords::default();
    let named = |name: &str| folder.path().join(name);
    write_xlsx(&named("out.xlsx"), export, &words).unwrap();
    write_csv(&named("out.csv"), export, &words, &CsvOptions::default()).unwrap();
    let tabs = CsvOptions {
        delimiter: '\t',
        encoding: "gb18030".to_owned(),
    };
    write_csv(&named("tabs.csv"), export, &words, &tabs).unwrap();
    let semicolons = CsvOptions {
        delimiter: ';',
        ..CsvOptions::default()
    };
    write_csv(&named("semicolons.csv"), export, &words, &semicolons).unwrap();
    ["out.xlsx", "out.csv", "tabs.csv", "semicolons.csv"]
        .into_iter()
        .map(|name| {
            let options = ReadOptions {
                header: HeaderChoice::Row(1),
                encoding: (name == "tabs.csv").then(|| "gb18030".to_owned()),
                ..ReadOptions::default()
            };
            (name, read_table(&named(name), &options).unwrap())
        })
        .collect()
}

#[test]
fn every_sample_and_fixture_comes_back_to_the_letter() {
    let paths = tables();
    assert!(paths.len() >= 9, "{paths:?}");
    for path in paths {
        let table = read_table(&path, &ReadOptions::default()).unwrap();
        let name = path.display();
        let width = table.rows.iter().map(|row| row.cells.len()).max();
        let width = width.unwrap_or_default().max(table.columns.len());
        let rows = table.rows.iter().map(|row| (row.number, row.cells.clone()));
        let export = export_of(table.columns.clone(), rows.collect());
        assert!(!export.rows.is_empty(), "{name} has no rows");
        for (kind, back) in written_and_read(&export) {
            let own = table.columns.len();
            assert_eq!(back.columns[..own], table.columns[..], "{name} as {kind}");
            let before = wide(&table, width);
            let after = wide(&back, width);
            assert_eq!(after.len(), before.len(), "rows of {name} as {kind}");
            for ((before, after), row) in before.iter().zip(&after).zip(&table.rows) {
                assert_eq!(after, before, "row {} of {name} as {kind}", row.number);
            }
        }
    }
}

/// Text with everything that spreadsheets, delimiters and markup give a meaning to.
fn cell() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[=+@'\"-]?[a-zäß中0-9 ,.;:'\"%()<>&\t\n\r_#/\\\\|-]{0,10}(_x0041_)?",
        2 => "-?[0-9]{1,3}(,[0-9]{3}){0,2}(\\.[0-9]{1,4})?%?",
        1 => "0[0-9]{1,18}",
        1 => "[0-9]{1,4}E[0-9]{1,3}",
        1 => "(#REF!|#N/A|TRUE|FALSE|1/2|3-4|12:30|2026-03-31|31\\.03\\.26|\\$-5\\.00|€ 1\\.204,50)",
        1 => "[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\u{feff}\\u{fffe}\\u{ffff}]{0,8}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_table_comes_back_to_the_letter(
        names in prop::collection::vec("[A-Za-z中][A-Za-z0-9 中]{0,6}[a-z]", 3),
        rows in prop::collection::vec(prop::collection::vec(cell(), 3..5), 1..8),
    ) {
        // A name of its own for each column, and a cell in each row: blank rows are no rows.
        let columns: Vec<String> = names.iter().enumerate().map(|(place, name)| format!("{name}{place}")).collect();
        let rows: Vec<(u32, Vec<String>)> = (2..).zip(rows).map(|(number, mut cells)| {
            cells[0] = format!("r{number}{}", cells[0]);
            (number, cells)
        }).collect();
        let export = export_of(columns.clone(), rows.clone());
        for (kind, back) in written_and_read(&export) {
            prop_assert_eq!(&back.columns[..3], &columns[..], "{}", kind);
            let before: Vec<Vec<String>> = rows.iter().map(|(_, cells)| {
                let mut cells = cells.clone();
                cells.resize(4, String::new());
                cells
            }).collect();
            let after = wide(&back, 4);
            let surplus = before.iter().any(|cells| !cells[3].is_empty());
            let compared = if surplus { 4 } else { 3 };
            for (before, after) in before.iter().zip(&after) {
                prop_assert_eq!(&after[..compared], &before[..compared], "{}", kind);
            }
            prop_assert_eq!(before.len(), after.len());
        }
    }
}
