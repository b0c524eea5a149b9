//! What a lesson would have changed in runs that are there.

use mill_domain::{FieldSpec, FieldType, Record, RunId, TaskNumber};
use mill_skills::{RuleDecision, Skill, check_record, display_value, fold, inputs_for_row};
use mill_store::{RowFilter, RunRow, TaskRow};

use super::{Lesson, Proposal, with_lesson};
use crate::job::blocking;
use crate::{Engine, EngineError, SkillId};

/// Changed rows that are shown.
const SHOWN: usize = 20;

/// What else a lesson would have changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LessonEffect {
    /// Runs that were looked at.
    pub runs: u32,
    /// Their rows with a result, without the corrected one.
    pub rows: u64,
    /// Rows that would come out otherwise (a rule), would be flagged (a check), or are the same task with another result
    /// (an example).
    pub changed: u64,
    /// Of them, rows a person accepted or corrected to what they are: the lesson says otherwise.
    pub accepted: u64,
    /// The first of them.
    pub changes: Vec<LessonChange>,
}

/// A row a lesson would have changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonChange {
    /// The run and its name.
    pub run: (RunId, String),
    /// The task.
    pub task: TaskNumber,
    /// The row as the spreadsheet program counts.
    pub row: u32,
    /// What tells the row: its first input that is not empty.
    pub label: String,
    /// The result as it is.
    pub now: String,
    /// What it would be; what the check would say; "" where only the model could tell.
    pub then: String,
    /// True if a person accepted it or corrected it to what it is.
    pub accepted: bool,
}

/// How a lesson looks at a row: what it would say, `None` if it changes nothing.
struct Glass {
    before: Skill,
    after: Skill,
    kind: GlassKind,
}

enum GlassKind {
    Rule,
    Check,
    Example(Vec<String>),
}

impl Engine {
    pub(super) async fn effect_of(
        &self,
        current: &Skill,
        proposal: &Proposal,
        inputs: &Record,
        (runs, task): (Vec<RunRow>, TaskNumber),
    ) -> Result<LessonEffect, EngineError> {
        let lesson = Lesson {
            skill: SkillId::new(&current.name),
            current: current.clone(),
            fields: Vec::new(),
            proposal: proposal.clone(),
            effect: LessonEffect::default(),
        };
        let glass = self.glass(lesson, inputs).await?;
        let mut effect = LessonEffect {
            runs: u32::try_from(runs.len()).unwrap_or(u32::MAX),
            ..LessonEffect::default()
        };
        for (place, run) in runs.iter().enumerate() {
            let Ok(shape) = self.run_shape(run.id).await else {
                // A run whose skill cannot be read any more shows nothing.
                continue;
            };
            let rows = self
                .store()
                .tasks(run.id, RowFilter::All, "", 0, u64::MAX)
                .await?;
            let name = format!("{} {}", run.name, run.number);
            for row in rows.iter().filter(|row| place > 0 || row.number != task) {
                let inputs = inputs_for_row(&shape.map, &row.cells).record;
                effect.look(&glass, &inputs, row, (run.id, &name));
            }
        }
        Ok(effect)
    }

    async fn glass(&self, lesson: Lesson, inputs: &Record) -> Result<Glass, EngineError> {
        let kind = match &lesson.proposal {
            Proposal::Rule(_) => GlassKind::Rule,
            Proposal::Check(..) => GlassKind::Check,
            Proposal::Example(_) => GlassKind::Example(same_task(&lesson.current, inputs)),
        };
        let before = lesson.current.clone();
        let after = match &lesson.proposal {
            Proposal::Rule(rule) => self.skill_with_rule(&lesson.current, &rule.rule).await?,
            Proposal::Check(..) | Proposal::Example(_) => {
                let engine = self.clone();
                blocking(move || engine.drafted_skill(&with_lesson(&lesson), Some(&lesson.skill)))
                    .await?
            }
        };
        Ok(Glass {
            before,
            after,
            kind,
        })
    }
}

impl LessonEffect {
    fn look(&mut self, glass: &Glass, inputs: &Record, row: &TaskRow, run: (RunId, &str)) {
        let Some(output) = &row.output else { return };
        self.rows += 1;
        let Some(then) = glass.says(inputs, output) else {
            return;
        };
        let accepted = matches!(row.verdict.as_deref(), Some("accepted" | "corrected"));
        self.changed += 1;
        self.accepted += u64::from(accepted);
        if self.changes.len() < SHOWN {
            let skill = &glass.before;
            let texts = skill.inputs.iter().map(|field| inputs.text(&field.name));
            self.changes.push(LessonChange {
                run: (run.0, run.1.to_owned()),
                task: row.number,
                row: row.source_row,
                label: texts
                    .into_iter()
                    .find(|text| !text.trim().is_empty())
                    .unwrap_or_default(),
                now: words(skill.outputs.iter(), output),
                then,
                accepted,
            });
        }
    }
}

impl Glass {
    fn says(&self, inputs: &Record, output: &Record) -> Option<String> {
        match &self.kind {
            GlassKind::Rule => self.rule_says(inputs, output),
            GlassKind::Check => self.check_says(inputs, output),
            GlassKind::Example(task) => (same_task(&self.before, inputs) == *task
                && self.example_differs(output))
            .then(String::new),
        }
    }

    fn rule_says(&self, inputs: &Record, output: &Record) -> Option<String> {
        let RuleDecision::Decided { outputs, .. } = self.after.rules.decide(inputs) else {
            return None;
        };
        if let RuleDecision::Decided { outputs: known, .. } = self.before.rules.decide(inputs)
            && known == outputs
        {
            return None;
        }
        let named = || {
            self.after
                .outputs
                .iter()
                .filter(|field| outputs.get(&field.name).is_some())
        };
        let differs = |field: &&FieldSpec| words([*field], &outputs) != words([*field], output);
        named()
            .any(|field| differs(&field))
            .then(|| words(named(), &outputs))
    }

    fn check_says(&self, inputs: &Record, output: &Record) -> Option<String> {
        let findings = |skill: &Skill| check_record(skill, inputs, output, None).findings;
        let known = findings(&self.before);
        let new = findings(&self.after)
            .into_iter()
            .find(|finding| !known.contains(finding));
        new.map(|finding| finding.message)
    }

    /// The example is the newest of the skill's.
    fn example_differs(&self, output: &Record) -> bool {
        self.after.examples.last().is_some_and(|example| {
            let compared = example.compare(&self.after.outputs, Some(output));
            compared.iter().any(|(_, same)| !same)
        })
    }
}

/// What makes two rows the same task: their texts, case and width aside.
fn same_task(skill: &Skill, inputs: &Record) -> Vec<String> {
    let texts = skill
        .inputs
        .iter()
        .filter(|field| matches!(field.field_type, FieldType::Text { .. }));
    texts.map(|field| fold(&inputs.text(&field.name))).collect()
}

fn words<'f>(fields: impl IntoIterator<Item = &'f FieldSpec>, record: &Record) -> String {
    let texts = fields.into_iter().filter_map(|field| {
        let text = display_value(&field.field_type, record.get(&field.name)?);
        (!text.is_empty()).then_some(text)
    });
    texts.take(3).collect::<Vec<_>>().join(" · ")
}
