//! What a verifier said of a result, field by field.

use std::collections::BTreeMap;

use mill_domain::{
    FieldName, FieldSpec, FieldType, Record, RunId, TaskNumber, TaskState, Timestamp, Value,
};
use mill_skills::{Skill, display_value, says_the_same};
use mill_store::{OpinionRow, Verification};

use super::{OpinionKind, recipe};
use crate::{Engine, EngineError};

/// Why a field is not compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotCompared {
    /// It says how sure the answer is, not what it is.
    Confidence,
    /// Free text that two never write alike.
    FreeText,
    /// A list of records.
    Records,
    /// The rule that decided leaves it empty.
    LeftOpen,
}

impl NotCompared {
    /// The word as sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Confidence => "confidence",
            Self::FreeText => "free_text",
            Self::Records => "records",
            Self::LeftOpen => "left_open",
        }
    }
}

/// How an opinion stands to the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Says {
    /// It says the same.
    Agrees,
    /// It says something else.
    Disagrees,
    /// Nothing can be said.
    NotCompared(NotCompared),
}

/// What a verifier said of one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldOpinion {
    /// The output.
    pub field: FieldName,
    /// Its label.
    pub label: String,
    /// How it stands to the result.
    pub says: Says,
    /// What the verifier holds right, as text for people; "" if it did not say.
    pub value: String,
    /// Why; "" if it did not say.
    pub why: String,
    /// The words of the source it relies on; "" if it quoted none.
    pub quote: String,
}

/// What a verifier said of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opinion {
    /// The run that asked, and its task: where the exchange can be read.
    pub run: RunId,
    /// The task of that run.
    pub task: TaskNumber,
    /// From 1.
    pub verifier: u32,
    /// Who.
    pub model: String,
    /// What was asked.
    pub kind: OpinionKind,
    /// Where the question is; only a done one has fields.
    pub state: TaskState,
    /// When it was answered; `None`: not yet.
    pub at: Option<Timestamp>,
    /// The reason given for the answer as a whole; "" if there is none.
    pub why: String,
    /// In the skill's order.
    pub fields: Vec<FieldOpinion>,
}

/// Whether all opinions of a result that compare anything say the same as it does; `None`: there is none.
pub(crate) fn stand_of(fields: &[FieldOpinion]) -> Option<bool> {
    let mut stand = None;
    for field in fields {
        match field.says {
            Says::Disagrees => return Some(false),
            Says::Agrees => stand = Some(true),
            Says::NotCompared(_) => {}
        }
    }
    stand
}

/// Where each result stands that somebody gave a second opinion on: false where at least one disagrees.
pub(crate) fn stands(
    skill: &Skill,
    asked: &[Verification],
    rows: &[OpinionRow],
) -> BTreeMap<TaskNumber, bool> {
    let mut stands = BTreeMap::new();
    for row in rows {
        let Some(verification) = asked.iter().find(|asked| asked.run == row.run) else {
            continue;
        };
        if let Some(agrees) = stand_of(&fields(skill, kind_of(verification), row)) {
            let all = stands.entry(row.question.of_task).or_insert(true);
            *all = *all && agrees;
        }
    }
    stands
}

impl Engine {
    /// What verifiers said of a result, oldest first.
    /// # Errors
    /// [`EngineError::Store`] if it cannot be read.
    pub async fn opinions(
        &self,
        run: RunId,
        task: TaskNumber,
    ) -> Result<Vec<Opinion>, EngineError> {
        let asked = self.verifications(run).await?;
        if asked.is_empty() {
            return Ok(Vec::new());
        }
        let skill = self.run_shape(run).await?.skill;
        let rows = self.store().opinions(run, Some(task)).await?;
        let opinions = rows.iter().filter_map(|row| {
            let verification = asked.iter().find(|asked| asked.run == row.run)?;
            Some(opinion(&skill, verification, row))
        });
        Ok(opinions.collect())
    }
}

