//! A delimited file, read row by row.

use std::ops::ControlFlow;
use std::path::Path;

use super::delimiter::{DelimiterGuess, absent_delimiter, guess_delimiter, separator_line};
use super::encoding::decode;
use super::quotes::unclosed_quote;
use super::records::Records;
use crate::intake::{CellFault, Intake, RawRow, RowSink};
use crate::problem::shortened;
use crate::{Problem, ProblemKind, ReadOptions, Table, TableError, TableKind};

/// Below this the person should look at the encoding.
const SURE_ENOUGH: f64 = 0.8;

/// Reads delimited text and hands its rows to `sink`.
pub(crate) fn read_text_rows(
    path: &Path,
    bytes: &[u8],
    options: &ReadOptions,
    sink: RowSink<'_>,
) -> Result<Table, TableError> {
    let (encoding, language) = (options.encoding.as_deref(), options.language.as_deref());
    let decoded = decode(bytes, encoding, language)?;
    if decoded.text.trim().is_empty() {
        return Err(TableError::Empty {
            path: path.to_owned(),
        });
    }
    let mut table = Table::new(TableKind::Csv, options);
    let mut intake_problems = Vec::new();
    if decoded.sure < SURE_ENOUGH {
        intake_problems.push(unsure_encoding(&decoded.label, decoded.sure));
    }
    table.encoding = Some(decoded.label);
    table.sure = decoded.sure;

    let (named, text, first_number) = match separator_line(&decoded.text) {
        Some((delimiter, behind)) => (Some(delimiter), behind, 2),
        None => (None, decoded.text.as_ref(), 1),
    };
    let guess = match options.delimiter.or(named) {
        Some(delimiter) => DelimiterGuess {
            delimiter: Some(delimiter),
            rival: None,
        },
        None => guess_delimiter(text),
    };
    if let Some(rival) = guess.rival {
        intake_problems.push(unsure_delimiter(guess.delimiter, rival));
    }
    table.delimiter = guess.delimiter;
    let delimiter = match guess.delimiter {
        Some(delimiter) => single_byte(delimiter)?,
        None => absent_delimiter(text),
    };
    if let Some(quote) = unclosed_quote(text, delimiter) {
        let line = text
            .get(quote.line_start..)
            .and_then(|rest| rest.lines().next())
            .unwrap_or_default();
        return Err(TableError::UnclosedQuote {
            path: path.to_owned(),
            line: quote.line + first_number - 1,
            text: shortened(line, 120),
        });
    }

    let mut intake = Intake::new(path, options, table, sink);
    for problem in intake_problems {
        intake.report(problem);
    }
    let holds_nul = memchr::memchr(0, text.as_bytes()).is_some();
    for record in Records::new(text, delimiter, first_number) {
        let mut faults = Vec::new();
        if holds_nul {
            let cells = record.cells.iter().enumerate();
            let nul = cells.filter(|(_, cell)| cell.contains('\0'));
            faults.extend(nul.map(|(at, _)| (at, CellFault::Nul)));
        }
        if decoded.damaged {
            let broken = |cell: &String| cell.contains(char::REPLACEMENT_CHARACTER);
            faults.extend(
                record
                    .cells
                    .iter()
                    .enumerate()
                    .filter(|(_, cell)| broken(cell))
                    .map(|(at, _)| (at, CellFault::Undecodable)),
            );
        }
        let row = RawRow {
            number: record.number,
            cells: record.cells,
            faults,
            is_title: false,
            is_delimited: true,
        };
        if intake.push(row)? == ControlFlow::Break(()) {
            break;
        }
    }
    intake.finish()
}

fn single_byte(delimiter: char) -> Result<u8, TableError> {
    u8::try_from(delimiter)
        .ok()
        .filter(|byte| byte.is_ascii() && !matches!(byte, b'"' | b'\n' | b'\r'))
        .ok_or_else(|| TableError::BadOption {
            option: "delimiter",
            value: delimiter.to_string(),
            allowed: "one plain character such as a comma, semicolon, tab or |",
        })
}

fn unsure_encoding(label: &str, sure: f64) -> Problem {
    let message = format!(
        "The encoding was guessed as {label}; check that names and accents read right, or choose another"
    );
    Problem::new(ProblemKind::EncodingUnsure, "guessed", message)
        .with("encoding", label)
        .with("sure", sure)
}

fn unsure_delimiter(chosen: Option<char>, rival: char) -> Problem {
    let name = |delimiter: char| {
        if delimiter == '\t' {
            "tab".to_owned()
        } else {
            delimiter.to_string()
        }
    };
    let chosen = chosen.map_or_else(|| "none".to_owned(), name);
    let rival = name(rival);
    let (case, message) = if chosen == rival {
        (
            "ragged",
            format!(
                "Cells were split at {chosen}, but fewer than half of the rows have the same number of cells"
            ),
        )
    } else {
        (
            "rival",
            format!("Cells were split at {chosen}; {rival} would fit nearly as well"),
        )
    };
    Problem::new(ProblemKind::DelimiterUnsure, case, message)
        .with("delimiter", chosen)
        .with("rival", rival)
}
