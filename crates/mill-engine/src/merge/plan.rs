//! A merge by a skill before it starts: what goes into which call, and what it can cost.

use mill_domain::{FieldType, KeyName, ModelRef, RunId, Usd};
use mill_skills::{MergeBlock, MergeSpec, Skill, block_text, display_value, inputs_for_row};
use mill_store::{RowFilter, TaskRow};
use rust_i18n::t;

use super::lines::{COLUMNS, cells};
use super::pack::{Pack, Piece, Room, pack};
use super::rows::{MergeInclude, MergeRows};
use super::{How, Recipe};
use crate::job::blocking;
use crate::prepare::{DEFAULT_OUTPUT_TOKENS, Prepared};
use crate::review::RunShape;
use crate::{
    Choices, Engine, EngineError, Estimate, RunOptions, TaskList, TaskListAbout, TaskListRow, shown,
};

/// Letters of an input that say which row it is; its results say the rest.
const INPUT_CHARS: usize = 300;

/// Bytes a token of an answer is at most, for what a later step reads.
const BYTES_A_TOKEN: u64 = 4;

/// What a person chose for a merge by a skill; `None` takes the skill's word, then ours.
#[derive(Debug, Clone)]
pub struct MergeChoices {
    /// The run whose results are merged.
    pub run: RunId,
    /// The skill; it has to say how it merges.
    pub skill: Skill,
    /// Who is asked.
    pub model: ModelRef,
    /// Where a custom provider is.
    pub endpoint: Option<String>,
    /// Which of the provider's keys; `None`: the default one.
    pub key: Option<KeyName>,
    /// Agents at once.
    pub agents: Option<u32>,
    /// The hard cap.
    pub budget: Option<Usd>,
    /// Rows that only a person's word brings in.
    pub include: MergeInclude,
}

/// A merge that could start.
#[derive(Debug)]
pub struct PreparedMerge {
    pub(super) prepared: Prepared,
    pub(super) of_run: RunId,
    pub(super) recipe: Recipe,
    /// Calls behind the first step.
    later: u64,
}

impl PreparedMerge {
    /// Which rows go in, and which do not.
    pub const fn rows(&self) -> &MergeRows {
        &self.recipe.rows
    }
}

/// What a merge would take.
#[derive(Debug, Clone)]
pub struct MergeEstimate {
    /// Rows that go in.
    pub rows: u64,
    /// Rows that are left out.
    pub left_out: u64,
    /// Calls that read results.
    pub parts: u64,
    /// Calls at most that merge what those wrote.
    pub later: u64,
    /// All of it.
    pub all: Estimate,
}

impl Engine {
    /// Works out what goes into which call. Spends and starts nothing.
    /// # Errors
    /// [`EngineError::NotAMergeSkill`], [`EngineError::NothingToMerge`], and what refuses any run.
    pub async fn prepare_merge(&self, choices: MergeChoices) -> Result<PreparedMerge, EngineError> {
        let Some(spec) = choices.skill.merge.clone() else {
            return Err(EngineError::NotAMergeSkill {
                skill: choices.skill.name,
            });
        };
        let (of, shape, tasks, rows) = self.rows_to_merge(choices.run, choices.include).await?;
        let used = rows.used_of(&tasks).into_iter();
        let pieces = used.map(|(merged, task)| Piece {
            text: block_text(&MergeBlock {
                rows: vec![merged.row],
                fields: fields_of(&shape, task),
            }),
            rows: vec![merged.row],
            part: None,
        });
        let tokens = self.window_for(&choices).await;
        let packs = pack(
            pieces.collect(),
            Room::of_model(&choices.model, tokens, spec.rows_per_call),
        );
        let language = self.words().await?;
        let name = t!(
            "merge.name",
            locale = language.as_str(),
            skill = choices.skill.name,
            run = of
        );
        let recipe = Recipe {
            how: How::Skill {
                skill: choices.skill.name.clone(),
                version: choices.skill.version.clone(),
                model: choices.model.to_string(),
            },
            include: choices.include,
            rows,
        };
        let of_run = choices.run;
        let list = task_list(&of, packs);
        let run_choices = run_choices(choices, &spec, name.into_owned());
        let engine = self.clone();
        let mut prepared = blocking(move || engine.prepare(run_choices, list)).await?;
        let later = self.add_later(&mut prepared, tokens)?;
        Ok(PreparedMerge {
            prepared,
            of_run,
            recipe,
            later,
        })
    }

    /// How much the model reads at once, asked from its server where only that can tell.
    async fn window_for(&self, choices: &MergeChoices) -> Option<u64> {
        let (model, endpoint) = (&choices.model, choices.endpoint.as_deref());
        self.learn_window_of(model, endpoint, choices.key.as_ref())
            .await;
        let output = choices.skill.defaults.max_output_tokens;
        self.window_of(model, endpoint, output.unwrap_or(DEFAULT_OUTPUT_TOKENS))
    }

