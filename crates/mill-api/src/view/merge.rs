//! Documents made of a run's results.

use std::collections::BTreeMap;

use mill_engine::{Merge, MergeDocument, MergeEstimate, MergeRows, RowStanding};
use serde::Serialize;
use ts_rs::TS;

use super::job::EstimateView;
use super::money::Money;
use crate::convert::estimate_view;

/// What a run's results can be merged by.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MergeChoicesView {
    /// What rows can be grouped by, outputs first.
    pub fields: Vec<String>,
    /// Those of them that add up.
    pub amounts: Vec<String>,
    /// Skills of the library that merge.
    pub skills: Vec<MergeSkillView>,
    /// Results that go in by themselves: accepted, corrected, accepted by sample.
    pub accepted: u64,
    /// Results nobody judged.
    pub unreviewed: u64,
    /// Results that were rejected.
    pub rejected: u64,
    /// Rows without a result.
    pub without: u64,
}

/// A skill that merges.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MergeSkillView {
    /// Its id.
    pub id: String,
    /// What it does.
    pub description: String,
    /// The model it starts with, `provider/model`; none: the person chooses.
    pub model: Option<String>,
    /// Its cap; none: the person chooses.
    pub budget_usd: Option<Money>,
}

/// What a merge would take.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MergeEstimateView {
    /// Rows that go in.
    pub rows: u64,
    /// Rows that are left out.
    pub left_out: u64,
    /// Calls that read results.
    pub parts: u64,
    /// Calls at most that merge what those wrote.
    pub later: u64,
    /// All of it.
    pub estimate: EstimateView,
}

/// A document that was begun.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MergeMade {
    /// Its number in its run.
    pub number: u32,
    /// The run that writes it; none: it is written.
    pub by_run: Option<String>,
}

/// A document made of a run's results.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MergeView {
    /// The run whose results it is made of.
    pub run: String,
    /// Its number in that run.
    pub number: u32,
    /// `writing`, `paused`, `whole`, `incomplete` or `failed`.
    pub state: String,
    /// What rows were grouped by; empty: a skill writes it.
    pub by: Vec<String>,
    /// What was added up.
    pub sum: Vec<String>,
    /// The account that balances; none: no journal.
    pub contra: Option<String>,
    /// The run that writes it; none: it was added up.
    pub by_run: Option<MergeRunView>,
    /// True if no model was asked, for its words or for the results it is made of.
    pub practice: bool,
    /// Who asked for it; "" if not given.
    pub made_by: String,
    /// When, milliseconds since 1970 UTC.
    pub made_at: i64,
    /// How many rows went in.
    pub rows: u64,
    /// Rows in it that nobody judged.
    pub with_unreviewed: Vec<MergeRowLink>,
    /// Rows in it that were rejected.
    pub with_rejected: Vec<MergeRowLink>,
    /// Rows that are not in it.
    pub left_out: Vec<MergeLeftOut>,
    /// Its lines; none while nothing is written.
    pub document: Option<MergeDocumentView>,
    /// What a person said of it; none: nothing.
    pub word: Option<MergeWordView>,
}

/// The run that writes a document.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MergeRunView {
    /// Its id.
    pub run: String,
    /// The skill's name.
    pub skill: String,
    /// Its version.
    pub skill_version: String,
    /// `provider/model`.
    pub model: String,
    /// Its state, as of any run.
    pub state: String,
    /// Calls that have ended, and all that are known.
    pub done: u64,
    /// Calls known so far.
    pub total: u64,
    /// Settled cost and what is uncertain.
    pub cost_usd: Money,
}

/// A row, by the number people know and by its task.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MergeRowLink {
    /// The number people know.
    pub row: u32,
    /// The task's number.
    pub task: u32,
}

/// Rows that are not in a document.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MergeLeftOut {
    /// `unreviewed`, `rejected`, `failed` or `unfinished`.
    pub why: String,
    /// Which.
    pub rows: Vec<MergeRowLink>,
}

/// The lines of a document.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MergeDocumentView {
    /// What stands in the cells of every line.
    pub columns: Vec<MergeColumnView>,
    /// The lines, in order.
    pub lines: Vec<MergeLineView>,
    /// What a person must know of them.
    pub findings: Vec<MergeFindingView>,
}

/// A column of a document.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MergeColumnView {
    /// What stands above it; "" where its kind says it.
    pub label: String,
    /// `text`, `count`, `amount`, `debit` or `credit`.
    pub kind: String,
}

/// A line of a document.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MergeLineView {
    /// `line`, `contra` or `total`.
    pub kind: String,
    /// What it stands under.
    pub heading: Option<String>,
    /// One text a column.
    pub cells: Vec<String>,
    /// The rows it rests on; empty for a sum of all.
    pub rows: Vec<MergeRowLink>,
}

