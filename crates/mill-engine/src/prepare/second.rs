//! Second models a run would ask, and what each can cost at most.

use std::sync::Arc;

use mill_domain::{ModelRef, Prices, ProviderName, Record, Usd};
use mill_llm::Provider;
use mill_skills::prompt;

use super::{Choices, DEFAULT_OUTPUT_TOKENS, Prepared};
use crate::run::question::{self, Source};
use crate::second::{SecondPlan, plans};
use crate::{Engine, EngineError};

/// A second model a run would ask.
#[derive(Debug)]
pub(crate) struct PreparedSecond {
    pub(crate) plan: SecondPlan,
    /// `None`: unknown.
    pub(crate) prices: Option<Prices>,
}

/// A second model whose calls can be measured.
pub(super) struct Measuring<'a> {
    plan: &'a SecondPlan,
    prices: &'a Prices,
    provider: Arc<dyn Provider>,
    system: String,
    output: u32,
}

impl Engine {
    /// The second models of what a person chose.
    pub(super) fn prepare_seconds(
        &self,
        choices: &Choices,
    ) -> Result<Vec<PreparedSecond>, EngineError> {
        let plans = plans(&choices.skill, &choices.model, &choices.options.ways)?;
        let prepared = plans.into_iter().map(|plan| PreparedSecond {
            prices: self.prices_for(&plan.model),
            plan,
        });
        Ok(prepared.collect())
    }
}

impl Prepared {
    /// Whether nothing that may be called costs anything; unknown prices do.
    pub(crate) fn is_free(&self) -> bool {
        let seconds = self.seconds.iter().map(|second| second.prices.as_ref());
        let mut all = std::iter::once(self.prices.as_ref()).chain(seconds);
        all.all(|prices| prices.is_some_and(Prices::is_free))
    }

    /// What must be left under the cap of a provider so that every row's first call can start, and second models there can
    /// be asked about its answer.
    pub(crate) fn smallest_at(&self, provider: &ProviderName) -> Usd {
        let own = (self.choices.model.provider() == provider).then(|| self.dearest_first_call());
        let second = self.second_needs.get(provider).copied();
        own.unwrap_or_default() + second.unwrap_or_default()
    }

    /// Providers of second models that cost something, other than the run's own.
    pub(crate) fn other_providers(&self) -> impl Iterator<Item = &ProviderName> {
        let main = self.choices.model.provider();
        self.second_needs.keys().filter(move |one| *one != main)
    }

    /// Where a model of the person's own server is.
    pub(crate) fn endpoint_of_second(&self, plan: &SecondPlan) -> Option<String> {
        let choices = &self.choices;
        let own = choices.options.ways.endpoint_of(&plan.model);
        own.map(str::to_owned).or_else(|| choices.endpoint.clone())
    }
}

impl<'a> Measuring<'a> {
    /// Those that have a price and cost something.
    pub(super) fn all(engine: &Engine, prepared: &'a Prepared) -> Result<Vec<Self>, EngineError> {
        let mut all = Vec::new();
        for second in &prepared.seconds {
            let Some(prices) = second.prices.as_ref().filter(|prices| !prices.is_free()) else {
                continue;
            };
            let endpoint = prepared.endpoint_of_second(&second.plan);
            let skill = &second.plan.skill;
            all.push(Self {
                plan: &second.plan,
                prices,
                provider: engine.provider_for_bounds(&second.plan.model, endpoint.as_deref())?,
                system: prompt::system(skill),
                output: skill
                    .defaults
                    .max_output_tokens
                    .unwrap_or(DEFAULT_OUTPUT_TOKENS),
            });
        }
        Ok(all)
    }

    /// The second model.
    pub(super) const fn model(&self) -> &ModelRef {
        &self.plan.model
    }

    /// What asking about a task can cost at most.
    pub(super) fn bound(&self, inputs: &Record, source: &Source, fence: &str) -> Usd {
        let skill = &self.plan.skill;
        let text = prompt::task(skill, inputs, fence);
        let model = &self.plan.model;
        let mut request = question::request(model, skill, &self.system, &text, self.output);
        question::add_document(&mut request, source, fence);
        let input = self.provider.input_bound(&request);
        self.prices.bound(input, u64::from(self.output), &[])
    }
}
