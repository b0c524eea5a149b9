//! What the first rows tell: header, columns, decimal mark, and which columns hold amounts.

use std::path::Path;

use super::RawRow;
use super::header::{column_names, first_full_row, guess_header};
use crate::problem::{Problems, shortened};
use crate::table::column_letters;
use crate::{HeaderChoice, Problem, ProblemKind, ReadOptions, TableError, read_amount};

/// The shape of a table.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) header_row: Option<u32>,
    pub(super) first_data_row: u32,
    pub(super) columns: Vec<String>,
    pub(super) decimal: Option<char>,
    /// Columns that hold amounts: what is no number there is worth a word.
    pub(super) amounts: Vec<bool>,
}

impl Layout {
    /// Finds it in the first rows, none of them blank.
    pub(super) fn find(
        path: &Path,
        rows: &[RawRow],
        options: &ReadOptions,
        is_text: bool,
        problems: &mut Problems,
    ) -> Result<Self, TableError> {
        let header = match options.header {
            HeaderChoice::None => None,
            HeaderChoice::Guess => guess_header(rows, is_text),
            HeaderChoice::Row(number) => Some(
                rows.iter()
                    .position(|row| row.number == number)
                    .ok_or_else(|| TableError::NoHeaderRow {
                        path: path.to_owned(),
                        row: number,
                        last_row: rows.last().map_or(0, |row| row.number),
                    })?,
            ),
        };
        let first_data = match (header, options.header) {
            (Some(place), _) => place + 1,
            (None, HeaderChoice::Guess) => first_full_row(rows, is_text).unwrap_or(0),
            (None, _) => 0,
        };
        let above = if header.is_some() {
            first_data.saturating_sub(1)
        } else {
            first_data
        };
        for row in rows.iter().take(above) {
            problems.push(preamble(row));
        }
        let data = rows.get(first_data..).unwrap_or_default();
        let header_row = header.and_then(|place| rows.get(place));
        // A delimited header says itself how many columns there are; in a workbook every filled column is one.
        let header_width = header_row.map_or(0, |row| row.cells.len());
        let width = if is_text && header_row.is_some() {
            header_width
        } else {
            data.iter()
                .map(|row| row.cells.len())
                .fold(header_width, usize::max)
        };
        let columns = match header_row {
            Some(row) => column_names(&row.cells, width, row.number, |problem| {
                problems.push(problem);
            }),
            None => (0..width).map(column_letters).collect(),
        };
        let decimal = options
            .decimal
            .or_else(|| decimal_mark(data.iter().flat_map(|row| row.cells.iter())));
        Ok(Self {
            header_row: header_row.map(|row| row.number),
            first_data_row: data.first().map_or(u32::MAX, |row| row.number),
            amounts: (0..columns.len())
                .map(|column| holds_amounts(data, column, decimal))
                .collect(),
            columns,
            decimal,
        })
    }
}

fn preamble(row: &RawRow) -> Problem {
    let text = row
        .cells
        .iter()
        .filter(|cell| !cell.trim().is_empty())
        .cloned()
        .collect::<Vec<_>>()
        .join(" ");
    let text = shortened(&text, 120);
    Problem::new(
        ProblemKind::Preamble,
        "above",
        format!(
            "Row {} is above the table and is left out: {text}",
            row.number
        ),
    )
    .at(row.number)
    .with("text", text)
}

/// The decimal mark most numbers show; `None` if they do not show it, or disagree.
fn decimal_mark<'cells>(cells: impl Iterator<Item = &'cells String>) -> Option<char> {
    let mut votes = [0_usize; 2];
    for cell in cells {
        if !cell.contains(['.', ','])
            || read_amount(cell, None).is_none_or(|amount| amount.doubt.is_some())
        {
            continue;
        }
        let as_dot = read_amount(cell, Some('.'));
        let as_comma = read_amount(cell, Some(','));
        match (as_dot, as_comma) {
            (Some(_), None) => votes[0] += 1,
            (None, Some(_)) => votes[1] += 1,
            // Both readings are possible; two digits behind the only mark are cents.
            (Some(_), Some(_)) if cell.contains('.') => votes[0] += 1,
            (Some(_), Some(_)) => votes[1] += 1,
            (None, None) => {}
        }
    }
    let [dots, commas] = votes;
    if dots > commas * 3 {
        Some('.')
    } else if commas > dots * 3 {
        Some(',')
    } else {
        None
    }
}

/// True if nearly every cell is a number and at least one looks like an amount rather than a code.
fn holds_amounts(rows: &[RawRow], column: usize, decimal: Option<char>) -> bool {
    let (mut filled, mut numbers, mut amounts) = (0_usize, 0_usize, 0_usize);
    for cell in rows.iter().filter_map(|row| row.cells.get(column)) {
        let text = cell.trim();
        if text.is_empty() || text == "-" || text.starts_with('#') {
            continue;
        }
        filled += 1;
        if read_amount(text, decimal).is_some() {
            numbers += 1;
            amounts += usize::from(!text.chars().all(|character| character.is_ascii_digit()));
        }
    }
    amounts > 0 && numbers * 5 >= filled * 4
}
