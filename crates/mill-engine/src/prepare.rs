//! Everything that is found out before a run starts: nothing here spends or stores anything.

mod bound;
mod decide;
mod long;
mod second;

use std::collections::BTreeMap;

use mill_domain::{FieldSpec, JobId, KeyName, ModelRef, Prices, ProviderName, Usd};
use mill_skills::{ColumnMap, DateOrder, Reading, Skill, map_columns};

pub use decide::Decision;
pub(crate) use decide::decide;
pub use long::LongDocument;
pub(crate) use second::PreparedSecond;

use crate::{Engine, EngineError, Mapping, TaskList, Ways};

/// Task lists that a skill that merges can work on: what a merge lays out, its own samples, and opinions about them.
const ROWS_OF_A_MERGE: [&str; 3] = ["merge", "samples", "opinions"];

/// The least that is asked for where nothing costs anything.
const ONE_CENT: Usd = Usd::from_pico(10_000_000_000);

/// Agents of a run unless the skill or the person says otherwise.
pub const DEFAULT_AGENTS: u32 = 8;

/// Tokens an answer may have unless the skill says otherwise.
pub(crate) const DEFAULT_OUTPUT_TOKENS: u32 = 1_024;

/// Tries a call may have unless the person says otherwise.
const DEFAULT_ATTEMPTS: u32 = 4;

/// Silence of a stream that ends a call unless the person says otherwise, in milliseconds.
const DEFAULT_IDLE_MS: u64 = 60_000;

/// What a person chose for a run; `None` takes the skill's word, then ours.
#[derive(Debug, Clone)]
pub struct Choices {
    /// The job it comes from; `None` from the command line.
    pub job: Option<JobId>,
    /// What people call it; `None`: the skill's name.
    pub name: Option<String>,
    /// The recipe.
    pub skill: Skill,
    /// Who answers.
    pub model: ModelRef,
    /// Where a custom provider is.
    pub endpoint: Option<String>,
    /// Which of the provider's keys; `None`: the default one.
    pub key: Option<KeyName>,
    /// Pairs of input and column.
    pub mapping: Vec<(String, String)>,
    /// Agents at once.
    pub agents: Option<u32>,
    /// The hard cap.
    pub budget: Option<Usd>,
    /// Only the first so many rows.
    pub limit: Option<u32>,
    /// Further choices that most people leave alone.
    pub options: RunOptions,
}

/// Choices that most people leave alone.
#[derive(Debug, Clone, Default)]
pub struct RunOptions {
    /// Tries a call may have.
    pub attempts: Option<u32>,
    /// Silence of a stream that ends a call, in milliseconds.
    pub idle_timeout_ms: Option<u64>,
    /// Send pages without text as pictures instead of holding their documents back.
    pub pictures: bool,
    /// Read documents that are too long for the model in parts.
    pub split: bool,
    /// How models are asked beside the usual way.
    pub ways: Ways,
}

/// A run that could start.
#[derive(Debug)]
pub struct Prepared {
    pub(crate) choices: Choices,
    pub(crate) list: TaskList,
    pub(crate) map: ColumnMap,
    pub(crate) prices: Option<Prices>,
    pub(crate) agents: u32,
    pub(crate) attempts: u32,
    pub(crate) idle_timeout_ms: u64,
    /// One decision a row of `list`, in order.
    pub(crate) decisions: Vec<Decision>,
    /// What the first call of each row the model gets can cost at most, and the calls of a document that is read in
    /// parts; empty without a price.
    pub(crate) bounds: Vec<Usd>,
    /// Second models that are asked about each answer of the model.
    pub(crate) seconds: Vec<PreparedSecond>,
    /// What asking all of them about a row can cost at most, one for each row that is read at once; empty where nobody
    /// costs anything.
    pub(crate) second_bounds: Vec<Usd>,
    /// The most that asking about one row can cost, by provider of second models.
    pub(crate) second_needs: BTreeMap<ProviderName, Usd>,
    /// What asking each second model about all rows can cost at most.
    pub(crate) second_sums: Vec<(ModelRef, Usd)>,
    /// Input tokens the model reads at most; `None`: unknown.
    pub(crate) window: Option<u64>,
    /// Documents that are too long to be read at once; empty where the window is unknown.
    pub(crate) long: Vec<LongDocument>,
    /// True if passwords were given and the skill reads documents.
    pub(crate) passwords: bool,
}

impl Prepared {
    /// Who would decide each row, in order.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// The task list as it would be run.
    pub const fn list(&self) -> &TaskList {
        &self.list
    }

    /// Input tokens the model reads at most; `None`: unknown.
    pub const fn window(&self) -> Option<u64> {
        self.window
    }

