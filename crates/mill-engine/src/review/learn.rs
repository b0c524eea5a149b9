//! What a correction teaches the skill: an example, a rule or a check, with what else it would have changed.

mod check;
mod effect;

use mill_domain::{FieldSpec, Record, RunId, TaskNumber};
use mill_skills::{
    DraftCheck, DraftSample, DraftTable, Skill, SkillDraft, display_value, inputs_for_row,
};
use mill_store::{NewLesson, RunRow};

use crate::error::ReviewError;
use crate::job::blocking;
use crate::suggest::NarrowRule;
use crate::{Engine, EngineError, SavedSkill, SkillId};

pub use effect::{LessonChange, LessonEffect};

/// Runs that are looked at, the row's own first.
const RUNS: usize = 6;

/// What a correction becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonKind {
    /// A sample that is shown to the model with every question.
    Example,
    /// A rule that decides such rows without a model.
    Rule,
    /// A check that would have caught the wrong value.
    Check,
}

impl LessonKind {
    /// The word as written on the command line and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Example => "example",
            Self::Rule => "rule",
            Self::Check => "check",
        }
    }

    /// Reads the word.
    /// # Errors
    /// [`EngineError::BadValue`] for any other.
    pub fn from_word(word: &str) -> Result<Self, EngineError> {
        [Self::Example, Self::Rule, Self::Check]
            .into_iter()
            .find(|kind| kind.as_str() == word)
            .ok_or_else(|| EngineError::BadValue {
                what: "lesson",
                value: word.to_owned(),
                expected: "use example, rule or check".to_owned(),
            })
    }
}

/// An output a person corrected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectedField {
    /// Its label.
    pub label: String,
    /// What was there, as people read it.
    pub from: String,
    /// What the person wrote.
    pub to: String,
}

/// What would be added to the skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proposal {
    /// A sample.
    Example(DraftSample),
    /// A rule.
    Rule(NarrowRule),
    /// A check, and the table it looks in if it needs one.
    Check(Box<DraftCheck>, Option<DraftTable>),
}

/// A correction and what it would teach.
#[derive(Debug, Clone)]
pub struct Lesson {
    /// The skill of the library it would go to.
    pub skill: SkillId,
    /// The skill as it is there now.
    pub current: Skill,
    /// What the person changed.
    pub fields: Vec<CorrectedField>,
    /// What would be added.
    pub proposal: Proposal,
    /// What else it would have changed.
    pub effect: LessonEffect,
}

/// A lesson that was learnt.
#[derive(Debug, Clone)]
pub struct Learnt {
    /// What it is known by, for [`Engine::unlearn`].
    pub id: i64,
    /// The lesson.
    pub lesson: Lesson,
    /// The number of the skill's new version.
    pub version: String,
    /// The version before, by which it can be brought back.
    pub former: String,
}

/// The row a lesson comes from.
struct Corrected {
    inputs: Record,
    before: Record,
    after: Record,
}

impl Engine {
    /// What the correction of a row would teach its skill. Nothing is saved.
    /// # Errors
    /// [`EngineError::Review`] if the row was not corrected, or there is nothing of this kind to learn from it;
    /// [`EngineError::UnknownSkill`] if the library does not have the run's skill.
    pub async fn lesson(
        &self,
        run: RunId,
        task: TaskNumber,
        kind: LessonKind,
    ) -> Result<Lesson, EngineError> {
        let row = self.store().run(run).await?;
        let id = SkillId::new(&row.skill_name);
        let engine = self.clone();
        let wanted = id.clone();
        let current = blocking(move || engine.skill(&wanted)).await?;
        let corrected = self.corrected_row(run, task).await?;
        let fields = fields_between(&current, &corrected.before, &corrected.after);
        let runs = self.runs_to_look_at(&row).await?;
        let proposal = self
            .propose(&current, &corrected, runs.clone(), kind)
            .await?;
        let effect = self
            .effect_of(&current, &proposal, &corrected.inputs, (runs, task))
            .await?;
        Ok(Lesson {
            skill: id,
            current,
            fields,
            proposal,
            effect,
        })
    }

    /// Adds what the correction of a row teaches to its skill, as a new version. A skill that came with the program becomes
    /// the person's own.
    /// # Errors
    /// What [`Engine::lesson`] refuses; [`EngineError::Skill`] or [`EngineError::Home`] if it cannot be written.
    pub async fn learn(
        &self,
        run: RunId,
        task: TaskNumber,
        kind: LessonKind,
    ) -> Result<Learnt, EngineError> {
        let lesson = self.lesson(run, task, kind).await?;
        let (engine, id) = (self.clone(), lesson.skill.clone());
        let former = blocking(move || current_version(&engine, &id)).await?;
        if let Proposal::Rule(rule) = &lesson.proposal {
            self.add_rules(&lesson.skill, std::slice::from_ref(&rule.rule))
                .await?;
        } else {
            let (engine, lesson) = (self.clone(), lesson.clone());
            blocking(move || {
                let draft = with_lesson(&lesson);
                match engine.save_skill(&draft, Some(&lesson.skill))? {
                    SavedSkill::Saved(_) => Ok(()),
                    SavedSkill::Faults(faults) => Err(EngineError::from(ReviewError::SkillFault {
                        skill: lesson.skill.as_str().to_owned(),
                        fault: faults.first().map_or("", |fault| fault.code).to_owned(),
                    })),
                }
            })
            .await?;
        }
        let (engine, id) = (self.clone(), lesson.skill.clone());
        let after = blocking(move || engine.skill(&id)).await?;
        let learnt = NewLesson {
            run,
            task,
            kind: kind.as_str().to_owned(),
            skill: lesson.skill.as_str().to_owned(),
            skill_version: after.version.clone(),
            skill_hash: after.content_hash,
            former: former.clone(),
            reviewer: self.settings().await?.reviewer,
            at: self.now(),
        };
        let id = self.store().insert_lesson(learnt).await?;
        self.tell_judged_rows(run, &[task]);
        Ok(Learnt {
            id,
            lesson,
            version: after.version,
            former,
        })
    }

