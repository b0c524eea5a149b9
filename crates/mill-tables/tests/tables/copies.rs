//! Results in a copy of the workbook they came from.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

use calamine::{Data, Reader, Xlsx};
use mill_domain::{DecidedBy, FieldName, FieldType, Outcome, Record, Usd, Verdict};
use mill_tables::{
    CopyDoubt, CopyFault, CopyPlan, CostSheet, Export, ExportReport, ExportRow, ExportWords,
    HeaderChoice, Original, ReadOptions, ResultColumn, Table, TableError, plan_copy, read_table,
    write_copy,
};
use rust_xlsxwriter::{
    Chart, ChartType, Color, ConditionalFormatCell, ConditionalFormatCellRule, DataValidation,
    Format, FormatBorder, Formula, Note, Workbook,
};
use serde_json::json;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

/// A workbook as people keep them: notes above a styled header, formulas, a chart, a rule of looks, names, a hidden sheet.
fn rich_workbook(path: &Path) {
    let mut book = Workbook::new();
    let notes = book.add_worksheet().set_name("Notes").unwrap();
    notes.write(0, 0, "Close of March").unwrap();
    let money = Format::new().set_num_format("#,##0.00 [$€-407]");
    let header = Format::new()
        .set_bold()
        .set_background_color(Color::RGB(0xFF_EE_AA))
        .set_border_bottom(FormatBorder::Double);
    let data = book.add_worksheet().set_name("Lines & more").unwrap();
    data.merge_range(0, 0, 0, 2, "Export of 2026-03-31", &Format::new())
        .unwrap();
    for (column, name) in (0..).zip(["Account", "Text", "Amount"]) {
        data.write_with_format(2, column, name, &header).unwrap();
    }
    let rows = [
        ("00123", "Miete, Juni <neu>", 1204.5),
        ("00456", "=1+1", -7.25),
        ("00789", "Büro", 3.0),
    ];
    for (row, (account, text, amount)) in (3..).zip(rows) {
        data.write_string(row, 0, account).unwrap();
        data.write_string(row, 1, text).unwrap();
        data.write_number_with_format(row, 2, amount, &money)
            .unwrap();
    }
    data.write_string(6, 0, "Total").unwrap();
    data.write_formula(6, 2, Formula::new("=SUM(C4:C6)").set_result("1200.25"))
        .unwrap();
    data.insert_note(3, 1, &Note::new("ask Anna")).unwrap();
    data.set_column_width(1, 40).unwrap();
    data.set_freeze_panes(3, 0).unwrap();
    data.autofilter(2, 0, 5, 2).unwrap();
    let red = ConditionalFormatCell::new()
        .set_rule(ConditionalFormatCellRule::LessThan(0))
        .set_format(Format::new().set_font_color(Color::Red));
    data.add_conditional_format(3, 2, 5, 2, &red).unwrap();
    let list = DataValidation::new()
        .allow_list_strings(&["a", "b"])
        .unwrap();
    data.add_data_validation(3, 1, 5, 1, &list).unwrap();
    let chart_sheet = book.add_worksheet().set_name("Chart").unwrap();
    let mut chart = Chart::new(ChartType::Column);
    chart.add_series().set_values("'Lines & more'!$C$4:$C$6");
    chart_sheet.insert_chart(1, 1, &chart).unwrap();
    chart_sheet
        .write_formula(0, 0, "='Lines & more'!C7")
        .unwrap();
    let hidden = book.add_worksheet().set_name("Run").unwrap();
    hidden
        .write(0, 0, "somebody's own sheet of that name")
        .unwrap();
    hidden.set_hidden(true);
    book.define_name("Total", "='Lines & more'!$C$7").unwrap();
    book.save(path).unwrap();
}

fn rows_of(table: &Table) -> Vec<ExportRow> {
    let mut output = Record::new();
    output.set(&FieldName::new("account"), json!("Food <Costs>"));
    output.set(&FieldName::new("share"), json!("0.075"));
    output.set(&FieldName::new("day"), json!("2026-03-31"));
    let rows = table
        .rows
        .iter()
        .filter(|row| row.mark == mill_tables::RowMark::Task);
    rows.map(|row| ExportRow {
        number: row.number,
        cells: row.cells.clone(),
        output: output.clone(),
        outcome: Some(Outcome::Done),
        decided_by: Some(DecidedBy::Rule),
        findings: String::new(),
        verdict: Some(Verdict::Accepted),
        by_sample: None,
        cost: Usd::from_pico(2_100_000_000),
        practice: false,
    })
    .collect()
}

