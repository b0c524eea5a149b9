//! Results as delimited text.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use encoding_rs::Encoding;

use super::atomic::write_whole;
use super::result_cell::result_text;
use super::{Export, ExportReport, ExportRow, ExportWords};
use crate::TableError;
use crate::text::{MARKER, is_dangerous, neutral};

/// How the text is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvOptions {
    /// The encoding by its usual label. UTF-8 gets a byte order mark, without which Excel takes it for something else.
    pub encoding: String,
    /// The delimiter, one plain character.
    pub delimiter: char,
}

impl Default for CsvOptions {
    fn default() -> Self {
        Self {
            encoding: "utf-8".to_owned(),
            delimiter: ',',
        }
    }
}

/// Writes original columns to the letter, results beside them; the banner is repeated in a last column. Cells that a
/// spreadsheet program could evaluate get an apostrophe, and one more column tells which, so that reading the file
/// back with [`read_table`](crate::read_table) gives the original text.
/// # Errors
/// [`TableError::NotWritten`] with the reason, the old file being whole; [`TableError::BadOption`].
pub fn write_csv(
    path: &Path,
    export: &Export,
    words: &ExportWords,
    options: &CsvOptions,
) -> Result<ExportReport, TableError> {
    let export = &export.with_all_cells();
    let mut lines = vec![line(header(export, words))];
    lines.extend(
        export
            .rows
            .iter()
            .map(|row| line(cells(export, row, words))),
    );
    Ok(ExportReport {
        path: path.to_owned(),
        rows: export.rows.len(),
        neutralised: write_lines(path, lines, options)?,
        shortened: 0,
    })
}

/// Writes rows of text as they are, the first being the header; formulas are made harmless as in [`write_csv`].
/// # Errors
/// As [`write_csv`].
pub fn write_rows_csv(
    path: &Path,
    rows: Vec<Vec<String>>,
    options: &CsvOptions,
) -> Result<(), TableError> {
    write_lines(path, rows.into_iter().map(line).collect(), options)?;
    Ok(())
}

/// Writes lines, and says how many cells were neutralised.
fn write_lines(path: &Path, lines: Vec<Line>, options: &CsvOptions) -> Result<usize, TableError> {
    let delimiter = u8::try_from(options.delimiter)
        .ok()
        .filter(|byte| byte.is_ascii() && !b"\"\r\n".contains(byte));
    let delimiter = delimiter.ok_or_else(|| TableError::BadOption {
        option: "delimiter",
        value: options.delimiter.to_string(),
        allowed: "one plain character such as a comma, semicolon or tab",
    })?;
    let neutralised = lines.iter().map(|line| line.neutralised.len()).sum();
    let mut writer = csv::WriterBuilder::new()
        .delimiter(delimiter)
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    for (place, mut line) in lines.into_iter().enumerate() {
        if neutralised > 0 {
            line.cells.push(marker(&line.neutralised, place == 0));
        }
        writer
            .write_record(&line.cells)
            .map_err(|error| TableError::writing(path, io::Error::other(error)))?;
    }
    let text = writer
        .into_inner()
        .map_err(|error| TableError::writing(path, error.into_error()))?;
    write_whole(path, &encoded(path, text, &options.encoding)?)?;
    Ok(neutralised)
}

struct Line {
    cells: Vec<String>,
    /// Columns from 1.
    neutralised: Vec<usize>,
}

fn line(cells: Vec<String>) -> Line {
    let neutralised: Vec<usize> = (1..)
        .zip(&cells)
        .filter(|(_, cell)| is_dangerous(cell))
        .map(|(column, _)| column)
        .collect();
    let cells = cells
        .into_iter()
        .map(|cell| {
            if is_dangerous(&cell) {
                neutral(&cell)
            } else {
                cell
            }
        })
        .collect();
    Line { cells, neutralised }
}

fn marker(columns: &[usize], is_header: bool) -> String {
    let numbers = columns
        .iter()
        .map(usize::to_string)
        .collect::<Vec<_>>()
        .join(" ");
    if is_header {
        format!("{MARKER} {numbers}").trim_end().to_owned()
    } else {
        numbers
    }
}

fn header(export: &Export, words: &ExportWords) -> Vec<String> {
    let mut header = export.header(words);
    header.extend(export.banner.as_ref().map(|_| words.note.clone()));
    header
}

fn cells(export: &Export, row: &ExportRow, words: &ExportWords) -> Vec<String> {
    let mut cells = row.cells.clone();
    cells.resize(export.columns.len(), String::new());
    cells.extend(
        export
            .result_columns
            .iter()
            .map(|column| result_text(column, row.output.get(&column.field), words)),
    );
    cells.extend(row.own_cells(words).map(Cow::into_owned));
    cells.push(row.cost.to_string());
    if export.has_practice() {
        cells.push(if row.practice {
            words.practice.clone()
        } else {
            String::new()
        });
    }
    cells.extend(export.banner.clone());
    cells
}

fn encoded(path: &Path, text: Vec<u8>, label: &str) -> Result<Vec<u8>, TableError> {
    let refused = || TableError::BadOption {
        option: "encoding",
        value: label.to_owned(),
        allowed: "utf-8, gb18030, big5, shift_jis, euc-kr, windows-1252 or another usual label",
    };
    let encoding = Encoding::for_label(label.trim().as_bytes()).ok_or_else(refused)?;
    if encoding == encoding_rs::UTF_8 {
        return Ok([&b"\xEF\xBB\xBF"[..], &text].concat());
    }
    if encoding.output_encoding() != encoding {
        return Err(refused());
    }
    let text = String::from_utf8(text)
        .map_err(|error| TableError::writing(path, io::Error::other(error)))?;
    let (bytes, _, has_unknown) = encoding.encode(&text);
    if has_unknown {
        let reason = format!(
            "{} does not have every character of the results",
            encoding.name()
        );
        return Err(TableError::writing(
            path,
            io::Error::new(io::ErrorKind::InvalidData, reason),
        ));
    }
    Ok(bytes.into_owned())
}
