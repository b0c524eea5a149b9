//! Cells put into a sheet. What stands there already is copied to the letter.

use std::collections::BTreeMap;
use std::collections::btree_map::IntoIter;
use std::iter::Peekable;

use quick_xml::events::{BytesStart, Event};

use super::cells::NewCell;
use super::scan::{ColumnsAt, Place, Scan, Walk, number};
use super::style::Styles;
use super::tag::with_attributes;
use crate::table::column_letters;
use crate::workbook::attribute;

/// Cells by row from 1, and by column from 0.
pub(super) type Cells = BTreeMap<u32, BTreeMap<u32, NewCell>>;

/// The sheet with further cells.
/// # Errors
/// What is wrong with the XML.
pub(super) fn edit(
    xml: &str,
    scan: &Scan,
    cells: Cells,
    styles: &mut Styles,
) -> Result<String, String> {
    let widths = widths(&cells);
    let mut sheet = Editing {
        xml,
        scan,
        styles,
        out: String::with_capacity(xml.len() + xml.len() / 3),
        copied: 0,
        rows: cells.into_iter().peekable(),
        open: None,
        skipping: false,
    };
    let mut walk = Walk::new(xml);
    let mut place = Place::default();
    while let Some((at, event)) = walk.next()? {
        sheet.meet_widths(&at, &widths);
        match &event {
            Event::Start(element) => match element.local_name().as_ref() {
                "row" => sheet.start_row(&at, element, &mut place, false),
                "c" => sheet.start_cell(&at, element, &mut place, false),
                _ => {}
            },
            Event::Empty(element) => match element.local_name().as_ref() {
                "dimension" => sheet.dimension(&at, &widths),
                "row" => sheet.start_row(&at, element, &mut place, true),
                "c" => sheet.start_cell(&at, element, &mut place, true),
                _ => {}
            },
            Event::End(element) => match element.local_name().as_ref() {
                "c" => sheet.end_cell(&at),
                "row" => sheet.end_row(&at),
                "sheetData" => sheet.rows_up_to(at.start, u32::MAX),
                _ => {}
            },
            _ => {}
        }
    }
    sheet.copy_to(xml.len());
    Ok(sheet.out)
}

struct Editing<'a> {
    xml: &'a str,
    scan: &'a Scan,
    styles: &'a mut Styles,
    out: String,
    /// Up to where the sheet is copied.
    copied: usize,
    rows: Peekable<IntoIter<u32, BTreeMap<u32, NewCell>>>,
    open: Option<OpenRow>,
    /// True inside a cell that ours takes the place of.
    skipping: bool,
}

/// A row that gets cells.
struct OpenRow {
    number: u32,
    /// The style of the whole row, if it has one.
    style: Option<u32>,
    cells: Peekable<IntoIter<u32, NewCell>>,
}