    /// Documents that are too long to be read at once; empty where the window is unknown.
    pub fn long_documents(&self) -> &[LongDocument] {
        &self.long
    }

    /// Calls beyond one a row that documents read in parts take at least: a call a part, without the one that may put
    /// them together.
    pub(crate) fn further_calls(&self) -> u64 {
        if !self.splits() {
            return 0;
        }
        let parts = self.long.iter().filter_map(|long| long.parts);
        parts.map(|parts| parts as u64 - 1).sum()
    }

    /// Documents that are read in parts.
    pub(crate) fn in_parts(&self) -> u64 {
        let parts = self.long.iter().filter(|long| long.parts.is_some());
        if self.splits() {
            parts.count() as u64
        } else {
            0
        }
    }

    /// Whether documents that are too long are read in parts; a batch asks nothing twice.
    pub fn splits(&self) -> bool {
        self.choices.options.split && !self.choices.options.ways.batch
    }

    /// The skill it would use.
    pub const fn skill(&self) -> &Skill {
        &self.choices.skill
    }

    /// The pairs and the decimal mark a run remembers.
    pub(crate) fn mapping(&self) -> Mapping {
        Mapping {
            pairs: self.choices.mapping.clone(),
            decimal: self.list.about.decimal,
            day_first: self
                .map
                .reading
                .dates
                .map(|order| order == DateOrder::DayFirst),
            pictures: self.choices.options.pictures,
            split: self.choices.options.split,
            ways: self.choices.options.ways.clone(),
            passwords: self.passwords,
        }
    }

    /// The cap the run would have: the person's, else the skill's.
    pub fn budget(&self) -> Option<Usd> {
        self.choices.budget.or(self.choices.skill.defaults.budget)
    }

    /// The smallest budget with which every row's first call can start, and with which second models can be asked about
    /// its answer; zero if nothing costs anything.
    pub fn smallest_budget(&self) -> Usd {
        let seconds = self.second_bounds.iter().copied().max();
        self.dearest_first_call() + seconds.unwrap_or_default()
    }

    fn dearest_first_call(&self) -> Usd {
        self.bounds.iter().copied().max().unwrap_or_default()
    }

    /// Calls of second models: one for each of them and each row the model gets, documents read in parts left out.
    pub(crate) fn second_calls(&self) -> u64 {
        self.asked_of_each_second() * self.seconds.len() as u64
    }

    /// Rows that each second model is asked about.
    pub(crate) fn asked_of_each_second(&self) -> u64 {
        let asked = self.decisions.iter().filter(|one| one.asks_model());
        (asked.count() as u64).saturating_sub(self.in_parts())
    }

    /// The second models, as they are written.
    pub fn second_models(&self) -> Vec<String> {
        let models = self.seconds.iter();
        models.map(|second| second.plan.model.to_string()).collect()
    }

    /// Refuses what must not start: no rows, no price under a cap, no cap at a price, a cap nothing fits into.
    /// # Errors
    /// The first of these that is so.
    pub(crate) fn check_money(&self) -> Result<(), EngineError> {
        let model = || self.choices.model.to_string();
        if self.list.rows.is_empty() {
            return Err(EngineError::NoTasks {
                source_name: self.list.about.name().to_owned(),
            });
        }
        if let Some(budget) = self.budget().filter(|budget| !budget.is_positive()) {
            let smallest = self.smallest_budget().max(ONE_CENT);
            return Err(EngineError::BudgetTooSmall {
                budget,
                smallest,
                likely: None,
            });
        }
        if self.prices.is_none() {
            return Err(EngineError::NoPrice { model: model() });
        }
        if !self.decisions.iter().any(Decision::asks_model) {
            return Ok(());
        }
        if let Some(second) = self.seconds.iter().find(|second| second.prices.is_none()) {
            let model = second.plan.model.to_string();
            return Err(EngineError::NoPrice { model });
        }
        if self.is_free() {
            return Ok(());
        }
        let Some(budget) = self.budget() else {
            return Err(EngineError::NoBudget { model: model() });
        };
        let smallest = self.smallest_budget();
        if budget < smallest {
            return Err(EngineError::BudgetTooSmall {
                budget,
                smallest,
                likely: None,
            });
        }
        Ok(())
    }
}

impl Engine {
    /// Works out who would decide each row and what each call can cost at most. Blocking for long lists and documents:
    /// call it from a blocking thread.
    /// # Errors
    /// [`EngineError::Skill`] for a column or input that does not exist, [`EngineError::BadValue`] for a number out of range.
    pub fn prepare(&self, choices: Choices, list: TaskList) -> Result<Prepared, EngineError> {
        let mut prepared = self.lay_out(choices, list)?;
        let measured = bound::measure(self, &prepared)?;
        (prepared.bounds, prepared.long) = (measured.bounds, measured.long);
        prepared.second_bounds = measured.second_bounds;
        prepared.second_needs = measured.second_needs;
        prepared.second_sums = measured.second_sums;
        Ok(prepared)
    }

