//! Second models that the checks of a skill ask about an answer: who, about what, with which question.

use mill_domain::{ModelRef, RunId};
use mill_skills::{CheckRule, FieldPath, Skill, prompt};

use crate::verify::{OpinionKind, recipe};
use crate::{Engine, EngineError, Mapping, Ways};

/// A second model and what it is asked. Checks with the same model and instruction share one question.
#[derive(Debug, Clone)]
pub(crate) struct SecondPlan {
    pub(crate) model: ModelRef,
    /// What is compared.
    pub(crate) fields: Vec<FieldPath>,
    /// The skill as the second model reads it: without rules, and without second models of its own.
    pub(crate) skill: Skill,
}

/// The second models of a skill whose run asks `main` first, in the order of its checks. In practice nobody else is asked.
pub(crate) fn plans(
    skill: &Skill,
    main: &ModelRef,
    ways: &Ways,
) -> Result<Vec<SecondPlan>, EngineError> {
    let mut wanted: Vec<(ModelRef, &str, Vec<FieldPath>)> = Vec::new();
    let checks = skill.checks.iter().filter(|_| !ways.alone);
    for check in checks {
        let CheckRule::Agree {
            fields,
            model,
            instruction,
        } = &check.rule
        else {
            continue;
        };
        let model = model.as_ref().filter(|_| !main.is_practice());
        let model = model.unwrap_or(main).clone();
        let same = wanted
            .iter_mut()
            .find(|(other, told, _)| *other == model && told == instruction);
        if let Some((_, _, asked)) = same {
            for field in fields {
                if !asked.contains(field) {
                    asked.push(field.clone());
                }
            }
        } else {
            wanted.push((model, instruction, fields.clone()));
        }
    }
    wanted
        .into_iter()
        .map(|(model, instruction, fields)| {
            Ok(SecondPlan {
                model,
                fields,
                skill: recipe(OpinionKind::Answer, skill, false, instruction)?,
            })
        })
        .collect()
}

impl Engine {
    /// The beginning of every request of a run, to the letter: to its own model, then to each second model of its skill.
    /// # Errors
    /// [`EngineError::Store`] if there is no such run.
    pub async fn told_in_run(&self, run: RunId) -> Result<Vec<String>, EngineError> {
        let skill = self.run_shape(run).await?.skill;
        let row = self.store().run(run).await?;
        let mapping: Mapping = serde_json::from_str(&row.mapping)?;
        let seconds = plans(&skill, &row.model.parse()?, &mapping.ways)?;
        let told = seconds.iter().map(|plan| prompt::system(&plan.skill));
        Ok(std::iter::once(prompt::system(&skill))
            .chain(told)
            .collect())
    }
}