    /// What a merge would take. Spends and starts nothing.
    /// # Errors
    /// [`EngineError::Store`] if earlier runs cannot be read.
    pub async fn estimate_merge(
        &self,
        merge: &PreparedMerge,
    ) -> Result<MergeEstimate, EngineError> {
        let mut all = self.estimate(&merge.prepared).await?;
        let parts = all.tasks;
        let (low, likely, most) = all.calls;
        all.calls = (
            low + merge.later.min(1),
            likely + merge.later,
            most + merge.later * 2,
        );
        let count = |rows: usize| u64::try_from(rows).unwrap_or(u64::MAX);
        Ok(MergeEstimate {
            rows: count(merge.recipe.rows.used.len()),
            left_out: count(merge.recipe.rows.left_out.len()),
            parts,
            later: merge.later,
            all,
        })
    }

    /// A run's name, shape and rows, and which of them go in.
    pub(super) async fn rows_to_merge(
        &self,
        run: RunId,
        include: MergeInclude,
    ) -> Result<(String, RunShape, Vec<TaskRow>, MergeRows), EngineError> {
        let row = self.store().run(run).await?;
        let shape = self.run_shape(run).await?;
        let tasks = self
            .store()
            .tasks(run, RowFilter::All, "", 0, u64::MAX)
            .await?;
        let rows = MergeRows::of(&tasks, include);
        if rows.used.is_empty() {
            return Err(EngineError::NothingToMerge {
                left_out: u64::try_from(rows.left_out.len()).unwrap_or(u64::MAX),
            });
        }
        Ok((format!("{} {}", row.name, row.number), shape, tasks, rows))
    }

    /// Adds what the later steps can cost at most; how many calls they are.
    fn add_later(&self, prepared: &mut Prepared, tokens: Option<u64>) -> Result<u64, EngineError> {
        let Some(prices) = prepared.prices.clone() else {
            return Ok(later_calls(prepared.list.rows.len() as u64, 2));
        };
        let skill = &prepared.choices.skill;
        let output = u64::from(
            skill
                .defaults
                .max_output_tokens
                .unwrap_or(DEFAULT_OUTPUT_TOKENS),
        );
        let room = Room::of_model(&prepared.choices.model, tokens, u32::MAX).bytes as u64;
        let in_one = (room / (output * BYTES_A_TOKEN)).max(2);
        let calls = later_calls(prepared.list.rows.len() as u64, in_one);
        if prices.is_free() || calls == 0 {
            return Ok(calls);
        }
        let system = mill_skills::prompt::system(skill);
        let empty = crate::run::question::request(
            &prepared.choices.model,
            skill,
            &system,
            "",
            u32::try_from(output).unwrap_or(u32::MAX),
        );
        let provider = self.provider_for_bounds(
            &prepared.choices.model,
            prepared.choices.endpoint.as_deref(),
        )?;
        let bound = prices.bound(provider.input_bound(&empty) + room, output, &[]);
        let calls_at_most = usize::try_from(calls).unwrap_or(usize::MAX);
        prepared
            .bounds
            .extend(std::iter::repeat_n(bound, calls_at_most));
        Ok(calls)
    }
}

/// Calls that bring `parts` down to one, `in_one` at a time.
fn later_calls(mut parts: u64, in_one: u64) -> u64 {
    let mut calls = 0;
    while parts > 1 {
        parts = parts.div_ceil(in_one);
        calls += parts;
    }
    calls
}

/// What is known of a row: the words that say which one it is, then its results.
fn fields_of(shape: &RunShape, task: &TaskRow) -> Vec<(String, String)> {
    let inputs = inputs_for_row(&shape.map, &task.cells).record;
    let read = shape.map.inputs.iter().map(|input| {
        let field = &input.field;
        let value = inputs.get(&field.name);
        let text = value.map_or_else(String::new, |value| display_value(&field.field_type, value));
        let text = if field.field_type == FieldType::File {
            // Where it lies says nothing; what it is called does.
            text.rsplit(['/', '\\'])
                .next()
                .unwrap_or_default()
                .to_owned()
        } else {
            text.chars().take(INPUT_CHARS).collect()
        };
        (field.label.clone(), text)
    });
    let results = shown(&shape.skill, task.output.as_ref());
    let labels = shape.skill.outputs.iter().map(|field| field.label.clone());
    read.chain(labels.zip(results))
        .filter(|(_, text)| !text.trim().is_empty())
        .collect()
}

fn task_list(of: &str, packs: Vec<Pack>) -> TaskList {
    let row = |(at, pack): (u32, Pack)| TaskListRow {
        source_row: at,
        cells: cells(pack.text, &pack.rows, 1, &[]),
        problem: None,
    };
    TaskList {
        rows: (1..).zip(packs).map(row).collect(),
        about: TaskListAbout {
            source: Some(of.to_owned()),
            folder: None,
            kind: "merge".to_owned(),
            encoding: None,
            sheet: None,
            header_row: None,
            decimal: None,
            columns: COLUMNS.map(str::to_owned).to_vec(),
            problems: Vec::new(),
            matched: None,
            original: None,
        },
    }
}

fn run_choices(choices: MergeChoices, spec: &MergeSpec, name: String) -> Choices {
    Choices {
        job: None,
        name: Some(name),
        skill: choices.skill,
        model: choices.model,
        endpoint: choices.endpoint,
        key: choices.key,
        mapping: vec![(spec.input.to_string(), COLUMNS[0].to_owned())],
        agents: choices.agents,
        budget: choices.budget,
        limit: None,
        options: RunOptions::default(),
    }
}
