//! Rows on their way in: the first ones are held back until header and columns are understood, then all flow on.

mod header;
mod judge;
mod layout;

use std::ops::ControlFlow;
use std::path::Path;

use self::judge::Judge;
use self::layout::Layout;
use crate::problem::Problems;
use crate::text::{MARKER, restore};
use crate::{Problem, ProblemKind, ReadOptions, Table, TableError, TableKind, TableRow};

/// Takes rows as they come. Breaking stops the reading.
pub(crate) type RowSink<'sink> = &'sink mut dyn FnMut(&Table, TableRow) -> ControlFlow<()>;

/// How many rows are looked at before the first one flows on.
const SAMPLE_ROWS: usize = 1_000;

/// What is wrong with one cell, as its source saw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellFault {
    /// It shows an error.
    Error,
    /// Its formula was never calculated.
    NotCalculated,
    /// Its bytes are no text.
    Undecodable,
    /// It holds a NUL, which no program shows.
    Nul,
    /// It is the 29th of February 1900, which never was.
    ImpossibleDate,
}

/// A row as its source saw it.
#[derive(Debug)]
pub(crate) struct RawRow {
    /// Its number as spreadsheet programs count.
    pub(crate) number: u32,
    /// Its cells; a workbook's row ends at its last cell with something in it.
    pub(crate) cells: Vec<String>,
    /// Columns (from 0) with what is wrong there.
    pub(crate) faults: Vec<(usize, CellFault)>,
    /// True if one cell is merged across the row, as titles are.
    pub(crate) is_title: bool,
    /// True if the source says itself how many cells the row has, as a delimiter does.
    pub(crate) is_delimited: bool,
}

impl RawRow {
    pub(crate) fn is_blank(&self) -> bool {
        self.faults.is_empty() && self.cells.iter().all(|cell| cell.trim().is_empty())
    }

    pub(crate) fn filled(&self) -> usize {
        self.cells
            .iter()
            .filter(|cell| !cell.trim().is_empty())
            .count()
    }
}

/// Between a source of raw rows and whoever wants table rows.
pub(crate) struct Intake<'run> {
    path: &'run Path,
    options: &'run ReadOptions,
    sink: RowSink<'run>,
    table: Table,
    problems: Problems,
    waiting: Vec<RawRow>,
    flow: Option<Judge>,
    marker: Option<usize>,
    has_rows: bool,
}

impl<'run> Intake<'run> {
    /// An intake into `table`, which knows its kind and encoding by now.
    pub(crate) fn new(
        path: &'run Path,
        options: &'run ReadOptions,
        table: Table,
        sink: RowSink<'run>,
    ) -> Self {
        Self {
            path,
            options,
            sink,
            table,
            problems: Problems::default(),
            waiting: Vec::new(),
            flow: None,
            marker: None,
            has_rows: false,
        }
    }

    /// Adds a problem the source found.
    pub(crate) fn report(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// Takes the next row. Rows that are blank in every cell are passed over; the numbers keep the gap.
    /// # Errors
    /// Those of finding the header.
    pub(crate) fn push(&mut self, row: RawRow) -> Result<ControlFlow<()>, TableError> {
        if row.is_blank() {
            return Ok(ControlFlow::Continue(()));
        }
        if self.flow.is_some() {
            return Ok(self.pass_on(row));
        }
        self.waiting.push(row);
        if self.waiting.len() < SAMPLE_ROWS {
            Ok(ControlFlow::Continue(()))
        } else {
            self.begin()
        }
    }

    /// Ends the table.
    /// # Errors
    /// Those of finding the header, if that had to wait until now.
    pub(crate) fn finish(mut self) -> Result<Table, TableError> {
        if self.flow.is_none() {
            // A sink that has enough has enough; the table is complete as far as it goes.
            let _enough = self.begin()?;
        }
        if !self.has_rows {
            let message = "The table has no rows below its header";
            self.problems
                .push(Problem::new(ProblemKind::Empty, "no_rows", message));
        }
        self.table.problems = self.problems.finish();
        Ok(self.table)
    }

    fn begin(&mut self) -> Result<ControlFlow<()>, TableError> {
        let rows = std::mem::take(&mut self.waiting);
        let is_text = self.table.kind == TableKind::Csv;
        let mut layout = Layout::find(self.path, &rows, self.options, is_text, &mut self.problems)?;
        if layout
            .columns
            .last()
            .is_some_and(|last| last.starts_with(MARKER))
            && let Some(marker) = layout.columns.pop()
        {
            self.marker = Some(layout.columns.len());
            restore(&mut layout.columns, &marker);
        }
        self.table.header_row = layout.header_row;
        self.table.decimal = layout.decimal;
        self.table.columns.clone_from(&layout.columns);
        let first = layout.first_data_row;
        self.flow = Some(Judge::new(layout, self.options, self.table.delimiter));
        for row in rows.into_iter().filter(|row| row.number >= first) {
            if self.pass_on(row) == ControlFlow::Break(()) {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn pass_on(&mut self, mut row: RawRow) -> ControlFlow<()> {
        let Some(judge) = &self.flow else {
            return ControlFlow::Continue(());
        };
        if let Some(place) = self.marker
            && row.cells.len() > place
        {
            let marker = row.cells.remove(place);
            restore(&mut row.cells, &marker);
        }
        let row = judge.row(row, &mut self.problems);
        self.has_rows = true;
        (self.sink)(&self.table, row)
    }
}
