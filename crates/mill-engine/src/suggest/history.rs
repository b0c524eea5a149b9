//! A table in which people's decisions already stand.

use std::path::PathBuf;

use mill_skills::learn::{Case, order_periods};
use mill_skills::{Skill, fold, inputs_for_row};
use mill_tables::ReadOptions;

use super::{CasePlace, Decided, target_called};
use crate::prepare::column_map;
use crate::{EngineError, Mapping, read_paths};

/// Without a column of periods the file is cut into this many, in its own order.
const CUTS: usize = 10;

/// A table of past decisions.
#[derive(Debug, Clone)]
pub struct History {
    /// The file.
    pub file: PathBuf,
    /// How it is read.
    pub reading: ReadOptions,
    /// The column with what people decided.
    pub label: String,
    /// The column with the month or journal; `None`: the file is in the order of time.
    pub period: Option<String>,
    /// Which columns feed which input.
    pub mapping: Mapping,
}

/// Reads the decisions of a history file. Blocking.
/// # Errors
/// [`EngineError::Table`] if it is no table, [`EngineError::BadValue`] for a column it does not have.
pub(super) fn read_history(skill: &Skill, history: &History) -> Result<Decided, EngineError> {
    let list = read_paths(std::slice::from_ref(&history.file), &history.reading)?;
    let columns = &list.about.columns;
    let label = place_of(columns, "label", &history.label)?;
    let period = history
        .period
        .as_ref()
        .map(|column| place_of(columns, "period", column))
        .transpose()?;
    let target = target_called(skill, &history.label)?;
    let cells: Vec<&Vec<String>> = list.rows.iter().map(|row| &row.cells).collect();
    let map = column_map(&skill.inputs, columns, &history.mapping)?.with_dates_of(&cells);
    let periods: Vec<&str> = list
        .rows
        .iter()
        .map(|row| period.map_or("", |at| cell(&row.cells, at)))
        .collect();
    let ordered = order_periods(&periods);
    let mut decided = Decided {
        targets: vec![target],
        titles: vec![history.label.clone()],
        periods: match period {
            Some(_) => ordered.names.clone(),
            None => (1..=CUTS).map(|cut| format!("{cut}/{CUTS}")).collect(),
        },
        ..Decided::default()
    };
    for (at, row) in list.rows.iter().enumerate() {
        let chose = cell(&row.cells, label);
        let when = match period {
            Some(_) => ordered.of_row.get(at).copied().flatten(),
            None => Some(at * CUTS / list.rows.len().max(1)),
        };
        match when {
            Some(period) if row.problem.is_none() && !chose.is_empty() => {
                decided.cases.push(Case {
                    inputs: inputs_for_row(&map, &row.cells).record,
                    label: vec![chose.to_owned()],
                    period,
                });
                decided.places.push(CasePlace {
                    run: None,
                    task: None,
                    row: row.source_row,
                });
            }
            Some(_) | None => decided.left_out += 1,
        }
    }
    Ok(decided)
}

fn cell(cells: &[String], at: usize) -> &str {
    cells.get(at).map_or("", |cell| cell.trim())
}

fn place_of(columns: &[String], what: &'static str, column: &str) -> Result<usize, EngineError> {
    let exact = columns.iter().position(|title| title == column);
    let alike = || columns.iter().position(|title| fold(title) == fold(column));
    exact.or_else(alike).ok_or_else(|| EngineError::BadValue {
        what,
        value: column.to_owned(),
        expected: format!("the columns are {}", columns.join(", ")),
    })
}
