//! Workbooks: what they show in each cell.

mod archive;
mod facts;
mod looks;
mod merges;
mod number_format;
mod ods;
mod parts;
mod ranges;
mod rows;
mod shown;
mod sniff;
mod xls;
mod xlsb;
mod xlsx;

use std::path::Path;

pub(crate) use archive::{Archive, attribute};
pub(crate) use facts::parse_place;
pub(crate) use number_format::show_number;
pub(crate) use parts::{elements, sheet_part, workbook_part};
pub(crate) use sniff::{Foreign, Format, sniff};

use crate::intake::RowSink;
use crate::{Problem, ProblemKind, ReadOptions, SheetInfo, Table, TableError, TableKind};

/// Reads the chosen sheet and hands its rows to `sink`.
pub(crate) fn read_workbook_rows(
    path: &Path,
    bytes: &[u8],
    kind: TableKind,
    options: &ReadOptions,
    sink: RowSink<'_>,
) -> Result<Table, TableError> {
    match kind {
        TableKind::Xlsx => xlsx::read_rows(path, bytes, options, sink),
        TableKind::Xls | TableKind::Xlsb | TableKind::Ods | TableKind::Csv | TableKind::Files => {
            ranges::read_rows(path, bytes, kind, options, sink)
        }
    }
}

/// The sheets of a workbook as calamine lists them, worksheets only.
fn sheet_list(sheets: &[calamine::Sheet]) -> Vec<SheetInfo> {
    sheets
        .iter()
        .filter(|sheet| sheet.typ == calamine::SheetType::WorkSheet)
        .map(|sheet| SheetInfo {
            name: sheet.name.clone(),
            visible: sheet.visible == calamine::SheetVisible::Visible,
        })
        .collect()
}

/// The sheets to try in order: the one asked for, or the visible ones.
fn candidates(
    path: &Path,
    sheets: &[SheetInfo],
    options: &ReadOptions,
) -> Result<Vec<String>, TableError> {
    if let Some(wanted) = &options.sheet {
        let found = sheets
            .iter()
            .find(|sheet| &sheet.name == wanted)
            .or_else(|| {
                sheets
                    .iter()
                    .find(|sheet| sheet.name.trim().to_lowercase() == wanted.trim().to_lowercase())
            });
        return found
            .map(|sheet| vec![sheet.name.clone()])
            .ok_or_else(|| TableError::NoSheet {
                path: path.to_owned(),
                sheet: wanted.clone(),
                sheets: sheets.iter().map(|sheet| sheet.name.clone()).collect(),
            });
    }
    Ok(sheets
        .iter()
        .filter(|sheet| sheet.visible || options.include_hidden)
        .map(|sheet| sheet.name.clone())
        .collect())
}

/// One line for each hidden sheet that is not read.
fn hidden_sheets<'sheets>(
    sheets: &'sheets [SheetInfo],
    read: &'sheets str,
) -> impl Iterator<Item = Problem> + 'sheets {
    sheets
        .iter()
        .filter(move |sheet| !sheet.visible && sheet.name != read)
        .map(|sheet| {
            Problem::new(
                ProblemKind::HiddenSheet,
                "left_out",
                format!("The sheet `{}` is hidden and was not read", sheet.name),
            )
            .with("sheet", &sheet.name)
        })
}