fn export_of(table: &Table) -> Export {
    let result = |name: &str, label: &str, field_type| ResultColumn {
        field: FieldName::new(name),
        label: label.to_owned(),
        field_type,
    };
    Export {
        columns: table.columns.clone(),
        rows: rows_of(table),
        result_columns: vec![
            result("account", "Account", FieldType::Text { max_chars: None }),
            result("share", "Share", FieldType::Percent),
            result("day", "Day", FieldType::Date),
        ],
        run_sheet: vec![("Reviewer".to_owned(), "=1+1".to_owned())],
        sign_off_sheet: Vec::new(),
        cost_sheet: CostSheet {
            columns: vec!["Row".to_owned(), "Cost".to_owned()],
            rows: vec![vec!["4".to_owned(), "0.0042".to_owned()]],
        },
        banner: None,
    }
}

/// How a sheet was read, with nothing left to guess.
fn as_read(table: &Table) -> ReadOptions {
    ReadOptions {
        sheet: table.sheet.clone(),
        header: table
            .header_row
            .map_or(HeaderChoice::None, HeaderChoice::Row),
        ..ReadOptions::default()
    }
}

fn on_sheet(sheet: &str) -> ReadOptions {
    ReadOptions {
        sheet: Some(sheet.to_owned()),
        ..ReadOptions::default()
    }
}

struct Copied {
    plan: CopyPlan,
    report: ExportReport,
    path: PathBuf,
}

fn copy(
    path: &Path,
    options: &ReadOptions,
    export: &Export,
    name: &str,
) -> Result<Copied, TableError> {
    let (bytes, words) = (fs::read(path).unwrap(), ExportWords::default());
    let original = Original {
        path,
        bytes: &bytes,
        options,
    };
    let plan = plan_copy(&original, export, &words)?;
    let path = path.with_file_name(name);
    let report = write_copy(&path, &original, export, &words)?;
    Ok(Copied { plan, report, path })
}

fn parts(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut zip = ZipArchive::new(Cursor::new(fs::read(path).unwrap())).unwrap();
    (0..zip.len())
        .map(|index| {
            let mut part = zip.by_index(index).unwrap();
            let name = part.name().unwrap().into_owned();
            let mut bytes = Vec::new();
            part.read_to_end(&mut bytes).unwrap();
            (name, bytes)
        })
        .collect()
}

/// The tags and texts of an XML, what we may change of those there were left out.
fn pieces(xml: &[u8]) -> Vec<String> {
    let text = String::from_utf8(xml.to_vec()).unwrap();
    text.split('<')
        .filter(|piece| !piece.starts_with("dimension"))
        .map(|piece| {
            let without = |piece: &str, name: &str| match piece.find(name) {
                Some(at) => {
                    let end = piece[at + name.len()..].find('"').unwrap() + at + name.len() + 1;
                    format!("{}{}", &piece[..at], &piece[end..])
                }
                None => piece.to_owned(),
            };
            without(&without(piece, " spans=\""), " count=\"")
        })
        .collect()
}

fn is_within(original: &[u8], copy: &[u8]) -> bool {
    let copied = pieces(copy);
    let mut rest = copied.iter();
    pieces(original)
        .iter()
        .all(|piece| rest.any(|found| found == piece))
}

type Cells = Vec<((u32, u32), Data)>;
type Formulas = Vec<(usize, usize, String)>;

fn cells_of(path: &Path) -> BTreeMap<String, (Cells, Formulas)> {
    let mut book: Xlsx<_> = calamine::open_workbook(path).unwrap();
    let mut sheets = BTreeMap::new();
    for name in book.sheet_names() {
        let range = book.worksheet_range(&name).unwrap();
        let start = range.start().unwrap_or_default();
        let cells = range
            .used_cells()
            .map(|(row, column, value)| {
                let row = u32::try_from(row).unwrap() + start.0;
                (
                    (row, u32::try_from(column).unwrap() + start.1),
                    value.clone(),
                )
            })
            .collect();
        let formulas = book.worksheet_formula(&name).unwrap();
        let formulas = formulas
            .used_cells()
            .map(|(row, column, formula)| (row, column, formula.clone()))
            .collect();
        sheets.insert(name, (cells, formulas));
    }
    sheets
}

