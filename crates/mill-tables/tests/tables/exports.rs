//! Results out and back in.

use mill_domain::{DecidedBy, FieldName, FieldType, Outcome, Record, Usd, Verdict};
use mill_tables::{
    CostSheet, CsvOptions, Export, ExportRow, ExportWords, ReadOptions, ResultColumn, Table,
    read_table, write_csv, write_json, write_xlsx,
};
use proptest::prelude::*;
use serde_json::json;

fn export(columns: &[&str], rows: &[Vec<String>]) -> Export {
    let result = |name: &str, label: &str, field_type| ResultColumn {
        field: FieldName::new(name),
        label: label.to_owned(),
        field_type,
    };
    let mut output = Record::new();
    output.set(&FieldName::new("account"), json!("Food Costs"));
    output.set(&FieldName::new("confidence"), json!("0.075"));
    output.set(&FieldName::new("amount"), json!("-1204.5"));
    output.set(&FieldName::new("day"), json!("2026-03-31"));
    Export {
        columns: columns.iter().map(|name| (*name).to_owned()).collect(),
        rows: (2..)
            .zip(rows)
            .map(|(number, cells)| ExportRow {
                number,
                cells: cells.clone(),
                output: output.clone(),
                outcome: Some(Outcome::Done),
                decided_by: Some(DecidedBy::Rule),
                findings: String::new(),
                verdict: Some(Verdict::Accepted),
                by_sample: None,
                cost: Usd::from_pico(2_100_000_000),
                practice: true,
            })
            .collect(),
        result_columns: vec![
            result("account", "Account", FieldType::Text { max_chars: None }),
            result("confidence", "Confidence", FieldType::Percent),
            result("amount", "Amount", FieldType::Money),
            result("day", "Day", FieldType::Date),
        ],
        run_sheet: vec![
            ("Skill".to_owned(), "card-coding 3".to_owned()),
            ("Reviewer".to_owned(), "=1+1".to_owned()),
        ],
        sign_off_sheet: Vec::new(),
        cost_sheet: CostSheet {
            columns: vec!["Model".to_owned(), "Cost".to_owned()],
            rows: vec![vec!["practice/sample".to_owned(), "0.0042".to_owned()]],
        },
        banner: Some("PRACTICE".to_owned()),
    }
}

fn texts(rows: &[&[&str]]) -> Vec<Vec<String>> {
    rows.iter()
        .map(|row| row.iter().map(|cell| (*cell).to_owned()).collect())
        .collect()
}

/// The first `width` cells of each row.
fn source_cells(table: &Table, width: usize) -> Vec<Vec<String>> {
    table
        .rows
        .iter()
        .map(|row| row.cells.iter().take(width).cloned().collect())
        .collect()
}

const DANGEROUS: [&str; 10] = [
    "=HYPERLINK(\"http://x.invalid\",\"ok\")",
    "+49 30 1234567",
    "@role",
    "-1+cmd",
    "\t=1",
    "\r=1",
    "-42",
    "-1,234.56",
    "(12.00)",
    "-",
];

#[test]
fn a_workbook_brings_every_source_cell_back_and_its_results_typed() {
    let rows = texts(&[
        &["00123", "01067", "000045", "125.50", "23/04/2014"],
        &["1E5", "08001", "3-4", "-7", "2014-04-23"],
        &["4711", "1", "x", "6,000.00", ""],
    ]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.xlsx");
    let report = write_xlsx(
        &path,
        &export(&["account", "zip", "ref", "amount", "day"], &rows),
        &ExportWords::default(),
    )
    .unwrap();
    assert_eq!(
        (report.rows, report.neutralised, report.shortened),
        (3, 1, 0)
    );
    let table = read_table(&path, &ReadOptions::default()).unwrap();
    assert_eq!(table.header_row, Some(2), "the banner stands above");
    assert_eq!(
        table.columns,
        [
            "account",
            "zip",
            "ref",
            "amount",
            "day",
            "Account (result)",
            "Confidence",
            "Amount (result)",
            "Day (result)",
            "Outcome",
            "Decided by",
            "Findings",
            "Verdict",
            "Cost (USD)",
            "practice"
        ]
    );
    assert_eq!(source_cells(&table, 5), rows);
    assert_eq!(
        table.rows[0].cells[5..],
        [
            "Food Costs",
            "7.5%",
            "-1,204.50",
            "2026-03-31",
            "done",
            "rule",
            "",
            "accepted",
            "0.0021",
            "practice"
        ]
    );
    assert_eq!(
        table
            .sheets
            .iter()
            .map(|sheet| sheet.name.as_str())
            .collect::<Vec<_>>(),
        ["Results", "Run", "Cost"]
    );
}

#[test]
fn the_run_sheet_holds_its_lines_as_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.xlsx");
    write_xlsx(
        &path,
        &export(&["a"], &texts(&[&["1"]])),
        &ExportWords::default(),
    )
    .unwrap();
    let run = read_table(
        &path,
        &ReadOptions {
            sheet: Some("Run".to_owned()),
            ..ReadOptions::default()
        },
    )
    .unwrap();
    let lines: Vec<&str> = run
        .columns
        .iter()
        .chain(run.rows.iter().flat_map(|row| &row.cells))
        .map(String::as_str)
        .collect();
    assert!(
        lines.windows(2).any(|pair| pair == ["Reviewer", "=1+1"]),
        "{lines:?}"
    );
}

