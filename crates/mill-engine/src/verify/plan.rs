//! What a second opinion would ask, and what it would cost, before anything is asked.

use std::collections::BTreeMap;

use mill_domain::{DecidedBy, ModelRef, Record, TaskNumber, Usd};
use mill_statistics::pick;
use mill_store::{RowFilter, RunRow, TaskRow};
use rust_i18n::t;

use super::recipe::{ANSWER_INPUT, ANSWER_TITLE, answer_text, checked, recipe};
use super::{MOST_VERIFIERS, OpinionKind, OpinionRows, PreparedVerification, VerifyChoices};
use crate::engine::new_uuid;
use crate::job::blocking;
use crate::{
    Choices, Engine, EngineError, Estimate, Mapping, Prepared, RunOptions, RunShape, TaskList,
    TaskListAbout, TaskListRow, Ways,
};

/// The result a row asks about.
#[derive(Debug, Clone)]
pub(super) struct About {
    pub(super) task: TaskNumber,
    pub(super) version: u32,
    row: TaskRow,
    output: Record,
}

impl Engine {
    /// Works out what would be asked and what each question can cost at most. Spends and starts nothing.
    /// # Errors
    /// [`EngineError::BadValue`] for too many or no verifiers, [`EngineError::OnlyOpinions`] for a run that asks itself,
    /// and what [`Engine::prepare`] refuses.
    pub async fn prepare_verification(
        &self,
        choices: VerifyChoices,
    ) -> Result<PreparedVerification, EngineError> {
        check_verifiers(&choices)?;
        self.refuse_opinions(choices.run).await?;
        let run = self.store().run(choices.run).await?;
        let shape = self.run_shape(choices.run).await?;
        let (about, population, seed) = self.rows_to_ask(&choices).await?;
        let whole_row = shape.map.inputs.iter().any(|input| input.whole_row);
        check_kind(&choices, &shape)?;
        let skill = recipe(choices.kind, &shape.skill, whole_row, &choices.instruction)?;
        let language = self.words().await?;
        let skill_name = t!(
            "verify.skill",
            locale = language.as_str(),
            skill = run.skill_name
        )
        .into_owned();
        let name = t!("verify.name", locale = language.as_str(), name = run.name).into_owned();
        let list = task_list(&choices, &run, &shape, &about)?;
        let mapping: Mapping = serde_json::from_str(&run.mapping)?;
        let places = Ways {
            endpoints: places(&choices, run.endpoint.as_deref(), &mapping.ways),
            ..Ways::default()
        };
        let first = Choices {
            job: None,
            name: Some(name.clone()),
            skill,
            model: first_model(&choices)?,
            endpoint: None,
            key: None,
            mapping: pairs(&choices, &mapping, whole_row, &list),
            agents: Some(choices.agents.unwrap_or(run.agents)),
            budget: choices.budget,
            limit: None,
            options: RunOptions {
                pictures: mapping.pictures,
                split: mapping.split,
                ways: places.clone(),
                ..RunOptions::default()
            },
        };
        let mut verifiers = Vec::new();
        for model in &choices.models {
            let of_one = Choices {
                model: model.clone(),
                endpoint: places.endpoint_of(model).map(str::to_owned),
                ..first.clone()
            };
            let mut prepared = self.prepare_verifier(of_one, &list, &shape).await?;
            // Its own earlier work is what the estimate rests on; a check is other work than the skill's.
            if choices.kind == OpinionKind::Check {
                prepared.choices.skill.name.clone_from(&skill_name);
            }
            verifiers.push(prepared);
        }
        Ok(PreparedVerification {
            choices,
            verifiers,
            about,
            population,
            seed,
            name,
            skill_name,
        })
    }

    /// Estimates all questions together. Spends and starts nothing.
    /// # Errors
    /// [`EngineError::Store`] if earlier runs cannot be read.
    pub async fn estimate_verification(
        &self,
        verification: &PreparedVerification,
    ) -> Result<Estimate, EngineError> {
        let mut all: Option<Estimate> = None;
        for prepared in &verification.verifiers {
            let one = self.estimate(prepared).await?;
            all = Some(match all {
                None => one,
                Some(sum) => add(sum, &one),
            });
        }
        all.ok_or_else(no_verifier)
    }

    async fn prepare_verifier(
        &self,
        choices: Choices,
        list: &TaskList,
        shape: &RunShape,
    ) -> Result<Prepared, EngineError> {
        let (engine, list) = (self.clone(), list.clone());
        self.learn_window(&choices).await;
        let mut prepared = blocking(move || engine.prepare(choices, list)).await?;
        // Dates mean what they meant in the run, also where fewer rows are left to tell by.
        prepared.map = prepared.map.with_reading(shape.map.reading);
        Ok(prepared)
    }

    async fn rows_to_ask(
        &self,
        choices: &VerifyChoices,
    ) -> Result<(Vec<About>, u64, Option<u64>), EngineError> {
        let rows = self
            .store()
            .tasks(choices.run, RowFilter::All, "", 0, u64::MAX)
            .await?;
        let mut results = self.store().machine_results(choices.run).await?;
        let mut about: Vec<About> = rows
            .into_iter()
            .filter(|row| is_asked(choices.rows, row))
            .filter_map(|row| {
                let (version, output) = results.remove(&row.number)?;
                Some(About {
                    task: row.number,
                    version,
                    row,
                    output,
                })
            })
            .collect();
        let population = about.len() as u64;
        let OpinionRows::Sample(wanted) = choices.rows else {
            return Ok((about, population, None));
        };
        let seed = new_uuid().as_u64_pair().1;
        let mut picked = pick(&vec![0; about.len()], &[u64::from(wanted)], seed).into_iter();
        let mut next = picked.next();
        let mut at = 0;
        about.retain(|_| {
            let is_next = next == Some(at);
            if is_next {
                next = picked.next();
            }
            at += 1;
            is_next
        });
        Ok((about, population, Some(seed)))
    }
}

