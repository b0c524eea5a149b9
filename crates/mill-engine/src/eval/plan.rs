//! A comparison before it starts: what each model would cost, and whether all of them may.

use mill_domain::{ModelRef, RunId, Usd};
use mill_skills::Skill;
use rust_i18n::t;

use super::cases;
use crate::job::blocking;
use crate::trial::case_list;
use crate::{Choices, Engine, EngineError, Estimate, Prepared, RunOptions, Ways};

/// What a model of a comparison would take.
#[derive(Debug)]
pub struct EvalEstimate {
    /// What it would take.
    pub estimate: Estimate,
    /// Why it could not start with the cap that was given; `None`: it could.
    pub refused: Option<EngineError>,
}

impl Engine {
    /// What a comparison would cost, one line a model. Spends and starts nothing.
    /// # Errors
    /// What refuses to lay out any run; what refuses its money is told beside the estimate.
    pub async fn estimate_eval(
        &self,
        skill: &Skill,
        folder: Option<String>,
        models: &[ModelRef],
        budget: Option<Usd>,
    ) -> Result<Vec<EvalEstimate>, EngineError> {
        let mut estimates = Vec::new();
        for model in models {
            let prepared = self
                .prepare_eval(skill, folder.clone(), model, budget)
                .await?;
            estimates.push(EvalEstimate {
                estimate: self.estimate(&prepared).await?,
                refused: self.check_money(&prepared).await.err(),
            });
        }
        Ok(estimates)
    }

    /// Starts one run a model over the sample tasks of a skill. `budget` caps each of them. `folder` is where the files
    /// of the tasks are; `None` if the skill has none.
    /// # Errors
    /// [`EngineError::NoTasks`] if no task has a wanted result; what refuses any run: no price, no budget, no key. Nothing
    /// is asked then: money is looked at for all before the first starts, and runs that were started before another
    /// refusal are stopped.
    pub async fn start_eval(
        &self,
        skill: &Skill,
        folder: Option<String>,
        models: &[ModelRef],
        budget: Option<Usd>,
    ) -> Result<Vec<RunId>, EngineError> {
        let mut all = Vec::new();
        for model in models {
            let prepared = self
                .prepare_eval(skill, folder.clone(), model, budget)
                .await?;
            self.check_money(&prepared).await?;
            self.check_provider(&prepared).await?;
            all.push(prepared);
        }
        let mut runs = Vec::new();
        for prepared in all {
            match self.start(prepared).await {
                Ok(run) => runs.push(run),
                Err(error) => {
                    for run in runs {
                        self.end_run(run).await?;
                    }
                    return Err(error);
                }
            }
        }
        Ok(runs)
    }

    /// The sample tasks for one model: the same rows in the same order for each, and nobody asked beside it.
    async fn prepare_eval(
        &self,
        skill: &Skill,
        folder: Option<String>,
        model: &ModelRef,
        budget: Option<Usd>,
    ) -> Result<Prepared, EngineError> {
        let language = self.words().await?;
        let name = t!("eval.name", locale = language.as_str(), skill = skill.name);
        let choices = Choices {
            job: None,
            name: Some(name.into_owned()),
            skill: skill.clone(),
            model: model.clone(),
            endpoint: None,
            key: None,
            mapping: Vec::new(),
            agents: skill.defaults.agents,
            budget,
            limit: None,
            options: RunOptions {
                ways: Ways {
                    alone: true,
                    ..Ways::default()
                },
                ..RunOptions::default()
            },
        };
        self.learn_window(&choices).await;
        let list = case_list(skill, cases(skill).into_iter(), folder);
        let engine = self.clone();
        blocking(move || engine.prepare(choices, list)).await
    }
}