#[test]
fn text_a_spreadsheet_would_evaluate_is_harmless_and_comes_back() {
    let rows: Vec<Vec<String>> = DANGEROUS
        .iter()
        .map(|text| vec![(*text).to_owned(), "x".to_owned()])
        .collect();
    let mut export = export(&["text", "other"], &rows);
    export.result_columns.truncate(1);
    let folder = tempfile::tempdir().unwrap();

    let path = folder.path().join("out.csv");
    let report = write_csv(
        &path,
        &export,
        &ExportWords::default(),
        &CsvOptions::default(),
    )
    .unwrap();
    assert_eq!(report.neutralised, 6);
    let raw = std::fs::read_to_string(&path).unwrap();
    for start in [
        "'=HYPERLINK",
        "'+49 30 1234567",
        "'@role",
        "'-1+cmd",
        "'\t=1",
        "'\r=1",
    ] {
        assert!(raw.contains(start), "{start:?}");
    }
    assert!(
        raw.contains("\r\n-42,") && raw.contains("\"-1,234.56\""),
        "plain numbers stay numbers"
    );
    let table = read_table(&path, &ReadOptions::default()).unwrap();
    assert_eq!(source_cells(&table, 2), rows);
    assert_eq!(
        table.columns.last().map(String::as_str),
        Some("Note"),
        "the marker is no column"
    );

    let path = folder.path().join("out.xlsx");
    let report = write_xlsx(&path, &export, &ExportWords::default()).unwrap();
    assert_eq!(
        report.neutralised, 7,
        "the six and the reviewer of the run sheet"
    );
    assert_eq!(
        source_cells(&read_table(&path, &ReadOptions::default()).unwrap(), 2),
        rows
    );
    assert!(!sheet_xml(&path).contains("<f>"), "no formula anywhere");
}

fn sheet_xml(path: &std::path::Path) -> String {
    use std::io::Read as _;
    let mut zip = zip::ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    let mut xml = String::new();
    zip.by_name("xl/worksheets/sheet1.xml")
        .unwrap()
        .read_to_string(&mut xml)
        .unwrap();
    xml
}

#[test]
fn chinese_csv_goes_out_in_its_own_encoding_and_comes_back() {
    let rows = texts(&[&["00123", "客户𠮷"], &["00124", "餐费"]]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    let options = CsvOptions {
        encoding: "gb18030".to_owned(),
        delimiter: ';',
    };
    write_csv(
        &path,
        &export(&["科目", "名称"], &rows),
        &ExportWords::default(),
        &options,
    )
    .unwrap();
    let table = read_table(&path, &ReadOptions::default()).unwrap();
    assert_eq!(
        (table.encoding.as_deref(), table.delimiter),
        (Some("gb18030"), Some(';'))
    );
    assert_eq!(source_cells(&table, 2), rows);

    let options = CsvOptions {
        encoding: "windows-1252".to_owned(),
        delimiter: ';',
    };
    let error = write_csv(
        &path,
        &export(&["科目", "名称"], &rows),
        &ExportWords::default(),
        &options,
    )
    .unwrap_err();
    assert_eq!(error.code(), "not_written");
    assert_eq!(
        source_cells(&read_table(&path, &ReadOptions::default()).unwrap(), 2),
        rows,
        "the old file is whole"
    );
}

#[test]
fn json_holds_everything_as_it_is() {
    let rows = texts(&[&["=1", "00123"]]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.json");
    write_json(&path, &export(&["a", "b"], &rows)).unwrap();
    let object: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(object["banner"], "PRACTICE");
    assert_eq!(object["rows"][0]["cells"], json!(["=1", "00123"]));
    assert_eq!(object["rows"][0]["output"]["confidence"], "0.075");
    assert_eq!(
        (&object["rows"][0]["cost_usd"], &object["rows"][0]["by"]),
        (&json!("0.0021"), &json!("rule"))
    );
    assert_eq!(object["run"][0], json!(["Skill", "card-coding 3"]));
}

#[test]
fn the_real_card_lines_come_back_from_a_workbook_to_the_letter() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/card-2014-15.csv");
    if !path.exists() {
        use std::io::Write as _;
        writeln!(
            std::io::stderr(),
            "skipped: ../shared/data/card-2014-15.csv is not there"
        )
        .unwrap();
        return;
    }
    let source = read_table(&path, &ReadOptions::default()).unwrap();
    let rows: Vec<Vec<String>> = source.rows.iter().map(|row| row.cells.clone()).collect();
    let names: Vec<&str> = source.columns.iter().map(String::as_str).collect();
    let folder = tempfile::tempdir().unwrap();
    for name in ["out.xlsx", "out.csv"] {
        let out = folder.path().join(name);
        if name == "out.csv" {
            write_csv(
                &out,
                &export(&names, &rows),
                &ExportWords::default(),
                &CsvOptions::default(),
            )
            .unwrap();
        } else {
            write_xlsx(&out, &export(&names, &rows), &ExportWords::default()).unwrap();
        }
        let back = read_table(&out, &ReadOptions::default()).unwrap();
        assert_eq!(source_cells(&back, 7), rows, "{name}");
        assert_eq!(
            back.columns.iter().take(7).collect::<Vec<_>>(),
            source.columns.iter().collect::<Vec<_>>()
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_source_cell_comes_back_from_both_formats(
        rows in prop::collection::vec(prop::collection::vec("([=+@-]?[a-zäß中0-9 ,.;'\"%()\n_-]{0,8}(_x0041_)?)", 3), 1..6),
    ) {
        let export = export(&["one", "two", "three"], &rows);
        let folder = tempfile::tempdir().unwrap();
        let (xlsx, csv) = (folder.path().join("out.xlsx"), folder.path().join("out.csv"));
        write_xlsx(&xlsx, &export, &ExportWords::default()).unwrap();
        write_csv(&csv, &export, &ExportWords::default(), &CsvOptions::default()).unwrap();
        for path in [xlsx, csv] {
            prop_assert_eq!(&source_cells(&read_table(&path, &ReadOptions::default()).unwrap(), 3), &rows);
        }
    }
}
