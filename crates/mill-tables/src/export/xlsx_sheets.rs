//! One sheet being written: header, rows, widths, what was neutralised.

use std::collections::HashMap;

use rust_xlsxwriter::{Color, ExcelDateTime, Format, FormatAlign, Worksheet, XlsxError};

use super::ExportReport;
use super::source_cell::Cell;
use crate::text::is_dangerous;

/// The most characters a workbook cell holds.
const MAX_CELL_CHARACTERS: usize = 32_767;

/// Widths in characters.
const MIN_WIDTH: f64 = 8.0;
const MAX_WIDTH: f64 = 60.0;

/// The looks of cells.
pub(super) struct Looks {
    banner: Format,
    source_header: Format,
    result_header: Format,
    label: Format,
    text: Format,
    quoted: Format,
    day: Format,
}

impl Looks {
    pub(super) fn new() -> Self {
        let header = Format::new()
            .set_bold()
            .set_text_wrap()
            .set_align(FormatAlign::Top);
        Self {
            banner: Format::new()
                .set_bold()
                .set_font_color(Color::RGB(0x9A_1B_1B)),
            source_header: header.clone().set_background_color(Color::RGB(0xED_ED_ED)),
            result_header: header.set_background_color(Color::RGB(0xDD_E7_F3)),
            label: Format::new().set_bold(),
            text: Format::new(),
            // Marks the cell as text for good: without it, editing `=1+1` in place would make a formula of it.
            quoted: Format::new().set_quote_prefix(),
            day: Format::new().set_num_format("yyyy-mm-dd"),
        }
    }
}

/// A sheet on its way.
pub(super) struct Sheet<'book> {
    page: &'book mut Worksheet,
    looks: &'book Looks,
    report: &'book mut ExportReport,
    numbers: HashMap<String, Format>,
    widths: Vec<f64>,
    next_row: u32,
    header_row: Option<u32>,
}

impl<'book> Sheet<'book> {
    pub(super) fn new(
        sheet: &'book mut Worksheet,
        looks: &'book Looks,
        report: &'book mut ExportReport,
    ) -> Self {
        Self {
            page: sheet,
            looks,
            report,
            numbers: HashMap::new(),
            widths: Vec::new(),
            next_row: 0,
            header_row: None,
        }
    }

    /// A line above everything, for what every reader must know.
    pub(super) fn banner(&mut self, text: &str) -> Result<(), XlsxError> {
        self.page
            .write_string_with_format(self.next_row, 0, text, &self.looks.banner)?;
        self.next_row += 1;
        Ok(())
    }

    /// The header; the first `source` names are those of the source.
    pub(super) fn header(&mut self, names: &[String], source: usize) -> Result<(), XlsxError> {
        self.header_row = Some(self.next_row);
        for (place, name) in names.iter().enumerate() {
            let look = if place < source {
                &self.looks.source_header
            } else {
                &self.looks.result_header
            };
            let quoted = look.clone().set_quote_prefix();
            let look = if self.counts_as_dangerous(name) {
                &quoted
            } else {
                look
            };
            let text = self.fitting(name);
            self.page
                .write_string_with_format(self.next_row, column(place)?, text, look)?;
            self.widen(place, text_width(name) + 3.0);
        }
        self.next_row += 1;
        Ok(())
    }

    pub(super) fn row(&mut self, cells: Vec<Cell>) -> Result<(), XlsxError> {
        for (place, cell) in cells.into_iter().enumerate() {
            self.cell(place, cell)?;
        }
        self.next_row += 1;
        Ok(())
    }

    /// A row whose last cell, if it holds text, leads to `target` in the same workbook.
    pub(super) fn linked_row(
        &mut self,
        cells: Vec<Cell>,
        target: Option<&str>,
    ) -> Result<(), XlsxError> {
        let last = cells.len().saturating_sub(1);
        let text = match cells.last() {
            Some(Cell::Text(text)) => Some(self.fitting(text)),
            _ => None,
        };
        let row = self.next_row;
        self.row(cells)?;
        if let (Some(text), Some(target)) = (text, target) {
            self.page
                .write_url_with_text(row, column(last)?, target, text)?;
        }
        Ok(())
    }