/// What a person must know of a document.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MergeFindingView {
    /// `unknown_rows`, `no_rows`, `uncited`, `missing`, `not_merged`, `no_amount`, `currencies` or `changed`.
    pub code: String,
    /// The line it is about, from 1; none: the document as a whole.
    pub line: Option<u32>,
    /// The rows it is about, also such that do not exist.
    pub rows: Vec<u32>,
    /// Why, which field, which currencies, how many parts; "" for nothing.
    pub detail: String,
}

/// A person's word on a document as a whole.
#[derive(Debug, Clone, Serialize, TS)]
pub struct MergeWordView {
    /// True: accepted; false: rejected.
    pub accepted: bool,
    /// Who; "" if not given.
    pub by: String,
    /// When, milliseconds since 1970 UTC.
    pub at: i64,
    /// True if the document is another one now.
    pub changed: bool,
}

impl From<&MergeEstimate> for MergeEstimateView {
    fn from(estimate: &MergeEstimate) -> Self {
        Self {
            rows: estimate.rows,
            left_out: estimate.left_out,
            parts: estimate.parts,
            later: estimate.later,
            estimate: estimate_view(&estimate.all, Vec::new()),
        }
    }
}

impl From<&Merge> for MergeView {
    fn from(merge: &Merge) -> Self {
        let table = merge.table.as_ref();
        Self {
            run: merge.key.run.to_string(),
            number: merge.key.number,
            state: merge.state.as_str().to_owned(),
            by: table.map(|table| table.by.clone()).unwrap_or_default(),
            sum: table.map(|table| table.sum.clone()).unwrap_or_default(),
            contra: table.and_then(|table| table.contra.clone()),
            by_run: merge.by_run.as_ref().map(run_view),
            practice: merge.is_practice,
            made_by: merge.made_by.clone(),
            made_at: merge.made_at.as_millis(),
            rows: merge.rows.used.len() as u64,
            with_unreviewed: links(&merge.rows, true, RowStanding::Unreviewed),
            with_rejected: links(&merge.rows, true, RowStanding::Rejected),
            left_out: left_out(&merge.rows),
            document: merge
                .document
                .as_ref()
                .map(|document| document_view(document, &merge.rows)),
            word: merge.word.as_ref().map(|word| MergeWordView {
                accepted: word.accepted,
                by: word.by.clone(),
                at: word.at.as_millis(),
                changed: word.changed,
            }),
        }
    }
}

fn run_view(run: &mill_engine::RunSummary) -> MergeRunView {
    let tasks = &run.census.tasks;
    MergeRunView {
        run: run.row.id.to_string(),
        skill: run.row.skill_name.clone(),
        skill_version: run.row.skill_version.clone(),
        model: run.row.model.clone(),
        state: run.row.state.as_str().to_owned(),
        done: tasks.done + tasks.failed,
        total: tasks.total,
        cost_usd: (run.row.budget.spent + run.row.budget.uncertain).into(),
    }
}

fn links(rows: &MergeRows, used: bool, standing: RowStanding) -> Vec<MergeRowLink> {
    let all = if used { &rows.used } else { &rows.left_out };
    all.iter()
        .filter(|row| row.standing == standing)
        .map(|row| MergeRowLink {
            row: row.row,
            task: row.task,
        })
        .collect()
}

fn left_out(rows: &MergeRows) -> Vec<MergeLeftOut> {
    [
        RowStanding::Unreviewed,
        RowStanding::Rejected,
        RowStanding::Failed,
        RowStanding::Unfinished,
    ]
    .into_iter()
    .map(|standing| MergeLeftOut {
        why: standing.as_str().to_owned(),
        rows: links(rows, false, standing),
    })
    .filter(|left_out| !left_out.rows.is_empty())
    .collect()
}

fn document_view(document: &MergeDocument, rows: &MergeRows) -> MergeDocumentView {
    let tasks: BTreeMap<u32, u32> = rows.used.iter().map(|row| (row.row, row.task)).collect();
    let link = |row: &u32| {
        Some(MergeRowLink {
            row: *row,
            task: *tasks.get(row)?,
        })
    };
    MergeDocumentView {
        columns: document
            .columns
            .iter()
            .map(|column| MergeColumnView {
                label: column.label.clone(),
                kind: column.kind.as_str().to_owned(),
            })
            .collect(),
        lines: document
            .lines
            .iter()
            .map(|line| MergeLineView {
                kind: line.kind.as_str().to_owned(),
                heading: line.heading.clone(),
                cells: line.cells.clone(),
                // A sum rests on all rows; they stand in its lines.
                rows: if line.kind == mill_engine::LineKind::Line {
                    line.rows.iter().filter_map(link).collect()
                } else {
                    Vec::new()
                },
            })
            .collect(),
        findings: document
            .findings
            .iter()
            .map(|finding| MergeFindingView {
                code: finding.code().to_owned(),
                line: finding.line(),
                rows: finding.rows().to_vec(),
                detail: finding.detail(),
            })
            .collect(),
    }
}
