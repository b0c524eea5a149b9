//! What is odd about a table or a document, with its place.

use std::path::Path;

/// The kinds of oddities; the words are part of the `import` output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProblemKind {
    /// Bytes that are no text in the chosen encoding.
    Undecodable,
    /// The encoding is a guess that may be wrong.
    EncodingUnsure,
    /// The delimiter is a guess that may be wrong.
    DelimiterUnsure,
    /// A row above the header, not sent to anyone.
    Preamble,
    /// A row of totals, not sent unless a person says so.
    TotalRow,
    /// A row with more or fewer cells than the header.
    Ragged,
    /// A quotation mark that is never closed.
    UnclosedQuote,
    /// Two columns with one name.
    DuplicateHeader,
    /// A column without a name.
    BlankHeader,
    /// A cell that shows an error such as `#REF!`.
    ErrorCell,
    /// A formula that was never calculated.
    NoCachedValue,
    /// Merged cells: what was repeated, what was left out.
    Merged,
    /// A hidden sheet that was not read.
    HiddenSheet,
    /// A hidden row that was not read.
    HiddenRow,
    /// A number or date that can be read in two ways, or not at all.
    NumberUnclear,
    /// A page without text.
    Scanned,
    /// A file that needs a password.
    Encrypted,
    /// A file that is broken.
    Damaged,
    /// A file, sheet or document with nothing in it.
    Empty,
    /// Text a reader does not see: white, tiny, off the page, invisible, or in a hidden column.
    HiddenText,
    /// A photo stored sideways.
    Rotated,
}

impl ProblemKind {
    /// Every kind, in the order of the documentation.
    pub const ALL: [Self; 21] = [
        Self::Undecodable,
        Self::EncodingUnsure,
        Self::DelimiterUnsure,
        Self::Preamble,
        Self::TotalRow,
        Self::Ragged,
        Self::UnclosedQuote,
        Self::DuplicateHeader,
        Self::BlankHeader,
        Self::ErrorCell,
        Self::NoCachedValue,
        Self::Merged,
        Self::HiddenSheet,
        Self::HiddenRow,
        Self::NumberUnclear,
        Self::Scanned,
        Self::Encrypted,
        Self::Damaged,
        Self::Empty,
        Self::HiddenText,
        Self::Rotated,
    ];

    /// The word as printed, stored and translated.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Undecodable => "undecodable",
            Self::EncodingUnsure => "encoding_unsure",
            Self::DelimiterUnsure => "delimiter_unsure",
            Self::Preamble => "preamble",
            Self::TotalRow => "total_row",
            Self::Ragged => "ragged",
            Self::UnclosedQuote => "unclosed_quote",
            Self::DuplicateHeader => "duplicate_header",
            Self::BlankHeader => "blank_header",
            Self::ErrorCell => "error_cell",
            Self::NoCachedValue => "no_cached_value",
            Self::Merged => "merged",
            Self::HiddenSheet => "hidden_sheet",
            Self::HiddenRow => "hidden_row",
            Self::NumberUnclear => "number_unclear",
            Self::Scanned => "scanned",
            Self::Encrypted => "encrypted",
            Self::Damaged => "damaged",
            Self::Empty => "empty",
            Self::HiddenText => "hidden_text",
            Self::Rotated => "rotated",
        }
    }
}

/// One oddity with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The row as spreadsheet programs count (the first row of the file is 1), or the page of a document.
    /// `None`: it is about the whole file or sheet.
    pub row: Option<u32>,
    /// The column's name. `None`: it is about the whole row or file.
    pub column: Option<String>,
    /// What kind of oddity.
    pub kind: ProblemKind,
    /// An English sentence that says what was found and what was done about it.
    pub message: String,
    /// The parts of the message by name, for translation. `case` tells apart the sentences of one kind.
    pub params: Vec<(&'static str, String)>,
    /// True if the row is held back because of it.
    pub blocks_row: bool,
}

impl Problem {
    /// A problem of the whole file that blocks nothing.
    pub(crate) fn new(kind: ProblemKind, case: &'static str, message: impl Into<String>) -> Self {
        Self {
            row: None,
            column: None,
            kind,
            message: message.into(),
            params: vec![("case", case.to_owned())],
            blocks_row: false,
        }
    }

    /// A document that needs a password.
    pub(crate) fn needed_password() -> Self {
        let message = "The document needs a password; give it, or save a copy without one";
        Self::new(ProblemKind::Encrypted, "password", message).blocking()
    }

