//! Costs from the one ledger, by day, skill, model, job, run or key.

use std::collections::BTreeMap;

use mill_domain::{Usage, Usd};
use mill_store::{CostGroup, CostLine};

use crate::{Engine, EngineError};

/// What cost lines are keyed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CostBy {
    /// Days in the stated zone.
    Day,
    /// Skills.
    Skill,
    /// Models.
    Model,
    /// Jobs.
    Job,
    /// Runs.
    Run,
    /// Keys, as `provider/name`.
    Key,
}

/// Cost lines and their sum.
#[derive(Debug, Clone)]
pub struct Costs {
    /// Days in order, others dearest first.
    pub lines: Vec<CostLine>,
    /// Settled and uncertain cost of all lines.
    pub total: Usd,
    /// What all of it would have cost without a prompt cache.
    pub uncached: Usd,
}

impl CostBy {
    /// Reads the word of a host.
    /// # Errors
    /// [`EngineError::BadValue`] for another word.
    pub fn from_word(word: &str) -> Result<Self, EngineError> {
        match word {
            "day" => Ok(Self::Day),
            "skill" => Ok(Self::Skill),
            "model" => Ok(Self::Model),
            "job" => Ok(Self::Job),
            "run" => Ok(Self::Run),
            "key" => Ok(Self::Key),
            _ => Err(EngineError::BadValue {
                what: "by",
                value: word.to_owned(),
                expected: "use day, skill, model, job, run or key".to_owned(),
            }),
        }
    }
}

impl Engine {
    /// Costs of a month (`YYYY-MM` in the stated zone), or of all time.
    /// # Errors
    /// [`EngineError::Store`] if the ledger cannot be read.
    pub async fn costs(&self, by: CostBy, month: Option<&str>) -> Result<Costs, EngineError> {
        let group = match by {
            CostBy::Day => CostGroup::QuarterHour,
            CostBy::Skill => CostGroup::Skill,
            CostBy::Model => CostGroup::Model,
            CostBy::Job => CostGroup::Job,
            CostBy::Run => CostGroup::Run,
            CostBy::Key => CostGroup::Key,
        };
        let lines = self.store().costs(group, month).await?;
        let lines = if by == CostBy::Day {
            self.by_day(lines)
        } else {
            lines
        };
        let total = lines.iter().map(|line| line.spent + line.uncertain).sum();
        let uncached = lines.iter().map(|line| line.uncached).sum();
        Ok(Costs {
            lines,
            total,
            uncached,
        })
    }

    /// Puts quarters of an hour together to days: every time zone's midnight falls on a quarter.
    fn by_day(&self, quarters: Vec<CostLine>) -> Vec<CostLine> {
        let mut days: BTreeMap<String, CostLine> = BTreeMap::new();
        for quarter in quarters {
            let start = quarter.key.parse().unwrap_or_default();
            let moment = jiff::Timestamp::from_millisecond(start).unwrap_or_default();
            let day = moment
                .to_zoned_datetime(self.config().zone.clone())
                .date()
                .to_string();
            let line = days.entry(day.clone()).or_insert_with(|| CostLine {
                key: day,
                id: None,
                requests: 0,
                usage: Usage::default(),
                spent: Usd::ZERO,
                uncertain: Usd::ZERO,
                uncached: Usd::ZERO,
                practice: true,
            });
            line.requests += quarter.requests;
            line.usage += quarter.usage;
            line.spent += quarter.spent;
            line.uncertain += quarter.uncertain;
            line.uncached += quarter.uncached;
            line.practice &= quarter.practice;
        }
        days.into_values().collect()
    }
}