/// Where each verifier is that has no address of its own: as the person says, else where the run knows it.
fn places(choices: &VerifyChoices, run: Option<&str>, known: &Ways) -> BTreeMap<String, String> {
    let place = |model: &ModelRef| {
        let said = choices.places.endpoint_of(model);
        said.or(choices.endpoint.as_deref())
            .or_else(|| known.endpoint_of(model))
            .or(run)
            .map(|place| (model.to_string(), place.to_owned()))
    };
    choices.models.iter().filter_map(place).collect()
}

fn is_asked(rows: OpinionRows, row: &TaskRow) -> bool {
    match rows {
        OpinionRows::All | OpinionRows::Sample(_) => true,
        OpinionRows::Unjudged => row.verdict.is_none(),
        OpinionRows::ByModel => row.decided_by == Some(DecidedBy::Model),
        OpinionRows::Findings => !row.findings.is_empty(),
    }
}

fn check_kind(choices: &VerifyChoices, shape: &RunShape) -> Result<(), EngineError> {
    if choices.kind == OpinionKind::Answer || !checked(&shape.skill).is_empty() {
        return Ok(());
    }
    Err(EngineError::BadValue {
        what: "kind",
        value: "check".to_owned(),
        expected: "this skill returns nothing a check can judge; choose answer".to_owned(),
    })
}

fn first_model(choices: &VerifyChoices) -> Result<ModelRef, EngineError> {
    choices.models.first().cloned().ok_or_else(no_verifier)
}

fn check_verifiers(choices: &VerifyChoices) -> Result<(), EngineError> {
    if (1..=MOST_VERIFIERS).contains(&choices.models.len()) {
        return Ok(());
    }
    Err(EngineError::BadValue {
        what: "models",
        value: choices.models.len().to_string(),
        expected: format!("choose 1 to {MOST_VERIFIERS}"),
    })
}

fn no_verifier() -> EngineError {
    EngineError::BadValue {
        what: "models",
        value: "0".to_owned(),
        expected: format!("choose 1 to {MOST_VERIFIERS}"),
    }
}

/// The rows of the run that are asked about, each with its answer behind it if the verifier sees it.
fn task_list(
    choices: &VerifyChoices,
    run: &RunRow,
    shape: &RunShape,
    about: &[About],
) -> Result<TaskList, EngineError> {
    let mut columns = run.columns.clone();
    let checks = choices.kind == OpinionKind::Check;
    if checks {
        columns.push(answer_column(&run.columns));
    }
    let rows = about.iter().map(|about| {
        let mut cells = about.row.cells.clone();
        // A short row would put the answer under another title.
        cells.resize(run.columns.len(), String::new());
        if checks {
            cells.push(answer_text(&shape.skill, &about.output));
        }
        TaskListRow {
            source_row: about.row.source_row,
            cells,
            problem: None,
        }
    });
    Ok(TaskList {
        rows: rows.collect(),
        about: TaskListAbout {
            source: Some(run.source.clone()),
            folder: run.source_folder.clone(),
            kind: "opinions".to_owned(),
            encoding: None,
            sheet: None,
            header_row: None,
            decimal: serde_json::from_str::<Mapping>(&run.mapping)?.decimal,
            columns,
            problems: Vec::new(),
            matched: None,
            original: None,
        },
    })
}

/// A title that no column of the task list has.
fn answer_column(columns: &[String]) -> String {
    let mut title = ANSWER_TITLE.to_owned();
    while columns.contains(&title) {
        title.push('*');
    }
    title
}

/// The run's pairs of input and column, and the answer's.
fn pairs(
    choices: &VerifyChoices,
    mapping: &Mapping,
    whole_row: bool,
    list: &TaskList,
) -> Vec<(String, String)> {
    let mut pairs = mapping.pairs.clone();
    if let Some(column) = list.about.columns.last()
        && choices.kind == OpinionKind::Check
        && !whole_row
    {
        pairs.push((ANSWER_INPUT.to_owned(), column.clone()));
    }
    pairs
}

/// Two verifiers' estimates as one. They share the agents, so their times add up.
fn add(one: Estimate, other: &Estimate) -> Estimate {
    let calls = |a: (u64, u64, u64), b: (u64, u64, u64)| (a.0 + b.0, a.1 + b.1, a.2 + b.2);
    let cost = |a: (Usd, Usd, Usd), b: (Usd, Usd, Usd)| (a.0 + b.0, a.1 + b.1, a.2 + b.2);
    Estimate {
        by_model: one.by_model + other.by_model,
        calls: calls(one.calls, other.calls),
        cost: cost(one.cost, other.cost),
        wall_s: one.wall_s + other.wall_s,
        smallest_budget: one.smallest_budget.max(other.smallest_budget),
        // The less that is known of one of them, the less is known of both.
        basis: match (one.basis, other.basis) {
            (crate::Basis::Practice, basis) | (basis, crate::Basis::Practice) => basis,
            (crate::Basis::Bounds, _) | (_, crate::Basis::Bounds) => crate::Basis::Bounds,
            (basis, _) => basis,
        },
        price_unknown: one.price_unknown || other.price_unknown,
        ..one
    }
}
