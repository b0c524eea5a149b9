//! Which row holds the column names, and what the columns are called.

use super::RawRow;
use crate::table::column_letters;
use crate::{Problem, ProblemKind, read_amount};

/// The place in `rows` of the row that reads like names above data; `None` if the table starts with data.
///
/// `is_text`: the number of cells of a row is its source's own, and not just where its last filled cell is.
pub(super) fn guess_header(rows: &[RawRow], is_text: bool) -> Option<usize> {
    let candidate = first_full_row(rows, is_text)?;
    let row = rows.get(candidate)?;
    let below = rows.get(candidate + 1..).unwrap_or_default();
    if below.is_empty() || !reads_like_data(row, below) {
        Some(candidate)
    } else {
        None
    }
}

/// The first row that is no title or note above the table.
pub(super) fn first_full_row(rows: &[RawRow], is_text: bool) -> Option<usize> {
    let typical = median(rows.iter().map(RawRow::filled).collect());
    let usual_width = median(rows.iter().map(|row| row.cells.len()).collect());
    (0..rows.len()).find(|place| {
        let Some(row) = rows.get(*place) else {
            return false;
        };
        let gap_below = rows
            .get(place + 1)
            .is_some_and(|next| next.number > row.number + 1);
        let filled = row.filled();
        if row.is_title && typical > 1 {
            return false;
        }
        let starts_alone = filled == 1
            && row
                .cells
                .first()
                .is_some_and(|cell| !cell.trim().is_empty());
        if starts_alone
            && typical > 1
            && (row.cells.len() < usual_width || typical > 2 || gap_below)
        {
            return false;
        }
        typical < 2
            || filled * 2 > typical
            || ((is_text || typical == 2) && row.cells.len() == usual_width)
    })
}

/// True if the row is like those below it where they hold numbers. A text above numbers speaks for a header, a
/// number above numbers against it, years and counted months (1, 2, 3) aside.
fn reads_like_data(row: &RawRow, below: &[RawRow]) -> bool {
    let mut against = 0;
    for (column, cell) in row.cells.iter().enumerate() {
        let filled: Vec<&str> = below
            .iter()
            .take(200)
            .filter_map(|other| other.cells.get(column))
            .map(String::as_str)
            .filter(|other| !other.trim().is_empty())
            .collect();
        let numbers = filled.iter().filter(|other| is_value(other)).count();
        if filled.is_empty() || numbers * 2 < filled.len() {
            continue;
        }
        if is_value(cell) {
            against += usize::from(!counts_on(row, column) && !is_year(cell));
        } else if !cell.trim().is_empty() {
            return false;
        }
    }
    against > 0
}

/// A number or a day.
fn is_value(text: &str) -> bool {
    read_amount(text, None).is_some() || is_day(text)
}

fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.trim().split(['-', '/', '.']).collect();
    parts.len() == 3
        && parts
            .iter()
            .all(|part| (1..=4).contains(&part.len()) && part.chars().all(|c| c.is_ascii_digit()))
}

fn is_year(text: &str) -> bool {
    matches!(text.trim().parse::<u16>(), Ok(1900..=2100))
}

/// True if the cell is one of a run such as 1, 2, 3 along the row.
fn counts_on(row: &RawRow, column: usize) -> bool {
    let whole = |place: Option<usize>| {
        place
            .and_then(|place| row.cells.get(place))?
            .trim()
            .parse::<i64>()
            .ok()
    };
    let Some(here) = whole(Some(column)) else {
        return false;
    };
    whole(column.checked_sub(1)) == Some(here - 1) || whole(Some(column + 1)) == Some(here + 1)
}

/// The column names from the header cells: blank ones get their letter, repeated ones a number.
pub(super) fn column_names(
    cells: &[String],
    width: usize,
    header_row: u32,
    mut report: impl FnMut(Problem),
) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(width);
    for place in 0..width {
        let written = cells.get(place).map(String::as_str).unwrap_or_default();
        let letters = column_letters(place);
        if written.trim().is_empty() {
            let name = unused(&letters, &names, cells);
            report(
                Problem::new(
                    ProblemKind::BlankHeader,
                    "named",
                    format!("Column {letters} has no name; it is called `{name}` here"),
                )
                .at(header_row)
                .column(&name),
            );
            names.push(name);
        } else if names.iter().any(|name| name == written) {
            let name = unused(written, &names, cells);
            report(
                Problem::new(
                    ProblemKind::DuplicateHeader,
                    "renamed",
                    format!("Column {letters} is called `{written}` like another one; it is called `{name}` here"),
                )
                .at(header_row)
                .column(&name)
                .with("written", written),
            );
            names.push(name);
        } else {
            names.push(written.to_owned());
        }
    }
    names
}

fn unused(name: &str, names: &[String], cells: &[String]) -> String {
    let taken = |name: &str| {
        names.iter().any(|other| other == name) || cells.iter().any(|other| other == name)
    };
    if !taken(name) {
        return name.to_owned();
    }
    // There are fewer names than numbers, so one is free.
    (2..=cells.len() + names.len() + 2)
        .map(|number| format!("{name} ({number})"))
        .find(|name| !taken(name))
        .unwrap_or_default()
}

fn median(mut numbers: Vec<usize>) -> usize {
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).copied().unwrap_or(0)
}
