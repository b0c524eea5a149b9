//! Inputs of `docs/known-failures.md`, each exactly as it was met.

use calamine::{Data, Reader, Xlsx};
use mill_domain::{DecidedBy, FieldName, FieldType, Outcome, Record, Usd, Verdict};
use mill_tables::{
    CostSheet, CsvOptions, Export, ExportRow, ExportWords, HeaderChoice, ProblemKind, ReadOptions,
    ResultColumn, preview, read_amount, read_table, write_csv, write_xlsx,
};
use serde_json::json;

use crate::made::{cells, file, of_kind, places, read, read_with};

#[test]
fn a_character_of_four_bytes_comes_in_whole() {
    let bytes = [
        0xBF, 0xCD, 0xBB, 0xA7, 0x2C, 0x95, 0x34, 0xB2, 0x35, 0x0D, 0x0A,
    ];
    for encoding in [None, Some("gbk".to_owned()), Some("gb2312".to_owned())] {
        let options = ReadOptions {
            header: HeaderChoice::Row(1),
            encoding,
            ..ReadOptions::default()
        };
        let table = read_with("kehu.csv", bytes, &options).unwrap();
        assert_eq!(table.columns, ["客户", "𠮷"]);
        assert_eq!(table.encoding.as_deref(), Some("gb18030"));
    }
}

#[test]
fn umlauts_do_not_turn_chinese_on_a_german_machine() {
    for language in [Some("de-DE"), Some("de_DE.UTF-8"), None] {
        let options = ReadOptions {
            header: HeaderChoice::None,
            language: language.map(str::to_owned),
            ..ReadOptions::default()
        };
        let table = read_with("namen.csv", b"M\xFCller;Stra\xDFe", &options).unwrap();
        assert_eq!(cells(&table), [["Müller", "Straße"]], "{language:?}");
        assert_eq!(table.encoding.as_deref(), Some("windows-1252"));
    }
}

#[test]
fn tabs_win_over_semicolons_inside_the_text() {
    let mut text = "Konto\tBetrag\tText\r\n".to_owned();
    for _ in 0..6 {
        text.push_str("4711\t-1.204,50\tMiete; Juni; Halle\r\n");
    }
    text.push_str("4712\t17\tok\r\n");
    let table = read("konto.csv", &text);
    assert_eq!((table.delimiter, table.decimal), (Some('\t'), Some(',')));
    assert_eq!(
        cells(&table)[0],
        ["4711", "-1.204,50", "Miete; Juni; Halle"]
    );
    let amount = read_amount("-1.204,50", table.decimal).unwrap();
    assert_eq!(
        (amount.value.to_string().as_str(), amount.doubt),
        ("-1204.50", None)
    );
}

#[test]
fn rows_of_other_lengths_are_counted_in_the_preview() {
    let made = file(
        "export.csv",
        "Export of 2026-03-31\n\nid,name,city,amount\n1,Ann,Bonn,100.00\n2,Ben,Köln,100.00,\n3,Cem,Ulm\n4,Dia,Jena,150.00\nTotal,,,350.00\n",
    );
    let shown = preview(&made.path, &ReadOptions::default(), 2).unwrap();
    assert_eq!(
        (
            shown.table.header_row,
            shown.rows_total,
            shown.rows_of_totals,
            shown.rows_unreadable
        ),
        (Some(3), 5, 1, 0)
    );
    let ragged: Vec<(Option<u32>, bool)> = of_kind(&shown.table.problems, ProblemKind::Ragged)
        .iter()
        .map(|problem| (problem.row, problem.message.contains("2,Ben,Köln,100.00,")))
        .collect();
    assert_eq!(ragged, [(Some(5), true), (Some(6), false)]);
}

#[test]
fn accounting_amounts_mean_what_they_say_and_stay_as_written() {
    let amounts = [
        ("(1,234.56)", "-1234.56"),
        ("$(30.00)", "-30.00"),
        ("($30.00)", "-30.00"),
        ("45.00-", "-45.00"),
        ("\u{2212}12", "-12"),
        ("12.00 CR", "-12.00"),
        ("1'204.50", "1204.50"),
    ];
    let text = format!(
        "text;amount\n{}",
        amounts.map(|(text, _)| format!("x;{text}\n")).concat()
    );
    let table = read("amounts.csv", &text);
    assert_eq!(table.decimal, Some('.'));
    for (row, (text, value)) in table.rows.iter().zip(amounts) {
        assert_eq!(row.cells[1], text, "the raw text stays");
        let amount = read_amount(&row.cells[1], table.decimal).unwrap();
        assert_eq!(amount.value.to_string(), value, "{text}");
    }
    let narrow = "text;amount\nx;1\u{a0}204,50\ny;1\u{202f}204,50\nz;-7,25\n";
    let table = read("amounts.csv", narrow);
    assert_eq!(table.decimal, Some(','));
    for row in &table.rows[..2] {
        let amount = read_amount(&row.cells[1], table.decimal).unwrap();
        assert_eq!(amount.value.to_string(), "1204.50");
    }
    assert_eq!(places(&table), []);
}

