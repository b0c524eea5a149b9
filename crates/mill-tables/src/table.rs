//! A task list as it was read.

use std::collections::HashMap;

use crate::{Problem, ReadOptions};

/// The kind of file a table came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TableKind {
    /// Delimited text: CSV, TSV and their relatives.
    Csv,
    /// Excel 2007 and later.
    Xlsx,
    /// Excel 97 to 2003.
    Xls,
    /// Excel's binary workbook.
    Xlsb,
    /// `OpenDocument` spreadsheet.
    Ods,
    /// A folder or a list of files, one row a file.
    Files,
}

impl TableKind {
    /// The word as printed and stored.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
            Self::Xls => "xls",
            Self::Xlsb => "xlsb",
            Self::Ods => "ods",
            Self::Files => "files",
        }
    }
}

/// A sheet of a workbook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetInfo {
    /// Its name.
    pub name: String,
    /// False if the workbook hides it.
    pub visible: bool,
}

/// What a row is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RowMark {
    /// A task.
    #[default]
    Task,
    /// Held back; its problem says why. The run books it as `unreadable`.
    Unreadable,
    /// A row of totals, not sent unless a person says so. The run books it as `skipped`.
    Total,
}

/// One row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    /// Its number as spreadsheet programs count: the first row of the file is 1, blank rows count.
    pub number: u32,
    /// The text a person sees in each cell, in column order; at least as many as there are columns.
    pub cells: Vec<String>,
    /// What it is good for.
    pub mark: RowMark,
}

/// A task list as it was read, and everything that was decided or found on the way.
///
/// [`read_rows`](crate::read_rows) gives one without rows, because it hands them out one by one.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// What kind of file it is, by its bytes and not by its name.
    pub kind: TableKind,
    /// The encoding of a text file as its usual label in lower case (`utf-8`, `gb18030`); `None` for the others.
    pub encoding: Option<String>,
    /// How sure the encoding is, 0 to 1; 1 where nothing was guessed.
    pub sure: f64,
    /// The delimiter of a text file; `None` for workbooks and for text of one column.
    pub delimiter: Option<char>,
    /// The decimal mark of its numbers; `None` if no number shows it.
    pub decimal: Option<char>,
    /// The sheet that was read; `None` for text and files.
    pub sheet: Option<String>,
    /// Every sheet of the workbook in order, hidden ones included.
    pub sheets: Vec<SheetInfo>,
    /// The row with the column names as spreadsheet programs count; `None` if there is none.
    pub header_row: Option<u32>,
    /// The column names, never blank and never twice the same.
    pub columns: Vec<String>,
    /// The rows below the header, without those that are blank in every cell.
    pub rows: Vec<TableRow>,
    /// What is odd, in the order it was met.
    pub problems: Vec<Problem>,
}

impl Table {
    /// A table with nothing in it yet.
    pub(crate) fn new(kind: TableKind, options: &ReadOptions) -> Self {
        Self {
            kind,
            encoding: None,
            sure: 1.0,
            delimiter: None,
            decimal: options.decimal,
            sheet: None,
            sheets: Vec::new(),
            header_row: None,
            columns: Vec::new(),
            rows: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// For each row that is not a task, the first problem that says why.
    pub fn reasons(&self) -> HashMap<u32, &Problem> {
        let mut reasons = HashMap::new();
        for problem in self.problems.iter().filter(|problem| problem.blocks_row) {
            if let Some(row) = problem.row {
                reasons.entry(row).or_insert(problem);
            }
        }
        reasons
    }

    /// The position of a column by its name, case and spaces around it aside.
    pub fn column(&self, name: &str) -> Option<usize> {
        let wanted = name.trim().to_lowercase();
        self.columns
            .iter()
            .position(|column| column.trim().to_lowercase() == wanted)
    }
}

/// The name spreadsheet programs give a column: 0 is `A`, 26 is `AA`.
pub(crate) fn column_letters(index: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = index + 1;
    while rest > 0 {
        letters.push(char::from(
            b'A' + u8::try_from((rest - 1) % 26).unwrap_or(0),
        ));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_lettered_as_in_a_spreadsheet() {
        let names: Vec<String> = [0, 25, 26, 701, 702]
            .into_iter()
            .map(column_letters)
            .collect();
        assert_eq!(names, ["A", "Z", "AA", "ZZ", "AAA"]);
    }
}
