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
    pub(super) fn lines(&self, part: &Part<'a>) -> Vec<PartLine> {
        let output = part.task.output.as_ref();
        if let Some(output) = output.filter(|_| Self::is_done(part)) {
            return lines_of(self.skill, self.spec, output);
        }
        let below = part.parts.iter().filter_map(|task| self.by_task.get(task));
        below.flat_map(|below| self.lines(below)).collect()
    }

    /// The rows that are in no line because the call that was to read them failed, whatever came of later steps.
    fn missing(&self) -> Vec<(Vec<u32>, String)> {
        let read_results = self.by_task.values().filter(|part| part.parts.is_empty());
        read_results
            .filter(|part| !Self::is_done(part))
            .map(|part| {
                let why = part.task.problem.clone();
                let why = why.unwrap_or_else(|| part.task.state.as_str().to_owned());
                (part.rows.iter().copied().collect(), why)
            })
            .collect()
    }

    fn is_done(part: &Part<'_>) -> bool {
        part.task.state == TaskState::Ended(Outcome::Done)
    }

    /// True if the part's own call did not write it.
    fn stands_unmerged(part: &Part<'_>) -> bool {
        !Self::is_done(part) && part.parts.len() > 1
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
        let mut side_by_side = 0;
        for part in &last {
            let lines = self.lines(part);
            side_by_side += if Self::stands_unmerged(part) {
                part.parts.len()
            } else {
                usize::from(!lines.is_empty())
            };
            for line in lines {
                push_line(&mut document, line, &part.rows);
            }
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
        for (rows, why) in self.missing() {
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