impl Editing<'_> {
    fn copy_to(&mut self, end: usize) {
        if let Some(text) = self.xml.get(self.copied..end) {
            self.out.push_str(text);
            self.copied = end;
        }
    }

    /// Writes rows the sheet does not have that come before this one.
    fn rows_up_to(&mut self, at: usize, number: u32) {
        while let Some((row, cells)) = self.rows.next_if(|(row, _)| *row < number) {
            self.copy_to(at);
            let prefix = &self.scan.prefix;
            let number = row.to_string();
            self.out.extend(["<", prefix, "row r=\"", &number, "\">"]);
            self.open = Some(OpenRow {
                number: row,
                style: None,
                cells: cells.into_iter().peekable(),
            });
            self.write_cells_before(u32::MAX);
            self.open = None;
            let prefix = &self.scan.prefix;
            self.out.extend(["</", prefix, "row>"]);
        }
    }

    fn start_row(
        &mut self,
        at: &std::ops::Range<usize>,
        element: &BytesStart<'_>,
        place: &mut Place,
        is_empty: bool,
    ) {
        let number = place.enter_row(element);
        self.rows_up_to(at.start, number);
        let Some((_, cells)) = self.rows.next_if(|(row, _)| *row == number) else {
            return;
        };
        self.copy_to(at.start);
        let tag = self.xml.get(at.clone()).unwrap_or_default();
        // The range a row says it spans would be wrong now; it is a hint nobody needs.
        let tag = with_attributes(tag, &[("spans", None)]).unwrap_or_else(|| tag.to_owned());
        self.out.push_str(tag.strip_suffix("/>").unwrap_or(&tag));
        self.copied = at.end;
        self.open = Some(OpenRow {
            number,
            style: row_style(element),
            cells: cells.into_iter().peekable(),
        });
        if is_empty {
            self.out.push('>');
            self.write_cells_before(u32::MAX);
            self.open = None;
            let name = element.name();
            self.out.extend(["</", name.as_ref(), ">"]);
        }
    }

    fn start_cell(
        &mut self,
        at: &std::ops::Range<usize>,
        element: &BytesStart<'_>,
        place: &mut Place,
        is_empty: bool,
    ) {
        let column = place.enter_cell(element);
        let Some(row) = &mut self.open else { return };
        if row.cells.peek().is_none_or(|(next, _)| *next > column) {
            return;
        }
        self.copy_to(at.start);
        self.write_cells_before(column);
        let Some(row) = &mut self.open else { return };
        // What stands here is empty but for its looks; ours takes its place and its looks.
        if let Some((_, cell)) = row.cells.next_if(|(next, _)| *next == column) {
            let place = (row.number, column);
            self.write_cell(place, &cell, number(element, "s"));
            self.copied = at.end;
            self.skipping = !is_empty;
        }
    }

    fn end_cell(&mut self, at: &std::ops::Range<usize>) {
        if std::mem::take(&mut self.skipping) {
            self.copied = at.end;
        }
    }

    fn end_row(&mut self, at: &std::ops::Range<usize>) {
        if self.open.is_some() {
            self.copy_to(at.start);
            self.write_cells_before(u32::MAX);
            self.open = None;
        }
    }

    fn write_cells_before(&mut self, column: u32) {
        while let Some(row) = &mut self.open
            && let Some((next, cell)) = row.cells.next_if(|(next, _)| *next < column)
        {
            let (place, style) = ((row.number, next), row.style);
            self.write_cell(place, &cell, style);
        }
    }

    fn write_cell(&mut self, place: (u32, u32), cell: &NewCell, style: Option<u32>) {
        let base = if cell.is_header {
            self.scan.header_style
        } else {
            style.unwrap_or_else(|| self.scan.style_of_column(place.1))
        };
        let style = self.styles.with_look(base, &cell.look);
        cell.write(&mut self.out, &self.scan.prefix, place, style);
    }

    fn dimension(&mut self, at: &std::ops::Range<usize>, widths: &BTreeMap<u32, f64>) {
        let Some(((_, last_row), last)) = self.scan.dimension.as_ref().zip(widths.keys().last())
        else {
            return;
        };
        let reference = format!("A1:{}{last_row}", column_letters(*last as usize));
        let tag = self.xml.get(at.clone()).unwrap_or_default();
        if let Some(tag) = with_attributes(tag, &[("ref", Some(&reference))]) {
            self.copy_to(at.start);
            self.out.push_str(&tag);
            self.copied = at.end;
        }
    }

    /// Widths of our columns, where the sheet does not say one.
    fn meet_widths(&mut self, at: &std::ops::Range<usize>, widths: &BTreeMap<u32, f64>) {
        let prefix = self.scan.prefix.clone();
        let column = |(column, width): (&u32, &f64)| {
            let number = column + 1;
            format!(
                r#"<{prefix}col min="{number}" max="{number}" width="{width}" customWidth="1"/>"#
            )
        };
        let text = match self.scan.columns_at {
            Some(ColumnsAt::End(place, last)) if place == at.start => {
                widths.range(last + 1..).map(column).collect()
            }
            Some(ColumnsAt::Before(place)) if place == at.start => {
                let columns: String = widths.iter().map(column).collect();
                format!("<{prefix}cols>{columns}</{prefix}cols>")
            }
            _ => return,
        };
        self.copy_to(at.start);
        self.out.push_str(&text);
    }
}

fn row_style(row: &BytesStart<'_>) -> Option<u32> {
    let is_custom = matches!(
        attribute(row, "customFormat").as_deref(),
        Some("1" | "true")
    );
    number(row, "s").filter(|_| is_custom)
}

/// A width in characters for each column that gets cells.
fn widths(cells: &Cells) -> BTreeMap<u32, f64> {
    let mut widths = BTreeMap::new();
    for (column, cell) in cells.values().flatten() {
        let width: &mut f64 = widths.entry(*column).or_insert(8.0);
        *width = width.max(cell.width().min(60.0));
    }
    widths
}
