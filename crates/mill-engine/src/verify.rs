//! Second opinions: independent models asked about the results of a run. What they say is a finding, never a verdict.

mod ask;
mod opinion;
mod plan;
mod recipe;
mod report;

use mill_domain::{ModelRef, RunId, Usd};
use mill_store::Verification;

use crate::{Engine, EngineError, EngineEvent, Prepared, Ways};

pub use opinion::{FieldOpinion, NotCompared, Opinion, Says};
pub(crate) use opinion::{stand_of, stands};
pub(crate) use recipe::recipe;
pub use report::{NoKappa, OpinionAgreement, OpinionCounts, VerificationReport};

/// The most verifiers of one run.
pub const MOST_VERIFIERS: usize = 5;

/// What a verifier is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OpinionKind {
    /// The same task from the source, without the result.
    #[default]
    Answer,
    /// Whether the result is right, field by field, with the source beside it.
    Check,
}

impl OpinionKind {
    /// The word as stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Check => "check",
        }
    }

    /// Reads the word.
    /// # Errors
    /// [`EngineError::BadValue`] for another word.
    pub fn read(word: &str) -> Result<Self, EngineError> {
        match word {
            "answer" => Ok(Self::Answer),
            "check" => Ok(Self::Check),
            other => Err(EngineError::BadValue {
                what: "kind",
                value: other.to_owned(),
                expected: "choose answer or check".to_owned(),
            }),
        }
    }
}

/// Which results are asked about; only such as a rule or model made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OpinionRows {
    /// All.
    #[default]
    All,
    /// Those without a verdict.
    Unjudged,
    /// Those a model decided.
    ByModel,
    /// Those with a finding.
    Findings,
    /// So many of all, drawn at random.
    Sample(u32),
}

impl OpinionRows {
    /// The word as stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Unjudged => "unjudged",
            Self::ByModel => "by_model",
            Self::Findings => "findings",
            Self::Sample(_) => "sample",
        }
    }

    /// Reads the word; `sample` with how many are to be drawn.
    /// # Errors
    /// [`EngineError::BadValue`] for another word, or a sample without rows.
    pub fn read(word: &str, sample: Option<u32>) -> Result<Self, EngineError> {
        match (word, sample) {
            ("all", _) => Ok(Self::All),
            ("unjudged", _) => Ok(Self::Unjudged),
            ("by_model", _) => Ok(Self::ByModel),
            ("findings", _) => Ok(Self::Findings),
            ("sample", Some(rows)) if rows > 0 => Ok(Self::Sample(rows)),
            (other, _) => Err(EngineError::BadValue {
                what: "rows",
                value: other.to_owned(),
                expected: "choose all, unjudged, by_model, findings, or how many to draw"
                    .to_owned(),
            }),
        }
    }
}

/// What a person chose for a second opinion.
#[derive(Debug, Clone)]
pub struct VerifyChoices {
    /// The run whose results are asked about.
    pub run: RunId,
    /// What is asked.
    pub kind: OpinionKind,
    /// Who is asked, each for itself; 1 to [`MOST_VERIFIERS`], the same one may be asked twice.
    pub models: Vec<ModelRef>,
    /// Where a custom provider is; `None`: where the run's own is.
    pub endpoint: Option<String>,
    /// Where single models of custom providers are, `custom/NAME` with its address; they win over `endpoint`.
    pub places: Ways,
    /// Which results.
    pub rows: OpinionRows,
    /// Told to every verifier beside the skill's own instructions; "": nothing.
    pub instruction: String,
    /// The hard cap of all of it.
    pub budget: Option<Usd>,
    /// Agents at once; `None`: as the run had.
    pub agents: Option<u32>,
}

/// A second opinion that could be asked for.
#[derive(Debug)]
pub struct PreparedVerification {
    choices: VerifyChoices,
    /// One a verifier, over the same rows.
    verifiers: Vec<Prepared>,
    /// What each row is about.
    about: Vec<plan::About>,
    population: u64,
    seed: Option<u64>,
    name: String,
    skill_name: String,
}

impl PreparedVerification {
    /// Results it would ask about.
    pub const fn rows(&self) -> usize {
        self.about.len()
    }

    /// Results it could ask about; more than it does only for a sample.
    pub const fn population(&self) -> u64 {
        self.population
    }
}

impl Engine {
    /// The runs that ask about a run, oldest first.
    pub(crate) async fn verifications(&self, of: RunId) -> Result<Vec<Verification>, EngineError> {
        Ok(self.store().verifications_of(of).await?)
    }

    /// Who works on the tasks of a run, one after the other: its model, or the verifiers of a second opinion.
    /// # Errors
    /// [`EngineError::Store`] if there is no such run.
    pub async fn models_in_turn(&self, run: RunId) -> Result<Vec<String>, EngineError> {
        match self.store().verification(run).await? {
            Some(asked) => Ok(asked.models),
            None => Ok(vec![self.store().run(run).await?.model]),
        }
    }

    /// Refuses what people do with results: those of such a run are opinions.
    pub(crate) async fn refuse_opinions(&self, run: RunId) -> Result<(), EngineError> {
        match self.store().verified_run(run).await? {
            Some(of_run) => Err(EngineError::OnlyOpinions { run, of_run }),
            None => Ok(()),
        }
    }

    /// Tells that there are new opinions about the run this one asks about.
    pub(crate) async fn tell_verified(&self, run: RunId) {
        if let Ok(Some(of)) = self.store().verified_run(run).await {
            self.publish(EngineEvent::Stale(vec![
                format!("review:{of}"),
                format!("items:{of}"),
                format!("run:{of}"),
                format!("opinions:{of}"),
            ]));
        }
    }
}