    /// Works out who would decide each row, and nothing that needs a document: a page of a job's rows waits for it.
    pub(crate) fn lay_out(
        &self,
        mut choices: Choices,
        mut list: TaskList,
    ) -> Result<Prepared, EngineError> {
        if choices.model.is_practice() && choices.model.model() != "sample" {
            return Err(EngineError::UnknownModel {
                model: choices.model.to_string(),
            });
        }
        let is_merged = ROWS_OF_A_MERGE.contains(&list.about.kind.as_str());
        if choices.skill.merge.is_some() && !is_merged {
            let skill = choices.skill.name;
            return Err(EngineError::OnlyMerges { skill });
        }
        choices.skill = for_columns(choices.skill, &list.about.columns);
        let agents = choices
            .agents
            .or(choices.skill.defaults.agents)
            .unwrap_or(DEFAULT_AGENTS);
        in_range(
            "agents",
            u64::from(agents),
            1,
            u64::from(mill_pool::MAX_AGENTS),
        )?;
        let attempts = choices.options.attempts.unwrap_or(DEFAULT_ATTEMPTS);
        in_range("attempts", u64::from(attempts), 1, 100)?;
        self.open_rows(&mut list);
        if let Some(limit) = choices.limit {
            list.rows.truncate(limit as usize);
        }
        let mapping = Mapping {
            pairs: choices.mapping.clone(),
            decimal: list.about.decimal,
            day_first: None,
            pictures: choices.options.pictures,
            split: choices.options.split,
            ways: choices.options.ways.clone(),
            passwords: false,
        };
        let rows: Vec<&[String]> = list.rows.iter().map(|row| row.cells.as_slice()).collect();
        let map = column_map(&choices.skill.inputs, &list.about.columns, &mapping)?;
        let map = map.with_dates_of(&rows);
        let prices = self.prices_for(&choices.model);
        let output = choices.skill.defaults.max_output_tokens;
        let window = self.window_of(
            &choices.model,
            choices.endpoint.as_deref(),
            output.unwrap_or(DEFAULT_OUTPUT_TOKENS),
        );
        let seconds = self.prepare_seconds(&choices)?;
        let passwords = !self.passwords().is_empty() && choices.skill.file_input().is_some();
        let mut prepared = Prepared {
            passwords,
            agents,
            attempts,
            idle_timeout_ms: choices.options.idle_timeout_ms.unwrap_or(DEFAULT_IDLE_MS),
            choices,
            list,
            map,
            prices,
            decisions: Vec::new(),
            bounds: Vec::new(),
            seconds,
            second_bounds: Vec::new(),
            second_needs: BTreeMap::new(),
            second_sums: Vec::new(),
            window,
            long: Vec::new(),
        };
        prepared.decisions = decide::decisions(&prepared);
        Ok(prepared)
    }

    /// The prices of a model now; `None`: unknown. A server of the person's own costs nothing only if they say so.
    pub(crate) fn prices_for(&self, model: &ModelRef) -> Option<Prices> {
        let priced = self.price_book().lookup(model, self.now());
        priced.map(|priced| priced.prices)
    }
}

/// The skill as it reads this list: a plain skill over a list of files reads the files.
pub(crate) fn for_columns(skill: Skill, columns: &[String]) -> Skill {
    if columns == ["file", "name", "kind", "pages", "bytes"] {
        skill.for_files()
    } else {
        skill
    }
}

/// Maps columns to inputs, and reads amounts and dates as the list writes them.
pub(crate) fn column_map(
    inputs: &[FieldSpec],
    columns: &[String],
    mapping: &Mapping,
) -> Result<ColumnMap, EngineError> {
    let decimal = match mapping.decimal {
        Some(',') => mill_skills::DecimalMark::Comma,
        _ => mill_skills::DecimalMark::Dot,
    };
    let dates = mapping.day_first.map(|day_first| {
        if day_first {
            DateOrder::DayFirst
        } else {
            DateOrder::MonthFirst
        }
    });
    let map = map_columns(columns, inputs, &mapping.pairs)?;
    Ok(map.with_reading(Reading { decimal, dates }))
}

fn in_range(what: &'static str, value: u64, least: u64, most: u64) -> Result<(), EngineError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(EngineError::BadValue {
        what,
        value: value.to_string(),
        expected: format!("use {least} to {most}"),
    })
}
