//! Merged cells: what they show, and what lies hidden under them.

use std::collections::HashMap;

use super::facts::parse_place;
use crate::intake::RawRow;
use crate::problem::shortened;
use crate::table::column_letters;
use crate::{Problem, ProblemKind};

/// A merged region; rows and columns from 0, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Merge {
    pub(super) first_row: u32,
    pub(super) first_column: u32,
    pub(super) last_row: u32,
    pub(super) last_column: u32,
}

impl Merge {
    /// From a range such as `A2:A4`; `None` for a single cell or what is no range.
    pub(super) fn parse(range: &str) -> Option<Self> {
        let (from, to) = range.split_once(':')?;
        let (first, last) = (parse_place(from)?, parse_place(to)?);
        let merge = Self {
            first_row: first.0,
            first_column: first.1,
            last_row: last.0,
            last_column: last.1,
        };
        (first != last).then_some(merge)
    }

    /// From calamine's form.
    pub(super) fn of(region: &calamine::Dimensions) -> Self {
        Self {
            first_row: region.start.0,
            first_column: region.start.1,
            last_row: region.end.0,
            last_column: region.end.1,
        }
    }

    fn name(&self) -> String {
        let place =
            |row: u32, column: u32| format!("{}{}", column_letters(column as usize), row + 1);
        format!(
            "{}:{}",
            place(self.first_row, self.first_column),
            place(self.last_row, self.last_column)
        )
    }
}

/// Applies merges to rows in order: repeats what a person sees beside every row, drops what lies under it.
#[derive(Debug)]
pub(super) struct Merges {
    /// By first row, so that a row looks only at those that can concern it.
    waiting: Vec<Merge>,
    open: Vec<Merge>,
    values: HashMap<(u32, u32), String>,
    repeat: bool,
}

impl Merges {
    pub(super) fn new(mut merges: Vec<Merge>, repeat: bool) -> Self {
        merges.sort_by_key(|merge| std::cmp::Reverse(merge.first_row));
        Self {
            waiting: merges,
            open: Vec::new(),
            values: HashMap::new(),
            repeat,
        }
    }

    /// Changes the row in place and says what was done.
    pub(super) fn apply(&mut self, row: &mut RawRow, mut report: impl FnMut(Problem)) {
        let index = row.number.saturating_sub(1);
        let is_blank = row.is_blank();
        while let Some(merge) = self.waiting.pop_if(|merge| merge.first_row <= index) {
            self.open.push(merge);
        }
        self.open.retain(|merge| merge.last_row >= index);
        for merge in self.open.clone() {
            if merge.first_row == index {
                self.start(merge, row, &mut report);
            } else if !is_blank {
                // A row without anything of its own is no row, however far the merge beside it reaches.
                self.go_on(merge, row, &mut report);
            }
        }
        let still: Vec<(u32, u32)> = self
            .open
            .iter()
            .map(|merge| (merge.first_row, merge.first_column))
            .collect();
        self.values.retain(|place, _| still.contains(place));
    }

    /// The first row of a merge: its value stays, what lies to its right goes.
    fn start(&mut self, merge: Merge, row: &mut RawRow, report: &mut impl FnMut(Problem)) {
        let text = row
            .cells
            .get(merge.first_column as usize)
            .cloned()
            .unwrap_or_default();
        drop_under(merge, row, merge.first_column + 1, report);
        if merge.last_column > merge.first_column && row.filled() == 1 && !text.trim().is_empty() {
            row.is_title = true;
        }
        if self.repeat && merge.last_row > merge.first_row && !text.trim().is_empty() {
            let rows = format!("{} to {}", merge.first_row + 1, merge.last_row + 1);
            let message = format!(
                "`{}` is merged over rows {rows}; it is repeated in each of them",
                shortened(&text, 60)
            );
            report(
                Problem::new(ProblemKind::Merged, "repeated", message)
                    .at(merge.first_row + 1)
                    .with("range", merge.name())
                    .with("text", shortened(&text, 60)),
            );
        }
        if self.repeat && merge.last_row > merge.first_row {
            self.values
                .insert((merge.first_row, merge.first_column), text);
        }
    }

    /// A later row of a merge: nothing of its own counts, the value is repeated.
    fn go_on(&self, merge: Merge, row: &mut RawRow, report: &mut impl FnMut(Problem)) {
        drop_under(merge, row, merge.first_column, report);
        let column = merge.first_column as usize;
        if let Some(text) = self
            .values
            .get(&(merge.first_row, merge.first_column))
            .filter(|text| !text.is_empty())
        {
            if row.cells.len() <= column {
                row.cells.resize(column + 1, String::new());
            }
            if let Some(cell) = row.cells.get_mut(column) {
                cell.clone_from(text);
            }
        }
    }
}

/// Blanks what is stored under a merge, where no person sees it.
fn drop_under(merge: Merge, row: &mut RawRow, from_column: u32, report: &mut impl FnMut(Problem)) {
    for column in from_column..=merge.last_column {
        row.faults.retain(|(faulty, _)| *faulty != column as usize);
        let Some(cell) = row.cells.get_mut(column as usize) else {
            return;
        };
        if cell.is_empty() {
            continue;
        }
        let old = shortened(&std::mem::take(cell), 60);
        let letters = column_letters(column as usize);
        let message = format!(
            "{letters}{} lies under the merged cells {} and holds `{old}`; it is left out",
            row.number,
            merge.name()
        );
        report(
            Problem::new(ProblemKind::Merged, "stale", message)
                .at(row.number)
                .with("range", merge.name())
                .with("text", old),
        );
    }
}
