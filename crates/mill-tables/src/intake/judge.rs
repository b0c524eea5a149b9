//! What each row is good for, and what is to be said about it.

use super::layout::Layout;
use super::{CellFault, RawRow};
use crate::problem::{Problems, shortened};
use crate::table::column_letters;
use crate::{
    AmountDoubt, Problem, ProblemKind, RaggedRule, ReadOptions, RowMark, TableRow, read_amount,
};

/// Labels of rows that add up others, in the languages our users keep books in.
const TOTAL_WORDS: [&str; 26] = [
    "total",
    "totals",
    "grand total",
    "subtotal",
    "sub total",
    "sub-total",
    "sum",
    "gesamt",
    "gesamtsumme",
    "summe",
    "zwischensumme",
    "saldo",
    "totaal",
    "totale",
    "somme",
    "total general",
    "total général",
    "suma",
    "razem",
    "итого",
    "合计",
    "总计",
    "小计",
    "合計",
    "総計",
    "小計",
];

/// What spreadsheet programs show for errors.
const ERROR_WORDS: [&str; 10] = [
    "#REF!",
    "#N/A",
    "#VALUE!",
    "#DIV/0!",
    "#NAME?",
    "#NULL!",
    "#NUM!",
    "#SPILL!",
    "#CALC!",
    "#GETTING_DATA",
];

/// Judges rows by the table's layout.
#[derive(Debug)]
pub(super) struct Judge {
    layout: Layout,
    short_rows: RaggedRule,
    long_rows: RaggedRule,
    joint: String,
}

impl Judge {
    pub(super) fn new(layout: Layout, options: &ReadOptions, delimiter: Option<char>) -> Self {
        let joint = delimiter.unwrap_or(',').to_string();
        Self {
            layout,
            short_rows: options.short_rows,
            long_rows: options.long_rows,
            joint,
        }
    }

    /// The finished row. Whatever was found goes to `problems`.
    pub(super) fn row(&self, mut raw: RawRow, problems: &mut Problems) -> TableRow {
        let mut mark = RowMark::Task;
        let mut report = |problem: Problem| {
            if problem.blocks_row && mark == RowMark::Task {
                mark = if problem.kind == ProblemKind::TotalRow {
                    RowMark::Total
                } else {
                    RowMark::Unreadable
                };
            }
            problems.push(problem);
        };
        let in_place = self.to_width(&mut raw, &mut report);
        for (column, fault) in &raw.faults {
            let cell = raw
                .cells
                .get(*column)
                .map(String::as_str)
                .unwrap_or_default();
            report(cell_fault(*fault, raw.number, self.name(*column), cell));
        }
        if in_place && self.is_total(&raw) {
            report(total_row(&raw));
        }
        for (column, cell) in raw.cells.iter().enumerate() {
            if !raw.faults.iter().any(|(faulty, _)| *faulty == column) {
                self.number(&raw, column, cell, &mut report);
            }
        }
        TableRow {
            number: raw.number,
            cells: raw.cells,
            mark,
        }
    }

    /// Brings the row to the table's width; true unless its cells may stand in the wrong columns.
    fn to_width(&self, raw: &mut RawRow, report: &mut impl FnMut(Problem)) -> bool {
        let width = self.layout.columns.len();
        let found = raw.cells.len();
        let surplus = raw
            .cells
            .iter()
            .skip(width)
            .any(|cell| !cell.trim().is_empty());
        let (case, rule, said) = match found {
            _ if found == width => return true,
            // Blank cells at the end of a workbook's row are not stored; that is no oddity.
            _ if found < width && !raw.is_delimited => {
                raw.cells.resize(width, String::new());
                return true;
            }
            _ if found < width => ("short", self.short_rows, "the missing ones are blank"),
            _ if surplus => (
                "long",
                self.long_rows,
                "values may stand in the wrong column",
            ),
            _ => (
                "long_blank",
                RaggedRule::Keep,
                "the surplus ones are blank and left out",
            ),
        };
        let text = shortened(&raw.cells.join(&self.joint), 160);
        let held = rule == RaggedRule::HoldBack;
        let end = if held {
            ", so the row is held back"
        } else {
            ""
        };
        let message = format!(
            "Row {} has {found} cells instead of {width}; {said}{end}: {text}",
            raw.number
        );
        let problem = Problem::new(ProblemKind::Ragged, case, message)
            .at(raw.number)
            .with("found", found)
            .with("expected", width)
            .with("text", text);
        report(if held { problem.blocking() } else { problem });
        if !surplus {
            raw.cells.resize(width, String::new());
        }
        !surplus
    }

