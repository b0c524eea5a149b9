//! From cells to rows: hidden ones left out, merges applied, unusable cells marked.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::facts::{SheetFacts, Unusable};
use super::merges::Merges;
use crate::intake::{CellFault, Intake, RawRow};
use crate::table::column_letters;
use crate::{Problem, ProblemKind, ReadOptions, TableError};

/// Gathers cells into rows and applies what the facts say.
pub(super) struct Rows {
    facts: SheetFacts,
    merges: Merges,
    include_hidden: bool,
    current: Option<RawRow>,
    hidden_columns_seen: BTreeSet<u32>,
}

impl Rows {
    pub(super) fn new(mut facts: SheetFacts, options: &ReadOptions) -> Self {
        let merges = Merges::new(std::mem::take(&mut facts.merges), options.repeat_merged);
        Self {
            facts,
            merges,
            include_hidden: options.include_hidden,
            current: None,
            hidden_columns_seen: BTreeSet::new(),
        }
    }

    /// Takes a cell; rows and columns from 0, in order of rows.
    pub(super) fn cell(
        &mut self,
        intake: &mut Intake<'_>,
        row: u32,
        column: u32,
        text: String,
        wrong: Option<CellFault>,
    ) -> Result<ControlFlow<()>, TableError> {
        if self
            .current
            .as_ref()
            .is_some_and(|current| current.number != row + 1)
            && self.pass_on(intake)?.is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
        if self.unusable_before(intake, row)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let current = self.current.get_or_insert_with(|| blank_row(row + 1));
        put(current, column, text, wrong);
        Ok(ControlFlow::Continue(()))
    }

    /// Passes on what is left.
    pub(super) fn end(&mut self, intake: &mut Intake<'_>) -> Result<ControlFlow<()>, TableError> {
        if self.pass_on(intake)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        self.unusable_before(intake, u32::MAX)
    }

    /// One line for each hidden column that had something in it.
    pub(super) fn hidden_columns(&self) -> Vec<Problem> {
        let line = |column: &u32| {
            let letters = column_letters(*column as usize);
            Problem::new(
                ProblemKind::HiddenText,
                "column",
                format!("Column {letters} of the sheet is hidden and was not read"),
            )
            .column(letters)
        };
        self.hidden_columns_seen.iter().map(line).collect()
    }

    /// Rows above `row` that hold nothing but unusable cells.
    fn unusable_before(
        &mut self,
        intake: &mut Intake<'_>,
        row: u32,
    ) -> Result<ControlFlow<()>, TableError> {
        if self.current.is_some() {
            return Ok(ControlFlow::Continue(()));
        }
        while let Some((place, _)) = self.facts.unusable.first_key_value() {
            if place.0 >= row {
                break;
            }
            self.current = Some(blank_row(place.0 + 1));
            if self.pass_on(intake)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn pass_on(&mut self, intake: &mut Intake<'_>) -> Result<ControlFlow<()>, TableError> {
        let Some(mut row) = self.current.take() else {
            return Ok(ControlFlow::Continue(()));
        };
        let index = row.number - 1;
        while let Some(entry) = self.facts.unusable.first_entry() {
            if entry.key().0 > index {
                break;
            }
            let ((_, column), unusable) = entry.remove_entry();
            match unusable {
                Unusable::Error(word) => put(&mut row, column, word, Some(CellFault::Error)),
                Unusable::NotCalculated => put(
                    &mut row,
                    column,
                    String::new(),
                    Some(CellFault::NotCalculated),
                ),
            }
        }
        self.merges
            .apply(&mut row, |problem| intake.report(problem));
        if !self.include_hidden {
            if self.facts.hidden_rows.contains(&index) {
                if !row.is_blank() {
                    intake.report(hidden_row(row.number));
                }
                return Ok(ControlFlow::Continue(()));
            }
            self.leave_out_hidden_columns(&mut row);
        }
        intake.push(row)
    }

    fn leave_out_hidden_columns(&mut self, row: &mut RawRow) {
        if self.facts.hidden_columns.is_empty() {
            return;
        }
        let mut kept = Vec::with_capacity(row.cells.len());
        let mut faults = Vec::new();
        for (column, cell) in (0_u32..).zip(std::mem::take(&mut row.cells)) {
            if self.facts.hides_column(column) {
                if !cell.is_empty() {
                    self.hidden_columns_seen.insert(column);
                }
                continue;
            }
            let found = row
                .faults
                .iter()
                .find(|(faulty, _)| *faulty == column as usize);
            faults.extend(found.map(|(_, fault)| (kept.len(), *fault)));
            kept.push(cell);
        }
        row.cells = kept;
        row.faults = faults;
    }
}

fn hidden_row(number: u32) -> Problem {
    Problem::new(
        ProblemKind::HiddenRow,
        "left_out",
        format!("Row {number} is hidden and was not read"),
    )
    .at(number)
}

fn blank_row(number: u32) -> RawRow {
    RawRow {
        number,
        cells: Vec::new(),
        faults: Vec::new(),
        is_title: false,
        is_delimited: false,
    }
}

fn put(row: &mut RawRow, column: u32, text: String, wrong: Option<CellFault>) {
    let column = column as usize;
    if text.is_empty() && wrong.is_none() {
        return;
    }
    if row.cells.len() <= column {
        row.cells.resize(column + 1, String::new());
    }
    if let Some(fault) = wrong {
        row.faults.retain(|(faulty, _)| *faulty != column);
        row.faults.push((column, fault));
    }
    if let Some(cell) = row.cells.get_mut(column) {
        *cell = text;
    }
}