    async fn corrected_row(&self, run: RunId, task: TaskNumber) -> Result<Corrected, EngineError> {
        let shape = self.run_shape(run).await?;
        let row = self.store().task(run, task).await?;
        let before = self.store().output_before_correction(run, task).await?;
        match (before, row.output) {
            (Some(before), Some(after)) => Ok(Corrected {
                inputs: inputs_for_row(&shape.map, &row.cells).record,
                before,
                after,
            }),
            _ => Err(ReviewError::NotCorrected.into()),
        }
    }

    /// The run itself, then the last ones of its job, or of its skill if it has none.
    async fn runs_to_look_at(&self, row: &RunRow) -> Result<Vec<RunRow>, EngineError> {
        let mut runs = vec![row.clone()];
        let others = self.store().runs().await?.into_iter().filter(|other| {
            other.id != row.id
                && other.skill_name == row.skill_name
                && (row.job.is_none() || other.job == row.job)
        });
        runs.extend(others.take(RUNS - 1));
        Ok(runs)
    }

    async fn propose(
        &self,
        skill: &Skill,
        corrected: &Corrected,
        runs: Vec<RunRow>,
        kind: LessonKind,
    ) -> Result<Proposal, EngineError> {
        match kind {
            LessonKind::Example => Ok(Proposal::Example(example(skill, corrected))),
            LessonKind::Rule => {
                let pair = (&corrected.inputs, &corrected.after);
                let rule = self.narrow_rule(skill, runs, pair, "").await?;
                Ok(Proposal::Rule(rule.ok_or(ReviewError::NoRule)?))
            }
            LessonKind::Check => {
                let accepted = self.accepted_outputs(&runs).await?;
                let pair = (&corrected.before, &corrected.after);
                let found = check::propose(skill, &corrected.inputs, pair, &accepted);
                let (check, table) = found.ok_or(ReviewError::NoCheck)?;
                Ok(Proposal::Check(Box::new(check), table))
            }
        }
    }
}

fn current_version(engine: &Engine, id: &SkillId) -> Result<String, EngineError> {
    let versions = engine.versions_of_skill(id)?;
    let current = versions.iter().find(|version| version.current);
    Ok(current
        .or(versions.first())
        .map(|version| version.id.clone())
        .unwrap_or_default())
}

/// The outputs that differ, as people read them.
pub(super) fn fields_between(
    skill: &Skill,
    before: &Record,
    after: &Record,
) -> Vec<CorrectedField> {
    let text = |record: &Record, field: &FieldSpec| {
        let value = record.get(&field.name);
        value.map_or_else(String::new, |value| display_value(&field.field_type, value))
    };
    let fields = skill.outputs.iter().map(|field| CorrectedField {
        label: field.label.clone(),
        from: text(before, field),
        to: text(after, field),
    });
    fields.filter(|field| field.from != field.to).collect()
}

fn example(skill: &Skill, corrected: &Corrected) -> DraftSample {
    let texts = |fields: &[FieldSpec], record: &Record| {
        let texts = fields
            .iter()
            .map(|field| (field.name.to_string(), record.text(&field.name)));
        texts.filter(|(_, text)| !text.is_empty()).collect()
    };
    // What the model says of itself is no part of what is right.
    let outputs: Vec<FieldSpec> = skill
        .outputs
        .iter()
        .filter(|field| {
            !field.from_model_only
                || corrected.before.get(&field.name) != corrected.after.get(&field.name)
        })
        .cloned()
        .collect();
    DraftSample {
        id: String::new(),
        inputs: texts(&skill.inputs, &corrected.inputs),
        expected: texts(&outputs, &corrected.after),
        note: String::new(),
        shown: true,
    }
}

/// The skill with what was learnt.
fn with_lesson(lesson: &Lesson) -> SkillDraft {
    let mut draft = SkillDraft::of(&lesson.current);
    match &lesson.proposal {
        Proposal::Example(sample) => {
            let taken: Vec<&str> = draft
                .samples
                .iter()
                .map(|known| known.id.as_str())
                .collect();
            let id = (1..=draft.samples.len() + 1)
                .map(|number| format!("correction-{number}"))
                .find(|id| !taken.contains(&id.as_str()));
            draft.samples.push(DraftSample {
                id: id.unwrap_or_default(),
                ..sample.clone()
            });
        }
        Proposal::Check(check, table) => {
            draft.checks.push((**check).clone());
            draft.tables.extend(table.clone());
        }
        // Rules are added to their table by themselves.
        Proposal::Rule(_) => {}
    }
    draft
}
