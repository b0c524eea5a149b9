//! What calamine does not tell of an XLSX sheet: hidden rows and columns, merges, formulas without a value, error words.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::archive::{Archive, attribute};
use super::merges::Merge;
use super::parts::sheet_part;

/// A cell that holds no usable value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Unusable {
    /// It shows this error.
    Error(String),
    /// Its formula was never calculated.
    NotCalculated,
}

/// Facts of one sheet; rows and columns from 0.
#[derive(Debug, Default)]
pub(super) struct SheetFacts {
    pub(super) hidden_rows: BTreeSet<u32>,
    /// Ranges of hidden columns, both ends included.
    pub(super) hidden_columns: Vec<(u32, u32)>,
    pub(super) merges: Vec<Merge>,
    pub(super) unusable: BTreeMap<(u32, u32), Unusable>,
}

impl SheetFacts {
    /// Reads them; a sheet that cannot be found has none, its reader will say what is wrong.
    /// # Errors
    /// What is wrong with the XML.
    pub(super) fn read(archive: &mut Archive<'_>, sheet: &str) -> Result<Self, String> {
        let Some(part) = sheet_part(archive, sheet) else {
            return Ok(Self::default());
        };
        let Some(entry) = archive.entry(&part) else {
            return Ok(Self::default());
        };
        let mut facts = Self::default();
        facts
            .scan(Reader::from_reader(BufReader::new(entry)))
            .map_err(|error| error.to_string())?;
        Ok(facts)
    }

    pub(super) fn hides_column(&self, column: u32) -> bool {
        self.hidden_columns
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&column))
    }

    fn scan<R: BufRead>(&mut self, mut xml: Reader<R>) -> Result<(), quick_xml::Error> {
        let mut buffer = Vec::new();
        let mut row = 0;
        let mut cell: Option<CellState> = None;
        let mut next_column = 0;
        loop {
            match xml.read_event_into(&mut buffer)? {
                Event::Start(element) => match element.local_name().as_ref() {
                    "row" => {
                        self.start_row(&element, &mut row);
                        next_column = 0;
                    }
                    "c" => {
                        let started = CellState::new(&element, row, next_column);
                        next_column = started.place.1 + 1;
                        cell = Some(started);
                    }
                    "f" => cell.iter_mut().for_each(|cell| cell.has_formula = true),
                    "v" => cell.iter_mut().for_each(|cell| cell.in_value = true),
                    _ => {}
                },
                Event::Empty(element) => match element.local_name().as_ref() {
                    "row" => {
                        self.start_row(&element, &mut row);
                        row += 1;
                    }
                    "c" => next_column = CellState::new(&element, row, next_column).place.1 + 1,
                    "f" => cell.iter_mut().for_each(|cell| cell.has_formula = true),
                    "v" => cell
                        .iter_mut()
                        .for_each(|cell| cell.has_value_element = true),
                    "col" => self.column(&element),
                    "mergeCell" => self
                        .merges
                        .extend(attribute(&element, "ref").as_deref().and_then(Merge::parse)),
                    _ => {}
                },
                Event::Text(text) => cell
                    .iter_mut()
                    .filter(|cell| cell.in_value)
                    .for_each(|cell| cell.value.push_str(&text)),
                Event::End(element) => match element.local_name().as_ref() {
                    "row" => row += 1,
                    "v" => cell.iter_mut().for_each(|cell| {
                        cell.in_value = false;
                        cell.has_value_element = true;
                    }),
                    "c" => {
                        if let Some(ended) = cell.take() {
                            self.end_cell(ended);
                        }
                    }
                    _ => {}
                },
                Event::Eof => return Ok(()),
                _ => {}
            }
            buffer.clear();
        }
    }

    fn start_row(&mut self, element: &BytesStart<'_>, row: &mut u32) {
        if let Some(number) = attribute(element, "r").and_then(|number| number.parse::<u32>().ok())
        {
            *row = number.saturating_sub(1);
        }
        if is_on(attribute(element, "hidden").as_deref())
            || attribute(element, "ht").as_deref() == Some("0")
        {
            self.hidden_rows.insert(*row);
        }
    }

    fn column(&mut self, element: &BytesStart<'_>) {
        let number = |name| {
            attribute(element, name)?
                .parse::<u32>()
                .ok()?
                .checked_sub(1)
        };
        if let (true, Some(first), Some(last)) = (
            is_on(attribute(element, "hidden").as_deref()),
            number("min"),
            number("max"),
        ) {
            self.hidden_columns.push((first, last));
        }
    }

    fn end_cell(&mut self, cell: CellState) {
        if cell.kind.as_deref() == Some("e") {
            self.unusable
                .insert(cell.place, Unusable::Error(cell.value));
            return;
        }
        // An empty text is a value; an empty number, or none at all, was never calculated.
        let is_empty_text = cell.kind.as_deref() == Some("str") && cell.has_value_element;
        if cell.has_formula && cell.value.is_empty() && !is_empty_text {
            self.unusable.insert(cell.place, Unusable::NotCalculated);
        }
    }
}

#[derive(Debug)]
struct CellState {
    place: (u32, u32),
    kind: Option<String>,
    has_formula: bool,
    has_value_element: bool,
    in_value: bool,
    value: String,
}

impl CellState {
    fn new(element: &BytesStart<'_>, row: u32, next_column: u32) -> Self {
        let place = attribute(element, "r")
            .as_deref()
            .and_then(parse_place)
            .unwrap_or((row, next_column));
        Self {
            place,
            kind: attribute(element, "t"),
            has_formula: false,
            has_value_element: false,
            in_value: false,
            value: String::new(),
        }
    }
}

fn is_on(value: Option<&str>) -> bool {
    matches!(value, Some("1" | "true"))
}

/// Row and column from 0 of a place such as `C3`.
pub(crate) fn parse_place(text: &str) -> Option<(u32, u32)> {
    let text = text.trim_start_matches('$');
    let letters = text.chars().take_while(char::is_ascii_alphabetic).count();
    let column = text.chars().take(letters).try_fold(0_u32, |sum, letter| {
        sum.checked_mul(26)?
            .checked_add(u32::from(letter.to_ascii_uppercase()) - u32::from('A') + 1)
    })?;
    let row: u32 = text.get(letters..)?.trim_start_matches('$').parse().ok()?;
    Some((row.checked_sub(1)?, column.checked_sub(1)?))
}
