//! Results in a copy of the workbook that the rows came from.
//!
//! A library that reads a workbook and writes it again keeps what it knows and loses the rest: charts, pivot tables, what
//! a newer program added. So nothing is written again that need not change. Every part of the package is copied byte for
//! byte but five: the imported sheet gets cells, and the styles, the list of sheets, its relations and the content types
//! get entries. What stood in these five stays as it stood.

mod book;
mod cells;
mod compare;
mod cover;
mod edit;
mod extra;
mod looks;
mod package;
mod scan;
mod style;
mod tag;

use std::fs;
use std::path::Path;

use thiserror::Error;

use super::atomic::write_whole;
use super::{Export, ExportReport, ExportWords};
use crate::table::column_letters;
use crate::workbook::{Archive, Format, sniff};
use crate::{ReadOptions, TableError, TableKind};
use book::Book;
use compare::Compared;
use looks::Layout;
use scan::Scan;

/// The workbook the rows came from.
#[derive(Debug, Clone, Copy)]
pub struct Original<'a> {
    /// Where it is.
    pub path: &'a Path,
    /// Its bytes as they are now.
    pub bytes: &'a [u8],
    /// How it was read: its sheet and its header row as they were found, nothing left to guess.
    pub options: &'a ReadOptions,
}

/// What a copy with results will be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyPlan {
    /// The ending the copy must have, without a dot: that of the original.
    pub ending: &'static str,
    /// The sheet that gets the results.
    pub sheet: String,
    /// The letters of the first column of results.
    pub first_column: String,
    /// What a person should know before; empty: nothing.
    pub doubts: Vec<CopyDoubt>,
}

/// What a person should know before a copy is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyDoubt {
    /// The workbook is signed; the copy keeps the signature, and it does not hold any more.
    Signature,
    /// So many rows had other cells in the run than the workbook has: the copy keeps the workbook's, and the rows as they
    /// were used stand on a sheet of their own.
    ChangedRows(usize),
    /// So many rows of the run are not in the workbook; they stand on a sheet of their own.
    AddedRows(usize),
    /// There is no header row, so the run sheet says what each column is.
    NoHeader,
    /// A chart or picture stands over the columns of the results.
    Covered,
}

impl CopyDoubt {
    /// The stable word for translation.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Signature => "signature",
            Self::ChangedRows(_) => "changed_rows",
            Self::AddedRows(_) => "added_rows",
            Self::NoHeader => "no_header",
            Self::Covered => "covered",
        }
    }

    /// How many rows it is about; `None`: it is about the workbook.
    pub const fn rows(self) -> Option<usize> {
        match self {
            Self::ChangedRows(rows) | Self::AddedRows(rows) => Some(rows),
            Self::Signature | Self::NoHeader | Self::Covered => None,
        }
    }
}

/// Why results cannot be put into a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CopyFault {
    /// The file is not an Excel workbook of 2007 or later.
    #[error("only .xlsx and .xlsm workbooks can be copied with results")]
    Kind,
    /// The sheet is full to its last column.
    #[error("the sheet has no free columns for the results")]
    NoRoom,
    /// Its parts are not where such a workbook has them.
    #[error("the workbook is built in a way that cannot be added to safely")]
    Unusual,
    /// The target is the original.
    #[error("the copy would take the place of the original")]
    Itself,
    /// The target ends in `.xlsx` and the original in `.xlsm`, or the other way round; programs refuse to open that.
    #[error("the name must end as the original's does")]
    Ending,
}

impl CopyFault {
    /// The stable word for translation.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Kind => "kind",
            Self::NoRoom => "no_room",
            Self::Unusual => "unusual",
            Self::Itself => "itself",
            Self::Ending => "ending",
        }
    }

    pub(crate) fn of(self, original: &Original<'_>) -> TableError {
        TableError::NotCopied {
            path: original.path.to_owned(),
            fault: self,
        }
    }
}

/// Looks at everything that decides whether results fit into a copy, and writes nothing.
/// # Errors
/// [`TableError::NotCopied`] with the reason, or why the original cannot be read.
pub fn plan_copy(
    original: &Original<'_>,
    export: &Export,
    words: &ExportWords,
) -> Result<CopyPlan, TableError> {
    Ok(Draft::of(original, export, words)?.plan)
}