#[test]
fn a_currency_is_a_piece_of_its_own() {
    for (text, currency) in [
        ("1,234.50 €", "€"),
        ("USD 1,234.50", "USD"),
        ("1,234.50 EUR", "EUR"),
    ] {
        let amount = read_amount(text, Some('.')).unwrap();
        let found = (amount.currency.as_deref(), amount.value.to_string());
        assert_eq!(found, (Some(currency), "1234.50".to_owned()), "{text}");
    }
    let share = read_amount("7.5%", Some('.')).unwrap();
    assert_eq!(
        (share.percent, share.value.normalize().to_string().as_str()),
        (true, "0.075")
    );
}

/// Rows of one source column and one result of a model.
fn export(rows: &[(&str, &str)], field_type: FieldType) -> Export {
    let row = |(number, (source, answer)): (u32, &(&str, &str))| {
        let mut output = Record::new();
        output.set(&FieldName::new("answer"), json!(answer));
        ExportRow {
            number,
            cells: vec![(*source).to_owned()],
            output,
            outcome: Some(Outcome::Done),
            decided_by: Some(DecidedBy::Model),
            findings: String::new(),
            verdict: Some(Verdict::Accepted),
            by_sample: None,
            cost: Usd::ZERO,
            practice: false,
        }
    };
    Export {
        columns: vec!["source".to_owned()],
        rows: (2..).zip(rows).map(row).collect(),
        result_columns: vec![ResultColumn {
            field: FieldName::new("answer"),
            label: "Answer".to_owned(),
            field_type,
        }],
        run_sheet: Vec::new(),
        sign_off_sheet: Vec::new(),
        cost_sheet: CostSheet::default(),
        banner: None,
    }
}

const EVALUATED: [&str; 6] = [
    "=HYPERLINK(\"http://x.invalid\",\"ok\")",
    "+49 30 1234567",
    "@role",
    "-1+cmd",
    "\t=1",
    "\r=1",
];
const PLAIN: [&str; 4] = ["-42", "-1,234.56", "(12.00)", "-"];

#[test]
fn what_a_model_answers_cannot_become_a_formula_either() {
    let rows: Vec<(&str, &str)> = EVALUATED
        .iter()
        .chain(&PLAIN)
        .map(|text| ("x", *text))
        .collect();
    let export = export(&rows, FieldType::Text { max_chars: None });
    let folder = tempfile::tempdir().unwrap();
    let (csv, xlsx) = (folder.path().join("o.csv"), folder.path().join("o.xlsx"));
    let words = ExportWords::default();
    let report = write_csv(&csv, &export, &words, &CsvOptions::default()).unwrap();
    assert_eq!(report.neutralised, EVALUATED.len());
    let raw = std::fs::read_to_string(&csv).unwrap();
    let bare: Vec<Vec<String>> =
        csv::Reader::from_reader(raw.trim_start_matches('\u{feff}').as_bytes())
            .records()
            .map(|record| record.unwrap().iter().map(str::to_owned).collect())
            .collect();
    let harmless = EVALUATED.map(|text| format!("'{text}"));
    let answers: Vec<&str> = bare.iter().map(|row| row[1].as_str()).collect();
    assert_eq!(answers[..6], harmless);
    assert_eq!(answers[6..], PLAIN);

    let report = write_xlsx(&xlsx, &export, &words).unwrap();
    assert_eq!(report.neutralised, EVALUATED.len());
    for path in [csv, xlsx] {
        let back = read_table(&path, &ReadOptions::default()).unwrap();
        let answers: Vec<&str> = back.rows.iter().map(|row| row.cells[1].as_str()).collect();
        let expected: Vec<&str> = rows.iter().map(|(_, answer)| *answer).collect();
        assert_eq!(answers, expected, "{}", path.display());
    }
}

/// What a workbook holds in the cells of a column, below its header.
fn stored(export: &Export, column: u32) -> (Vec<Data>, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("o.xlsx");
    write_xlsx(&path, export, &ExportWords::default()).unwrap();
    let mut book: Xlsx<_> = calamine::open_workbook(&path).unwrap();
    let range = book.worksheet_range("Results").unwrap();
    let values = (1..=export.rows.len())
        .map(|row| {
            let row = u32::try_from(row).unwrap();
            range.get_value((row, column)).cloned().unwrap_or_default()
        })
        .collect();
    let mut zip = zip::ZipArchive::new(std::fs::File::open(&path).unwrap()).unwrap();
    let styles = std::io::read_to_string(zip.by_name("xl/styles.xml").unwrap()).unwrap();
    (values, styles)
}

#[test]
fn codes_go_out_as_text_and_numbers_as_numbers() {
    let text = FieldType::Text { max_chars: None };
    let codes = ["00123", "01067", "000045", "1E5", "3-4"];
    let rows: Vec<(&str, &str)> = codes.iter().map(|code| (*code, *code)).collect();
    let export = export(&rows, text);
    for column in [0, 1] {
        let expected: Vec<Data> = codes.map(|code| Data::String(code.to_owned())).to_vec();
        assert_eq!(stored(&export, column).0, expected, "column {column}");
    }
}

#[test]
fn a_share_goes_out_as_a_fraction_with_a_percent_format() {
    let rows = [("7.5%", "0.075"), ("100%", "1"), ("12%", "0.12")];
    let export = export(&rows, FieldType::Percent);
    for column in [0, 1] {
        let (values, styles) = stored(&export, column);
        let expected = [0.075, 1.0, 0.12].map(Data::Float);
        assert_eq!(values, expected, "column {column}");
        assert!(styles.contains("0.0%"), "{styles}");
    }
}
