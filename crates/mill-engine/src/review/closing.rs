//! The end of a review: a sheet that adds up, and a person's name under it.

mod seal;
mod sheet;

use mill_domain::{RunId, RunState, Timestamp};
use mill_store::{ClosingCounts, ReviewerCount};
use serde::Serialize;

use super::sample::SampleStanding;
use crate::{Engine, EngineError, OpinionCounts, RunSince, RunSummary};

/// Who accepted what on which evidence, in numbers that add up.
#[derive(Debug, Clone)]
pub struct ClosingSheet {
    /// The run.
    pub run: RunSummary,
    /// All rows, each counted once.
    pub counts: ClosingCounts,
    /// Who gave how many verdicts of which kind.
    pub reviewers: Vec<ReviewerCount>,
    /// Samples that were drawn, oldest first, with what they say today.
    pub samples: Vec<SampleStanding>,
    /// Results with a second opinion; `None`: nobody asked for any.
    pub opinions: Option<OpinionCounts>,
    /// What rules decided and what a row cost, beside the run before.
    pub since: RunSince,
    /// Versions of the skill the results were made by.
    pub skill_versions: Vec<String>,
    /// Sign-offs, oldest first.
    pub sign_offs: Vec<SignOff>,
    /// The program's version.
    pub program: &'static str,
}

/// A person's name under a review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignOff {
    /// From 1 within its run.
    pub number: u32,
    /// Who.
    pub reviewer: String,
    /// When.
    pub signed_at: Timestamp,
    /// True if a result or verdict is another one now.
    pub changed: bool,
}

/// What is kept of a sheet with the name under it.
#[derive(Debug, Serialize)]
struct SignedSheet<'a> {
    rows: u64,
    accepted: u64,
    corrected: u64,
    rejected: u64,
    by_sample: u64,
    failed: u64,
    left: u64,
    skill: &'a str,
    skill_versions: &'a [String],
    skill_hash: &'a str,
    model: &'a str,
    cost_usd: String,
    samples: Vec<(u32, super::SampleEvidence)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second_opinions: Option<[u64; 2]>,
    program: &'a str,
}

impl ClosingSheet {
    /// Rows nobody judged and rows that have not ended: what is still to do.
    pub const fn left(&self) -> u64 {
        self.counts.unreviewed + self.counts.unfinished
    }

    /// The name under it now; `None` if nobody signed.
    pub fn signed(&self) -> Option<&SignOff> {
        self.sign_offs.last()
    }

    fn to_keep(&self) -> SignedSheet<'_> {
        let counts = &self.counts;
        SignedSheet {
            rows: counts.rows,
            accepted: counts.accepted,
            corrected: counts.corrected,
            rejected: counts.rejected,
            by_sample: counts.by_sample,
            failed: counts.failed,
            left: self.left(),
            skill: &self.run.row.skill_name,
            skill_versions: &self.skill_versions,
            skill_hash: &self.run.row.skill_hash,
            model: &self.run.row.model,
            cost_usd: self.run.row.budget.spent.to_string(),
            samples: self
                .samples
                .iter()
                .map(|sample| (sample.number, sample.evidence()))
                .collect(),
            second_opinions: self.opinions.map(|counts| [counts.rows, counts.disagree]),
            program: self.program,
        }
    }
}

impl Engine {
    /// How the review of a run stands.
    /// # Errors
    /// [`EngineError::Store`] if there is no such run.
    pub async fn closing_sheet(&self, run: RunId) -> Result<ClosingSheet, EngineError> {
        let summary = self.run(run).await?;
        let versions = self.store().skill_versions(run).await?;
        Ok(ClosingSheet {
            counts: self.store().closing_counts(run).await?,
            reviewers: self.store().reviewers(run).await?,
            samples: self.samples(run).await?,
            opinions: self.opinions_for_sheet(run).await?,
            since: self.since(&summary).await?,
            skill_versions: if versions.is_empty() {
                vec![summary.row.skill_version.clone()]
            } else {
                versions
            },
            sign_offs: self.sign_offs(run).await?,
            run: summary,
            program: env!("CARGO_PKG_VERSION"),
        })
    }

    /// Puts a person's name under the review of a run as it is now. A name that is given becomes the one in the
    /// settings, so that it is asked for once.
    /// # Errors
    /// [`EngineError::NoReviewer`] without a name, [`EngineError::RunState`] while the run is at work.
    pub async fn sign_off(
        &self,
        run: RunId,
        reviewer: Option<&str>,
    ) -> Result<ClosingSheet, EngineError> {
        self.refuse_opinions(run).await?;
        let reviewer = self.reviewer(reviewer).await?;
        let sheet = self.closing_sheet(run).await?;
        if sheet.run.row.state == RunState::Running {
            return Err(EngineError::RunState {
                run,
                state: sheet.run.row.state.as_str().to_owned(),
            });
        }
        let fingerprint = seal::fingerprint(&self.store().signed_rows(run).await?);
        let kept = serde_json::to_string(&sheet.to_keep())?;
        self.store()
            .insert_sign_off(run, reviewer, fingerprint, kept, self.now())
            .await?;
        self.tell_judged(run);
        self.closing_sheet(run).await
    }

    /// A run's sign-offs, oldest first.
    /// # Errors
    /// [`EngineError::Store`] if they cannot be read.
    pub async fn sign_offs(&self, run: RunId) -> Result<Vec<SignOff>, EngineError> {
        let rows = self.store().sign_offs(run).await?;
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let now = seal::fingerprint(&self.store().signed_rows(run).await?);
        Ok(rows
            .into_iter()
            .map(|row| SignOff {
                number: row.number,
                changed: row.fingerprint != now,
                reviewer: row.reviewer,
                signed_at: row.signed_at,
            })
            .collect())
    }

    async fn reviewer(&self, given: Option<&str>) -> Result<String, EngineError> {
        let mut settings = self.settings().await?;
        match given.map(str::trim).filter(|name| !name.is_empty()) {
            Some(name) => {
                if settings.reviewer != name {
                    name.clone_into(&mut settings.reviewer);
                    self.set_settings(&settings).await?;
                }
                Ok(name.to_owned())
            }
            None if settings.reviewer.trim().is_empty() => Err(EngineError::NoReviewer),
            None => Ok(settings.reviewer),
        }
    }
}