/// Copies the original to `target` with the results beside its rows, and the run and cost sheets behind its sheets.
/// # Errors
/// As [`plan_copy`]; [`TableError::NotWritten`] with the reason, what was at `target` before being whole.
pub fn write_copy(
    target: &Path,
    original: &Original<'_>,
    export: &Export,
    words: &ExportWords,
) -> Result<ExportReport, TableError> {
    let draft = Draft::of(original, export, words)?;
    let same = fs::canonicalize(target)
        .ok()
        .is_some_and(|target| fs::canonicalize(original.path).ok() == Some(target));
    if same {
        return Err(CopyFault::Itself.of(original));
    }
    let ending = target
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    if ending.as_deref() != Some(draft.plan.ending) {
        return Err(CopyFault::Ending.of(original));
    }
    let mut report = ExportReport {
        path: target.to_owned(),
        rows: export.rows.len(),
        neutralised: 0,
        shortened: 0,
    };
    let content = draft.content(original, export, words, &mut report)?;
    write_whole(target, &content)?;
    Ok(report)
}

/// A copy that is thought through and not written yet.
struct Draft {
    plan: CopyPlan,
    book: Book,
    sheet: String,
    scan: Scan,
    layout: Layout,
    compared: Compared,
}

impl Draft {
    fn of(
        original: &Original<'_>,
        export: &Export,
        words: &ExportWords,
    ) -> Result<Self, TableError> {
        if !matches!(sniff(original.bytes), Format::Workbook(TableKind::Xlsx)) {
            return Err(CopyFault::Kind.of(original));
        }
        let compared = Compared::of(original, &export.rows)?;
        let damaged = |reason: String| TableError::damaged(original.path, reason);
        let mut archive = Archive::open(original.bytes).map_err(damaged)?;
        let name = compared.sheet.clone();
        let book =
            Book::open(&mut archive, &name).ok_or_else(|| CopyFault::Unusual.of(original))?;
        let sheet = archive
            .part(&book.sheet_part)
            .ok_or_else(|| CopyFault::Unusual.of(original))?;
        let header_row = compared.header_row;
        let scan = Scan::of(&sheet, header_row)
            .map_err(damaged)?
            .ok_or_else(|| CopyFault::Unusual.of(original))?;
        let first = scan.last_column.max(book.last_table_column) + 1;
        let layout = Layout::new(export, words, &compared, first)
            .ok_or_else(|| CopyFault::NoRoom.of(original))?;
        let doubts = doubts(&book, &compared, &layout);
        Ok(Self {
            plan: CopyPlan {
                ending: book.ending,
                sheet: name,
                first_column: column_letters(first as usize),
                doubts,
            },
            book,
            sheet,
            scan,
            layout,
            compared,
        })
    }

    fn content(
        self,
        original: &Original<'_>,
        export: &Export,
        words: &ExportWords,
        report: &mut ExportReport,
    ) -> Result<Vec<u8>, TableError> {
        let unusual = || CopyFault::Unusual.of(original);
        let mut styles = self.book.styles().ok_or_else(unusual)?;
        let cells = self
            .layout
            .cells(export, words, &self.compared, self.book.is_1904, report);
        let sheet = edit::edit(&self.sheet, &self.scan, cells, &mut styles)
            .map_err(|reason| TableError::damaged(original.path, reason))?;
        let named = self
            .compared
            .header_row
            .is_none()
            .then(|| self.layout.named_columns(words));
        let extra = extra::Extra {
            export,
            words,
            compared: &self.compared,
            named: named.unwrap_or_default(),
            is_1904: self.book.is_1904,
        };
        let sheets = extra.sheets(&mut styles, report);
        let changed = self
            .book
            .with_sheets(sheets, &self.scan.namespace, sheet, styles);
        package::copied(original, changed.ok_or_else(unusual)?)
    }
}

fn doubts(book: &Book, compared: &Compared, layout: &Layout) -> Vec<CopyDoubt> {
    let (changed, added) = (compared.changed.len(), compared.added.len());
    let last_row = compared.last_row;
    let found = [
        book.is_signed.then_some(CopyDoubt::Signature),
        (changed > 0).then_some(CopyDoubt::ChangedRows(changed)),
        (added > 0).then_some(CopyDoubt::AddedRows(added)),
        compared.header_row.is_none().then_some(CopyDoubt::NoHeader),
        book.covers(layout.first, layout.last(), last_row)
            .then_some(CopyDoubt::Covered),
    ];
    found.into_iter().flatten().collect()
}
