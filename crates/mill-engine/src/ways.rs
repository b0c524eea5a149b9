//! Ways a run asks its models beside the usual one: other models for what the first could not do, and batches.

use std::collections::BTreeMap;

use mill_domain::{ModelRef, Outcome, PriceVariant};
use serde::{Deserialize, Serialize};

use crate::prepare::Prepared;
use crate::{Engine, EngineError};

/// Outcomes for which another model may be asked.
const OUTCOMES: [Outcome; 5] = [
    Outcome::Refused,
    Outcome::CutOff,
    Outcome::Invalid,
    Outcome::TooLong,
    Outcome::ProviderError,
];

/// Outcomes for which another model is asked unless the person says otherwise.
const USUAL_OUTCOMES: [Outcome; 2] = [Outcome::Refused, Outcome::ProviderError];

/// The provider whose address a person gives.
const CUSTOM: &str = "custom";

/// How a run asks, beside the usual way.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "choices that people make one apart from the other"
)]
pub struct Ways {
    /// Models that are asked one after the other where the one before ended as `on` says.
    pub fallback: Vec<ModelRef>,
    /// Outcomes that the next model is asked for; empty: `refused` and `provider_error`.
    pub on: Vec<Outcome>,
    /// The person agreed that a fallback may be dearer than the model it stands in for.
    pub allow_dearer: bool,
    /// Questions are handed in together, to be answered within a day at about half the price.
    pub batch: bool,
    /// Rows fail instead of waiting for a provider that is away or asks for patience.
    pub fail_fast: bool,
    /// No second model is asked, whatever the checks of the skill say: a comparison measures one model at a time.
    pub alone: bool,
    /// Results by a model that may be without a verdict before a run waits for its reviewer; `None`: any number. Runs take
    /// it over when they start, and can be told otherwise later.
    pub ahead: Option<u32>,
    /// Where servers of the person's own are: the address behind each `custom/…` model.
    pub endpoints: BTreeMap<String, String>,
}

impl Ways {
    /// Reads models and outcomes as people write them.
    /// # Errors
    /// [`EngineError::BadValue`] for a name that is none, or an outcome that no other model can help with.
    pub fn read(fallback: &[String], on: &[String]) -> Result<Self, EngineError> {
        let models = fallback.iter().map(|text| {
            text.parse().map_err(|_| EngineError::BadValue {
                what: "fallback",
                value: text.clone(),
                expected: "write provider/model".to_owned(),
            })
        });
        let outcomes = on.iter().map(|word| {
            let known = OUTCOMES.into_iter().find(|one| one.as_str() == word);
            known.ok_or_else(|| EngineError::BadValue {
                what: "fallback-on",
                value: word.clone(),
                expected: format!("choose among {}", OUTCOMES.map(Outcome::as_str).join(", ")),
            })
        });
        Ok(Self {
            fallback: models.collect::<Result<_, _>>()?,
            on: outcomes.collect::<Result<_, _>>()?,
            ..Self::default()
        })
    }

    /// With the addresses of models of the person's own servers, `custom/NAME` and address.
    /// # Errors
    /// [`EngineError::BadValue`] for what is no address, or for a model whose provider has one of its own.
    pub fn at(
        mut self,
        endpoints: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, EngineError> {
        for (model, address) in endpoints {
            let provider = model.parse::<ModelRef>()?.provider().clone();
            if provider.as_str() != CUSTOM {
                return Err(EngineError::BadValue {
                    what: "endpoint",
                    value: model,
                    expected: "only custom/NAME has an address of your own".to_owned(),
                });
            }
            mill_llm::providers::check_address(&provider, &address)?;
            self.endpoints.insert(model, address.trim().to_owned());
        }
        Ok(self)
    }

    /// Where a model of the person's own server is; `None`: it has no address of its own.
    pub(crate) fn endpoint_of(&self, model: &ModelRef) -> Option<&str> {
        self.endpoints.get(&model.to_string()).map(String::as_str)
    }

    /// The outcomes that the next model is asked for.
    pub fn passed_on(&self) -> &[Outcome] {
        if self.on.is_empty() {
            &USUAL_OUTCOMES
        } else {
            &self.on
        }
    }

    /// Whether the next model is asked after this outcome.
    pub(crate) fn passes_on(&self, outcome: Outcome) -> bool {
        self.passed_on().contains(&outcome)
    }
}

impl Engine {
    /// The multiplier that a batch has on every price; empty where nothing is handed in as one.
    pub(crate) fn discount_of(&self, model: &ModelRef, ways: &Ways) -> Vec<PriceVariant> {
        let book = self.price_book();
        let half = book.variant(model.provider(), model.model(), "batch");
        half.into_iter().filter(|_| ways.batch).collect()
    }

    /// Refuses what cannot be done: a fallback without a price, a dearer one without the person's word, a batch where the
    /// provider takes none, a batch that would have to read documents in parts.
    pub(crate) fn check_ways(&self, prepared: &Prepared) -> Result<(), EngineError> {
        let (ways, main) = (&prepared.choices.options.ways, &prepared.choices.model);
        if ways.batch && !ways.fallback.is_empty() {
            return Err(EngineError::BadValue {
                what: "fallback",
                value: "batch".to_owned(),
                expected: "a batch asks one model; leave one of the two out".to_owned(),
            });
        }
        if ways.batch && !prepared.seconds.is_empty() {
            return Err(EngineError::BadValue {
                what: "batch",
                value: main.to_string(),
                expected: "this skill asks a second model about each answer, and a batch asks one; leave one of the two out"
                    .to_owned(),
            });
        }
        crate::run::check_ahead(ways.ahead)?;
        if ways.batch && ways.ahead.is_some() {
            return Err(EngineError::BatchAhead);
        }
        if ways.batch && !takes_batches(main) {
            return Err(EngineError::NoBatches {
                model: main.to_string(),
            });
        }
        if ways.batch
            && prepared.choices.options.split
            && let Some(long) = prepared.long.first()
        {
            return Err(EngineError::BatchReadsWhole {
                documents: prepared.long.len(),
                file: long.file.clone(),
            });
        }
        let Some(first) = self.prices_for(main) else {
            return Ok(());
        };
        for model in &ways.fallback {
            let prices = self.prices_for(model).ok_or_else(|| EngineError::NoPrice {
                model: model.to_string(),
            })?;
            let dearer =
                prices.base.input > first.base.input || prices.base.output > first.base.output;
            if dearer && !ways.allow_dearer {
                return Err(EngineError::BadValue {
                    what: "fallback",
                    value: model.to_string(),
                    expected: format!(
                        "it is dearer than {main}; allow that (--allow-dearer), or choose another"
                    ),
                });
            }
        }
        Ok(())
    }
}

/// Whether a model's provider may take batches. A server of the person's own is asked before the run starts.
pub(crate) fn takes_batches(model: &ModelRef) -> bool {
    matches!(model.provider().as_str(), "anthropic" | "openai" | CUSTOM)
}
