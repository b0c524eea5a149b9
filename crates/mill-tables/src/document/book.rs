//! Workbooks as documents: each sheet that is shown is a page, row by row as it shows its cells.

use std::path::Path;

use super::{Document, DocumentKind, Page};
use crate::read::read_table_bytes;
use crate::{HeaderChoice, Problem, ProblemKind, RaggedRule, ReadOptions, Table, TableError};

/// The most sheets that are read.
const MAX_SHEETS: usize = 500;

/// The workbook's sheets; what it hides is named and left out.
pub(super) fn read_book(path: &Path, bytes: &[u8]) -> Document {
    let first = match read_sheet(path, bytes, None) {
        Ok(table) => table,
        Err(error) => return unread(&error),
    };
    let mut book = Book::default();
    let sheets = first.sheets.clone();
    let shown = sheets.iter().filter(|sheet| sheet.visible);
    let opened = first.sheet.clone();
    let mut first = Some(first);
    for sheet in shown.take(MAX_SHEETS) {
        let read = if opened.as_ref() == Some(&sheet.name) {
            first.take().map(Ok)
        } else {
            None
        };
        match read.unwrap_or_else(|| read_sheet(path, bytes, Some(&sheet.name))) {
            Ok(table) => book.add(&sheet.name, &table),
            Err(TableError::Empty { .. }) => {}
            Err(error) => return unread(&error),
        }
    }
    for sheet in sheets.iter().filter(|sheet| !sheet.visible) {
        let message = format!("The sheet `{}` is hidden and was not read", sheet.name);
        let problem = Problem::new(ProblemKind::HiddenSheet, "left_out", message);
        book.problems.push(problem.with("sheet", &sheet.name));
    }
    Document {
        kind: DocumentKind::Workbook,
        pages: book.pages,
        problems: book.problems,
    }
}

fn read_sheet(path: &Path, bytes: &[u8], sheet: Option<&str>) -> Result<Table, TableError> {
    let options = ReadOptions {
        sheet: sheet.map(str::to_owned),
        header: HeaderChoice::None,
        long_rows: RaggedRule::Keep,
        ..ReadOptions::default()
    };
    read_table_bytes(path, bytes, &options)
}

fn unread(error: &TableError) -> Document {
    let problem = error
        .to_problem()
        .unwrap_or_else(|| Problem::new(ProblemKind::Damaged, "broken", error.to_string()));
    Document::unreadable(DocumentKind::Workbook, problem)
}

#[derive(Default)]
struct Book {
    pages: Vec<Page>,
    problems: Vec<Problem>,
}

impl Book {
    fn add(&mut self, name: &str, table: &Table) {
        let number = u32::try_from(self.pages.len() + 1).unwrap_or(u32::MAX);
        let mut text = format!("Sheet: {name}");
        for row in &table.rows {
            text.push('\n');
            text.push_str(row.cells.join("\t").trim_end_matches('\t'));
        }
        self.pages.push(Page::of_text(number, text));
        let has = |kinds: &[ProblemKind]| {
            let mut problems = table.problems.iter();
            problems.any(|problem| kinds.contains(&problem.kind))
        };
        if has(&[ProblemKind::NoCachedValue]) {
            let message = format!(
                "The sheet `{name}` has formulas that were never calculated; open the workbook in Excel once and save it"
            );
            let problem = Problem::new(ProblemKind::NoCachedValue, "sheet", message);
            self.problems
                .push(problem.at(number).with("sheet", name).blocking());
        }
        if has(&[ProblemKind::HiddenRow, ProblemKind::HiddenText]) {
            let message =
                format!("The sheet `{name}` has hidden rows or columns; they were not read");
            let problem = Problem::new(ProblemKind::HiddenText, "sheet", message);
            self.problems.push(problem.at(number).with("sheet", name));
        }
        if has(&[ProblemKind::ErrorCell]) {
            let message = format!("The sheet `{name}` has cells that show an error");
            let problem = Problem::new(ProblemKind::ErrorCell, "sheet", message);
            self.problems.push(problem.at(number).with("sheet", name));
        }
    }
}