    /// A label and its text.
    pub(super) fn labelled(&mut self, label: &str, text: &str) -> Result<(), XlsxError> {
        self.page
            .write_string_with_format(self.next_row, 0, label, &self.looks.label)?;
        self.widen(0, text_width(label) + 2.0);
        if !text.is_empty() {
            self.cell(1, Cell::Text(text.to_owned()))?;
        }
        self.next_row += 1;
        Ok(())
    }

    /// Widths, and for tables the frozen header with its filter.
    pub(super) fn finish(self, is_table: bool) -> Result<(), XlsxError> {
        for (place, width) in self.widths.iter().enumerate() {
            self.page
                .set_column_width(column(place)?, width.clamp(MIN_WIDTH, MAX_WIDTH))?;
        }
        if let Some(header) = self.header_row.filter(|_| is_table) {
            self.page.set_freeze_panes(header + 1, 0)?;
            let last = column(self.widths.len().saturating_sub(1))?;
            self.page
                .autofilter(header, 0, self.next_row.saturating_sub(1).max(header), last)?;
        }
        Ok(())
    }

    fn cell(&mut self, place: usize, cell: Cell) -> Result<(), XlsxError> {
        let (row, at) = (self.next_row, column(place)?);
        match cell {
            Cell::Blank => {}
            Cell::Text(text) => {
                let text = self.fitting(&text);
                let look = if self.counts_as_dangerous(&text) {
                    &self.looks.quoted
                } else {
                    &self.looks.text
                };
                self.page.write_string_with_format(row, at, &text, look)?;
                self.widen(place, text_width(&text) + 1.0);
            }
            Cell::Number { value, format } => {
                let width = text_width(&format).max(value.abs().max(1.0).log10() * 1.4 + 4.0);
                let look = self
                    .numbers
                    .entry(format)
                    .or_insert_with_key(|code| Format::new().set_num_format(code));
                self.page.write_number_with_format(row, at, value, look)?;
                self.widen(place, width);
            }
            Cell::Day { year, month, day } => match ExcelDateTime::from_ymd(year, month, day) {
                Ok(date) => {
                    self.page
                        .write_datetime_with_format(row, at, date, &self.looks.day)?;
                    self.widen(place, 11.0);
                }
                // A day that does not exist stays what was answered.
                Err(_) => self.cell(place, Cell::Text(format!("{year:04}-{month:02}-{day:02}")))?,
            },
        }
        Ok(())
    }

    fn counts_as_dangerous(&mut self, text: &str) -> bool {
        let is_dangerous = is_dangerous(text);
        self.report.neutralised += usize::from(is_dangerous);
        is_dangerous
    }

    fn fitting(&mut self, text: &str) -> String {
        let shorter = fitted(text);
        self.report.shortened += usize::from(shorter.is_some());
        shorter.unwrap_or_else(|| text.to_owned())
    }

    fn widen(&mut self, place: usize, width: f64) {
        if self.widths.len() <= place {
            self.widths.resize(place + 1, 0.0);
        }
        if let Some(widest) = self.widths.get_mut(place) {
            *widest = widest.max(width);
        }
    }
}

/// The text cut to what a cell holds, with `…` at its end; `None` if it fits as it is.
pub(super) fn fitted(text: &str) -> Option<String> {
    // The limit counts UTF-16 units, as spreadsheet programs do.
    if text.encode_utf16().count() <= MAX_CELL_CHARACTERS {
        return None;
    }
    let mut units = 1;
    let mut kept: String = text
        .chars()
        .take_while(|character| {
            units += character.len_utf16();
            units <= MAX_CELL_CHARACTERS
        })
        .collect();
    kept.push('…');
    Some(kept)
}

/// Chinese, Japanese and Korean characters take two places; only the longest line counts.
pub(super) fn text_width(text: &str) -> f64 {
    let line = |line: &str| {
        line.chars()
            .map(|character| {
                if u32::from(character) >= 0x1100 {
                    2.0
                } else {
                    1.0
                }
            })
            .sum()
    };
    text.lines().map(line).fold(0.0, f64::max)
}

fn column(place: usize) -> Result<u16, XlsxError> {
    u16::try_from(place).map_err(|_| XlsxError::RowColumnLimitError)
}
