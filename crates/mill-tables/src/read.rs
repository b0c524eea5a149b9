//! The doors: read a table whole, row by row, or only its start.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use crate::intake::RowSink;
use crate::text::read_text_rows;
use crate::workbook::{Format, read_workbook_rows, sniff};
use crate::{ReadOptions, RowMark, Table, TableError, TableRow};

/// The most bytes of one file that are read.
pub(crate) const MAX_FILE_BYTES: u64 = 1 << 30;

/// The start of a table and the sums of the whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// The table with its first rows only; its problems are those of all rows.
    pub table: Table,
    /// Rows below the header that are not blank, whatever they are good for.
    pub rows_total: u64,
    /// Of these, rows that are held back as unreadable.
    pub rows_unreadable: u64,
    /// Of these, rows of totals.
    pub rows_of_totals: u64,
}

/// Reads a table with all its rows.
/// # Errors
/// [`TableError`] if the file cannot be read as a table with these options.
pub fn read_table(path: &Path, options: &ReadOptions) -> Result<Table, TableError> {
    let mut rows = Vec::new();
    let mut table = read_rows(path, options, &mut |_, row| {
        rows.push(row);
        ControlFlow::Continue(())
    })?;
    table.rows = rows;
    Ok(table)
}

/// Reads a table and keeps its first `limit` rows; the others are read, judged and counted, but not kept.
/// # Errors
/// [`TableError`] if the file cannot be read as a table with these options.
pub fn preview(path: &Path, options: &ReadOptions, limit: usize) -> Result<Preview, TableError> {
    let mut rows = Vec::new();
    let (mut rows_total, mut rows_unreadable, mut rows_of_totals) = (0, 0, 0);
    let mut table = read_rows(path, options, &mut |_, row| {
        rows_total += 1;
        match row.mark {
            RowMark::Task => {}
            RowMark::Unreadable => rows_unreadable += 1,
            RowMark::Total => rows_of_totals += 1,
        }
        if rows.len() < limit {
            rows.push(row);
        }
        ControlFlow::Continue(())
    })?;
    table.rows = rows;
    Ok(Preview {
        table,
        rows_total,
        rows_unreadable,
        rows_of_totals,
    })
}

/// Hands out the rows one by one, each with the table as known so far (header and columns are), and returns the
/// table without rows and with every problem. Breaking from `on_row` stops early.
/// # Errors
/// [`TableError`] if the file cannot be read as a table with these options. Rows may have been handed out before.
pub fn read_rows(
    path: &Path,
    options: &ReadOptions,
    on_row: &mut dyn FnMut(&Table, TableRow) -> ControlFlow<()>,
) -> Result<Table, TableError> {
    rows_of(path, &read_bytes(path)?, options, on_row)
}

/// Reads a table that is in memory already, such as one pasted from a spreadsheet program. `name` stands for the path
/// in messages.
/// # Errors
/// [`TableError`] if the bytes cannot be read as a table with these options.
pub fn read_table_bytes(
    name: &Path,
    bytes: &[u8],
    options: &ReadOptions,
) -> Result<Table, TableError> {
    let mut rows = Vec::new();
    let mut table = rows_of(name, bytes, options, &mut |_, row| {
        rows.push(row);
        ControlFlow::Continue(())
    })?;
    table.rows = rows;
    Ok(table)
}

fn rows_of(
    path: &Path,
    bytes: &[u8],
    options: &ReadOptions,
    sink: RowSink<'_>,
) -> Result<Table, TableError> {
    match sniff(bytes) {
        Format::Text => read_text_rows(path, bytes, options, sink),
        Format::Workbook(kind) => read_workbook_rows(path, bytes, kind, options, sink),
        Format::Encrypted => Err(TableError::Encrypted {
            path: path.to_owned(),
        }),
        Format::Other(found) => Err(TableError::NotATable {
            path: path.to_owned(),
            found: found.words(),
        }),
    }
}

/// The bytes of a file that is neither too large nor empty.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, TableError> {
    let facts = fs::metadata(path).map_err(|source| TableError::reading(path, source))?;
    // A pipe or a device would be waited for, and a folder is none of our business here.
    if !facts.is_file() {
        return Err(TableError::reading(
            path,
            io::Error::other("it is not a plain file"),
        ));
    }
    let size_bytes = facts.len();
    if size_bytes > MAX_FILE_BYTES {
        return Err(TableError::TooLarge {
            path: path.to_owned(),
            size_bytes,
            limit_bytes: MAX_FILE_BYTES,
        });
    }
    let bytes = fs::read(path).map_err(|source| TableError::reading(path, source))?;
    if bytes.is_empty() {
        return Err(TableError::Empty {
            path: path.to_owned(),
        });
    }
    Ok(bytes)
}
