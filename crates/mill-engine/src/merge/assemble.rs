//! The document that the calls of a merge wrote, and whether its rows are right.

use std::collections::{BTreeMap, BTreeSet};

use mill_domain::{Outcome, TaskState};
use mill_skills::{MergeSpec, Skill};
use mill_store::TaskRow;

use super::document::{
    ColumnKind, DocumentColumn, DocumentLine, LineKind, MergeDocument, MergeFinding,
};
use super::lines::{Part, PartLine, lines_of};
use super::rows::MergeRows;

/// The calls of a merge by the task's number.
pub(super) struct Parts<'a> {
    skill: &'a Skill,
    spec: &'a MergeSpec,
    by_task: BTreeMap<u32, Part<'a>>,
}

/// What is known of one part: its lines, and the rows that are in none because their call failed.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) lines: Vec<PartLine>,
    missing: Vec<(Vec<u32>, String)>,
}

impl<'a> Parts<'a> {
    pub(super) fn of(skill: &'a Skill, spec: &'a MergeSpec, tasks: &'a [TaskRow]) -> Self {
        Self {
            skill,
            spec,
            by_task: tasks
                .iter()
                .map(|task| (task.number.0, Part::of(task)))
                .collect(),
        }
    }

    /// The parts nothing was made of yet, in order.
    pub(super) fn last_step(&self) -> Vec<&Part<'a>> {
        let last = self.by_task.values().map(|part| part.step).max();
        self.by_task
            .values()
            .filter(|part| Some(part.step) == last)
            .collect()
    }

    /// What a part wrote. Where its call failed, what it was to merge stands there unmerged, so that nothing is lost.
    pub(super) fn written(&self, part: &Part<'a>) -> Written {
        let done = part.task.state == TaskState::Ended(Outcome::Done);
        if let Some(output) = part.task.output.as_ref().filter(|_| done) {
            return Written {
                lines: lines_of(self.skill, self.spec, output),
                missing: Vec::new(),
            };
        }
        if part.parts.is_empty() {
            let why = part.task.problem.clone();
            let why = why.unwrap_or_else(|| part.task.state.as_str().to_owned());
            return Written {
                lines: Vec::new(),
                missing: vec![(part.rows.iter().copied().collect(), why)],
            };
        }
        let mut all = Written::default();
        for below in part.parts.iter().filter_map(|task| self.by_task.get(task)) {
            let below = self.written(below);
            all.lines.extend(below.lines);
            all.missing.extend(below.missing);
        }
        all
    }

    /// True if the part's own call did not write it.
    fn stands_unmerged(part: &Part<'_>) -> bool {
        part.task.state != TaskState::Ended(Outcome::Done) && part.parts.len() > 1
    }

    /// The document as far as it is written.
    pub(super) fn document(&self, rows: &MergeRows) -> MergeDocument {
        let last = self.last_step();
        let mut document = MergeDocument {
            columns: self
                .spec
                .columns(self.skill)
                .into_iter()
                .map(|field| DocumentColumn {
                    label: field.label.clone(),
                    kind: ColumnKind::Text,
                })
                .collect(),
            ..MergeDocument::default()
        };
        let mut missing = Vec::new();
        let mut side_by_side = 0;
        for part in &last {
            let written = self.written(part);
            side_by_side += if Self::stands_unmerged(part) {
                part.parts.len()
            } else {
                usize::from(!written.lines.is_empty())
            };
            for line in written.lines {
                push_line(&mut document, line, &part.rows);
            }
            missing.extend(written.missing);
        }
        if side_by_side > 1 {
            document.findings.push(MergeFinding::NotMerged {
                parts: u32::try_from(side_by_side).unwrap_or(u32::MAX),
            });
        }
        let mut known: BTreeSet<u32> = document
            .lines
            .iter()
            .flat_map(|line| line.rows.iter().copied())
            .collect();
        for (rows, why) in missing {
            known.extend(&rows);
            document.findings.push(MergeFinding::Missing { rows, why });
        }
        let used = rows.used.iter().map(|row| row.row);
        let uncited: Vec<u32> = used.filter(|row| !known.contains(row)).collect();
        if !uncited.is_empty() {
            document
                .findings
                .push(MergeFinding::Uncited { rows: uncited });
        }
        document
    }
}

/// Adds a line with the rows that were there for it to rest on, and says what is wrong with the others.
fn push_line(document: &mut MergeDocument, line: PartLine, given: &BTreeSet<u32>) {
    let place = u32::try_from(document.lines.len() + 1).unwrap_or(u32::MAX);
    let (rows, unknown): (Vec<u32>, Vec<u32>) =
        line.named.iter().partition(|row| given.contains(row));
    if rows.is_empty() && unknown.is_empty() {
        document.findings.push(MergeFinding::NoRows { line: place });
    }
    if !unknown.is_empty() {
        document.findings.push(MergeFinding::UnknownRows {
            line: place,
            rows: unknown,
        });
    }
    document.lines.push(DocumentLine {
        kind: LineKind::Line,
        heading: line.heading,
        cells: line.cells,
        rows,
    });
}
