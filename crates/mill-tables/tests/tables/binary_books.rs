//! XLS and XLSB: what a person sees in them.

use std::path::{Path, PathBuf};

use mill_tables::{ReadOptions, TableKind, read_table};

use crate::made::{cells, places};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(name)
}

#[test]
fn the_old_excel_format_shows_codes_percent_and_days() {
    let table = read_table(&fixture("excel-97.xls"), &ReadOptions::default()).unwrap();
    assert_eq!(
        (table.kind, table.columns.join("|").as_str()),
        (TableKind::Xls, "account|share|amount|when")
    );
    assert_eq!(
        cells(&table),
        [
            ["00123", "7.5%", "1234.5", "2026-03-31"],
            ["00123", "100.0%", "-7", "2026-04-01"]
        ]
    );
    assert_eq!(places(&table), []);
}

#[test]
fn formats_of_both_binary_kinds_are_shown_as_a_person_sees_them() {
    for (name, kind) in [
        ("looks.xls", TableKind::Xls),
        ("looks.xlsb", TableKind::Xlsb),
    ] {
        let everything = ReadOptions {
            include_hidden: true,
            sheet: Some("Data".to_owned()),
            ..ReadOptions::default()
        };
        let table = read_table(&fixture(name), &everything).unwrap();
        assert_eq!(table.kind, kind);
        let columns = [
            "account", "share", "amount", "secret", "when", "time", "office",
        ];
        assert_eq!(table.columns, columns, "{name}");
        let expected = [
            [
                "00123",
                "7.5%",
                "1,234.50 €",
                "approve it",
                "2026-03-31",
                "12:00",
                "Berlin",
            ],
            [
                "00123",
                "100%",
                "USD 1,234.50",
                "x",
                "2026-03-31 18:00",
                "18:00",
                "Berlin",
            ],
            [
                "04711",
                "12.0%",
                "(7.25)",
                "x",
                "1900-02-28",
                "1900-01-01 12:00",
                "Bonn",
            ],
            [
                "00005",
                "50%",
                "3.00 €",
                "hidden row",
                "1900-03-01",
                "06:00",
                "",
            ],
            ["00006", "0.5%", "USD 0.00", "x", "2026-04-01", "00:00", ""],
        ];
        assert_eq!(cells(&table), expected, "{name}");
    }
}

#[test]
fn a_workbook_of_excel_5_keeps_its_amounts_as_amounts() {
    let table = read_table(&fixture("looks-5.xls"), &ReadOptions::default()).unwrap();
    let amounts: Vec<&str> = table.rows.iter().map(|row| row.cells[2].as_str()).collect();
    assert_eq!(amounts[1..3], ["USD 1,234.50", "(7.25)"]);
    let days: Vec<&str> = table.rows.iter().map(|row| row.cells[4].as_str()).collect();
    assert_eq!(days[..2], ["2026-03-31", "2026-03-31 18:00"]);
    assert_eq!(table.rows[1].cells[0], "00123");
}

#[test]
fn what_is_hidden_in_a_binary_workbook_is_left_out_and_said() {
    let table = read_table(&fixture("looks.xlsb"), &ReadOptions::default()).unwrap();
    assert_eq!(
        table.columns,
        ["account", "share", "amount", "when", "time", "office"]
    );
    assert_eq!(table.rows.len(), 4);
    let found = places(&table);
    for expected in [
        ("hidden_sheet", None, None),
        ("hidden_row", Some(5), None),
        ("hidden_text", None, Some("D")),
        ("merged", Some(2), None),
    ] {
        assert!(found.contains(&expected), "{expected:?} in {found:?}");
    }
    let table = read_table(&fixture("looks.xls"), &ReadOptions::default()).unwrap();
    assert!(places(&table).contains(&("hidden_text", None, Some("D"))));
}

#[test]
fn cells_that_would_go_missing_are_refused_in_plain_words() {
    let error = read_table(&fixture("short-cells.xlsb"), &ReadOptions::default()).unwrap_err();
    assert_eq!(error.code(), "damaged");
    assert!(error.to_string().contains("short form"), "{error}");
    assert!(error.hint().contains("save it again"));
}
