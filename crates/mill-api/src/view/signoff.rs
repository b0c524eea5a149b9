//! The end of a review.

use mill_engine::{ClosingSheet, SignOff};
use serde::Serialize;
use ts_rs::TS;

use super::money::Money;
use super::sample::SampleView;
use super::since::SinceView;

/// Who accepted what on which evidence, in numbers that add up.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ClosingView {
    /// The run's id.
    pub run: String,
    /// What people call it.
    pub name: String,
    /// Place among the runs of its job or skill, from 1.
    pub number: u32,
    /// Where its rows came from.
    pub source: String,
    /// The skill's name.
    pub skill: String,
    /// Versions of the skill the results were made by, in the order they came into use.
    pub skill_versions: Vec<String>,
    /// The first twelve letters of the hash of the skill's files.
    pub skill_hash: String,
    /// `provider/model`.
    pub model: String,
    /// True if no model was called.
    pub practice: bool,
    /// What rules decided and what a row cost, beside the run before.
    pub since: SinceView,
    /// Settled cost.
    pub cost_usd: Money,
    /// Held for calls nobody knows the end of.
    pub uncertain_usd: Money,
    /// Start, milliseconds since 1970 UTC.
    pub started_at: i64,
    /// End; none while open.
    pub ended_at: Option<i64>,
    /// True if it can be signed: it is not at work.
    pub can_sign: bool,
    /// All rows, each counted once.
    pub counts: ClosingCountsView,
    /// Who gave how many verdicts of which kind.
    pub reviewers: Vec<ReviewerView>,
    /// Samples that were drawn, oldest first.
    pub samples: Vec<SampleView>,
    /// Results with a second opinion, and those of them on which one disagrees; none: nobody asked for any.
    pub opinions: Option<OpinionCountsView>,
    /// Sign-offs, oldest first.
    pub sign_offs: Vec<SignOffView>,
    /// The program's version.
    pub program: String,
}

/// `rows = accepted + corrected + rejected + by_sample + failed + unreviewed + unfinished`.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ClosingCountsView {
    /// Every row.
    pub rows: u64,
    /// Accepted as they are.
    pub accepted: u64,
    /// Accepted after a change.
    pub corrected: u64,
    /// Not to be used.
    pub rejected: u64,
    /// Accepted by sample.
    pub by_sample: u64,
    /// Ended without a result.
    pub failed: u64,
    /// Done, and nobody judged them.
    pub unreviewed: u64,
    /// Not ended.
    pub unfinished: u64,
}

/// Results with a second opinion.
#[derive(Debug, Clone, Serialize, TS)]
pub struct OpinionCountsView {
    /// How many.
    pub rows: u64,
    /// Of them, those on which at least one disagrees.
    pub disagree: u64,
}

/// Verdicts of one kind by one person.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ReviewerView {
    /// Who; empty if not given.
    pub reviewer: String,
    /// `accepted`, `corrected`, `rejected` or `by_sample`.
    pub verdict: String,
    /// Rows.
    pub rows: u64,
    /// The first of them, milliseconds since 1970 UTC.
    pub first: i64,
    /// The last of them.
    pub last: i64,
}

/// A person's name under a review.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SignOffView {
    /// From 1 within its run.
    pub number: u32,
    /// Who.
    pub reviewer: String,
    /// When, milliseconds since 1970 UTC.
    pub signed_at: i64,
    /// True if a result or verdict is another one now.
    pub changed: bool,
}

impl From<&SignOff> for SignOffView {
    fn from(sign: &SignOff) -> Self {
        Self {
            number: sign.number,
            reviewer: sign.reviewer.clone(),
            signed_at: sign.signed_at.as_millis(),
            changed: sign.changed,
        }
    }
}

impl From<&ClosingSheet> for ClosingView {
    fn from(sheet: &ClosingSheet) -> Self {
        let (row, counts) = (&sheet.run.row, &sheet.counts);
        let reviewers = sheet.reviewers.iter().map(|one| ReviewerView {
            reviewer: one.reviewer.clone(),
            verdict: one.verdict.clone(),
            rows: one.rows,
            first: one.first.as_millis(),
            last: one.last.as_millis(),
        });
        Self {
            run: row.id.to_string(),
            name: row.name.clone(),
            number: row.number,
            source: row.source.clone(),
            skill: row.skill_name.clone(),
            skill_versions: sheet.skill_versions.clone(),
            skill_hash: row.skill_hash.chars().take(12).collect(),
            model: row.model.clone(),
            practice: sheet.run.model.is_practice(),
            since: SinceView::from(&sheet.since),
            cost_usd: row.budget.spent.into(),
            uncertain_usd: row.budget.uncertain.into(),
            started_at: row.started_at.as_millis(),
            ended_at: row.ended_at.map(mill_domain::Timestamp::as_millis),
            can_sign: row.state != mill_domain::RunState::Running,
            counts: ClosingCountsView {
                rows: counts.rows,
                accepted: counts.accepted,
                corrected: counts.corrected,
                rejected: counts.rejected,
                by_sample: counts.by_sample,
                failed: counts.failed,
                unreviewed: counts.unreviewed,
                unfinished: counts.unfinished,
            },
            reviewers: reviewers.collect(),
            samples: sheet.samples.iter().map(SampleView::from).collect(),
            opinions: sheet.opinions.map(|counts| OpinionCountsView {
                rows: counts.rows,
                disagree: counts.disagree,
            }),
            sign_offs: sheet.sign_offs.iter().map(SignOffView::from).collect(),
            program: sheet.program.to_owned(),
        }
    }
}
