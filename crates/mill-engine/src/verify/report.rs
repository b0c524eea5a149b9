//! How far verifiers agree with a run, field by field, and what can honestly be said of it.

use std::collections::BTreeMap;

use mill_domain::{FieldName, FieldSpec, FieldType, RunId, RunState, TaskNumber, TaskState, Usd};
use mill_skills::{Skill, display_value, fold};
use mill_statistics::{agreement, share_between};
use mill_store::{OpinionRow, Verification};

use super::opinion::{fields, kind_of, not_checked, not_compared};
use super::{FieldOpinion, NotCompared, OpinionKind, Says, stand_of};
use crate::{Engine, EngineError};

/// Fewer rows than this say nothing beyond chance.
const ENOUGH_ROWS: u64 = 20;

/// Confidence of the intervals.
const CONFIDENCE: f64 = 0.95;

/// Why there is no kappa.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoKappa {
    /// The field holds no categories.
    NotCategories,
    /// Fewer than 20 rows were compared.
    FewRows,
    /// All said the same thing all the time: chance alone would agree as well.
    OneCategory,
    /// One check alone has nobody to agree with.
    OneCheck,
}

impl NoKappa {
    /// The word as sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotCategories => "not_categories",
            Self::FewRows => "few_rows",
            Self::OneCategory => "one_category",
            Self::OneCheck => "one_check",
        }
    }
}

/// How far verifiers agree with the results in one field.
#[derive(Debug, Clone, PartialEq)]
pub struct OpinionAgreement {
    /// The output.
    pub field: FieldName,
    /// Its label.
    pub label: String,
    /// Why it is not compared; `None`: it is.
    pub not_compared: Option<NotCompared>,
    /// Rows on which every verifier has an opinion.
    pub compared: u64,
    /// Those on which all agree with the result.
    pub agreed: u64,
    /// Between which shares of all results the agreement lies, at 95 %; `None` unless the rows are a whole random sample.
    pub between: Option<(f64, f64)>,
    /// Agreement beyond chance: Cohen's kappa of result and one verifier, Fleiss' of all of them; of checks, Fleiss' among
    /// the verifiers alone.
    pub kappa: Result<f64, NoKappa>,
}

/// How many results have which second opinion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OpinionCounts {
    /// Results somebody gave a second opinion on.
    pub rows: u64,
    /// Those on which at least one disagrees.
    pub disagree: u64,
}

/// A run that asked for second opinions, and what came of it so far.
#[derive(Debug, Clone)]
pub struct VerificationReport {
    /// What was asked.
    pub asked: Verification,
    /// The kind.
    pub kind: OpinionKind,
    /// What people call it, with its number.
    pub name: String,
    /// Where it is.
    pub state: RunState,
    /// True if no model was called.
    pub practice: bool,
    /// Questions by where they are: all, answered, ended without an answer.
    pub questions: (u64, u64, u64),
    /// Results asked about.
    pub rows: u64,
    /// What came of them.
    pub counts: OpinionCounts,
    /// What it cost so far, uncertain calls included.
    pub cost: Usd,
    /// In the skill's order.
    pub fields: Vec<OpinionAgreement>,
}

impl Engine {
    /// Every second opinion that was asked for about a run, newest first.
    /// # Errors
    /// [`EngineError::Store`] if they cannot be read.
    pub async fn verification_reports(
        &self,
        of: RunId,
    ) -> Result<Vec<VerificationReport>, EngineError> {
        let asked = self.verifications(of).await?;
        if asked.is_empty() {
            return Ok(Vec::new());
        }
        let skill = self.run_shape(of).await?.skill;
        let rows = self.store().opinions(of, None).await?;
        let mut reports = Vec::new();
        for verification in asked.into_iter().rev() {
            let mine: Vec<&OpinionRow> = rows
                .iter()
                .filter(|row| row.run == verification.run)
                .collect();
            reports.push(
                self.verification_report(&skill, verification, &mine)
                    .await?,
            );
        }
        Ok(reports)
    }

    /// How many results of a run have a second opinion, and on how many one disagrees.
    /// # Errors
    /// [`EngineError::Store`] if they cannot be read.
    pub async fn opinion_counts(&self, of: RunId) -> Result<OpinionCounts, EngineError> {
        let asked = self.verifications(of).await?;
        if asked.is_empty() {
            return Ok(OpinionCounts::default());
        }
        let skill = self.run_shape(of).await?.skill;
        let rows = self.store().opinions(of, None).await?;
        let stands = super::stands(&skill, &asked, &rows);
        Ok(OpinionCounts {
            rows: stands.len() as u64,
            disagree: stands.values().filter(|agrees| !**agrees).count() as u64,
        })
    }

    /// The same for a sheet; `None`: nobody asked for any.
    pub(crate) async fn opinions_for_sheet(
        &self,
        of: RunId,
    ) -> Result<Option<OpinionCounts>, EngineError> {
        if self.verifications(of).await?.is_empty() {
            return Ok(None);
        }
        Ok(Some(self.opinion_counts(of).await?))
    }

    async fn verification_report(
        &self,
        skill: &Skill,
        asked: Verification,
        mine: &[&OpinionRow],
    ) -> Result<VerificationReport, EngineError> {
        let kind = kind_of(&asked);
        let summary = self.run(asked.run).await?;
        let heard = Heard::of(skill, kind, &asked, mine);
        let tasks = summary.census.tasks;
        Ok(VerificationReport {
            kind,
            name: format!("{} {}", summary.row.name, summary.row.number),
            state: summary.row.state,
            practice: asked
                .models
                .iter()
                .all(|model| model.starts_with("practice/")),
            questions: (tasks.total, tasks.done, tasks.failed),
            rows: tasks.total / (asked.models.len() as u64).max(1),
            counts: heard.counts(),
            cost: summary.row.budget.spent + summary.row.budget.uncertain,
            fields: heard.agreements(skill)?,
            asked,
        })
    }
}

