//! Which rows go into a document, and which do not.

use std::collections::{BTreeMap, BTreeSet};

use mill_domain::{Outcome, TaskState};
use mill_store::TaskRow;
use serde::{Deserialize, Serialize};

/// Rows that only a person's word brings in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MergeInclude {
    /// Results nobody judged.
    pub unreviewed: bool,
    /// Results a person rejected.
    pub rejected: bool,
}

/// Where a row was in its review when the document was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowStanding {
    /// Accepted as it is.
    Accepted,
    /// Accepted after a change.
    Corrected,
    /// Accepted by sample.
    BySample,
    /// Done, and nobody judged it.
    Unreviewed,
    /// Not to be used.
    Rejected,
    /// Ended without a usable result.
    Failed,
    /// Not ended.
    Unfinished,
}

impl RowStanding {
    /// The word of it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Corrected => "corrected",
            Self::BySample => "by_sample",
            Self::Unreviewed => "unreviewed",
            Self::Rejected => "rejected",
            Self::Failed => "failed",
            Self::Unfinished => "unfinished",
        }
    }

    fn of(row: &TaskRow) -> Self {
        match (row.state, row.verdict.as_deref()) {
            (TaskState::Waiting | TaskState::AtWork, _) => Self::Unfinished,
            (_, Some("rejected")) => Self::Rejected,
            (TaskState::Ended(Outcome::Done), Some("accepted")) => Self::Accepted,
            (TaskState::Ended(Outcome::Done), Some("corrected")) => Self::Corrected,
            (TaskState::Ended(Outcome::Done), Some("by_sample")) => Self::BySample,
            (TaskState::Ended(Outcome::Done), _) => Self::Unreviewed,
            (TaskState::Ended(_), _) => Self::Failed,
        }
    }

    const fn goes_in(self, include: MergeInclude) -> bool {
        match self {
            Self::Accepted | Self::Corrected | Self::BySample => true,
            Self::Unreviewed => include.unreviewed,
            Self::Rejected => include.rejected,
            Self::Failed | Self::Unfinished => false,
        }
    }
}

/// A row of the run, as it was when the document was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergedRow {
    /// The task's number.
    pub task: u32,
    /// The number people know it by: its row in the file where those differ from each other, else the task's.
    pub row: u32,
    /// The version of its result.
    pub version: u32,
    /// Where it was in its review.
    pub standing: RowStanding,
}

/// All rows of a run, each in one of two lists.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MergeRows {
    /// Those the document is made of.
    pub used: Vec<MergedRow>,
    /// Those it is not.
    pub left_out: Vec<MergedRow>,
}

impl MergeRows {
    /// Shares the rows of a run out.
    pub(crate) fn of(rows: &[TaskRow], include: MergeInclude) -> Self {
        let numbers: BTreeSet<u32> = rows.iter().map(|row| row.source_row).collect();
        let by_file = numbers.len() == rows.len() && !numbers.contains(&0);
        let mut all = Self::default();
        for row in rows {
            let merged = MergedRow {
                task: row.number.0,
                row: if by_file {
                    row.source_row
                } else {
                    row.number.0
                },
                version: row.version,
                standing: RowStanding::of(row),
            };
            let has_result = row.output.is_some();
            if has_result && merged.standing.goes_in(include) {
                all.used.push(merged);
            } else {
                all.left_out.push(merged);
            }
        }
        all
    }

    /// The rows used with what is stored of them now, in order; those that are gone are left out.
    pub(crate) fn used_of<'a>(&self, rows: &'a [TaskRow]) -> Vec<(MergedRow, &'a TaskRow)> {
        let by_task: BTreeMap<u32, &TaskRow> = rows.iter().map(|row| (row.number.0, row)).collect();
        let of = |used: &MergedRow| Some((*used, *by_task.get(&used.task)?));
        self.used.iter().filter_map(of).collect()
    }

    /// Numbers of the used rows that people had not accepted.
    pub fn included(&self, standing: RowStanding) -> Vec<u32> {
        let of = self.used.iter().filter(|row| row.standing == standing);
        of.map(|row| row.row).collect()
    }

    /// Numbers of the rows that are left out, by why.
    pub fn left_out(&self, standing: RowStanding) -> Vec<u32> {
        let of = self.left_out.iter().filter(|row| row.standing == standing);
        of.map(|row| row.row).collect()
    }
}
