//! A skill tried on a few rows: the real engine, the real gate, a run like any other.

use mill_domain::{JobId, ModelRef, RunId, Usd};
use mill_skills::{EvalCase, Skill};
use rust_i18n::t;

use crate::job::blocking;
use crate::{
    Choices, Engine, EngineError, RunOptions, SkillId, TaskList, TaskListAbout, TaskListRow,
};

/// Rows of a trial unless the person wants fewer.
const TRIAL_ROWS: u32 = 5;

/// What a skill is tried on.
#[derive(Debug, Clone)]
pub enum TrialRows {
    /// Its own samples; files among them lie in the folder of this skill of the library, if it is there.
    Samples(Option<SkillId>),
    /// The first rows of a job.
    Job(JobId),
}

/// A skill to try, saved or not.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The skill.
    pub skill: Skill,
    /// Who answers.
    pub model: ModelRef,
    /// The most it may cost; `None`: the skill's own cap.
    pub budget: Option<Usd>,
    /// On what.
    pub rows: TrialRows,
}

impl Engine {
    /// Starts a run of a skill over at most five rows. It belongs to no job.
    /// # Errors
    /// [`EngineError::NoTasks`] without rows, or what refuses any run: no price, no budget, no key.
    pub async fn try_skill(&self, trial: Trial) -> Result<RunId, EngineError> {
        let Trial {
            skill,
            model,
            budget,
            rows,
        } = trial;
        let (list, mapping) = match rows {
            TrialRows::Samples(id) => {
                let folder = id.map(|id| self.skill_folder(&id)).transpose()?;
                let cases = skill.evals.iter().chain(&skill.examples);
                let folder = folder.map(|folder| folder.display().to_string());
                (case_list(&skill, cases, folder), Vec::new())
            }
            TrialRows::Job(job) => {
                let detail = self.job(job).await?;
                let about = detail.table.ok_or_else(|| EngineError::NoTasks {
                    source_name: detail.row.name.clone(),
                })?;
                let rows = self.job_rows(job).await?;
                // A draft may have lost an input the job still names.
                let mut pairs = detail.mapping.pairs;
                pairs.retain(|(input, _)| {
                    skill
                        .inputs
                        .iter()
                        .any(|field| field.name.as_str() == input || field.label == *input)
                });
                (TaskList { about, rows }, pairs)
            }
        };
        let language = self.words().await?;
        let name = t!("trial.name", locale = language.as_str(), skill = skill.name).into_owned();
        let agents = skill.defaults.agents.unwrap_or(TRIAL_ROWS).min(TRIAL_ROWS);
        let choices = Choices {
            job: None,
            name: Some(name),
            skill,
            model,
            endpoint: None,
            key: None,
            mapping,
            agents: Some(agents),
            budget,
            limit: Some(TRIAL_ROWS),
            options: RunOptions::default(),
        };
        self.learn_window(&choices).await;
        let engine = self.clone();
        let prepared = blocking(move || engine.prepare(choices, list)).await?;
        self.start(prepared).await
    }
}

/// Sample tasks as a task list: one column an input, under its label.
pub(crate) fn case_list<'a>(
    skill: &Skill,
    cases: impl Iterator<Item = &'a EvalCase>,
    folder: Option<String>,
) -> TaskList {
    let row = |(number, case): (u32, &EvalCase)| TaskListRow {
        source_row: number,
        cells: skill
            .inputs
            .iter()
            .map(|field| case.inputs.text(&field.name))
            .collect(),
        problem: None,
    };
    TaskList {
        rows: (1..).zip(cases).map(row).collect(),
        about: TaskListAbout {
            source: Some(skill.name.clone()),
            folder,
            kind: "samples".to_owned(),
            encoding: None,
            sheet: None,
            header_row: None,
            decimal: None,
            columns: skill
                .inputs
                .iter()
                .map(|field| field.label.clone())
                .collect(),
            problems: Vec::new(),
            matched: None,
            original: None,
        },
    }
}
