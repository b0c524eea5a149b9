//! `import`: how a table or document is read.

use std::path::Path;

use mill_api::{ApiError, preview_view, table_problem};
use mill_engine::{
    Document, Engine, EngineError, Preview, TableError, preview, read_document_with,
};
use rust_i18n::t;
use serde_json::json;

use crate::arguments::ReadingFlags;
use crate::exit::Exit;
use crate::say::{self, Form};
use crate::words::of_engine;

/// Rows or pages shown unless all are asked for.
const SHOWN: usize = 20;

pub(crate) fn import(
    engine: &Engine,
    file: &Path,
    reading: &ReadingFlags,
    all: bool,
    form: Form,
) -> Result<Exit, ApiError> {
    let options = reading.options(engine)?;
    let limit = if all { usize::MAX } else { SHOWN };
    let name = file
        .file_name()
        .unwrap_or(file.as_os_str())
        .to_string_lossy()
        .into_owned();
    if file.is_dir() {
        let read = engine.preview(&[file.to_owned()], &options, limit)?;
        return table(read, name, limit, form);
    }
    match preview(file, &options, limit) {
        Ok(read) => table(read, name, limit, form),
        // It is no table: perhaps it is a document.
        Err(TableError::NotATable { .. }) => document(
            &read_document_with(file, &engine.passwords()).map_err(EngineError::from)?,
            limit,
            form,
        ),
        Err(error) => Err(EngineError::from(error).into()),
    }
}

fn table(mut read: Preview, name: String, limit: usize, form: Form) -> Result<Exit, ApiError> {
    read.table.rows.truncate(limit);
    let view = preview_view(read, name);
    if form == Form::Json {
        say::json(&view)?;
        return Ok(Exit::Done);
    }
    let encoding = view.encoding.as_deref().unwrap_or("-");
    say::line(&t!(
        "import.table",
        kind = view.kind,
        rows = view.rows_total,
        encoding = encoding
    ));
    say::line(&view.columns.join("\t"));
    for row in &view.rows {
        say::line(&row.join("\t"));
    }
    for problem in &view.problems {
        let place = problem
            .row
            .map(|row| format!("{row}: "))
            .unwrap_or_default();
        say::error_line(&format!("{place}{}", of_engine(&problem.message)));
    }
    Ok(Exit::Done)
}

fn document(document: &Document, limit: usize, form: Form) -> Result<Exit, ApiError> {
    if form == Form::Json {
        let pages = document.pages.iter().take(limit).map(|page| {
            let hidden: Vec<&str> = page.hidden_text.iter().map(|hidden| hidden.text.as_str()).collect();
            json!({"page": page.number, "text": page.text, "scanned": page.scanned, "hidden_text": hidden})
        });
        let problems = document.problems.iter().cloned().map(table_problem);
        say::json(&json!({
            "kind": document.kind.code(),
            "pages": pages.collect::<Vec<_>>(),
            "pages_total": document.pages.len(),
            "problems": problems.collect::<Vec<_>>(),
        }))?;
        return Ok(Exit::Done);
    }
    say::line(&t!(
        "import.document",
        kind = document.kind.code(),
        pages = document.pages.len()
    ));
    for page in document.pages.iter().take(limit) {
        say::line(&page.text);
    }
    for problem in &document.problems {
        say::error_line(&problem.message);
    }
    Ok(Exit::Done)
}
