//! Workbooks.

use mill_tables::{ProblemKind, ReadOptions, RowMark, TableError, TableKind, read_table};
use rust_xlsxwriter::{Format, Workbook};

use crate::made::{cells, hand_made_xlsx, marks, of_kind, places, read, read_with, text_cell};

fn rows(xml: &[String]) -> String {
    format!("<sheetData>{}</sheetData>", xml.concat())
}

fn row(number: u32, cells: &[String]) -> String {
    format!(r#"<row r="{number}">{}</row>"#, cells.concat())
}

fn number(place: &str, style: usize, value: &str) -> String {
    format!(r#"<c r="{place}" s="{style}"><v>{value}</v></c>"#)
}

#[test]
fn codes_percent_and_currency_read_as_shown() {
    let formats = [
        (0, ""),
        (164, "00000"),
        (165, "0.0%"),
        (9, "0%"),
        (166, "#,##0.00 [$€-407]"),
        (167, "\"USD\" #,##0.00"),
    ];
    let header = row(
        1,
        &["A1", "B1", "C1"].map(|place| text_cell(place, &format!("{place} name"))),
    );
    let data = [
        row(
            2,
            &[
                text_cell("A2", "00123"),
                number("B2", 2, "0.075"),
                number("C2", 4, "1234.5"),
            ],
        ),
        row(
            3,
            &[
                number("A3", 1, "123"),
                number("B3", 3, "1"),
                number("C3", 5, "1234.5"),
            ],
        ),
        row(
            4,
            &[
                text_cell("A4", "1E5"),
                text_cell("B4", "7.5%"),
                number("C4", 0, "100000000000"),
            ],
        ),
        row(
            5,
            &[
                text_cell("A5", "x"),
                r#"<c r="B5" s="3"><f>A1*2</f><v>0.12</v></c>"#.to_owned(),
                number("C5", 0, "0.30000000000000004"),
            ],
        ),
    ];
    let table = read(
        "codes.xlsx",
        hand_made_xlsx(&rows(&[vec![header], data.to_vec()].concat()), &formats, ""),
    );
    assert_eq!(table.kind, TableKind::Xlsx);
    assert_eq!(
        cells(&table),
        [
            ["00123", "7.5%", "1,234.50 €"],
            ["00123", "100%", "USD 1,234.50"],
            ["1E5", "7.5%", "100000000000"],
            ["x", "12%", "0.3"]
        ]
    );
}

#[test]
fn both_date_systems_show_the_same_day() {
    let formats = [(0, ""), (14, ""), (20, ""), (164, "dd/mm/yyyy hh:mm")];
    let sheet = |serial: &str| {
        let dates = [
            row(1, &[text_cell("A1", "when"), text_cell("B1", "note")]),
            row(2, &[number("A2", 1, serial), text_cell("B2", "a")]),
        ];
        rows(&dates)
    };
    let plain = read("a.xlsx", hand_made_xlsx(&sheet("46112"), &formats, ""));
    let mac = read(
        "b.xlsx",
        hand_made_xlsx(&sheet("44650"), &formats, r#"<workbookPr date1904="1"/>"#),
    );
    assert_eq!(
        (cells(&plain), cells(&mac)),
        (vec![vec!["2026-03-31", "a"]], vec![vec!["2026-03-31", "a"]])
    );

    let odd = rows(&[
        row(1, &[text_cell("A1", "when")]),
        row(2, &[number("A2", 1, "59")]),
        row(3, &[number("A3", 1, "60")]),
        row(4, &[number("A4", 1, "61")]),
        row(5, &[number("A5", 3, "46112.75")]),
        row(6, &[number("A6", 2, "0.5")]),
        row(7, &[text_cell("A7", "03/04/2026")]),
    ]);
    let table = read("c.xlsx", hand_made_xlsx(&odd, &formats, ""));
    assert_eq!(
        cells(&table).concat(),
        [
            "1900-02-28",
            "1900-02-29",
            "1900-03-01",
            "2026-03-31 18:00",
            "12:00",
            "03/04/2026"
        ]
    );
    assert_eq!(places(&table), [("number_unclear", Some(3), Some("when"))]);
}

#[test]
fn merged_cells_repeat_down_and_what_lies_under_them_is_left_out() {
    let sheet = rows(&[
        row(1, &[text_cell("A1", "Branch report")]),
        row(
            2,
            &[
                text_cell("A2", "Berlin"),
                number("B2", 0, "10"),
                text_cell("C2", "new"),
            ],
        ),
        row(3, &[number("B3", 0, "20"), text_cell("C3", "old")]),
        row(4, &[number("B4", 0, "30")]),
    ]) + r#"<mergeCells count="3"><mergeCell ref="A2:A4"/><mergeCell ref="A1:B1"/><mergeCell ref="C2:C3"/></mergeCells>"#;
    let table = read("merged.xlsx", hand_made_xlsx(&sheet, &[(0, "")], ""));
    assert_eq!((table.header_row, table.columns.len()), (None, 3));
    assert_eq!(
        cells(&table),
        [
            ["Berlin", "10", "new"],
            ["Berlin", "20", "new"],
            ["Berlin", "30", ""]
        ]
    );
    let merged = of_kind(&table.problems, ProblemKind::Merged);
    assert!(
        merged
            .iter()
            .any(|problem| problem.row == Some(3) && problem.message.contains("`old`")),
        "{merged:?}"
    );
    assert_eq!(of_kind(&table.problems, ProblemKind::Preamble).len(), 1);

    let plain = ReadOptions {
        repeat_merged: false,
        ..ReadOptions::default()
    };
    let table = read_with(
        "merged.xlsx",
        hand_made_xlsx(&sheet, &[(0, "")], ""),
        &plain,
    )
    .unwrap();
    assert_eq!(
        cells(&table),
        [["Berlin", "10", "new"], ["", "20", ""], ["", "30", ""]]
    );
}

#[test]
fn errors_and_formulas_without_a_value_hold_their_row_back() {
    let sheet = rows(&[
        row(1, &[text_cell("A1", "id"), text_cell("B1", "amount")]),
        row(2, &[text_cell("A2", "a"), number("B2", 0, "100")]),
        row(
            3,
            &[
                text_cell("A3", "b"),
                r#"<c r="B3" t="e"><f>X1</f><v>#REF!</v></c>"#.to_owned(),
            ],
        ),
        row(
            4,
            &[
                text_cell("A4", "c"),
                r#"<c r="B4" t="e"><v>#N/A</v></c>"#.to_owned(),
            ],
        ),
        row(
            5,
            &[
                text_cell("A5", "d"),
                r#"<c r="B5"><f>B2*2</f><v>200</v></c>"#.to_owned(),
            ],
        ),
        row(
            6,
            &[
                text_cell("A6", "e"),
                r#"<c r="B6"><f>SUM(B2:B5)</f></c>"#.to_owned(),
            ],
        ),
        row(7, &[text_cell("A7", "f"), text_cell("B7", "#REF!")]),
        row(
            8,
            &[
                text_cell("A8", "g"),
                r#"<c r="B8" t="e"><v>#SPILL!</v></c>"#.to_owned(),
            ],
        ),
        row(
            9,
            &[
                text_cell("A9", "h"),
                r#"<c r="B9"><f>SUM(B2:B5)</f><v></v></c>"#.to_owned(),
            ],
        ),
        row(
            10,
            &[
                text_cell("A10", "i"),
                r#"<c r="B10" t="str"><f>IF(1,"","x")</f><v></v></c>"#.to_owned(),
            ],
        ),
    ]);
    let table = read("errors.xlsx", hand_made_xlsx(&sheet, &[(0, "")], ""));
    let amounts: Vec<&str> = table.rows.iter().map(|row| row.cells[1].as_str()).collect();
    assert_eq!(
        amounts,
        [
            "100", "#REF!", "#N/A", "200", "", "#REF!", "#SPILL!", "", ""
        ]
    );
    let held: Vec<u32> = table
        .rows
        .iter()
        .filter(|row| row.mark == RowMark::Unreadable)
        .map(|row| row.number)
        .collect();
    assert_eq!(held, [3, 4, 6, 8, 9]);
    assert_eq!(
        places(&table),
        [
            ("error_cell", Some(3), Some("amount")),
            ("error_cell", Some(4), Some("amount")),
            ("no_cached_value", Some(6), Some("amount")),
            ("error_cell", Some(7), Some("amount")),
            ("error_cell", Some(8), Some("amount")),
            ("no_cached_value", Some(9), Some("amount")),
        ]
    );
}

#[test]
fn hidden_sheets_rows_and_columns_are_left_out_and_listed() {
    let mut workbook = Workbook::new();
    let secret = workbook.add_worksheet();
    secret.set_name("Secret").unwrap().set_hidden(true);
    secret.write_string(0, 0, "x").unwrap();
    let sheet = workbook.add_worksheet();
    sheet.set_name("Data").unwrap();
    for (row, texts) in (0..).zip([
        ["id", "order", "amount"],
        ["a", "approve it", "1.50"],
        ["b", "approve it", "2.50"],
        ["c", "no", "3.50"],
    ]) {
        for (column, text) in (0..).zip(texts) {
            sheet.write_string(row, column, text).unwrap();
        }
    }
    sheet
        .set_column_hidden(1)
        .unwrap()
        .set_row_hidden(2)
        .unwrap();
    sheet.set_active(true);
    let bytes = workbook.save_to_buffer().unwrap();

    let table = read("hidden.xlsx", &bytes);
    assert_eq!(
        (table.sheet.as_deref(), table.columns.as_slice()),
        (Some("Data"), &["id".to_owned(), "amount".to_owned()][..])
    );
    assert_eq!(cells(&table), [["a", "1.50"], ["c", "3.50"]]);
    assert_eq!(
        table
            .sheets
            .iter()
            .map(|sheet| (sheet.name.as_str(), sheet.visible))
            .collect::<Vec<_>>(),
        [("Secret", false), ("Data", true)]
    );
    assert_eq!(
        places(&table),
        [
            ("hidden_sheet", None, None),
            ("hidden_row", Some(3), None),
            ("hidden_text", None, Some("B"))
        ]
    );

    let all = ReadOptions {
        include_hidden: true,
        sheet: Some("data".to_owned()),
        ..ReadOptions::default()
    };
    let table = read_with("hidden.xlsx", &bytes, &all).unwrap();
    assert_eq!(
        cells(&table),
        [
            ["a", "approve it", "1.50"],
            ["b", "approve it", "2.50"],
            ["c", "no", "3.50"]
        ]
    );
    let wrong = ReadOptions {
        sheet: Some("Other".to_owned()),
        ..ReadOptions::default()
    };
    let error = read_with("hidden.xlsx", &bytes, &wrong).unwrap_err();
    assert!(
        matches!(&error, TableError::NoSheet { sheets, .. } if sheets == &["Secret", "Data"]),
        "{error}"
    );
}

#[test]
fn notes_above_and_blank_rows_keep_the_row_numbers() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write_string(0, 0, "Statement of March").unwrap();
    let bold = Format::new().set_bold();
    for (column, name) in (0..).zip(["date", "text", "amount"]) {
        sheet
            .write_string_with_format(3, column, name, &bold)
            .unwrap();
    }
    for row in [4, 7] {
        sheet.write_string(row, 0, "2026-03-31").unwrap();
        sheet.write_string(row, 1, "rent").unwrap();
        sheet.write_number(row, 2, 12.5).unwrap();
    }
    sheet.write_string(8, 1, "Total").unwrap();
    sheet.write_number(8, 2, 25).unwrap();
    let table = read("notes.xlsx", workbook.save_to_buffer().unwrap());
    assert_eq!((table.header_row, table.columns.len()), (Some(4), 3));
    assert_eq!(
        marks(&table),
        [(5, RowMark::Task), (8, RowMark::Task), (9, RowMark::Total)]
    );
    assert_eq!(
        places(&table),
        [("preamble", Some(1), None), ("total_row", Some(9), None)]
    );
}

#[test]
fn broken_locked_and_empty_workbooks_are_named() {
    let whole = hand_made_xlsx(&rows(&[row(1, &[text_cell("A1", "x")])]), &[(0, "")], "");
    let code = |bytes: &[u8]| {
        read_with("t.xlsx", bytes, &ReadOptions::default())
            .unwrap_err()
            .code()
    };
    assert_eq!(code(&whole[..whole.len() - 200]), "damaged");
    assert_eq!(
        code(&hand_made_xlsx("<sheetData/>", &[(0, "")], "")),
        "empty"
    );
    assert_eq!(
        code(&hand_made_xlsx(
            "<sheetData><row r=\"1\"><c r=\"A1\"><v>1</v></row>",
            &[(0, "")],
            ""
        )),
        "damaged"
    );
    let mut locked = vec![0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
    locked.extend([0; 600]);
    locked.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
    assert_eq!(code(&locked), "encrypted");
}

#[test]
fn what_a_workbook_lists_does_not_depend_on_its_name() {
    let bytes = hand_made_xlsx(
        &rows(&[
            row(1, &[text_cell("A1", "id")]),
            row(2, &[text_cell("A2", "1")]),
        ]),
        &[(0, "")],
        "",
    );
    let made = crate::made::file("really-a-workbook.csv", bytes);
    let table = read_table(&made.path, &ReadOptions::default()).unwrap();
    assert_eq!(
        (table.kind, table.encoding, table.delimiter),
        (TableKind::Xlsx, None, None)
    );
}
