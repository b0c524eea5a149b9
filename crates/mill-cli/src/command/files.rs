//! `--files` and `--match`: documents for the rows of a table.

use std::path::PathBuf;

use mill_engine::{
    Choices, EngineError, FileChoices, FileReport, ReadOptions, TaskList, lay_beside, read_paths,
    with_files,
};
use rust_i18n::t;
use serde_json::{Value, json};

use crate::say;

/// Rows or files that are named in a sentence; more are counted.
const NAMED: usize = 8;

/// Where the rows come from, and their documents.
pub(super) struct Sources {
    pub(super) tasks: Vec<PathBuf>,
    pub(super) files: Vec<PathBuf>,
    pub(super) column: Option<String>,
}

/// Reads the task list; with files, each row gets its own and the choices map it to the skill's document input. Blocking.
pub(super) fn read(
    sources: &Sources,
    options: &ReadOptions,
    choices: &mut Choices,
) -> Result<(TaskList, Option<FileReport>), EngineError> {
    let list = read_paths(&sources.tasks, options)?;
    if sources.files.is_empty() {
        return Ok((list, None));
    }
    let beside = lay_beside(&list, &sources.files, sources.column.as_deref())?;
    let matched = with_files(list, &choices.skill, &beside, &FileChoices::new())?;
    let (input, column) = matched.pair;
    let label = choices.skill.file_input().map(|input| input.label.clone());
    choices
        .mapping
        .retain(|(name, _)| *name != input && Some(name) != label.as_ref());
    choices.mapping.push((input, column));
    Ok((matched.list, Some(matched.report)))
}

/// The matching in the estimate's object.
pub(super) fn object(report: &FileReport) -> Value {
    let open = report.open.iter();
    json!({
        "column": report.column,
        "matched": report.matched,
        "rows_without_file": report.rows_without_file,
        "open": open.map(|(row, files)| json!({"row": row, "files": files})).collect::<Vec<_>>(),
        "files_without_row": report.files_without_row,
    })
}

/// What went where, on standard error: what is left open must be seen before anything is spent.
pub(super) fn tell(report: &FileReport) {
    let column = report.column.clone().unwrap_or_else(|| "-".to_owned());
    say::error_line(&t!(
        "files.matched",
        matched = report.matched,
        column = column
    ));
    let rows: Vec<String> = report
        .rows_without_file
        .iter()
        .map(u32::to_string)
        .collect();
    let open = report.open.iter();
    let open: Vec<String> = open
        .map(|(row, files)| format!("{row} ({})", files.join(", ")))
        .collect();
    for (key, named) in [
        ("files.rows", &rows),
        ("files.open", &open),
        ("files.left", &report.files_without_row),
    ] {
        if !named.is_empty() {
            let shown = named.iter().take(NAMED).cloned().collect::<Vec<_>>();
            let more = if named.len() > NAMED { ", …" } else { "" };
            say::error_line(&t!(
                key,
                count = named.len(),
                named = format!("{}{more}", shown.join(", "))
            ));
        }
    }
}
