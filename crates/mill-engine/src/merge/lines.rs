//! What a call of a merge wrote: its lines and the rows they name.

use std::collections::BTreeSet;

use mill_domain::{Record, Value};
use mill_skills::{MergeBlock, MergeSpec, Skill, block_text, cited_rows, display_value};
use mill_store::TaskRow;

/// Columns of the task list of a merge: what the skill reads, and what only the engine does.
pub(super) const COLUMNS: [&str; 4] = ["results", "merge: rows", "merge: step", "merge: parts"];

/// A call of a merge: the rows that went in, directly or through earlier calls.
pub(super) struct Part<'a> {
    pub(super) task: &'a TaskRow,
    /// Numbers of the rows, ascending.
    pub(super) rows: BTreeSet<u32>,
    /// 1: it reads results; above: it reads what earlier calls wrote.
    pub(super) step: u32,
    /// The tasks whose lines it reads; empty in step 1.
    pub(super) parts: Vec<u32>,
}

impl<'a> Part<'a> {
    pub(super) fn of(task: &'a TaskRow) -> Self {
        let cell = |at: usize| task.cells.get(at).map_or("", String::as_str);
        Self {
            task,
            rows: cited_rows(cell(1)).into_iter().collect(),
            step: cell(2).parse().unwrap_or(1),
            parts: cited_rows(cell(3)),
        }
    }
}

/// The cells of a call.
pub(super) fn cells(text: String, rows: &[u32], step: u32, parts: &[u32]) -> Vec<String> {
    let list = |numbers: &[u32]| {
        let texts: Vec<String> = numbers.iter().map(u32::to_string).collect();
        texts.join(",")
    };
    vec![text, list(rows), step.to_string(), list(parts)]
}

/// A line as a model wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PartLine {
    pub(super) heading: Option<String>,
    pub(super) cells: Vec<String>,
    /// Every number it names, right or not.
    pub(super) named: Vec<u32>,
}

/// The lines of an answer, in order.
pub(super) fn lines_of(skill: &Skill, spec: &MergeSpec, output: &Record) -> Vec<PartLine> {
    let columns = spec.columns(skill);
    let text = |line: &Value, name: &mill_domain::FieldName| {
        let value = line.get(name.as_str()).and_then(Value::as_str);
        value.unwrap_or_default().trim().to_owned()
    };
    let records = output.get(&spec.lines).and_then(Value::as_array);
    let read = records.into_iter().flatten().map(|line| PartLine {
        heading: spec
            .heading
            .as_ref()
            .map(|heading| text(line, heading))
            .filter(|heading| !heading.is_empty()),
        cells: columns
            .iter()
            .map(|field| {
                let value = line.get(field.name.as_str());
                value.map_or_else(String::new, |value| display_value(&field.field_type, value))
            })
            .collect(),
        named: cited_rows(&text(line, &spec.rows)),
    });
    read.filter(|line| line.cells.iter().any(|cell| !cell.trim().is_empty()))
        .collect()
}

/// Lines of a part as the next step reads them. Rows it was not given are not passed on.
pub(super) fn as_blocks(
    skill: &Skill,
    spec: &MergeSpec,
    lines: &[PartLine],
    given: &BTreeSet<u32>,
) -> String {
    let columns = spec.columns(skill);
    let heading_label = spec.heading.as_ref().map(ToString::to_string);
    let blocks = lines.iter().map(|line| {
        let heading = heading_label.clone().zip(line.heading.clone());
        let cells = columns.iter().map(|field| field.label.clone());
        let cells = cells.zip(line.cells.iter().cloned());
        let rows = line.named.iter().copied();
        block_text(&MergeBlock {
            rows: rows.filter(|row| given.contains(row)).collect(),
            fields: heading
                .into_iter()
                .chain(cells)
                .filter(|(_, value)| !value.is_empty())
                .collect(),
        })
    });
    blocks.collect::<Vec<_>>().join("\n")
}