/// Five parts of the package are added to and lose nothing; all others stay as they are.
fn only_adds(path: &Path, copied: &Path) {
    let (before, after) = (parts(path), parts(copied));
    let touched: Vec<&str> = before
        .iter()
        .filter(|(name, bytes)| after.get(*name) != Some(*bytes))
        .map(|(name, _)| name.as_str())
        .collect();
    let expected = [
        "[Content_Types].xml",
        "xl/_rels/workbook.xml.rels",
        "xl/styles.xml",
        "xl/workbook.xml",
        "xl/worksheets/sheet2.xml",
    ];
    assert_eq!(touched, expected);
    for name in touched {
        assert!(
            is_within(&before[name], &after[name]),
            "{name} lost something"
        );
    }
    let new: Vec<&String> = after
        .keys()
        .filter(|name| !before.contains_key(*name))
        .collect();
    assert_eq!(
        new,
        [
            "xl/worksheets/stampmill1.xml",
            "xl/worksheets/stampmill2.xml"
        ]
    );
}

/// Every cell and formula of every sheet is there as before; what the copy holds.
fn keeps_cells(path: &Path, copied: &Path) -> BTreeMap<String, (Cells, Formulas)> {
    let (cells_before, cells_after) = (cells_of(path), cells_of(copied));
    for (sheet, (cells, formulas)) in &cells_before {
        let (now, formulas_now) = &cells_after[sheet];
        let kept: Cells = now
            .iter()
            .filter(|cell| cells.contains(cell))
            .cloned()
            .collect();
        assert_eq!((&kept, formulas_now), (cells, formulas), "{sheet}");
    }
    cells_after
}

#[test]
fn everything_of_the_original_stays_and_results_stand_beside_their_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("march.xlsx");
    rich_workbook(&path);
    let table = read_table(&path, &on_sheet("Lines & more")).unwrap();
    assert_eq!(table.header_row, Some(3));
    let export = export_of(&table);
    let done = copy(&path, &as_read(&table), &export, "copy.xlsx").unwrap();
    assert_eq!(
        done.plan,
        CopyPlan {
            ending: "xlsx",
            sheet: "Lines & more".to_owned(),
            first_column: "D".to_owned(),
            doubts: Vec::new(),
        }
    );
    assert_eq!((done.report.rows, done.report.neutralised), (3, 1));

    only_adds(&path, &done.path);
    let cells_after = keeps_cells(&path, &done.path);
    let names: Vec<&String> = cells_after.keys().collect();
    assert_eq!(
        names,
        ["Chart", "Cost", "Lines & more", "Notes", "Run", "Run 2"]
    );

    let again = read_table(&done.path, &as_read(&table)).unwrap();
    let beside = [
        "Account",
        "Text",
        "Amount",
        "Account (result)",
        "Share",
        "Day",
        "Outcome",
        "Decided by",
        "Findings",
        "Verdict",
        "Cost (USD)",
    ];
    assert_eq!(again.columns[..2], ["Account", "Text"]);
    assert_eq!(again.columns.len(), beside.len());
    assert_eq!(again.columns[3..], beside[3..]);
    assert_eq!(
        again.rows[1].cells,
        [
            "00456",
            "=1+1",
            "-7.25 €",
            "Food <Costs>",
            "7.5%",
            "2026-03-31",
            "done",
            "rule",
            "",
            "accepted",
            "0.0021"
        ]
    );
    assert_eq!(again.rows[3].cells[..3], table.rows[3].cells[..3]);
    let run = read_table(&done.path, &on_sheet("Run 2")).unwrap();
    assert_eq!(run.columns, ["Reviewer", "=1+1"]);
}

#[test]
fn a_name_above_results_looks_like_the_names_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("march.xlsx");
    rich_workbook(&path);
    let table = read_table(&path, &on_sheet("Lines & more")).unwrap();
    let done = copy(&path, &as_read(&table), &export_of(&table), "copy.xlsx").unwrap();
    let sheet = String::from_utf8(parts(&done.path)["xl/worksheets/sheet2.xml"].clone()).unwrap();
    let style = |place: &str| {
        let at = sheet.find(&format!("r=\"{place}\" s=\"")).unwrap();
        sheet[at..].split('"').nth(3).unwrap().to_owned()
    };
    assert_eq!(style("D3"), style("C3"));
    assert!(
        sheet.contains(r#"<dimension ref="A1:K7"/>"#),
        "{}",
        &sheet[..600]
    );
    let widths = sheet.find("<col min=\"4\"").unwrap();
    assert!(widths < sheet.find("<sheetData").unwrap());
}

