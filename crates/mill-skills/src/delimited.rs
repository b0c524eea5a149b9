//! Small tables of a skill: rules, choices, lookups. They may have been saved by a spreadsheet program.

use crate::{Place, SkillError};

/// A table with one header row; rows keep the number a spreadsheet program shows.
pub(crate) struct SmallTable {
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<SmallRow>,
}

/// One row that is not blank.
pub(crate) struct SmallRow {
    /// As a spreadsheet program counts: the header is row 1.
    pub(crate) number: u32,
    pub(crate) cells: Vec<String>,
}

impl SmallRow {
    /// The trimmed cell; "" beyond the end of the row.
    pub(crate) fn cell(&self, index: usize) -> &str {
        self.cells.get(index).map_or("", |cell| cell.trim())
    }
}

/// Reads a table with a header row.
pub(crate) fn read(file: &str, text: &str) -> Result<SmallTable, SkillError> {
    let mut rows = read_rows(file, text)?;
    let header = rows
        .remove(0)
        .cells
        .iter()
        .map(|cell| cell.trim().to_owned())
        .collect();
    Ok(SmallTable { header, rows })
}

/// Reads every row that is not blank; at least one. The delimiter is the one of `,` `;` and tab that the first line has
/// most of.
pub(crate) fn read_rows(file: &str, text: &str) -> Result<Vec<SmallRow>, SkillError> {
    // A last line without its end would count differently below.
    let text = format!("{}\n", text.trim_end_matches('\n'));
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter(&text))
        .flexible(true)
        .has_headers(false)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let mut record = csv::StringRecord::new();
    let mut number: u32 = 0;
    loop {
        let line_before = reader.position().line();
        let is_row = reader.read_record(&mut record).map_err(|error| {
            let hint = "Open the file in a spreadsheet program and save it again as CSV UTF-8.";
            SkillError::wrong(
                Place::line(file, number + 1),
                format!("the row cannot be read: {error}"),
                hint,
            )
        })?;
        if !is_row {
            break;
        }
        let cells: Vec<String> = record.iter().map(str::to_owned).collect();
        // The reader passes over empty lines without a word; a spreadsheet program counts them.
        let own_lines = 1 + cells
            .iter()
            .map(|cell| cell.matches('\n').count() as u64)
            .sum::<u64>();
        let empty_lines = (reader.position().line() - line_before).saturating_sub(own_lines);
        number += 1 + u32::try_from(empty_lines).unwrap_or(0);
        if cells.iter().any(|cell| !cell.trim().is_empty()) {
            rows.push(SmallRow { number, cells });
        }
    }
    if rows.is_empty() {
        let hint = "Write a header row and at least one row below it, or do not name the file.";
        return Err(SkillError::wrong(
            Place::file(file),
            "the table is empty",
            hint,
        ));
    }
    // An open quote swallows the rest of the file, and the reader does not mind.
    if !text.matches('"').count().is_multiple_of(2) {
        let hint =
            "Close the quote, or write a quote inside a text twice and the whole cell in quotes.";
        let row = rows.last().map_or(1, |row| row.number);
        return Err(SkillError::wrong(
            Place::line(file, row),
            "a double quote is opened and never closed",
            hint,
        ));
    }
    Ok(rows)
}

/// The delimiter of a small table: the one its first line has most of.
pub(crate) fn delimiter(text: &str) -> u8 {
    let first = text
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    let count = |delimiter: u8| first.bytes().filter(|byte| *byte == delimiter).count();
    // On a tie the earlier one wins, so that a single column is read with commas.
    [b'\t', b';', b',']
        .into_iter()
        .max_by_key(|delimiter| count(*delimiter))
        .unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_count_as_in_a_spreadsheet_and_blank_ones_are_left_out() {
        let table = read("a.csv", "name;value\n\"two\nlines\";1\n;\n\nlast;2\n").unwrap();
        assert_eq!(table.header, ["name", "value"]);
        let rows: Vec<_> = table
            .rows
            .iter()
            .map(|row| (row.number, row.cell(0), row.cell(1)))
            .collect();
        assert_eq!(rows, [(2, "two\nlines", "1"), (5, "last", "2")]);
        assert_eq!(table.rows[0].cell(9), "");
    }

    #[test]
    fn an_open_quote_is_told_and_swallows_nothing() {
        let error = read("rules.csv", "a,b\n1,2\n\"Hall 7,3\n4,5\n")
            .err()
            .unwrap();
        assert_eq!(
            error.to_string(),
            "rules.csv row 3: a double quote is opened and never closed"
        );
    }

    #[test]
    fn an_empty_table_is_named() {
        let error = read("rules.csv", "\n \n").err().unwrap();
        assert_eq!(error.to_string(), "rules.csv: the table is empty");
    }
}
