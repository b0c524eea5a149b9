//! What a run would take, before it starts.

use mill_domain::{ModelRef, Usd};

use crate::prepare::{Decision, LongDocument, Prepared};
use crate::{Engine, EngineError};

/// What the numbers rest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// Nothing but the bounds: no run of this skill with this model yet.
    Bounds,
    /// What earlier runs of this skill with this model took.
    EarlierRuns {
        /// How many.
        runs: u64,
    },
    /// Practice: nothing costs anything.
    Practice,
    /// No row asks a model.
    RulesOnly,
}

/// What a run would take.
#[derive(Debug, Clone)]
pub struct Estimate {
    /// Who would be asked.
    pub model: ModelRef,
    /// Rows.
    pub tasks: u64,
    /// Rows rules decide.
    pub by_rule: u64,
    /// Rows that go to the model.
    pub by_model: u64,
    /// Calls: at least, likely, at most.
    pub calls: (u64, u64, u64),
    /// Cost: at least, likely, at most.
    pub cost: (Usd, Usd, Usd),
    /// Likely seconds at work.
    pub wall_s: u64,
    /// The smallest budget with which every row's first call can start.
    pub smallest_budget: Usd,
    /// What it rests on.
    pub basis: Basis,
    /// Second models that the skill's checks ask about each answer of the model; their calls and cost are in the figures.
    pub second_models: Vec<String>,
    /// Their calls.
    pub second_calls: u64,
    /// True if a model has no price: the cost means nothing then.
    pub price_unknown: bool,
    /// Input tokens the model reads at most; `None`: unknown, or no row brings a document.
    pub window: Option<u64>,
    /// Documents that are too long to be read at once.
    pub long: Vec<LongDocument>,
    /// Whether these are read in parts.
    pub splits: bool,
}

/// Share of the bound that calls really cost while nothing better is known: most answers are far shorter than their
/// limit, and a token is three to four bytes rather than one.
const USUAL_SHARE: (u32, u32) = (1, 4);

/// Seconds an answer usually takes while nothing better is known.
const USUAL_CALL_MS: u64 = 4_000;

/// The same in practice.
const PRACTICE_CALL_MS: u64 = 80;

impl Engine {
    /// Estimates a prepared run. Spends and starts nothing.
    /// # Errors
    /// [`EngineError::Store`] if earlier runs cannot be read.
    pub async fn estimate(&self, prepared: &Prepared) -> Result<Estimate, EngineError> {
        let skill = &prepared.choices.skill;
        let model = prepared.choices.model.to_string();
        let past = self.store().past_work(&skill.name, &model, false).await?;
        let by_model = count(prepared, Decision::asks_model);
        let bounds: Usd = prepared.bounds.iter().copied().sum();
        let practice = prepared.choices.model.is_practice();
        let basis = match past.runs {
            _ if by_model == 0 => Basis::RulesOnly,
            _ if practice => Basis::Practice,
            0 => Basis::Bounds,
            runs => Basis::EarlierRuns { runs },
        };
        let likely_cost = match basis {
            Basis::EarlierRuns { .. } => share(past.cost, by_model, past.tasks),
            Basis::Bounds => bounds.scaled(USUAL_SHARE.0, USUAL_SHARE.1),
            Basis::Practice | Basis::RulesOnly => Usd::ZERO,
        };
        let likely_calls = (by_model * past.calls)
            .checked_div(past.tasks)
            .unwrap_or(by_model);
        let call_ms = match (past.calls, practice) {
            (0, true) => PRACTICE_CALL_MS,
            (0, false) => USUAL_CALL_MS,
            (calls, _) => past.busy_ms / calls,
        };
        // A repair turn asks once more, with the first answer in the question; a batch asks nothing twice.
        let batch = prepared.choices.options.ways.batch;
        let further = prepared.further_calls();
        let seconds = prepared.second_calls();
        let second_bounds: Usd = prepared.second_bounds.iter().copied().sum();
        let least = by_model + further + seconds;
        let likely_calls = (likely_calls + further + seconds).max(least);
        let (most, most_calls) = if batch {
            (bounds, by_model)
        } else {
            let together = prepared.in_parts();
            // A second model is asked once.
            let own = (by_model + further + together) * 2;
            (bounds + bounds.scaled(3, 2) + second_bounds, own + seconds)
        };
        let likely_cost = if batch {
            likely_cost.min(bounds)
        } else {
            likely_cost + self.likely_seconds(prepared).await?
        };
        Ok(Estimate {
            model: prepared.choices.model.clone(),
            tasks: u64::try_from(prepared.list.rows.len()).unwrap_or(u64::MAX),
            by_rule: count(prepared, |decision| {
                matches!(decision, Decision::Rule { .. })
            }),
            by_model,
            calls: (least, likely_calls.min(most_calls), most_calls),
            cost: (likely_cost.scaled(2, 3), likely_cost, most),
            wall_s: (likely_calls * call_ms).div_ceil(u64::from(prepared.agents) * 1000),
            smallest_budget: prepared.smallest_budget(),
            basis,
            price_unknown: prepared.prices.is_none()
                || prepared
                    .seconds
                    .iter()
                    .any(|second| second.prices.is_none()),
            second_models: prepared.second_models(),
            second_calls: seconds,
            window: prepared
                .window()
                .filter(|_| prepared.skill().file_input().is_some()),
            long: prepared.long_documents().to_vec(),
            splits: prepared.splits(),
        })
    }
}

impl Engine {
    /// What asking the second models will likely cost: what it took in earlier runs of the skill, else a share of the bound.
    async fn likely_seconds(&self, prepared: &Prepared) -> Result<Usd, EngineError> {
        let skill = &prepared.choices.skill.name;
        let mut likely = Usd::ZERO;
        for (model, most) in &prepared.second_sums {
            let past = self
                .store()
                .past_work(skill, &model.to_string(), true)
                .await?;
            likely += if past.calls == 0 {
                most.scaled(USUAL_SHARE.0, USUAL_SHARE.1)
            } else {
                share(past.cost, prepared.asked_of_each_second(), past.calls).min(*most)
            };
        }
        Ok(likely)
    }
}

fn count(prepared: &Prepared, is: impl Fn(&Decision) -> bool) -> u64 {
    prepared
        .decisions
        .iter()
        .filter(|decision| is(decision))
        .map(|_| 1)
        .sum()
}

/// `total × part / whole` without a float; zero for an empty whole.
pub(crate) fn share(total: Usd, part: u64, whole: u64) -> Usd {
    if whole == 0 {
        return Usd::ZERO;
    }
    Usd::from_pico_wide(i128::from(total.as_pico()) * i128::from(part) / i128::from(whole))
}
