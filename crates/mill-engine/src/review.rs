//! Results laid out for a person, and what the person says.

mod again;
mod agent;
mod closing;
mod columns;
mod compare;
mod correction;
mod corrections;
mod document;
mod evidence;
mod facet;
mod facts;
mod learn;
mod mark;
mod risk;
mod sample;
mod shape;
mod sifted;
mod survey;
mod undo;

use std::collections::BTreeMap;
use std::sync::Arc;

use mill_domain::{FieldName, FieldSpec, FieldType, Record, RunId, TaskNumber, Verdict};
use mill_skills::{Rule, Skill, display_value};
use mill_store::{AskedAgain, Judgement, ReviewCounts, StoredResult, TaskRow, TurnRow};
use rust_decimal::Decimal;

use crate::{Engine, EngineError};
use correction::corrected;

pub(crate) use again::AskingTurns;
pub use again::{AskAgain, AskPlan, AskedRows};
pub use agent::MadeBy;
pub use closing::{ClosingSheet, SignOff};
pub use compare::{
    BlindChoice, BlindPair, ComparedField, ComparedRow, ComparedRun, Comparison, DiffPiece,
    DiffSide, FieldAgreement, PickSums,
};
pub use corrections::Correction;
pub use document::ShownDocument;
pub(crate) use document::{DrawnPages, ReadDocuments};
pub use evidence::Evidence;
pub use facet::{FacetCounts, FacetKind, FacetPick};
pub(crate) use facts::KeptFacts;
pub use learn::{CorrectedField, Learnt, Lesson, LessonChange, LessonEffect, LessonKind, Proposal};
pub use risk::{Risk, RiskReason};
pub use sample::{
    AtMost, SampleEvidence, SampleOrder, SamplePlan, SampleScope, SampleStanding, SampleStratum,
};
pub use shape::RunShape;
pub use survey::{AcceptPreview, ResultGroup, ReviewFilter, ReviewOrder, ReviewRow, Survey};
pub use undo::{Undone, UndoneLesson};

/// A result whose confidence is below this share needs a person.
pub const CONFIDENCE_LINE: Decimal = Decimal::from_parts(75, 0, 0, false, 2);

/// Rows that are told of one by one; of more, all of the run's.
const FEW_ROWS: usize = 20;

/// One result and what a person needs to judge it.
#[derive(Debug)]
pub struct ReviewDetail {
    /// The task.
    pub row: ReviewRow,
    /// The skill as the run used it.
    pub skill: Skill,
    /// Column names of the task list.
    pub columns: Vec<String>,
    /// Positions the skill reads.
    pub used: Vec<usize>,
    /// The document; `None` without one.
    pub document: Option<Arc<ShownDocument>>,
    /// Where its results can be read in them.
    pub evidence: Vec<Evidence>,
    /// The model's own reason; "" if a rule decided or there is none.
    pub why: String,
    /// How often and how it was asked again, oldest first.
    pub asked: Vec<AskedAgain>,
    /// Versions of the result, oldest first.
    pub versions: Vec<StoredResult>,
    /// Calls, oldest first.
    pub turns: Vec<TurnRow>,
}

impl ReviewDetail {
    /// The rule that decided, as the run's skill has it; `None` if none did.
    pub fn rule(&self) -> Option<&Rule> {
        self.skill.rules.rule(self.row.row.rule?)
    }

    /// True if the result carries a confidence below [`CONFIDENCE_LINE`].
    pub fn unsure(&self) -> bool {
        self.row
            .row
            .output
            .as_ref()
            .is_some_and(|output| is_unsure(&self.skill, output))
    }
}

impl Engine {
    /// One result and what a person needs to judge it.
    /// # Errors
    /// [`EngineError::Store`] if there is no such task.
    pub async fn review_detail(
        &self,
        run: RunId,
        task: TaskNumber,
    ) -> Result<ReviewDetail, EngineError> {
        let shape = self.run_shape(run).await?;
        let reviewed = self.review_row(run, task).await?;
        let row = &reviewed.row;
        let versions = self.store().results(run, task).await?;
        let turns = self.store().turns(run, task).await?;
        let asked = self.store().asked_again(run, task).await?;
        let why = why(row);
        let used = shape.used();
        let document = self.shown_document(&shape, &row.cells).await;
        let pages = document.as_ref().map_or(&[][..], |shown| &shown.pages);
        Ok(ReviewDetail {
            evidence: evidence::evidence_of(&shape.skill, row.output.as_ref(), pages),
            row: reviewed,
            skill: shape.skill,
            columns: shape.columns,
            used,
            document,
            why,
            asked,
            versions,
            turns,
        })
    }

