//! A skill measured: its sample tasks by several models, the same tasks in the same order, without a person in between.

mod plan;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use mill_domain::{ModelRef, Outcome, RunId, RunState, TaskState, Usd};
use mill_skills::{EvalCase, Skill, SkillSource};
use mill_statistics::paired;
use mill_store::RowFilter;

use crate::{Engine, EngineError, SkillId};

pub use mill_statistics::Paired;
pub use plan::EvalEstimate;

/// How sure the intervals of a report are.
pub const EVAL_CONFIDENCE: f64 = 0.95;

/// What a comparison found, as far as its runs have come.
#[derive(Debug, Clone)]
pub struct EvalReport {
    /// The skill's name and version.
    pub skill: (String, String),
    /// Sample tasks with a result that is wanted.
    pub cases: u64,
    /// One line a model, as asked for.
    pub models: Vec<EvalModel>,
    /// Each model beside the one that agreed most; empty until every run is over.
    pub pairs: Vec<EvalPair>,
    /// The tasks, each with what every model made of it.
    pub items: Vec<EvalItem>,
}

/// One model in a comparison.
#[derive(Debug, Clone)]
pub struct EvalModel {
    /// Who answered.
    pub model: ModelRef,
    /// The run, to look into.
    pub run: RunId,
    /// Where it is.
    pub state: RunState,
    /// Tasks that ended; those of a run that was stopped before them did not.
    pub done: u64,
    /// Tasks whose wanted results all agree.
    pub agreed: u64,
    /// Single results that agree, and how many are wanted, of tasks that ended.
    pub fields: (u64, u64),
    /// Tasks that ended without a result.
    pub failed: u64,
    /// Tasks rules decided, alike for every model.
    pub by_rule: u64,
    /// What it cost.
    pub cost: Usd,
    /// Time at work, in milliseconds.
    pub wall_ms: u64,
}

/// Two models on the same tasks. The first is the one that agreed most.
#[derive(Debug, Clone)]
pub struct EvalPair {
    /// Places in the list of models.
    pub models: (usize, usize),
    /// How far apart they are.
    pub paired: Paired,
}

/// A sample task in a comparison.
#[derive(Debug, Clone)]
pub struct EvalItem {
    /// Its id in the skill.
    pub id: String,
    /// For each model whether all wanted results agree; `None`: not done yet.
    pub agreed: Vec<Option<bool>>,
    /// For each model the labels of the results that differ.
    pub differs: Vec<Vec<String>>,
}

impl Engine {
    /// The folder of a skill of the library for the files of its sample tasks; `None` if it cannot be found.
    pub fn eval_folder(&self, id: &SkillId) -> Option<String> {
        let folder = self.skill_folder(id).ok()?;
        Some(folder.display().to_string())
    }

    /// What the runs of a comparison found so far. They must be of one version of one skill.
    /// # Errors
    /// [`EngineError::BadValue`] if they are not; [`EngineError::Store`] if one does not exist.
    pub async fn eval_report(&self, runs: &[RunId]) -> Result<EvalReport, EngineError> {
        let mut columns = Vec::new();
        let mut models = Vec::new();
        let mut first: Option<Skill> = None;
        for run in runs {
            let summary = self.run(*run).await?;
            let source: SkillSource = serde_json::from_str(&summary.row.skill_source)?;
            let skill = Skill::from_source(source)?;
            if first.as_ref().is_some_and(|first| {
                first.content_hash != skill.content_hash || first.evals != skill.evals
            }) {
                return Err(EngineError::BadValue {
                    what: "runs",
                    value: run.to_string(),
                    expected: "choose runs of one version of one skill".to_owned(),
                });
            }
            let column = self.eval_column(*run, &skill).await?;
            models.push(EvalModel {
                model: summary.model,
                run: *run,
                state: summary.row.state,
                done: column.iter().filter(|case| case.over).count() as u64,
                agreed: column
                    .iter()
                    .filter(|case| case.agrees() == Some(true))
                    .count() as u64,
                fields: column.iter().filter(|case| case.over).fold(
                    (0, 0),
                    |(agreed, of), case| {
                        let here = case.compared.iter().filter(|(_, agrees)| *agrees).count();
                        (agreed + here as u64, of + case.compared.len() as u64)
                    },
                ),
                failed: summary.census.tasks.failed,
                by_rule: summary.census.done_by.rule,
                cost: summary.row.budget.spent + summary.row.budget.uncertain,
                wall_ms: summary.wall_ms,
            });
            columns.push(column);
            first = first.or(Some(skill));
        }
        let Some(skill) = first else {
            return Err(EngineError::BadValue {
                what: "runs",
                value: String::new(),
                expected: "choose at least one run".to_owned(),
            });
        };
        let cases = cases(&skill);
        Ok(EvalReport {
            skill: (skill.name.clone(), skill.version.clone()),
            cases: cases.len() as u64,
            pairs: pairs(&models, &columns)?,
            items: items(&cases, &columns),
            models,
        })
    }