impl Engine {
    /// What the verifiers of one asking run said, by the result they were asked about.
    /// # Errors
    /// [`EngineError::Store`] if it cannot be read.
    pub async fn all_opinions(
        &self,
        of: RunId,
        run: RunId,
    ) -> Result<BTreeMap<TaskNumber, Vec<Opinion>>, EngineError> {
        let skill = self.run_shape(of).await?.skill;
        let mut all: BTreeMap<TaskNumber, Vec<Opinion>> = BTreeMap::new();
        let Some(verification) = self.store().verification(run).await? else {
            return Ok(all);
        };
        let rows = self.store().opinions(of, None).await?;
        for row in rows.iter().filter(|row| row.run == run) {
            let opinions = all.entry(row.question.of_task).or_default();
            opinions.push(opinion(&skill, &verification, row));
        }
        Ok(all)
    }
}

fn opinion(skill: &Skill, verification: &Verification, row: &OpinionRow) -> Opinion {
    let kind = kind_of(verification);
    let place = row.question.verifier.saturating_sub(1) as usize;
    let reason = FieldName::new("reason");
    Opinion {
        run: row.run,
        task: row.task,
        verifier: row.question.verifier,
        model: verification.models.get(place).cloned().unwrap_or_default(),
        kind,
        state: row.state,
        at: row.at,
        why: row
            .given
            .as_ref()
            .map(|given| given.text(&reason))
            .unwrap_or_default(),
        fields: fields(skill, kind, row),
    }
}

/// What was asked, as stored; a word of a newer version reads as an answer of its own.
pub(super) fn kind_of(verification: &Verification) -> OpinionKind {
    OpinionKind::read(&verification.kind).unwrap_or_default()
}

/// Field by field; empty while there is no answer.
pub(super) fn fields(skill: &Skill, kind: OpinionKind, row: &OpinionRow) -> Vec<FieldOpinion> {
    let Some(given) = &row.given else {
        return Vec::new();
    };
    let one = |field: &FieldSpec| match kind {
        OpinionKind::Answer => answered(field, given, row),
        OpinionKind::Check => judged(field, given),
    };
    skill.outputs.iter().map(one).collect()
}

fn answered(field: &FieldSpec, given: &Record, row: &OpinionRow) -> FieldOpinion {
    let value = |record: &Record| record.get(&field.name).cloned().unwrap_or(Value::Null);
    let (own, about) = (value(given), value(&row.about));
    let says = match not_compared(field) {
        Some(why) => Says::NotCompared(why),
        None if is_long(&about) || is_long(&own) => Says::NotCompared(NotCompared::FreeText),
        None if row.about_rule && about.is_null() => Says::NotCompared(NotCompared::LeftOpen),
        None if says_the_same(&field.field_type, &about, &own) => Says::Agrees,
        None => Says::Disagrees,
    };
    FieldOpinion {
        field: field.name.clone(),
        label: field.label.clone(),
        says,
        value: display_value(&field.field_type, &own),
        why: String::new(),
        quote: String::new(),
    }
}

/// A text longer than this is prose: two say the same of a thing in other words.
const LONG_CHARS: usize = 120;

fn is_long(value: &Value) -> bool {
    value
        .as_str()
        .is_some_and(|text| text.chars().count() > LONG_CHARS)
}

fn judged(field: &FieldSpec, given: &Record) -> FieldOpinion {
    let [says, value, why, seen] = recipe::says(field).map(FieldName::new);
    FieldOpinion {
        field: field.name.clone(),
        label: field.label.clone(),
        says: match (not_checked(field), given.text(&says).as_str()) {
            (Some(why), _) => Says::NotCompared(why),
            (None, "agree") => Says::Agrees,
            (None, _) => Says::Disagrees,
        },
        value: given.text(&value),
        why: given.text(&why),
        quote: given.text(&seen),
    }
}

/// Why two answers are not compared in a field; `None`: they are.
pub(super) fn not_compared(field: &FieldSpec) -> Option<NotCompared> {
    match &field.field_type {
        FieldType::List { .. } => Some(NotCompared::Records),
        _ => not_checked(field),
    }
}

/// Why a check does not judge a field; `None`: it does.
pub(super) fn not_checked(field: &FieldSpec) -> Option<NotCompared> {
    let name = field.name.as_str();
    match &field.field_type {
        FieldType::Percent if name == "confidence" => Some(NotCompared::Confidence),
        FieldType::Text { .. } if field.from_model_only || name == "reason" => {
            Some(NotCompared::FreeText)
        }
        _ => None,
    }
}