    /// Stores what a person said of some tasks. `fields` are outputs as typed, for `corrected` of one task.
    /// # Errors
    /// [`EngineError::BadCorrection`] if a typed value does not fit its field, [`EngineError::BadValue`] for a correction
    /// without a change or of several tasks, or an acceptance of a result that lacks a required field.
    pub async fn judge(
        &self,
        run: RunId,
        tasks: Vec<TaskNumber>,
        verdict: Verdict,
        fields: &BTreeMap<String, String>,
    ) -> Result<(), EngineError> {
        let shape = self.run_shape(run).await?;
        let corrected = match (verdict, tasks.as_slice()) {
            (Verdict::Corrected, [task]) => Some(corrected(
                &shape,
                &self.store().task(run, *task).await?,
                fields,
            )?),
            (Verdict::Corrected, _) => {
                return Err(EngineError::BadValue {
                    what: "verdict",
                    value: "corrected".to_owned(),
                    expected: "correct one row at a time".to_owned(),
                });
            }
            (Verdict::BySample, _) => {
                return Err(EngineError::BadValue {
                    what: "verdict",
                    value: "by_sample".to_owned(),
                    expected: "draw a sample, look at it, then accept the rest".to_owned(),
                });
            }
            (Verdict::Accepted | Verdict::Rejected, _) => None,
        };
        if verdict == Verdict::Accepted {
            self.refuse_unfilled(run, &shape.skill, &tasks).await?;
        }
        self.store_verdict(run, tasks, verdict, corrected).await
    }

    async fn store_verdict(
        &self,
        run: RunId,
        tasks: Vec<TaskNumber>,
        verdict: Verdict,
        corrected: Option<Record>,
    ) -> Result<(), EngineError> {
        self.refuse_opinions(run).await?;
        let judgement = Judgement {
            run,
            tasks,
            verdict,
            corrected,
            reviewer: self.settings().await?.reviewer,
            at: self.now(),
        };
        let judged = judgement.tasks.clone();
        self.store().judge(judgement).await?;
        self.tell_judged_rows(run, &judged);
        Ok(())
    }

    /// What people said of a run so far.
    /// # Errors
    /// [`EngineError::Store`] if it cannot be read.
    pub async fn review_counts(&self, run: RunId) -> Result<ReviewCounts, EngineError> {
        Ok(self.store().review_counts(Some(run)).await?)
    }

    async fn refuse_unfilled(
        &self,
        run: RunId,
        skill: &Skill,
        tasks: &[TaskNumber],
    ) -> Result<(), EngineError> {
        for task in tasks {
            let row = self.store().task(run, *task).await?;
            if let Some(field) = unfilled(skill, &row) {
                return Err(EngineError::BadCorrection {
                    field: field.name.to_string(),
                    label: field.label.clone(),
                    value: String::new(),
                    expected: "a value: this result has none yet".to_owned(),
                });
            }
        }
        Ok(())
    }

    /// Tells that any rows of a run were judged.
    fn tell_judged(&self, run: RunId) {
        self.tell(run, vec![format!("items:{run}")]);
    }

    /// Tells that these rows were judged: what is shown of all others stays as it is.
    fn tell_judged_rows(&self, run: RunId, tasks: &[TaskNumber]) {
        if tasks.len() > FEW_ROWS {
            return self.tell_judged(run);
        }
        let items = tasks.iter().map(|task| format!("item:{run}:{task}"));
        self.tell(run, items.collect());
    }

    fn tell(&self, run: RunId, mut tags: Vec<String>) {
        tags.extend([
            format!("review:{run}"),
            format!("rows:{run}"),
            "home".to_owned(),
            "status".to_owned(),
        ]);
        self.publish(crate::EngineEvent::Stale(tags));
        self.publish(crate::EngineEvent::Run(run));
    }
}

/// The first required output a result lacks; a rule need not fill what only the model fills.
fn unfilled<'s>(skill: &'s Skill, row: &TaskRow) -> Option<&'s FieldSpec> {
    let empty = Record::new();
    let output = row.output.as_ref().unwrap_or(&empty);
    skill
        .outputs
        .iter()
        .find(|field| field.required && !field.from_model_only && output.get(&field.name).is_none())
}

/// The reason the model gave.
fn why(row: &TaskRow) -> String {
    let reason = FieldName::new("reason");
    let output = row.output.as_ref().filter(|_| row.rule.is_none());
    output
        .map(|output| output.text(&reason))
        .unwrap_or_default()
}

/// True if the result carries a confidence below the line.
pub(crate) fn is_unsure(skill: &Skill, output: &Record) -> bool {
    let confidence = skill.outputs.iter().find(|field| {
        field.field_type == FieldType::Percent && field.name.as_str() == "confidence"
    });
    confidence
        .and_then(|field| output.text(&field.name).parse::<Decimal>().ok())
        .is_some_and(|confidence| confidence < CONFIDENCE_LINE)
}

/// Outputs as text for people, in the skill's order.
pub fn shown(skill: &Skill, output: Option<&Record>) -> Vec<String> {
    skill
        .outputs
        .iter()
        .map(|field| {
            let value = output.and_then(|output| output.get(&field.name));
            value
                .map(|value| display_value(&field.field_type, value))
                .unwrap_or_default()
        })
        .collect()
}
