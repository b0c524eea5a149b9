//! Delimited text.

use mill_tables::{
    HeaderChoice, ProblemKind, RaggedRule, ReadOptions, RowMark, TableError, TableKind,
};

use crate::made::{cells, marks, of_kind, places, read, read_with};

#[test]
fn chinese_excel_is_read_with_its_codes_whole() {
    let bytes = [
        0xBF, 0xC6, 0xC4, 0xBF, 0x2C, 0xBD, 0xF0, 0xB6, 0xEE, 0x0D, 0x0A, 0x30, 0x30, 0x31, 0x32,
        0x33, 0x2C, 0x31, 0x2E, 0x35, 0x30, 0x0D, 0x0A,
    ];
    let table = read("kemu.csv", bytes);
    assert_eq!(table.columns, ["科目", "金额"]);
    assert_eq!(cells(&table), [["00123", "1.50"]]);
    assert_eq!(
        (
            table.encoding.as_deref(),
            table.delimiter,
            table.decimal,
            table.header_row
        ),
        (Some("gb18030"), Some(','), Some('.'), Some(1))
    );
    assert!(table.sure > 0.5 && table.sure < 1.0);
}

#[test]
fn a_byte_order_mark_does_not_stick_to_the_first_column() {
    let table = read("bom.csv", b"\xEF\xBB\xBFinvoice,amount\r\nA-1,10\r\n");
    assert_eq!(table.columns, ["invoice", "amount"]);
    assert_eq!(
        (table.encoding.as_deref(), table.sure),
        (Some("utf-8"), 1.0)
    );
}

#[test]
fn unicode_text_of_excel_is_a_table_of_two_columns_whatever_its_name() {
    let plain: Vec<u8> = "a\tb\r\n1\t2\r\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let marked: Vec<u8> = [&[0xFF, 0xFE][..], &plain].concat();
    let big: Vec<u8> = "\u{feff}a\tb\r\n1\t2\r\n"
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    for bytes in [plain, marked, big] {
        let table = read("unicode.csv", &bytes);
        assert_eq!(
            (table.columns.as_slice(), table.delimiter),
            (&["a".to_owned(), "b".to_owned()][..], Some('\t'))
        );
        assert_eq!(cells(&table), [["1", "2"]]);
    }
}

#[test]
fn semicolons_with_decimal_commas_keep_their_numbers() {
    let mut text = "Konto;Betrag;Text\r\n".to_owned();
    for _ in 0..6 {
        text.push_str("4711;-1.204,50;Miete, Juni\r\n");
    }
    text.push_str("4712;17;ok\r\n");
    let table = read("konto.csv", &text);
    assert_eq!((table.delimiter, table.decimal), (Some(';'), Some(',')));
    assert_eq!(cells(&table)[0], ["4711", "-1.204,50", "Miete, Juni"]);
    assert_eq!(cells(&table).last().unwrap(), &["4712", "17", "ok"]);
    assert_eq!(table.problems, []);
}

#[test]
fn a_file_of_one_column_loads_as_one_column() {
    let table = read("names.csv", "name\nSmith, John\nDoe, Jane\n");
    assert_eq!(
        (table.delimiter, table.columns.as_slice()),
        (None, &["name".to_owned()][..])
    );
    assert_eq!(cells(&table), [["Smith, John"], ["Doe, Jane"]]);
}

#[test]
fn a_separator_line_is_obeyed_and_counted() {
    let table = read("sep.csv", "sep=;\r\na;b\r\n1,5;2\r\n");
    assert_eq!((table.delimiter, table.header_row), (Some(';'), Some(2)));
    assert_eq!(cells(&table), [["1,5", "2"]]);
}

