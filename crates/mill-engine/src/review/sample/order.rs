//! What a person asks of a sample.

use std::str::FromStr;

use mill_statistics::Goal;

use crate::EngineError;

/// What a person asks of a sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SampleOrder {
    /// The share of wrong results among the rest that would do, above 0.
    pub tolerable: f64,
    /// How sure the statement shall be.
    pub confidence: f64,
    /// The share of wrong results a person expects to find; 0: none.
    pub expected: f64,
    /// Which results it stands for.
    pub scope: SampleScope,
    /// To draw the same rows again; `None`: a number nobody chose.
    pub seed: Option<u64>,
}

/// Which results without a verdict a sample stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SampleScope {
    /// All of them.
    #[default]
    Unjudged,
    /// Those a rule decided.
    ByRule,
    /// Those a model decided.
    ByModel,
}

impl SampleScope {
    /// The word as stored and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unjudged => "unjudged",
            Self::ByRule => "by_rule",
            Self::ByModel => "by_model",
        }
    }
}

impl FromStr for SampleScope {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<Self, EngineError> {
        match text {
            "unjudged" => Ok(Self::Unjudged),
            "by_rule" => Ok(Self::ByRule),
            "by_model" => Ok(Self::ByModel),
            _ => Err(EngineError::BadValue {
                what: "scope",
                value: text.to_owned(),
                expected: "use unjudged, by_rule or by_model".to_owned(),
            }),
        }
    }
}

impl SampleOrder {
    pub(super) fn goal(&self) -> Result<Goal, EngineError> {
        Goal::new(self.tolerable, self.confidence, self.expected).map_err(|error| {
            EngineError::BadValue {
                what: "sample",
                value: format!("{} / {}", self.tolerable, self.confidence),
                expected: error.to_string(),
            }
        })
    }
}
