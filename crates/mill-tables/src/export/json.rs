//! Results as one JSON object, for programs.

use std::io;
use std::path::Path;

use mill_domain::{DecidedBy, Verdict};
use serde_json::{Value, json};

use super::atomic::write_whole;
use super::{Export, ExportReport, ExportRow};
use crate::TableError;

/// Writes one object: `banner`, `columns`, `rows` (`row`, `cells`, `outcome`, `by`, `corrected_by`, `output`, `findings`,
/// `verdict`, `by_sample`, `cost_usd`, `practice`), `run` and `sign_off` (pairs of label and text) and `cost` (`columns`,
/// `rows`). Nothing is neutralised, because nothing evaluates JSON.
/// # Errors
/// [`TableError::NotWritten`] with the reason, the old file being whole.
pub fn write_json(path: &Path, export: &Export) -> Result<ExportReport, TableError> {
    let object = json!({
        "banner": export.banner,
        "columns": export.columns,
        "rows": export.rows.iter().map(row).collect::<Vec<Value>>(),
        "run": export.run_sheet.iter().map(|(label, text)| json!([label, text])).collect::<Vec<Value>>(),
        "sign_off": export.sign_off_sheet.iter().map(|(label, text)| json!([label, text])).collect::<Vec<Value>>(),
        "cost": {"columns": export.cost_sheet.columns, "rows": export.cost_sheet.rows},
    });
    let content = serde_json::to_vec_pretty(&object)
        .map_err(|error| TableError::writing(path, io::Error::other(error)))?;
    write_whole(path, &content)?;
    Ok(ExportReport {
        path: path.to_owned(),
        rows: export.rows.len(),
        neutralised: 0,
        shortened: 0,
    })
}

fn row(row: &ExportRow) -> Value {
    json!({
        "row": row.number,
        "cells": row.cells,
        "outcome": row.outcome.map(mill_domain::Outcome::as_str),
        "by": row.decided_by.map(DecidedBy::as_str),
        "corrected_by": (row.verdict == Some(Verdict::Corrected)).then_some(DecidedBy::Person.as_str()),
        "output": row.output.clone().into_json(),
        "findings": row.findings,
        "verdict": row.verdict.map(Verdict::as_str),
        "by_sample": row.by_sample,
        "cost_usd": row.cost.to_string(),
        "practice": row.practice,
    })
}
