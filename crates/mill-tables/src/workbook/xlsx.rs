//! XLSX: cells streamed with their formats, facts beside them.

use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::Path;

use calamine::{Data, DataRef, Reader, Xlsx, XlsxError};

use super::archive::{Archive, MAX_UNPACKED_BYTES};
use super::facts::SheetFacts;
use super::rows::Rows;
use super::shown::shown;
use super::{candidates, hidden_sheets, sheet_list};
use crate::intake::{Intake, RowSink};
use crate::{Problem, ReadOptions, Table, TableError, TableKind};

type Workbook<'bytes> = Xlsx<Cursor<&'bytes [u8]>>;

/// Reads the chosen sheet.
pub(super) fn read_rows(
    path: &Path,
    bytes: &[u8],
    options: &ReadOptions,
    sink: RowSink<'_>,
) -> Result<Table, TableError> {
    let mut archive = Archive::open(bytes).map_err(|reason| TableError::damaged(path, reason))?;
    let size_bytes = archive.unpacked_bytes();
    if size_bytes > MAX_UNPACKED_BYTES {
        return Err(TableError::TooLarge {
            path: path.to_owned(),
            size_bytes,
            limit_bytes: MAX_UNPACKED_BYTES,
        });
    }
    let mut workbook: Workbook<'_> =
        Xlsx::new(Cursor::new(bytes)).map_err(|error| fault(path, &error))?;
    let mut table = Table::new(TableKind::Xlsx, options);
    table.sheets = sheet_list(workbook.sheets_metadata());
    let mut chosen = None;
    for name in candidates(path, &table.sheets, options)? {
        if has_content(&mut workbook, &name).map_err(|error| fault(path, &error))? {
            chosen = Some(name);
            break;
        }
    }
    let Some(name) = chosen else {
        return Err(TableError::Empty {
            path: path.to_owned(),
        });
    };
    let facts = SheetFacts::read(&mut archive, &name)
        .map_err(|reason| TableError::damaged(path, reason))?;
    table.sheet = Some(name.clone());
    let hidden: Vec<Problem> = hidden_sheets(&table.sheets, &name).collect();
    let mut intake = Intake::new(path, options, table, sink);
    for problem in hidden {
        intake.report(problem);
    }
    let mut rows = Rows::new(facts, options);
    stream(path, &mut workbook, &name, &mut rows, &mut intake)?;
    for problem in rows.hidden_columns() {
        intake.report(problem);
    }
    intake.finish()
}

fn stream(
    path: &Path,
    workbook: &mut Workbook<'_>,
    sheet: &str,
    rows: &mut Rows,
    intake: &mut Intake<'_>,
) -> Result<(), TableError> {
    let mut cells = workbook
        .worksheet_cells_reader(sheet)
        .map_err(|error| fault(path, &error))?;
    loop {
        let (cell, style) = match cells.next_cell_with_style_id() {
            Ok(Some(found)) => found,
            Ok(None) => break,
            // An error word calamine does not know, such as #SPILL!; the facts hold it.
            Err(XlsxError::CellError(_)) => continue,
            Err(error) => return Err(fault(path, &error)),
        };
        let (row, column) = cell.get_position();
        let value = cell.get_value();
        if *value == DataRef::Empty {
            continue;
        }
        let code = cells
            .styles()
            .get(style)
            .and_then(|style| style.number_format.as_ref())
            .map(|format| format.format_code.as_str());
        let (text, wrong) = shown(&Data::from(value.clone()), code);
        if rows.cell(intake, row, column, text, wrong)? == ControlFlow::Break(()) {
            return Ok(());
        }
    }
    // Whether the sink wants more does not matter any more.
    let _end = rows.end(intake)?;
    Ok(())
}

fn has_content(workbook: &mut Workbook<'_>, sheet: &str) -> Result<bool, XlsxError> {
    let mut cells = workbook.worksheet_cells_reader(sheet)?;
    loop {
        match cells.next_cell() {
            Ok(Some(cell)) if *cell.get_value() == DataRef::Empty => {}
            Ok(None) => return Ok(false),
            Ok(Some(_)) | Err(XlsxError::CellError(_)) => return Ok(true),
            Err(error) => return Err(error),
        }
    }
}

fn fault(path: &Path, error: &XlsxError) -> TableError {
    match error {
        XlsxError::Password => TableError::Encrypted {
            path: path.to_owned(),
        },
        other => TableError::damaged(path, other),
    }
}
