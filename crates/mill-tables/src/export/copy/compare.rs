//! Which rows of a run still are what the workbook says.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::ExportRow;
use super::Original;
use crate::{RowMark, TableError, read_table_bytes};

/// The run's rows against the workbook's.
pub(super) struct Compared {
    /// The sheet they stand on.
    pub(super) sheet: String,
    /// Its header row, from 1; `None` without one.
    pub(super) header_row: Option<u32>,
    /// The last row of the sheet with something in it, from 1.
    pub(super) last_row: u32,
    /// Row of the sheet, from 1, and place among the run's rows; changed ones are here too.
    pub(super) placed: BTreeMap<u32, usize>,
    /// Places of rows whose cells are not the workbook's any more.
    pub(super) changed: BTreeSet<usize>,
    /// Places of rows the workbook does not have.
    pub(super) added: BTreeSet<usize>,
}

impl Compared {
    /// Reads the workbook again as it was imported.
    pub(super) fn of(original: &Original<'_>, rows: &[ExportRow]) -> Result<Self, TableError> {
        let table = read_table_bytes(original.path, original.bytes, original.options)?;
        let known: HashMap<u32, &[String]> = table
            .rows
            .iter()
            .filter(|row| row.mark != RowMark::Total)
            .map(|row| (row.number, row.cells.as_slice()))
            .collect();
        let mut compared = Self {
            sheet: table.sheet.clone().unwrap_or_default(),
            header_row: table.header_row,
            last_row: table.rows.last().map_or(0, |row| row.number),
            placed: BTreeMap::new(),
            changed: BTreeSet::new(),
            added: BTreeSet::new(),
        };
        for (place, row) in rows.iter().enumerate() {
            match known.get(&row.number) {
                // A row put in twice stands beside the workbook's row once.
                Some(cells) if !compared.placed.contains_key(&row.number) => {
                    compared.placed.insert(row.number, place);
                    if !alike(cells, &row.cells) {
                        compared.changed.insert(place);
                    }
                }
                _ => {
                    compared.added.insert(place);
                }
            }
        }
        Ok(compared)
    }

    /// Places of rows that need a sheet of their own, in the order of the run.
    pub(super) fn apart(&self) -> impl Iterator<Item = usize> {
        self.changed.union(&self.added).copied()
    }

    pub(super) fn has_apart(&self) -> bool {
        !self.changed.is_empty() || !self.added.is_empty()
    }
}

/// Empty cells at the end say nothing.
fn alike(one: &[String], other: &[String]) -> bool {
    let longest = one.len().max(other.len());
    let cell = |cells: &[String], at: usize| cells.get(at).cloned().unwrap_or_default();
    (0..longest).all(|at| cell(one, at) == cell(other, at))
}
