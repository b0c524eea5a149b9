//! A workbook of plain sheets: documents with links from their lines to the rows they rest on.

use std::path::Path;

use rust_xlsxwriter::{Workbook, XlsxError};

use super::ExportReport;
use super::atomic::write_whole;
use super::source_cell::source_cell;
use super::xlsx::system_error;
use super::xlsx_sheets::{Looks, Sheet};
use crate::TableError;

/// One sheet of a workbook.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BookSheet {
    /// Its name, at most 31 characters.
    pub name: String,
    /// What every reader must know, above everything.
    pub banners: Vec<String>,
    /// Label and text of each line, above the table.
    pub facts: Vec<(String, String)>,
    /// The columns of the table; empty: there is none.
    pub columns: Vec<BookColumn>,
    /// Its rows.
    pub rows: Vec<BookRow>,
}

/// A column of a sheet, or of a table of a Word document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookColumn {
    /// What stands above it.
    pub label: String,
    /// True if digits in it are written as numbers, or stand at the right.
    pub is_number: bool,
}

/// A row of a sheet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BookRow {
    /// One text a column.
    pub cells: Vec<String>,
    /// Where the last cell leads: a sheet and its table's row, from 1. `None`: nowhere.
    pub link: Option<(String, u32)>,
}

/// Writes sheets as a workbook. Text is written as text and never as a formula.
/// # Errors
/// [`TableError::NotWritten`] with the reason, the old file being whole.
pub fn write_book(path: &Path, sheets: &[BookSheet]) -> Result<ExportReport, TableError> {
    let mut report = ExportReport {
        path: path.to_owned(),
        rows: sheets.first().map_or(0, |sheet| sheet.rows.len()),
        neutralised: 0,
        shortened: 0,
    };
    let content = book(sheets, &mut report)
        .map_err(|error| TableError::writing(path, system_error(error)))?;
    write_whole(path, &content)?;
    Ok(report)
}

fn book(sheets: &[BookSheet], report: &mut ExportReport) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let looks = Looks::new();
    for content in sheets {
        let page = workbook.add_worksheet();
        page.set_name(&content.name)?;
        let mut sheet = Sheet::new(page, &looks, report);
        for banner in &content.banners {
            sheet.banner(banner)?;
        }
        for (label, text) in &content.facts {
            sheet.labelled(label, text)?;
        }
        let labels: Vec<String> = content
            .columns
            .iter()
            .map(|one| one.label.clone())
            .collect();
        if !labels.is_empty() {
            sheet.header(&labels, labels.len())?;
        }
        for row in &content.rows {
            let link = row.link.as_ref().map(|(name, row)| {
                let above = sheets
                    .iter()
                    .find(|sheet| sheet.name == *name)
                    .map_or(0, BookSheet::above);
                format!("internal:'{}'!A{}", name.replace('\'', "''"), above + row)
            });
            sheet.linked_row(cells(content, row), link.as_deref())?;
        }
        sheet.finish(!labels.is_empty())?;
    }
    workbook.save_to_buffer()
}

impl BookSheet {
    /// Lines above the first row of the table.
    fn above(&self) -> u32 {
        u32::try_from(self.banners.len() + self.facts.len() + 1).unwrap_or(u32::MAX)
    }
}

fn cells(sheet: &BookSheet, row: &BookRow) -> Vec<super::source_cell::Cell> {
    let with_column = row.cells.iter().zip(&sheet.columns);
    with_column
        .map(|(text, column)| source_cell(text, column.is_number))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadOptions, read_table};

    #[test]
    fn numbers_stay_numbers_text_stays_text_and_a_line_leads_to_its_row() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.xlsx");
        let column = |label: &str, is_number| BookColumn {
            label: label.to_owned(),
            is_number,
        };
        let row = |cells: &[&str], link: Option<(&str, u32)>| BookRow {
            cells: cells.iter().map(|cell| (*cell).to_owned()).collect(),
            link: link.map(|(sheet, row)| (sheet.to_owned(), row)),
        };
        let sheets = [
            BookSheet {
                name: "Journal".to_owned(),
                columns: vec![
                    column("Account", false),
                    column("Debit", true),
                    column("Rows", false),
                ],
                rows: vec![row(
                    &["=HYPERLINK(\"x\")", "1204.50", "3, 7"],
                    Some(("It's rows", 2)),
                )],
                ..BookSheet::default()
            },
            BookSheet {
                name: "It's rows".to_owned(),
                banners: vec!["PRACTICE".to_owned()],
                columns: vec![column("Row", true)],
                rows: vec![row(&["1"], None), row(&["3"], None)],
                ..BookSheet::default()
            },
        ];
        let report = write_book(&path, &sheets).unwrap();
        assert_eq!((report.rows, report.neutralised), (1, 1));
        let table = read_table(&path, &ReadOptions::default()).unwrap();
        assert_eq!(
            table.rows[0].cells,
            ["=HYPERLINK(\"x\")", "1204.50", "3, 7"]
        );
        let bytes = std::fs::read(&path).unwrap();
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
        let mut page = String::new();
        let mut file = zip.by_name("xl/worksheets/sheet1.xml").unwrap();
        std::io::Read::read_to_string(&mut file, &mut page).unwrap();
        assert!(page.contains("location=\"'It''s rows'!A4\""), "{page}");
        assert!(!page.contains("<f>"), "{page}");
    }
}
