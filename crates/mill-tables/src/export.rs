//! Results out: the original columns in place, results beside them, a run sheet and a cost sheet.

mod atomic;
mod book;
mod copy;
mod csv;
mod json;
mod result_cell;
mod source_cell;
mod word;
mod words;
mod xlsx;
mod xlsx_sheets;

use std::borrow::Cow;
use std::path::PathBuf;

use mill_domain::{DecidedBy, FieldName, FieldType, Outcome, Record, Usd, Verdict};

use crate::table::column_letters;

pub use self::atomic::write_text;
pub use self::book::{BookColumn, BookRow, BookSheet, write_book};
pub use self::copy::{CopyDoubt, CopyFault, CopyPlan, Original, plan_copy, write_copy};
pub use self::csv::{CsvOptions, write_csv, write_rows_csv};
pub use json::write_json;
pub use word::{WordBlock, WordDocument, WordPiece, WordTable, write_word};
pub use words::ExportWords;
pub use xlsx::write_xlsx;

/// Everything that goes into a file of results.
#[derive(Debug, Clone, PartialEq)]
pub struct Export {
    /// The names of the original columns.
    pub columns: Vec<String>,
    /// The rows in their original order.
    pub rows: Vec<ExportRow>,
    /// The skill's outputs, in order.
    pub result_columns: Vec<ResultColumn>,
    /// The run sheet: label and text of each line (who, when, skill version, model, cost, census).
    pub run_sheet: Vec<(String, String)>,
    /// The closing sheet of the review, as label and text of each line; empty: none.
    pub sign_off_sheet: Vec<(String, String)>,
    /// The cost sheet.
    pub cost_sheet: CostSheet,
    /// What every reader of the file must know, such as `PRACTICE` or `unreviewed rows: 12`. `None`: nothing.
    pub banner: Option<String>,
}

/// One row of the source with what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportRow {
    /// Its row number in the source, as spreadsheet programs count.
    pub number: u32,
    /// Its original cells as text.
    pub cells: Vec<String>,
    /// The result; empty if there is none.
    pub output: Record,
    /// How it ended. `None`: it has not.
    pub outcome: Option<Outcome>,
    /// Who decided. `None`: nobody.
    pub decided_by: Option<DecidedBy>,
    /// What the checks said, in the caller's language; empty if nothing.
    pub findings: String,
    /// What a person said. `None`: nobody looked.
    pub verdict: Option<Verdict>,
    /// The number of the sample it was accepted by. `None` for any other verdict.
    pub by_sample: Option<u32>,
    /// What it cost.
    pub cost: Usd,
    /// True if no model was asked and the answer is made up for practice.
    pub practice: bool,
}

/// One output of the skill.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultColumn {
    /// Its name in the results.
    pub field: FieldName,
    /// What people see.
    pub label: String,
    /// How its values are written.
    pub field_type: FieldType,
}

/// Costs as a table of text; numbers in it are written as numbers where no letter is lost.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CostSheet {
    /// The column names.
    pub columns: Vec<String>,
    /// The rows, each as long as `columns`.
    pub rows: Vec<Vec<String>>,
}

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportReport {
    /// The file.
    pub path: PathBuf,
    /// Rows written, header and banner apart.
    pub rows: usize,
    /// Cells a spreadsheet program could have evaluated, and which were made harmless.
    pub neutralised: usize,
    /// Cells that were longer than the format allows and end in `…`.
    pub shortened: usize,
}

impl Export {
    /// The same with a column for every cell: what a row holds beyond the header stays, under the letters that spreadsheet
    /// programs give such a column.
    fn with_all_cells(&self) -> Cow<'_, Self> {
        let filled = |row: &ExportRow| {
            let last = row.cells.iter().rposition(|cell| !cell.is_empty());
            last.map_or(0, |place| place + 1)
        };
        let width = self.rows.iter().map(filled).max().unwrap_or(0);
        if width <= self.columns.len() {
            return Cow::Borrowed(self);
        }
        let mut wide = self.clone();
        let beyond = self.columns.len()..width;
        wide.columns.extend(beyond.map(column_letters));
        Cow::Owned(wide)
    }

    /// The header of the results, in order: original columns, results, then our own.
    fn header(&self, words: &ExportWords) -> Vec<String> {
        let result = |column: &ResultColumn| {
            let is_taken = self
                .columns
                .iter()
                .any(|name| name.trim().eq_ignore_ascii_case(column.label.trim()));
            if is_taken {
                format!("{} ({})", column.label, words.result)
            } else {
                column.label.clone()
            }
        };
        let own = [
            &words.outcome,
            &words.decided_by,
            &words.findings,
            &words.verdict,
            &words.cost_usd,
        ];
        let mut header: Vec<String> = self.columns.clone();
        header.extend(self.result_columns.iter().map(result));
        header.extend(own.into_iter().cloned());
        if self.has_practice() {
            header.push(words.practice.clone());
        }
        header
    }

    fn has_practice(&self) -> bool {
        self.rows.iter().any(|row| row.practice)
    }
}

impl ExportRow {
    /// Our own cells in the order of the header, cost and practice mark apart.
    fn own_cells<'words>(&'words self, words: &'words ExportWords) -> [Cow<'words, str>; 4] {
        [
            Cow::Borrowed(
                self.outcome
                    .map_or(words.waiting.as_str(), |outcome| words.of_outcome(outcome)),
            ),
            self.decided_by.map_or(Cow::Borrowed(""), |decider| {
                words.of_row(decider, self.verdict)
            }),
            Cow::Borrowed(self.findings.as_str()),
            self.verdict.map_or(Cow::Borrowed(""), |verdict| {
                words.of_verdict(verdict, self.by_sample)
            }),
        ]
    }
}