/// All opinions of one verification, by the result they are about and the verifier.
struct Heard<'a> {
    kind: OpinionKind,
    asked: &'a Verification,
    by_task: BTreeMap<TaskNumber, Row<'a>>,
}

struct Row<'a> {
    about: &'a OpinionRow,
    /// In the order of the verifiers; only those that answered.
    opinions: Vec<Vec<FieldOpinion>>,
    rows: Vec<&'a OpinionRow>,
}

impl<'a> Heard<'a> {
    fn of(
        skill: &Skill,
        kind: OpinionKind,
        asked: &'a Verification,
        mine: &[&'a OpinionRow],
    ) -> Self {
        let mut by_task: BTreeMap<TaskNumber, Row<'a>> = BTreeMap::new();
        for row in mine {
            let entry = by_task.entry(row.question.of_task).or_insert_with(|| Row {
                about: row,
                opinions: Vec::new(),
                rows: Vec::new(),
            });
            if matches!(row.state, TaskState::Ended(_)) && row.given.is_some() {
                entry.opinions.push(fields(skill, kind, row));
                entry.rows.push(row);
            }
        }
        Self {
            kind,
            asked,
            by_task,
        }
    }

    fn counts(&self) -> OpinionCounts {
        let mut counts = OpinionCounts::default();
        for row in self.by_task.values() {
            let stands = row.opinions.iter().filter_map(|fields| stand_of(fields));
            let stands: Vec<bool> = stands.collect();
            counts.rows += u64::from(!stands.is_empty());
            counts.disagree += u64::from(stands.contains(&false));
        }
        counts
    }

    fn agreements(&self, skill: &Skill) -> Result<Vec<OpinionAgreement>, EngineError> {
        let fields = skill.outputs.iter().enumerate();
        fields
            .map(|(at, field)| self.agreement(at, field))
            .collect()
    }

    fn agreement(&self, at: usize, field: &FieldSpec) -> Result<OpinionAgreement, EngineError> {
        let everyone = self.asked.models.len();
        let whole = self.by_task.values().filter(|row| {
            row.opinions.len() == everyone
                && row.opinions.iter().all(|fields| {
                    fields
                        .get(at)
                        .is_some_and(|one| !matches!(one.says, Says::NotCompared(_)))
                })
        });
        let whole: Vec<&Row<'_>> = whole.collect();
        let agreed = whole
            .iter()
            .filter(|row| {
                let mut said = row.opinions.iter().filter_map(|fields| fields.get(at));
                said.all(|one| one.says == Says::Agrees)
            })
            .count() as u64;
        let compared = whole.len() as u64;
        let drawn = self.by_task.len() as u64;
        // Where some gave no answer, those that are left are not a random sample any more.
        let is_sample = self.asked.seed.is_some() && compared == drawn && drawn > 0;
        let between = is_sample
            .then(|| share_between(self.asked.population.max(drawn), drawn, agreed, CONFIDENCE))
            .transpose()
            .map_err(|error| EngineError::BadValue {
                what: "sample",
                value: drawn.to_string(),
                expected: error.to_string(),
            })?;
        Ok(OpinionAgreement {
            field: field.name.clone(),
            label: field.label.clone(),
            not_compared: match self.kind {
                OpinionKind::Answer => not_compared(field),
                OpinionKind::Check => not_checked(field),
            },
            compared,
            agreed,
            between,
            kappa: self.kappa(at, field, &whole),
        })
    }

    fn kappa(&self, at: usize, field: &FieldSpec, whole: &[&Row<'_>]) -> Result<f64, NoKappa> {
        let one_check = self.kind == OpinionKind::Check && self.asked.models.len() == 1;
        if one_check {
            return Err(NoKappa::OneCheck);
        }
        let categories = matches!(
            field.field_type,
            FieldType::Choice { .. } | FieldType::YesNo
        );
        if self.kind == OpinionKind::Answer && !categories {
            return Err(NoKappa::NotCategories);
        }
        if (whole.len() as u64) < ENOUGH_ROWS {
            return Err(NoKappa::FewRows);
        }
        let things: Vec<Vec<Option<String>>> = whole
            .iter()
            .map(|row| match self.kind {
                OpinionKind::Answer => row.words(field),
                OpinionKind::Check => row.judgements(at),
            })
            .collect();
        agreement(&things).kappa.ok_or(NoKappa::OneCategory)
    }
}

impl Row<'_> {
    /// The result and what each verifier answered instead, folded.
    fn words(&self, field: &FieldSpec) -> Vec<Option<String>> {
        let records = std::iter::once(&self.about.about)
            .chain(self.rows.iter().filter_map(|row| row.given.as_ref()));
        records
            .map(|record| {
                let value = record.get(&field.name);
                let text = value.map(|value| display_value(&field.field_type, value));
                Some(fold(&text.unwrap_or_default()))
            })
            .collect()
    }

    fn judgements(&self, at: usize) -> Vec<Option<String>> {
        let said = self.opinions.iter().filter_map(|fields| fields.get(at));
        said.map(|one| Some((one.says == Says::Agrees).to_string()))
            .collect()
    }
}