#[test]
fn rows_changed_or_added_since_the_import_are_said_before_and_stand_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("march.xlsx");
    rich_workbook(&path);
    let table = read_table(&path, &on_sheet("Lines & more")).unwrap();
    let mut export = export_of(&table);
    export.rows[0].cells[1] = "Miete, Juli".to_owned();
    let mut added = export.rows[1].clone();
    // A new row got the number of the row of totals.
    added.number = 7;
    added.cells[1] = "new".to_owned();
    export.rows.push(added);
    let done = copy(&path, &as_read(&table), &export, "copy.xlsx").unwrap();
    assert_eq!(
        done.plan.doubts,
        [CopyDoubt::ChangedRows(1), CopyDoubt::AddedRows(1)]
    );
    let again = read_table(&done.path, &as_read(&table)).unwrap();
    assert_eq!(again.rows[0].cells[1], "Miete, Juni <neu>");
    assert_eq!(again.columns[11], "Note");
    assert_eq!(
        again.rows[0].cells[11],
        "changed before the run; as it was used: sheet “Changed rows”"
    );
    assert_eq!(again.rows[1].cells.get(11).map_or("", String::as_str), "");
    assert_eq!(again.rows[3].cells[3], "", "the totals got a result");
    let apart = read_table(&done.path, &on_sheet("Changed rows")).unwrap();
    let texts: Vec<&str> = apart.rows.iter().map(|row| row.cells[1].as_str()).collect();
    assert_eq!(texts, ["Miete, Juli", "new"]);
}

/// The original with one part put in another way.
fn with_part(path: &Path, name: &str, change: impl Fn(&str) -> String) {
    let before = parts(path);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (part, bytes) in before {
        zip.start_file(part.as_str(), SimpleFileOptions::default())
            .unwrap();
        if part == name {
            zip.write_all(change(std::str::from_utf8(&bytes).unwrap()).as_bytes())
                .unwrap();
        } else {
            zip.write_all(&bytes).unwrap();
        }
    }
    fs::write(path, zip.finish().unwrap().into_inner()).unwrap();
}

fn small_workbook(path: &Path) {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (row, (name, amount)) in (0..).zip([("Name", "Amount"), ("a", "5"), ("b", "6")]) {
        sheet.write(row, 0, name).unwrap();
        sheet.write(row, 1, amount).unwrap();
    }
    // Looks without a value, as programs leave them behind: they are in the way of nothing.
    let border = Format::new().set_border(FormatBorder::Thin);
    sheet.write_blank(1, 2, &border).unwrap();
    sheet.write_blank(1, 40, &border).unwrap();
    book.save(path).unwrap();
}

#[test]
fn empty_cells_with_looks_are_in_the_way_of_nothing_and_keep_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.xlsx");
    small_workbook(&path);
    let table = read_table(&path, &ReadOptions::default()).unwrap();
    let done = copy(&path, &as_read(&table), &export_of(&table), "copy.xlsx").unwrap();
    assert_eq!(done.plan.first_column, "C");
    let sheet = String::from_utf8(parts(&done.path)["xl/worksheets/sheet1.xml"].clone()).unwrap();
    let bordered = sheet
        .split("r=\"AO2\" s=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    assert!(sheet.contains(&format!("r=\"C2\" s=\"{bordered}\" t=\"inlineStr\"")));
    assert_eq!(sheet.matches("r=\"C2\"").count(), 1);
    let again = read_table(&done.path, &as_read(&table)).unwrap();
    assert_eq!(again.rows[0].cells[..4], ["a", "5", "Food <Costs>", "7.5%"]);
}

