//! Looking at a file before it is brought in.

use std::path::PathBuf;

use crate::convert::table_problem;
use crate::grants::Power;
use crate::params::TablePreviewParams;
use crate::view::job::{Reading, SheetView, TablePreview};
use crate::{ApiError, Host};
use mill_engine::{HeaderChoice, ReadOptions};

/// Rows of a preview.
const ROWS: usize = 50;

pub(super) async fn table_preview(
    host: &Host,
    params: TablePreviewParams,
) -> Result<TablePreview, ApiError> {
    let paths = granted(host, &params.grant, &params.others)?;
    let options = read_options(host, &params.reading)?;
    let name = paths
        .first()
        .and_then(|path| path.file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let engine = host.engine.clone();
    let read = tokio::task::spawn_blocking(move || engine.preview(&paths, &options, ROWS)).await;
    let read = read.map_err(|error| ApiError::new("internal", error.to_string()))?;
    Ok(preview_view(read?, name))
}

/// The paths behind a grant and those that came with it.
pub(super) fn granted(
    host: &Host,
    first: &str,
    others: &[String],
) -> Result<Vec<PathBuf>, ApiError> {
    std::iter::once(first)
        .chain(others.iter().map(String::as_str))
        .map(|grant| host.grants.path(grant, Power::Read))
        .collect()
}

/// A file as it was read, for hosts.
pub fn preview_view(read: mill_engine::Preview, source: String) -> TablePreview {
    let table = read.table;
    TablePreview {
        kind: table.kind.code().to_owned(),
        source,
        encoding: table.encoding,
        sure: table.sure,
        delimiter: table.delimiter.map(String::from),
        decimal: table.decimal.map(String::from),
        sheet: table.sheet,
        sheets: table
            .sheets
            .into_iter()
            .map(|sheet| SheetView {
                name: sheet.name,
                visible: sheet.visible,
            })
            .collect(),
        header_row: table.header_row,
        columns: table.columns,
        rows_total: read.rows_total,
        rows: table.rows.into_iter().map(|row| row.cells).collect(),
        problems: table.problems.into_iter().map(table_problem).collect(),
    }
}

/// How a file is read: what the person chose, else guesses weighted by the language.
pub(super) fn read_options(host: &Host, reading: &Reading) -> Result<ReadOptions, ApiError> {
    let one = |name: &str, text: &Option<String>| match text.as_deref().map(|text| {
        let mut letters = text.chars();
        (letters.next(), letters.next())
    }) {
        None | Some((None, _)) => Ok(None),
        Some((Some(letter), None)) => Ok(Some(letter)),
        Some((Some(_), Some(_))) => Err(ApiError::new(
            "bad_value",
            format!("the {name} must be one character"),
        )
        .with("what", name)
        .with("value", text.clone().unwrap_or_default())),
    };
    Ok(ReadOptions {
        sheet: reading.sheet.clone(),
        header: match reading.header_row {
            None => HeaderChoice::Guess,
            Some(0) => HeaderChoice::None,
            Some(row) => HeaderChoice::Row(row),
        },
        encoding: reading.encoding.clone(),
        delimiter: one("delimiter", &reading.delimiter)?,
        decimal: one("decimal mark", &reading.decimal)?,
        language: Some(host.engine.config().language.clone()),
        ..ReadOptions::default()
    })
}
