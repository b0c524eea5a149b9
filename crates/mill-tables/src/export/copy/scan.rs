//! A first look at a sheet: where it ends to the right, and where things are to be put in.

use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::tag::prefix_of;
use crate::workbook::{attribute, parse_place};

/// What must be known of a sheet before cells are put in.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The prefix of its elements with the colon; usually none.
    pub(super) prefix: String,
    /// The namespace of its elements.
    pub(super) namespace: String,
    /// The last column with something in it, from 0; merged ranges count whole.
    pub(super) last_column: u32,
    /// The style of the last name in the header row.
    pub(super) header_style: u32,
    /// Columns with a style of their own: first and last from 0, and the style.
    pub(super) column_styles: Vec<(u32, u32, u32)>,
    /// Where widths of further columns go: before the end of `cols`, or before the rows in a `cols` of its own.
    pub(super) columns_at: Option<ColumnsAt>,
    /// The tag that says how far the sheet reaches, and its last row from 1.
    pub(super) dimension: Option<(Range<usize>, u32)>,
}

/// Where widths of columns go.
#[derive(Debug, Clone, Copy)]
pub(super) enum ColumnsAt {
    /// At the end of those there are, whose last column is this, from 0.
    End(usize, u32),
    /// There are none yet.
    Before(usize),
}

/// Walks over XML and tells where each piece begins and ends.
pub(super) struct Walk<'xml> {
    reader: Reader<&'xml [u8]>,
    /// The length of a byte order mark, which the reader would not count.
    mark: usize,
}

impl<'xml> Walk<'xml> {
    pub(super) fn new(xml: &'xml str) -> Self {
        let text = xml.strip_prefix('\u{feff}').unwrap_or(xml);
        Self {
            reader: Reader::from_str(text),
            mark: xml.len() - text.len(),
        }
    }

    /// The next piece with its place; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(Range<usize>, Event<'xml>)>, String> {
        let mark = self.mark;
        let at = |reader: &Reader<&[u8]>| {
            usize::try_from(reader.buffer_position()).map_or(0, |place| place + mark)
        };
        let start = at(&self.reader);
        match self
            .reader
            .read_event()
            .map_err(|error| error.to_string())?
        {
            Event::Eof => Ok(None),
            event => Ok(Some((start..at(&self.reader), event))),
        }
    }
}

/// Where rows and cells are, for those that do not say it themselves.
#[derive(Debug, Default)]
pub(super) struct Place {
    /// From 1.
    pub(super) row: u32,
    next_column: u32,
}

impl Place {
    pub(super) fn enter_row(&mut self, row: &BytesStart<'_>) -> u32 {
        let named = attribute(row, "r").and_then(|number| number.parse().ok());
        self.row = named.unwrap_or(self.row + 1);
        self.next_column = 0;
        self.row
    }

    /// The column of a cell, from 0.
    pub(super) fn enter_cell(&mut self, cell: &BytesStart<'_>) -> u32 {
        let named = attribute(cell, "r").as_deref().and_then(parse_place);
        let column = named.map_or(self.next_column, |(_, column)| column);
        self.next_column = column + 1;
        column
    }
}

pub(super) fn number(element: &BytesStart<'_>, name: &str) -> Option<u32> {
    attribute(element, name)?.parse().ok()
}

impl Scan {
    /// Looks through a sheet. `None` if it has no rows where they should be.
    /// # Errors
    /// What is wrong with the XML.
    pub(super) fn of(xml: &str, header_row: Option<u32>) -> Result<Option<Self>, String> {
        let mut scan = Self::default();
        let mut walk = Walk::new(xml);
        let mut place = Place::default();
        let (mut column, mut style, mut in_rows) = (0, 0, false);
        while let Some((at, event)) = walk.next()? {
            match &event {
                Event::Start(element) | Event::Empty(element) => {
                    match element.local_name().as_ref() {
                        "worksheet" => scan.root(element),
                        "dimension" => scan.dimension(at, element),
                        "col" => scan.column(element),
                        "sheetData" => {
                            scan.columns_at.get_or_insert(ColumnsAt::Before(at.start));
                            in_rows |= matches!(event, Event::Start(_));
                        }
                        "row" => {
                            place.enter_row(element);
                        }
                        "c" => {
                            column = place.enter_cell(element);
                            style = number(element, "s").unwrap_or(0);
                        }
                        "v" | "f" | "is" => {
                            scan.last_column = scan.last_column.max(column);
                            if header_row == Some(place.row) {
                                scan.header_style = style;
                            }
                        }
                        "mergeCell" => scan.merged(element),
                        _ => {}
                    }
                }
                Event::End(element) if element.local_name().as_ref() == "cols" => {
                    let last = scan.column_styles.iter().map(|(_, last, _)| *last).max();
                    scan.columns_at = Some(ColumnsAt::End(at.start, last.unwrap_or(0)));
                }
                _ => {}
            }
        }
        Ok(in_rows.then_some(scan))
    }

    /// The style cells of a column have where a row and a cell say nothing.
    pub(super) fn style_of_column(&self, column: u32) -> u32 {
        self.column_styles
            .iter()
            .find(|(first, last, _)| (*first..=*last).contains(&column))
            .map_or(0, |(_, _, style)| *style)
    }

    fn root(&mut self, element: &BytesStart<'_>) {
        let name = element.name();
        let prefix = prefix_of(name.as_ref());
        let wanted = match prefix.strip_suffix(':') {
            Some(prefix) => format!("xmlns:{prefix}"),
            None => "xmlns".to_owned(),
        };
        let found = element
            .attributes()
            .flatten()
            .find(|attribute| attribute.key.as_ref() == wanted);
        if let Some(found) = found {
            self.namespace = found.value.into_owned();
        }
        prefix.clone_into(&mut self.prefix);
    }

    fn dimension(&mut self, at: Range<usize>, element: &BytesStart<'_>) {
        let last = attribute(element, "ref")
            .and_then(|range| parse_place(range.rsplit(':').next().unwrap_or(&range)));
        if let Some((row, _)) = last {
            self.dimension = Some((at, row + 1));
        }
    }

    fn column(&mut self, element: &BytesStart<'_>) {
        if let (Some(first), Some(last)) = (number(element, "min"), number(element, "max")) {
            let style = number(element, "style").unwrap_or(0);
            self.column_styles
                .push((first.saturating_sub(1), last.saturating_sub(1), style));
        }
    }

    fn merged(&mut self, element: &BytesStart<'_>) {
        let range = attribute(element, "ref");
        let last = range
            .as_deref()
            .and_then(|range| range.rsplit(':').next())
            .and_then(parse_place);
        if let Some((_, column)) = last {
            self.last_column = self.last_column.max(column);
        }
    }
}
