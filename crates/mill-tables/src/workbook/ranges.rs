//! XLS, XLSB and ODS, whose reader gives a whole sheet at once. ODS stores what it shows; of the other two, the number
//! formats are read beside it.

use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::Path;

use calamine::{Data, Ods, OdsError, Range, Reader, Xls, XlsError, Xlsb, XlsbError};

use super::archive::Archive;
use super::looks::Looks;
use super::merges::Merge;
use super::ods::read_sheet;
use super::rows::Rows;
use super::shown::shown;
use super::{candidates, hidden_sheets, sheet_list};
use crate::intake::{Intake, RowSink};
use crate::{Problem, ProblemKind, ReadOptions, Table, TableError, TableKind};

/// Reads the chosen sheet.
pub(super) fn read_rows(
    path: &Path,
    bytes: &[u8],
    kind: TableKind,
    options: &ReadOptions,
    sink: RowSink<'_>,
) -> Result<Table, TableError> {
    let mut book = Book::open(path, bytes, kind)?;
    let mut table = Table::new(kind, options);
    table.sheets = book.sheets();
    let mut chosen = None;
    for name in candidates(path, &table.sheets, options)? {
        let range = book.range(path, &name)?;
        if !range.is_empty() {
            chosen = Some((name, range));
            break;
        }
    }
    let Some((name, range)) = chosen else {
        return Err(TableError::Empty {
            path: path.to_owned(),
        });
    };
    table.sheet = Some(name.clone());
    let hidden: Vec<Problem> = hidden_sheets(&table.sheets, &name).collect();
    let mut intake = Intake::new(path, options, table, sink);
    for problem in hidden {
        intake.report(problem);
    }
    if kind == TableKind::Ods {
        pour_shown(path, bytes, &name, options, &mut intake)?;
        return intake.finish();
    }
    let mut looks = book.looks(bytes, &name);
    if looks.as_ref().is_some_and(|looks| looks.has_unread_cells) {
        return Err(TableError::damaged(path, super::xlsb::SHORT_CELLS));
    }
    if looks.is_none()
        && range
            .used_cells()
            .any(|(_, _, value)| matches!(value, Data::Float(_) | Data::Int(_)))
    {
        intake.report(formats_unknown(kind));
    }
    let mut facts = looks
        .as_mut()
        .map(|looks| std::mem::take(&mut looks.facts))
        .unwrap_or_default();
    facts.merges.extend(book.merges(&name));
    let mut rows = Rows::new(facts, options);
    pour(&range, looks.as_ref(), &mut rows, &mut intake)?;
    for problem in rows.hidden_columns() {
        intake.report(problem);
    }
    intake.finish()
}

fn pour_shown(
    path: &Path,
    bytes: &[u8],
    sheet: &str,
    options: &ReadOptions,
    intake: &mut Intake<'_>,
) -> Result<(), TableError> {
    let read = Archive::open(bytes).and_then(|mut archive| read_sheet(&mut archive, sheet));
    let (cells, facts) = read.map_err(|reason| TableError::damaged(path, reason))?;
    let mut rows = Rows::new(facts, options);
    for cell in cells {
        if rows.cell(intake, cell.row, cell.column, cell.text, cell.fault)?
            == ControlFlow::Break(())
        {
            return Ok(());
        }
    }
    // Whether the sink wants more does not matter any more.
    let _end = rows.end(intake)?;
    for problem in rows.hidden_columns() {
        intake.report(problem);
    }
    Ok(())
}

fn pour(
    range: &Range<Data>,
    looks: Option<&Looks>,
    rows: &mut Rows,
    intake: &mut Intake<'_>,
) -> Result<(), TableError> {
    let (first_row, first_column) = range.start().unwrap_or_default();
    for (row, cells) in (first_row..).zip(range.rows()) {
        for (column, data) in (first_column..).zip(cells) {
            if *data == Data::Empty {
                continue;
            }
            let (text, wrong) =
                looks.map_or_else(|| shown(data, None), |looks| looks.shown(row, column, data));
            if rows.cell(intake, row, column, text, wrong)? == ControlFlow::Break(()) {
                return Ok(());
            }
        }
    }
    // Whether the sink wants more does not matter any more.
    let _end = rows.end(intake)?;
    Ok(())
}

fn formats_unknown(kind: TableKind) -> Problem {
    let message = format!(
        "This .{} file does not tell us how its numbers are shown, so a percentage may read 0.075 and a code may lack its zeros; save it as .xlsx to be sure",
        kind.code()
    );
    Problem::new(ProblemKind::NumberUnclear, "formats_unknown", message).with("kind", kind.code())
}

enum Book<'bytes> {
    Xls(Xls<Cursor<&'bytes [u8]>>),
    Xlsb(Xlsb<Cursor<&'bytes [u8]>>),
    Ods(Ods<Cursor<&'bytes [u8]>>),
}

impl<'bytes> Book<'bytes> {
    fn open(path: &Path, bytes: &'bytes [u8], kind: TableKind) -> Result<Self, TableError> {
        let encrypted = || TableError::Encrypted {
            path: path.to_owned(),
        };
        match kind {
            TableKind::Xlsb => Xlsb::new(Cursor::new(bytes))
                .map(Self::Xlsb)
                .map_err(|error| match error {
                    XlsbError::Password => encrypted(),
                    other => TableError::damaged(path, other),
                }),
            TableKind::Ods => Ods::new(Cursor::new(bytes))
                .map(Self::Ods)
                .map_err(|error| match error {
                    OdsError::Password => encrypted(),
                    other => TableError::damaged(path, other),
                }),
            TableKind::Xls | TableKind::Xlsx | TableKind::Csv | TableKind::Files => {
                Xls::new(Cursor::new(bytes))
                    .map(Self::Xls)
                    .map_err(|error| match error {
                        XlsError::Password => encrypted(),
                        other => TableError::damaged(path, other),
                    })
            }
        }
    }

    fn sheets(&self) -> Vec<crate::SheetInfo> {
        match self {
            Self::Xls(book) => sheet_list(book.sheets_metadata()),
            Self::Xlsb(book) => sheet_list(book.sheets_metadata()),
            Self::Ods(book) => sheet_list(book.sheets_metadata()),
        }
    }

    fn range(&mut self, path: &Path, sheet: &str) -> Result<Range<Data>, TableError> {
        match self {
            Self::Xls(book) => book
                .worksheet_range(sheet)
                .map_err(|error| TableError::damaged(path, error)),
            Self::Xlsb(book) => book
                .worksheet_range(sheet)
                .map_err(|error| TableError::damaged(path, error)),
            Self::Ods(book) => book
                .worksheet_range(sheet)
                .map_err(|error| TableError::damaged(path, error)),
        }
    }

    /// How the cells of a sheet look. `None`: the file does not tell, or cannot be followed.
    fn looks(&self, bytes: &[u8], sheet: &str) -> Option<Looks> {
        match self {
            Self::Xls(book) => {
                let all = book.sheets_metadata();
                let place = all.iter().position(|one| one.name == sheet)?;
                super::xls::read_looks(bytes, place)
            }
            Self::Xlsb(_) => super::xlsb::read_looks(bytes, sheet),
            Self::Ods(_) => None,
        }
    }

    fn merges(&self, sheet: &str) -> Vec<Merge> {
        match self {
            Self::Xls(book) => book
                .merge_cells_by_sheet_name(sheet)
                .unwrap_or_default()
                .iter()
                .map(Merge::of)
                .collect(),
            Self::Xlsb(_) | Self::Ods(_) => Vec::new(),
        }
    }
}
