//! `OpenDocument` sheets: the text each cell shows is stored beside its value, so it is read from there.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::archive::{Archive, attribute, unescaped};
use super::facts::SheetFacts;
use super::merges::Merge;
use super::number_format::general;
use super::shown::show_iso;
use crate::intake::CellFault;

/// The most rows and columns a sheet can have; repeat counts beyond that are nonsense.
const MAX_ROWS: u32 = 1_048_576;
const MAX_COLUMNS: u32 = 16_384;

/// The most cells with something in them; a small file can claim any number by repeating one.
const MAX_CELLS: usize = 20_000_000;

/// A cell with something in it; row and column from 0.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct OdsCell {
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) text: String,
    pub(super) fault: Option<CellFault>,
}

/// The cells of a sheet in order, and its facts.
/// # Errors
/// What is wrong with the XML.
pub(super) fn read_sheet(
    archive: &mut Archive<'_>,
    sheet: &str,
) -> Result<(Vec<OdsCell>, SheetFacts), String> {
    let xml = archive
        .text("content.xml")
        .ok_or("its content is missing")?;
    let mut reader = Reader::from_str(&xml);
    let mut scan = Scan::default();
    let mut inside = false;
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(element) if element.local_name().as_ref() == "table" => {
                inside = attribute(&element, "name").as_deref() == Some(sheet);
            }
            Event::End(element) if inside && element.local_name().as_ref() == "table" => break,
            Event::Eof => break,
            Event::Start(element) if inside => scan.start(&element),
            Event::Empty(element) if inside => {
                scan.start(&element);
                scan.end(element.local_name().as_ref());
            }
            Event::End(element) if inside => scan.end(element.local_name().as_ref()),
            Event::Text(text) if inside => scan.text(&text),
            Event::GeneralRef(reference) if inside => {
                scan.text(&unescaped(&format!("&{};", &*reference)));
            }
            _ => {}
        }
        if scan.cells.len() > MAX_CELLS {
            return Err(format!("the sheet claims more than {MAX_CELLS} cells"));
        }
    }
    Ok((scan.cells, scan.facts))
}

#[derive(Debug, Default)]
struct Scan {
    cells: Vec<OdsCell>,
    facts: SheetFacts,
    row: u32,
    row_repeat: u32,
    row_start: usize,
    column: u32,
    declared_columns: u32,
    cell: Option<CellState>,
    notes: u32,
}

#[derive(Debug, Default)]
struct CellState {
    kind: Option<String>,
    value: Option<String>,
    repeat: u32,
    span: (u32, u32),
    has_formula: bool,
    is_covered: bool,
    shown: String,
    paragraphs: u32,
    in_paragraph: bool,
}