#[test]
fn sheets_other_programs_build_are_read_alike() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("prefixed.xlsx");
    small_workbook(&path);
    // Elements with a prefix, places left out, rows that say nothing of themselves, days from 1904, no styles part named.
    with_part(&path, "xl/worksheets/sheet1.xml", |_| {
        concat!(
            "\u{feff}<?xml version=\"1.0\"?><x:worksheet xmlns:x='http://schemas.openxmlformats.org/spreadsheetml/2006/main'>",
            "<x:sheetData><x:row><x:c t=\"inlineStr\"><x:is><x:t>Name</x:t></x:is></x:c></x:row>",
            "<x:row><x:c t=\"inlineStr\"><x:is><x:t>a</x:t></x:is></x:c></x:row>",
            "<x:row r=\"4\"><x:c r=\"A4\"><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>"
        )
        .to_owned()
    });
    with_part(&path, "xl/workbook.xml", |xml| {
        let at = xml.find("<workbookPr").unwrap();
        let end = xml[at..].find("/>").unwrap() + at + 2;
        format!("{}<workbookPr date1904=\"1\"/>{}", &xml[..at], &xml[end..])
    });
    let table = read_table(&path, &on_sheet("Sheet1")).unwrap();
    let done = copy(&path, &as_read(&table), &export_of(&table), "copy.xlsx").unwrap();
    let again = read_table(&done.path, &as_read(&table)).unwrap();
    let found: Vec<(u32, &[String])> = again
        .rows
        .iter()
        .map(|row| (row.number, &row.cells[..4]))
        .collect();
    let cells = |name: &str| [name, "Food <Costs>", "7.5%", "2026-03-31"].map(str::to_owned);
    assert_eq!(found, [(2, &cells("a")[..]), (4, &cells("5")[..])]);
}

#[test]
fn without_a_header_the_run_sheet_says_what_each_column_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bare.xlsx");
    small_workbook(&path);
    let options = ReadOptions {
        header: HeaderChoice::None,
        ..ReadOptions::default()
    };
    let table = read_table(&path, &options).unwrap();
    let done = copy(&path, &as_read(&table), &export_of(&table), "copy.xlsx").unwrap();
    assert_eq!(done.plan.doubts, [CopyDoubt::NoHeader]);
    let bare = ReadOptions {
        header: HeaderChoice::None,
        ..on_sheet("Run")
    };
    let run = read_table(&done.path, &bare).unwrap();
    assert_eq!(run.rows[1].cells, ["Column C", "Account"]);
}

#[test]
fn a_signature_and_a_chart_over_the_results_are_said_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("signed.xlsx");
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write(0, 0, "Name").unwrap();
    sheet.write(1, 0, "a").unwrap();
    sheet.write(2, 0, "b").unwrap();
    let mut chart = Chart::new(ChartType::Line);
    chart.add_series().set_values("Sheet1!$A$2:$A$3");
    sheet.insert_chart(0, 3, &chart).unwrap();
    book.save(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let mut zip = ZipWriter::new_append(Cursor::new(bytes)).unwrap();
    zip.start_file("_xmlsignatures/sig1.xml", SimpleFileOptions::default())
        .unwrap();
    zip.write_all(b"<Signature/>").unwrap();
    fs::write(&path, zip.finish().unwrap().into_inner()).unwrap();
    let table = read_table(&path, &ReadOptions::default()).unwrap();
    let done = copy(&path, &as_read(&table), &export_of(&table), "copy.xlsx").unwrap();
    assert_eq!(done.plan.doubts, [CopyDoubt::Signature, CopyDoubt::Covered]);
    assert!(parts(&done.path).contains_key("xl/charts/chart1.xml"));
}

fn fault(result: Result<Copied, TableError>) -> CopyFault {
    let error = result.err().unwrap();
    let TableError::NotCopied { fault, .. } = error else {
        unreachable!("refused for another reason: {error}");
    };
    fault
}

#[test]
fn what_cannot_be_done_is_refused_and_leaves_the_original_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.xlsx");
    small_workbook(&path);
    let table = read_table(&path, &ReadOptions::default()).unwrap();
    let (options, export) = (as_read(&table), export_of(&table));
    let bytes = fs::read(&path).unwrap();
    assert_eq!(
        fault(copy(&path, &options, &export, "small.xlsx")),
        CopyFault::Itself
    );
    assert_eq!(
        fault(copy(&path, &options, &export, "copy.xlsm")),
        CopyFault::Ending
    );
    assert_eq!(fs::read(&path).unwrap(), bytes);

    let text = folder.path().join("rows.csv");
    fs::write(&text, "Name,Amount\na,5\n").unwrap();
    assert_eq!(
        fault(copy(&text, &options, &export, "copy.xlsx")),
        CopyFault::Kind
    );

    let wide = folder.path().join("wide.xlsx");
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write(0, 0, "Name").unwrap();
    sheet.write(1, 0, "a").unwrap();
    sheet.write(9, 16_380, "far away").unwrap();
    book.save(&wide).unwrap();
    let options = ReadOptions {
        header: HeaderChoice::Row(1),
        ..ReadOptions::default()
    };
    assert_eq!(
        fault(copy(&wide, &options, &export, "copy.xlsx")),
        CopyFault::NoRoom
    );
}