    /// What a run made of each sample task, in order.
    async fn eval_column(&self, run: RunId, skill: &Skill) -> Result<Vec<Compared>, EngineError> {
        let (_, tasks) = self
            .task_page(run, RowFilter::All, "", 0, u64::from(u32::MAX))
            .await?;
        let cases = cases(skill);
        Ok(cases
            .iter()
            .zip(&tasks)
            .map(|(case, task)| {
                let compared = case.compare(&skill.outputs, task.output.as_ref());
                Compared {
                    over: matches!(task.state, TaskState::Ended(outcome) if outcome != Outcome::Cancelled),
                    compared: compared
                        .into_iter()
                        .map(|(name, agrees)| (label_of(skill, name), agrees))
                        .collect(),
                }
            })
            .collect())
    }
}

fn label_of(skill: &Skill, name: &str) -> String {
    let field = skill
        .outputs
        .iter()
        .find(|field| field.name.as_str() == name);
    field.map_or_else(|| name.to_owned(), |field| field.label.clone())
}

/// What a run made of one sample task.
struct Compared {
    over: bool,
    compared: Vec<(String, bool)>,
}

impl Compared {
    fn agrees(&self) -> Option<bool> {
        self.over
            .then(|| self.compared.iter().all(|(_, agrees)| *agrees))
    }
}

/// The tasks that measure: those with a wanted result, in an order that says nothing about them and is the same for
/// every model and every time.
fn cases(skill: &Skill) -> Vec<&EvalCase> {
    let mut cases: Vec<&EvalCase> = skill
        .evals
        .iter()
        .filter(|case| !case.expected.is_empty())
        .collect();
    cases.sort_by_cached_key(|case| {
        let mut hash = DefaultHasher::new();
        (&skill.content_hash, &case.id).hash(&mut hash);
        (hash.finish(), case.id.clone())
    });
    cases
}

fn pairs(models: &[EvalModel], columns: &[Vec<Compared>]) -> Result<Vec<EvalPair>, EngineError> {
    if models.iter().any(|model| model.state.is_open()) {
        return Ok(Vec::new());
    }
    // The first of several that agreed alike.
    let best = (0..models.len()).rev().max_by_key(|at| models[*at].agreed);
    let Some(best) = best else {
        return Ok(Vec::new());
    };
    let right = |case: &Compared| case.agrees() == Some(true);
    let others = (0..models.len()).filter(|at| *at != best).map(|at| {
        // What was stopped before it ended says nothing of a model.
        let both = columns[best].iter().zip(&columns[at]);
        let both = both.filter(|(one, other)| one.over && other.over);
        let both = both.map(|(one, other)| (right(one), right(other)));
        (at, both.collect::<Vec<(bool, bool)>>())
    });
    others
        .filter(|(_, both)| !both.is_empty())
        .map(|(at, both)| {
            let paired = paired(&both, EVAL_CONFIDENCE).map_err(unreadable)?;
            Ok(EvalPair {
                models: (best, at),
                paired,
            })
        })
        .collect()
}

fn items(cases: &[&EvalCase], columns: &[Vec<Compared>]) -> Vec<EvalItem> {
    cases
        .iter()
        .enumerate()
        .map(|(at, case)| {
            let of = columns.iter().map(|column| column.get(at));
            EvalItem {
                id: case.id.clone(),
                agreed: of
                    .clone()
                    .map(|case| case.and_then(Compared::agrees))
                    .collect(),
                differs: of
                    .map(|case| {
                        let compared = case
                            .filter(|case| case.over)
                            .map(|case| case.compared.as_slice());
                        let wrong = compared.unwrap_or_default().iter();
                        wrong
                            .filter(|(_, agrees)| !agrees)
                            .map(|(name, _)| name.clone())
                            .collect()
                    })
                    .collect(),
            }
        })
        .collect()
}

/// The confidence is ours and is one; this cannot happen, and must not be a panic.
fn unreadable(error: mill_statistics::StatisticsError) -> EngineError {
    EngineError::Store(mill_store::StoreError::Unreadable(Box::new(error)))
}
