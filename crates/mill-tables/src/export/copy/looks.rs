//! Which results go into which columns.

use std::collections::BTreeMap;

use super::super::source_cell::Cell;
use super::super::xlsx::result_cells;
use super::super::xlsx_sheets::fitted;
use super::super::{Export, ExportReport, ExportRow, ExportWords};
use super::cells::{Content, Look, NewCell};
use super::compare::Compared;
use super::edit::Cells;
use crate::table::column_letters;

/// The columns a sheet can have.
const MOST_COLUMNS: u32 = 16_384;

/// The columns of the results.
#[derive(Debug)]
pub(super) struct Layout {
    /// The first, from 0.
    pub(super) first: u32,
    names: Vec<String>,
    has_note: bool,
}

impl Layout {
    /// From this column on; `None` if the sheet has not so many.
    pub(super) fn new(
        export: &Export,
        words: &ExportWords,
        compared: &Compared,
        first: u32,
    ) -> Option<Self> {
        let mut names = export.header(words);
        names.drain(..export.columns.len().min(names.len()));
        let has_note = export.banner.is_some() || !compared.changed.is_empty();
        if has_note {
            names.push(words.note.clone());
        }
        let layout = Self {
            first,
            names,
            has_note,
        };
        (layout.last() < MOST_COLUMNS).then_some(layout)
    }

    /// The last column, from 0.
    pub(super) fn last(&self) -> u32 {
        self.first + u32::try_from(self.names.len().saturating_sub(1)).unwrap_or(u32::MAX / 2)
    }

    /// Every cell that is put into the sheet.
    pub(super) fn cells(
        &self,
        export: &Export,
        words: &ExportWords,
        compared: &Compared,
        is_1904: bool,
        report: &mut ExportReport,
    ) -> Cells {
        let mut cells = Cells::new();
        if let Some(row) = compared.header_row {
            let names = self.names.iter().map(|name| Cell::Text(name.clone()));
            let mut header = self.placed(names, is_1904, report);
            for cell in header.values_mut() {
                cell.is_header = true;
            }
            cells.insert(row, header);
        }
        for (number, place) in &compared.placed {
            if let Some(row) = export.rows.get(*place) {
                let mut results = result_cells(export, row, words);
                if self.has_note {
                    let changed = compared.changed.contains(place);
                    results.push(note(export, words, row, changed));
                }
                cells.insert(*number, self.placed(results, is_1904, report));
            }
        }
        cells
    }

    /// What each column is, for sheets without a row of names.
    pub(super) fn named_columns(&self, words: &ExportWords) -> Vec<(String, String)> {
        (self.first..)
            .zip(&self.names)
            .map(|(column, name)| {
                let letters = column_letters(column as usize);
                (words.column.replace("{column}", &letters), name.clone())
            })
            .collect()
    }

    fn placed(
        &self,
        cells: impl IntoIterator<Item = Cell>,
        is_1904: bool,
        report: &mut ExportReport,
    ) -> BTreeMap<u32, NewCell> {
        (self.first..)
            .zip(cells)
            .filter_map(|(column, cell)| Some((column, new_cell(cell, is_1904, report)?)))
            .collect()
    }
}

fn note(export: &Export, words: &ExportWords, row: &ExportRow, changed: bool) -> Cell {
    let banner = export.banner.clone().filter(|_| row.outcome.is_some());
    let changed = changed.then(|| words.changed_note.replace("{sheet}", &words.changed_sheet));
    let parts: Vec<String> = [banner, changed].into_iter().flatten().collect();
    if parts.is_empty() {
        Cell::Blank
    } else {
        Cell::Text(parts.join(" · "))
    }
}

/// A cell ready to be written, with what became of it counted.
pub(super) fn new_cell(cell: Cell, is_1904: bool, report: &mut ExportReport) -> Option<NewCell> {
    let cell = match cell {
        Cell::Text(text) => match fitted(&text) {
            Some(shorter) => {
                report.shortened += 1;
                Cell::Text(shorter)
            }
            None => Cell::Text(text),
        },
        other => other,
    };
    let cell = NewCell::of(cell, is_1904)?;
    report.neutralised += usize::from(cell.look.quoted);
    Some(cell)
}

/// Bold text.
pub(super) fn bold(text: &str, report: &mut ExportReport) -> Option<NewCell> {
    let mut cell = new_cell(Cell::Text(text.to_owned()), false, report)?;
    cell.look = Look {
        bold: true,
        ..cell.look
    };
    Some(cell)
}

impl NewCell {
    /// Its width in characters.
    pub(super) fn width(&self) -> f64 {
        match &self.content {
            Content::Text(text) => super::super::xlsx_sheets::text_width(text) + 2.0,
            Content::Number(number) => super::super::xlsx_sheets::text_width(number) + 4.0,
        }
    }
}
