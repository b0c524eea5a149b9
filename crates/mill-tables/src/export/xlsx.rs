//! Results as a workbook.

use std::io;
use std::path::Path;

use rust_xlsxwriter::{Workbook, Worksheet, XlsxError};

use super::atomic::write_whole;
use super::result_cell::result_cell;
use super::source_cell::{Cell, exact_number, number_columns, source_cell};
use super::xlsx_sheets::{Looks, Sheet};
use super::{Export, ExportReport, ExportRow, ExportWords};
use crate::TableError;

/// Writes a results sheet (original columns in place, results beside them), a run sheet and a cost sheet. Text is
/// written as text and never as a formula; numbers of the source stay numbers where the workbook shows them to the letter.
/// # Errors
/// [`TableError::NotWritten`] with the reason, the old file being whole.
pub fn write_xlsx(
    path: &Path,
    export: &Export,
    words: &ExportWords,
) -> Result<ExportReport, TableError> {
    let mut report = ExportReport {
        path: path.to_owned(),
        rows: export.rows.len(),
        neutralised: 0,
        shortened: 0,
    };
    let content = workbook(&export.with_all_cells(), words, &mut report)
        .map_err(|error| TableError::writing(path, system_error(error)))?;
    write_whole(path, &content)?;
    Ok(report)
}

fn workbook(
    export: &Export,
    words: &ExportWords,
    report: &mut ExportReport,
) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let looks = Looks::new();
    results(workbook.add_worksheet(), export, words, &looks, report)?;
    let run = (&words.run_sheet, export.run_sheet.as_slice());
    labelled_sheet(workbook.add_worksheet(), export, run, &looks, report)?;
    if !export.sign_off_sheet.is_empty() {
        let sign_off = (&words.sign_off_sheet, export.sign_off_sheet.as_slice());
        labelled_sheet(workbook.add_worksheet(), export, sign_off, &looks, report)?;
    }
    cost_sheet(workbook.add_worksheet(), export, words, &looks, report)?;
    workbook.save_to_buffer()
}

fn results(
    sheet: &mut Worksheet,
    export: &Export,
    words: &ExportWords,
    looks: &Looks,
    report: &mut ExportReport,
) -> Result<(), XlsxError> {
    sheet.set_name(&words.results_sheet)?;
    let mut sheet = Sheet::new(sheet, looks, report);
    if let Some(banner) = &export.banner {
        sheet.banner(banner)?;
    }
    sheet.header(&export.header(words), export.columns.len())?;
    let numbers = number_columns(
        export.columns.len(),
        export.rows.iter().map(|row| row.cells.as_slice()),
    );
    for row in &export.rows {
        sheet.row(row_cells(export, row, words, &numbers))?;
    }
    sheet.finish(true)
}

/// Original cells, then results.
pub(super) fn row_cells(
    export: &Export,
    row: &ExportRow,
    words: &ExportWords,
    numbers: &[bool],
) -> Vec<Cell> {
    let source = |(place, is_number): (usize, &bool)| {
        source_cell(row.cells.get(place).map_or("", String::as_str), *is_number)
    };
    let mut cells: Vec<Cell> = numbers.iter().enumerate().map(source).collect();
    cells.extend(result_cells(export, row, words));
    cells
}

/// Results and what else we say of a row, in the order of the header.
pub(super) fn result_cells(export: &Export, row: &ExportRow, words: &ExportWords) -> Vec<Cell> {
    let text = |text: &str| {
        if text.is_empty() {
            Cell::Blank
        } else {
            Cell::Text(text.to_owned())
        }
    };
    let results = export.result_columns.iter();
    let mut cells: Vec<Cell> = results
        .map(|column| result_cell(column, row.output.get(&column.field), words))
        .collect();
    cells.extend(row.own_cells(words).iter().map(|cell| text(cell)));
    cells.push(source_cell(&row.cost.to_string(), true));
    if row.practice {
        cells.push(text(&words.practice));
    } else if export.has_practice() {
        cells.push(Cell::Blank);
    }
    cells
}

fn labelled_sheet(
    sheet: &mut Worksheet,
    export: &Export,
    (name, lines): (&String, &[(String, String)]),
    looks: &Looks,
    report: &mut ExportReport,
) -> Result<(), XlsxError> {
    sheet.set_name(name)?;
    let mut sheet = Sheet::new(sheet, looks, report);
    if let Some(banner) = &export.banner {
        sheet.banner(banner)?;
    }
    for (label, text) in lines {
        sheet.labelled(label, text)?;
    }
    sheet.finish(false)
}

fn cost_sheet(
    sheet: &mut Worksheet,
    export: &Export,
    words: &ExportWords,
    looks: &Looks,
    report: &mut ExportReport,
) -> Result<(), XlsxError> {
    sheet.set_name(&words.cost_sheet)?;
    let mut sheet = Sheet::new(sheet, looks, report);
    let costs = &export.cost_sheet;
    if !costs.columns.is_empty() {
        sheet.header(&costs.columns, costs.columns.len())?;
    }
    for row in &costs.rows {
        sheet.row(
            row.iter()
                .map(|text| source_cell(text, exact_number(text).is_some()))
                .collect(),
        )?;
    }
    sheet.finish(!costs.columns.is_empty())
}

pub(super) fn system_error(error: XlsxError) -> io::Error {
    match error {
        XlsxError::IoError(error) => error,
        other => io::Error::new(io::ErrorKind::InvalidData, other.to_string()),
    }
}