    /// True if it says that a document needs a password nobody gave.
    pub fn is_needed_password(&self) -> bool {
        self.kind == ProblemKind::Encrypted && self.case() == Some("password")
    }

    /// The document it says needs a password nobody gave; `None`: it says something else.
    pub fn locked_file(&self) -> Option<&Path> {
        let path = self.params.iter().find(|(name, _)| *name == "path");
        let path = path.map(|(_, path)| Path::new(path.as_str()));
        path.filter(|_| self.is_needed_password())
    }

    /// What was found in a file, in the place where a list said something else of it. A scan is a doubt there and no
    /// fault: the person may want its pages looked at as pictures.
    #[must_use]
    pub fn of_file(mut self, said: &Self) -> Self {
        self.row = said.row;
        self.column.clone_from(&said.column);
        self.blocks_row &= self.kind != ProblemKind::Scanned;
        self
    }

    /// The word that tells apart the sentences of one kind.
    fn case(&self) -> Option<&str> {
        let case = self.params.iter().find(|(name, _)| *name == "case");
        case.map(|(_, case)| case.as_str())
    }

    /// At a row.
    pub(crate) fn at(mut self, row: u32) -> Self {
        self.row = Some(row);
        self.params.push(("row", row.to_string()));
        self
    }

    /// In a column.
    pub(crate) fn column(mut self, column: impl Into<String>) -> Self {
        let column = column.into();
        self.params.push(("column", column.clone()));
        self.column = Some(column);
        self
    }

    /// With one more part for translation.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "numbers, texts and references to them come alike"
    )]
    pub(crate) fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.params.push((name, value.to_string()));
        self
    }

    /// Holding its row back.
    pub(crate) const fn blocking(mut self) -> Self {
        self.blocks_row = true;
        self
    }
}

/// The most problems of one kind that are listed one by one, those that hold a row back apart: each such row needs its
/// reason.
const LISTED_PER_KIND: u32 = 500;

/// Collects problems without letting one kind drown the rest.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    list: Vec<Problem>,
    counts: [u32; ProblemKind::ALL.len()],
}

impl Problems {
    /// Adds a problem; beyond the limit of its kind it is only counted, unless it holds a row back.
    pub(crate) fn push(&mut self, problem: Problem) {
        if problem.blocks_row {
            self.list.push(problem);
            return;
        }
        if let Some(count) = self.counts.get_mut(problem.kind as usize) {
            *count += 1;
            if *count <= LISTED_PER_KIND {
                self.list.push(problem);
            }
        }
    }

    /// The list, with one line for each kind that was cut short.
    pub(crate) fn finish(mut self) -> Vec<Problem> {
        for kind in ProblemKind::ALL {
            let count = self.counts.get(kind as usize).copied().unwrap_or(0);
            if count > LISTED_PER_KIND {
                let more = count - LISTED_PER_KIND;
                self.list.push(
                    Problem::new(
                        kind,
                        "more",
                        format!("{more} more of this kind are not listed one by one"),
                    )
                    .with("count", more),
                );
            }
        }
        self.list
    }
}

/// The start of a text on one line, for a message: at most `limit` characters.
pub(crate) fn shortened(text: &str, limit: usize) -> String {
    let line = text.replace(['\r', '\n'], "⏎");
    if line.chars().count() <= limit {
        return line;
    }
    let mut start: String = line.chars().take(limit).collect();
    start.push('…');
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_one_kind_is_counted_and_does_not_hide_the_rest() {
        let mut problems = Problems::default();
        for row in 1..=1_234 {
            problems.push(Problem::new(ProblemKind::Ragged, "short", "short").at(row));
        }
        problems.push(Problem::new(ProblemKind::Merged, "repeated", "merged"));
        let list = problems.finish();
        assert_eq!(list.len(), 502);
        assert_eq!(
            list.last().map(|last| last.message.as_str()),
            Some("734 more of this kind are not listed one by one")
        );
        assert!(
            list.iter()
                .any(|problem| problem.kind == ProblemKind::Merged)
        );
    }

    #[test]
    fn every_kind_has_a_word_of_its_own_and_its_place() {
        for (place, kind) in ProblemKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, place);
            assert_eq!(
                ProblemKind::ALL
                    .iter()
                    .filter(|other| other.code() == kind.code())
                    .count(),
                1
            );
        }
    }
}
