//! Results in a copy of the workbook they came from.

mod doubts;
mod kept;
mod looks;

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

use mill_domain::{DecidedBy, FieldName, FieldType, Outcome, Record, Usd, Verdict};
use mill_tables::{
    CopyPlan, CostSheet, Export, ExportReport, ExportRow, ExportWords, HeaderChoice, Original,
    ReadOptions, ResultColumn, Table, TableError, plan_copy, write_copy,
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