impl Scan {
    fn start(&mut self, element: &BytesStart<'_>) {
        match element.local_name().as_ref() {
            // Comments are text in a cell that the cell does not show.
            "annotation" => self.notes += 1,
            "table-column" => self.columns(element),
            "table-row" => {
                self.row_repeat = count(element, "number-rows-repeated").min(MAX_ROWS);
                self.row_start = self.cells.len();
                self.column = 0;
                if is_hidden(element) {
                    self.facts
                        .hidden_rows
                        .extend(self.row..self.row.saturating_add(self.row_repeat).min(MAX_ROWS));
                }
            }
            name @ ("table-cell" | "covered-table-cell") => {
                self.cell = Some(CellState::new(element, name));
            }
            "p" => self.with_cell(|cell| {
                if cell.paragraphs > 0 {
                    cell.shown.push('\n');
                }
                cell.paragraphs += 1;
                cell.in_paragraph = true;
            }),
            "s" => {
                let spaces = count(element, "c").min(1_000) as usize;
                self.with_cell(|cell| cell.shown.extend(std::iter::repeat_n(' ', spaces)));
            }
            "tab" => self.with_cell(|cell| cell.shown.push('\t')),
            "line-break" => self.with_cell(|cell| cell.shown.push('\n')),
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "annotation" => self.notes = self.notes.saturating_sub(1),
            "p" => self.with_cell(|cell| cell.in_paragraph = false),
            "table-cell" | "covered-table-cell" => {
                if let Some(cell) = self.cell.take() {
                    self.end_cell(&cell);
                }
            }
            "table-row" => {
                let first: Vec<OdsCell> = self
                    .cells
                    .get(self.row_start..)
                    .unwrap_or_default()
                    .to_vec();
                if !first.is_empty() {
                    for repeat in 1..self.row_repeat {
                        if self.cells.len() > MAX_CELLS {
                            break;
                        }
                        self.cells.extend(first.iter().cloned().map(|cell| OdsCell {
                            row: self.row + repeat,
                            ..cell
                        }));
                    }
                }
                self.row = self.row.saturating_add(self.row_repeat).min(MAX_ROWS);
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        self.with_cell(|cell| {
            if cell.in_paragraph {
                cell.shown.push_str(text);
            }
        });
    }

    fn with_cell(&mut self, change: impl FnOnce(&mut CellState)) {
        if self.notes == 0
            && let Some(cell) = &mut self.cell
        {
            change(cell);
        }
    }

    fn columns(&mut self, element: &BytesStart<'_>) {
        let columns = count(element, "number-columns-repeated").min(MAX_COLUMNS);
        if is_hidden(element) {
            self.facts
                .hidden_columns
                .push((self.declared_columns, self.declared_columns + columns - 1));
        }
        self.declared_columns += columns;
    }

    fn end_cell(&mut self, cell: &CellState) {
        let (rows, columns) = cell.span;
        if !cell.is_covered && (rows > 1 || columns > 1) {
            self.facts.merges.push(Merge {
                first_row: self.row,
                first_column: self.column,
                last_row: self.row + rows - 1,
                last_column: self.column + columns - 1,
            });
        }
        let (text, fault) = cell.text();
        if !text.is_empty() || fault.is_some() {
            for column in self.column..self.column.saturating_add(cell.repeat).min(MAX_COLUMNS) {
                self.cells.push(OdsCell {
                    row: self.row,
                    column,
                    text: text.clone(),
                    fault,
                });
            }
        }
        self.column = self.column.saturating_add(cell.repeat).min(MAX_COLUMNS);
    }
}

impl CellState {
    fn new(element: &BytesStart<'_>, name: &str) -> Self {
        let value = ["value", "date-value", "boolean-value"]
            .into_iter()
            .find_map(|name| attribute(element, name));
        // An error hides behind the kind the extension gives; the standard's own says text or number.
        let kinds: Vec<String> = element
            .attributes()
            .flatten()
            .filter(|attribute| attribute.key.local_name().as_ref() == "value-type")
            .map(|attribute| attribute.value.to_string())
            .collect();
        let kind = kinds
            .iter()
            .find(|kind| *kind == "error")
            .or_else(|| kinds.first())
            .cloned();
        Self {
            kind,
            value,
            repeat: count(element, "number-columns-repeated").min(MAX_COLUMNS),
            span: (
                count(element, "number-rows-spanned").min(MAX_ROWS),
                count(element, "number-columns-spanned").min(MAX_COLUMNS),
            ),
            has_formula: attribute(element, "formula").is_some(),
            is_covered: name == "covered-table-cell",
            ..Self::default()
        }
    }

    fn text(&self) -> (String, Option<CellFault>) {
        let value = self.value.as_deref();
        match self.kind.as_deref() {
            Some("error") => (self.shown.clone(), Some(CellFault::Error)),
            Some("date") => (value.map_or_else(|| self.shown.clone(), show_iso), None),
            Some("boolean") => (value.unwrap_or_default().to_uppercase(), None),
            Some("float" | "percentage" | "currency") if costs_digits(&self.shown) => (
                value
                    .and_then(|value| value.parse().ok())
                    .map_or_else(|| self.shown.clone(), general),
                None,
            ),
            None if self.has_formula && self.shown.is_empty() => {
                (String::new(), Some(CellFault::NotCalculated))
            }
            _ => (self.shown.clone(), None),
        }
    }
}

/// True if a number is shown in scientific notation, or not at all because its column is narrow.
fn costs_digits(shown: &str) -> bool {
    shown.is_empty() || shown.contains("###") || shown.contains("E+") || shown.contains("E-")
}

fn count(element: &BytesStart<'_>, name: &str) -> u32 {
    attribute(element, name)
        .and_then(|number| number.parse().ok())
        .unwrap_or(1)
        .max(1)
}

fn is_hidden(element: &BytesStart<'_>) -> bool {
    matches!(
        attribute(element, "visibility").as_deref(),
        Some("collapse" | "filter")
    )
}