    fn name(&self, column: usize) -> String {
        self.layout
            .columns
            .get(column)
            .cloned()
            .unwrap_or_else(|| column_letters(column))
    }

    /// A row that starts with a word for total, adds something up, and leaves other cells blank.
    fn is_total(&self, raw: &RawRow) -> bool {
        if raw.filled() >= self.layout.columns.len().max(3) {
            return false;
        }
        let mut filled = raw
            .cells
            .iter()
            .map(|cell| cell.trim())
            .filter(|cell| !cell.is_empty());
        let Some(label) = filled.next().filter(|label| label.len() < 40) else {
            return false;
        };
        let label = label
            .trim_end_matches([':', '：', '.'])
            .trim()
            .to_lowercase();
        TOTAL_WORDS.contains(&label.as_str())
            && filled.any(|cell| read_amount(cell, self.layout.decimal).is_some())
    }

    fn number(&self, raw: &RawRow, column: usize, cell: &str, report: &mut impl FnMut(Problem)) {
        let text = cell.trim();
        if text.starts_with('#') && ERROR_WORDS.contains(&text) {
            let message =
                format!("The text `{text}` reads like an error of the program the file came from");
            report(
                Problem::new(ProblemKind::ErrorCell, "text", message)
                    .at(raw.number)
                    .column(self.name(column))
                    .with("text", text),
            );
            return;
        }
        let holds_amounts = self.layout.amounts.get(column).copied().unwrap_or(false);
        if !holds_amounts || text.is_empty() {
            return;
        }
        let doubt = read_amount(text, self.layout.decimal).map(|amount| amount.doubt);
        let (case, message) = match doubt {
            None if is_dash(text) => (
                "dash",
                format!("`{text}` alone can mean nothing or zero; it stays as written"),
            ),
            Some(None) => return,
            Some(Some(AmountDoubt::DecimalMark)) => (
                "decimal_mark",
                format!("`{text}` can mean thousands or decimals; choose the decimal mark"),
            ),
            Some(Some(AmountDoubt::CreditOrDebit)) => (
                "credit",
                format!(
                    "`{text}`: whether a credit is negative is for you to say; it stays as written"
                ),
            ),
            None => (
                "not_a_number",
                format!("`{text}` is not a number, unlike the rest of its column"),
            ),
        };
        report(
            Problem::new(ProblemKind::NumberUnclear, case, message)
                .at(raw.number)
                .column(self.name(column))
                .with("text", text),
        );
    }
}

/// A dash of any length where an amount could stand.
fn is_dash(text: &str) -> bool {
    matches!(text, "-" | "–" | "—" | "\u{2212}" | "－")
}

fn total_row(raw: &RawRow) -> Problem {
    let message = format!("Row {} is a row of totals and is not sent", raw.number);
    Problem::new(ProblemKind::TotalRow, "skipped", message)
        .at(raw.number)
        .blocking()
}

fn cell_fault(fault: CellFault, row: u32, column: String, cell: &str) -> Problem {
    let text = shortened(cell, 80);
    let problem = match fault {
        CellFault::Error => {
            Problem::new(ProblemKind::ErrorCell, "error", format!("The cell shows the error {text}; the row is held back"))
                .blocking()
        }
        CellFault::NotCalculated => Problem::new(
            ProblemKind::NoCachedValue,
            "formula",
            "The formula was never calculated; open the workbook in Excel once and save it. The row is held back",
        )
        .blocking(),
        CellFault::Undecodable => Problem::new(
            ProblemKind::Undecodable,
            "bytes",
            format!("Some bytes are no text in this encoding; choose another. The row is held back: {text}"),
        )
        .blocking(),
        CellFault::Nul => {
            let text = text.replace('\0', "␀");
            let message =
                format!("The cell holds a sign that no program shows (NUL); it stays as it is: {text}");
            return Problem::new(ProblemKind::Undecodable, "nul", message)
                .at(row)
                .column(column)
                .with("text", text);
        }
        CellFault::ImpossibleDate => Problem::new(
            ProblemKind::NumberUnclear,
            "impossible_date",
            "The date is 29 February 1900, which never was; check it in the source",
        ),
    };
    problem.at(row).column(column).with("text", text)
}