#[test]
fn line_ends_inside_quotes_stay_in_their_cell() {
    let table = read(
        "notes.csv",
        "id,note\r\n1,plain\r\n2,\"line one\nline \"\"two\"\", end\"\r\n3,c\r\n4,d\r\n5,e\r\n",
    );
    assert_eq!(table.rows.len(), 5);
    assert_eq!(cells(&table)[1], ["2", "line one\nline \"two\", end"]);
}

#[test]
fn an_unclosed_quote_stops_the_import_at_its_line() {
    let error = read_with(
        "open.csv",
        "id,note\r\n1,a\r\n2,b\r\n3,\"Hall 7\r\n4,d\r\n5,e\r\n",
        &ReadOptions::default(),
    )
    .unwrap_err();
    let TableError::UnclosedQuote { line, text, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!(
        (*line, text.as_str(), error.code()),
        (4, "3,\"Hall 7", "unclosed_quote")
    );
    assert!(error.to_string().contains("quote opened in line 4 of"));
}

#[test]
fn ragged_rows_preamble_and_totals_are_each_listed_by_row() {
    let text = "Export of 2026-03-31\n\nid,name,city,amount\n1,Ann,Bonn,100.00\n2,Ben,Köln,100.00,\n3,Cem,Ulm\n4,Dia,Jena,150.00\nTotal,,,350.00\n";
    let table = read("export.csv", text);
    assert_eq!((table.header_row, table.columns.len()), (Some(3), 4));
    assert_eq!(
        places(&table),
        [
            ("preamble", Some(1), None),
            ("ragged", Some(5), None),
            ("ragged", Some(6), None),
            ("total_row", Some(8), None)
        ]
    );
    assert!(
        of_kind(&table.problems, ProblemKind::Ragged)
            .iter()
            .all(|problem| !problem.blocks_row)
    );
    assert!(
        table.problems[2].message.contains("3,Cem,Ulm"),
        "{}",
        table.problems[2].message
    );
    assert_eq!(
        marks(&table),
        [
            (4, RowMark::Task),
            (5, RowMark::Task),
            (6, RowMark::Task),
            (7, RowMark::Task),
            (8, RowMark::Total)
        ]
    );
    assert_eq!(cells(&table)[2], ["3", "Cem", "Ulm", ""]);
}

#[test]
fn a_row_whose_cells_may_have_shifted_is_held_back() {
    let text = "id,name,amount\n1,Ann,5.00\n2,Smith, John,6.00\n3,Cem,7.00\n";
    let table = read("shifted.csv", text);
    assert_eq!(
        marks(&table),
        [
            (2, RowMark::Task),
            (3, RowMark::Unreadable),
            (4, RowMark::Task)
        ]
    );
    assert_eq!(cells(&table)[1], ["2", "Smith", " John", "6.00"]);
    let kept = read_with(
        "shifted.csv",
        text,
        &ReadOptions {
            long_rows: RaggedRule::Keep,
            ..ReadOptions::default()
        },
    )
    .unwrap();
    assert_eq!(marks(&kept).get(1), Some(&(3, RowMark::Task)));
}

#[test]
fn codes_keep_every_letter() {
    let table = read(
        "codes.csv",
        "account,zip,ref,amount\r\n00123,01067,\"000045\",125.50\r\n1E5,08001,3-4,-7\r\n",
    );
    assert_eq!(
        cells(&table),
        [
            ["00123", "01067", "000045", "125.50"],
            ["1E5", "08001", "3-4", "-7"]
        ]
    );
    assert_eq!(table.problems, []);
}

#[test]
fn duplicate_and_blank_headers_get_names_and_a_word() {
    let table = read("names.csv", "id,,amount,amount\n1,a,2,3\n");
    assert_eq!(table.columns, ["id", "B", "amount", "amount (2)"]);
    assert_eq!(
        places(&table),
        [
            ("blank_header", Some(1), Some("B")),
            ("duplicate_header", Some(1), Some("amount (2)"))
        ]
    );
}

#[test]
fn a_file_without_header_is_seen_or_told() {
    let table = read(
        "bare.csv",
        "4711;-1,50;Miete\n4712;2,75;Strom\n4713;3,80;Gas\n",
    );
    assert_eq!(
        (table.header_row, table.columns.as_slice()),
        (None, &["A".to_owned(), "B".to_owned(), "C".to_owned()][..])
    );
    assert_eq!(table.rows.len(), 3);
    let told = read_with(
        "bare.csv",
        "a,b\nc,d\n",
        &ReadOptions {
            header: HeaderChoice::None,
            ..ReadOptions::default()
        },
    )
    .unwrap();
    assert_eq!(cells(&told), [["a", "b"], ["c", "d"]]);
    let years = read(
        "years.csv",
        "account,2024,2025\nrent,100,110\npower,20,25\n",
    );
    assert_eq!(years.columns, ["account", "2024", "2025"]);
}

#[test]
fn the_header_row_can_be_told_and_must_exist() {
    let options = |row| ReadOptions {
        header: HeaderChoice::Row(row),
        ..ReadOptions::default()
    };
    let table = read_with("t.csv", "x,y\na,b\n1,2\n", &options(2)).unwrap();
    assert_eq!(
        (table.columns.as_slice(), table.rows.len()),
        (&["a".to_owned(), "b".to_owned()][..], 1)
    );
    assert_eq!(places(&table), [("preamble", Some(1), None)]);
    let error = read_with("t.csv", "x,y\n1,2\n", &options(9)).unwrap_err();
    assert!(
        matches!(
            error,
            TableError::NoHeaderRow {
                row: 9,
                last_row: 2,
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn accounting_numbers_stay_as_written_and_what_is_none_is_named() {
    let rows = [
        "(1,234.56)",
        "$(30.00)",
        "($30.00)",
        "45.00-",
        "−12",
        "12.00 CR",
        "1'204.50",
        "1 204.50",
        "-",
        "n/a",
    ];
    let text = format!(
        "text;amount\n{}",
        rows.map(|row| format!("x;{row}\n")).concat()
    );
    let table = read("amounts.csv", &text);
    assert_eq!(
        cells(&table).iter().map(|row| row[1]).collect::<Vec<_>>(),
        rows
    );
    let unclear = of_kind(&table.problems, ProblemKind::NumberUnclear);
    let found: Vec<(Option<u32>, bool)> = unclear
        .iter()
        .map(|problem| (problem.row, problem.blocks_row))
        .collect();
    let each = [7, 10, 11].map(|row| (Some(row), false));
    assert_eq!(found, each, "{unclear:?}");
    let dash = unclear[1].message.as_str();
    assert_eq!(
        dash,
        "`-` alone can mean nothing or zero; it stays as written"
    );
}

#[test]
fn undecodable_rows_are_held_back_and_the_others_go_on() {
    let mut bytes = b"name,amount\nAnn,1\nB\xFFn,2\n".to_vec();
    bytes.extend("Cäm,3\n".bytes());
    let options = ReadOptions {
        encoding: Some("utf-8".to_owned()),
        ..ReadOptions::default()
    };
    let table = read_with("mixed.csv", &bytes, &options).unwrap();
    assert_eq!(
        marks(&table),
        [
            (2, RowMark::Task),
            (3, RowMark::Unreadable),
            (4, RowMark::Task)
        ]
    );
    assert_eq!(places(&table), [("undecodable", Some(3), Some("name"))]);
}

#[test]
fn other_files_are_named_for_what_they_are() {
    let refused =
        |name: &str, bytes: &[u8]| read_with(name, bytes, &ReadOptions::default()).unwrap_err();
    assert_eq!(
        refused(
            "page.xls",
            b"<html><table><tr><td>1</td></tr></table></html>"
        )
        .to_string()
        .split("it looks like ")
        .nth(1),
        Some("a web page")
    );
    assert_eq!(refused("doc.csv", b"%PDF-1.4\n...").code(), "not_a_table");
    assert_eq!(refused("none.csv", b"").code(), "empty");
    assert_eq!(refused("blank.csv", b"\n \n\n").code(), "empty");
    assert_eq!(
        refused("cut.xlsx", b"PK\x03\x04 and then nothing").code(),
        "damaged"
    );
    let missing = mill_tables::read_table(
        std::path::Path::new("/no/such/file.csv"),
        &ReadOptions::default(),
    )
    .unwrap_err();
    assert_eq!(
        (missing.code(), missing.params().first().unwrap().1.as_str()),
        ("not_found", "/no/such/file.csv")
    );
}

#[test]
fn a_preview_keeps_the_first_rows_and_counts_all() {
    let made = crate::made::file(
        "t.csv",
        format!("id,amount\n{}Total,9.5\n", "1,2.5\n".repeat(50)),
    );
    let preview = mill_tables::preview(&made.path, &ReadOptions::default(), 3).unwrap();
    assert_eq!(
        (
            preview.table.rows.len(),
            preview.rows_total,
            preview.rows_of_totals,
            preview.rows_unreadable
        ),
        (3, 51, 1, 0)
    );
    assert_eq!(
        (preview.table.kind, preview.table.columns.len()),
        (TableKind::Csv, 2)
    );
}

#[test]
fn reading_can_stop_early() {
    let made = crate::made::file("t.csv", format!("id,amount\n{}", "1,2.5\n".repeat(5_000)));
    let mut seen = 0;
    let table = mill_tables::read_rows(&made.path, &ReadOptions::default(), &mut |table, row| {
        assert_eq!((table.columns.len(), row.cells.len()), (2, 2));
        seen += 1;
        if seen == 10 {
            std::ops::ControlFlow::Break(())
        } else {
            std::ops::ControlFlow::Continue(())
        }
    });
    assert_eq!((seen, table.unwrap().header_row), (10, Some(1)));
}

#[test]
fn a_table_without_rows_says_so() {
    let table = read("header.csv", "id,amount\n");
    assert_eq!((table.columns.len(), table.rows.len()), (2, 0));
    assert_eq!(places(&table), [("empty", None, None)]);
}

#[test]
fn a_first_column_without_a_name_does_not_hide_the_header() {
    let table = read("index.csv", ",amount\n0,12.5\n1,13.5\n2,14.5\n");
    assert_eq!(
        (table.header_row, table.columns.as_slice()),
        (Some(1), &["A".to_owned(), "amount".to_owned()][..])
    );
    assert_eq!(table.rows.len(), 3);
}

#[test]
fn errors_about_the_content_can_be_listed_as_problems() {
    let error = read_with("open.csv", "a,b\n1,\"x\n", &ReadOptions::default()).unwrap_err();
    let problem = error.to_problem().unwrap();
    assert_eq!(
        (problem.kind, problem.row, problem.blocks_row),
        (ProblemKind::UnclosedQuote, Some(2), true)
    );
    let error = read_with(
        "t.csv",
        "a,b\n1,2\n",
        &ReadOptions {
            encoding: Some("utf-9".to_owned()),
            ..ReadOptions::default()
        },
    );
    assert_eq!(error.unwrap_err().to_problem(), None);
}

#[test]
fn every_row_that_is_held_back_has_its_reason() {
    let text = format!(
        "id,name,amount\n{}",
        "2,Smith, John,6.00\n3,Cem,7.00\n".repeat(700)
    );
    let table = read("many.csv", &text);
    let reasons = table.reasons();
    let held: Vec<u32> = table
        .rows
        .iter()
        .filter(|row| row.mark == RowMark::Unreadable)
        .map(|row| row.number)
        .collect();
    assert_eq!(held.len(), 700);
    assert!(held.iter().all(|row| {
        reasons
            .get(row)
            .is_some_and(|problem| problem.kind == ProblemKind::Ragged)
    }));
}
