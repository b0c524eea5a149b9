//! Acceptance samples.

use mill_engine::{SamplePlan, SampleStanding, SampleStratum};
use serde::Serialize;
use ts_rs::TS;

/// What drawing a sample would come to.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SamplePlanView {
    /// Results it would stand for.
    pub population: u64,
    /// Results a person would look at.
    pub look_at: u64,
    /// What it would be drawn from, by kind.
    pub strata: Vec<StratumView>,
}

/// A sample and what it says so far.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SampleView {
    /// From 1 within its run.
    pub sample: u32,
    /// What its rows were drawn with: a whole number of 64 bits, as text.
    pub seed: String,
    /// The share of wrong results among the rest that would do, 0 to 1.
    pub tolerable: f64,
    /// How sure the statement is, 0 to 1.
    pub confidence: f64,
    /// Which results it stands for: `unjudged`, `by_rule` or `by_model`.
    pub scope: String,
    /// Who drew it; empty if not given.
    pub reviewer: String,
    /// When, milliseconds since 1970 UTC.
    pub drawn_at: i64,
    /// `open` (not all of it was looked at), `reached` (the rest may be accepted), `missed` (too many may be wrong) or
    /// `accepted` (the rest was accepted by it).
    pub state: String,
    /// What it was drawn from, by kind.
    pub strata: Vec<StratumView>,
    /// Numbers of the tasks to look at.
    pub tasks: Vec<u32>,
    /// Results it stands for, looked at or not.
    pub population: u64,
    /// Drawn.
    pub drawn: u64,
    /// Drawn and looked at.
    pub looked: u64,
    /// Looked at and wrong: corrected, rejected, or made anew.
    pub wrong: u64,
    /// Results it speaks for that nobody looked at.
    pub rest: u64,
    /// Of the rest, accepted by this sample.
    pub accepted: u64,
    /// At most so many of the rest are wrong; none until all of it was looked at.
    pub at_most: Option<u64>,
    /// The same as a share of the rest, 0 to 1.
    pub at_most_share: Option<f64>,
    /// How many a further sample of the rest would look at; none if it is not needed or of no use.
    pub next: Option<u64>,
    /// What it says nothing about.
    pub uncovered: UncoveredView,
}

/// What a sample says nothing about.
#[derive(Debug, Clone, Serialize, TS)]
pub struct UncoveredView {
    /// Tasks that ended without a result.
    pub failed: u64,
    /// Tasks that have not ended.
    pub waiting: u64,
    /// Results without a verdict that it was not drawn from: they came later, or are of another kind.
    pub others: u64,
    /// Results that were made anew after it was drawn.
    pub changed: u64,
}

/// Results of one kind.
#[derive(Debug, Clone, Serialize, TS)]
pub struct StratumView {
    /// `rule`, `model` or `person`.
    pub by: String,
    /// The chosen value; none: all values that are too rare to stand alone.
    pub value: Option<String>,
    /// The band of the amount, such as `100-1000` or `100000-`, empty without an amount; none: all bands.
    pub band: Option<String>,
    /// Results.
    pub size: u64,
    /// Drawn to be looked at.
    pub drawn: u64,
    /// Drawn and looked at.
    pub looked: u64,
    /// Looked at and wrong.
    pub wrong: u64,
}

impl From<SamplePlan> for SamplePlanView {
    fn from(plan: SamplePlan) -> Self {
        Self {
            population: plan.population,
            look_at: plan.look_at,
            strata: plan.strata.iter().map(StratumView::from).collect(),
        }
    }
}

impl From<&SampleStratum> for StratumView {
    fn from(stratum: &SampleStratum) -> Self {
        Self {
            by: stratum.traits.first().cloned().unwrap_or_default(),
            value: stratum.traits.get(1).cloned(),
            band: stratum.traits.get(2).cloned(),
            size: stratum.size,
            drawn: stratum.drawn,
            looked: stratum.looked,
            wrong: stratum.wrong,
        }
    }
}

impl From<&SampleStanding> for SampleView {
    fn from(sample: &SampleStanding) -> Self {
        let state = if sample.accepted > 0 {
            "accepted"
        } else if !sample.is_finished() {
            "open"
        } else if sample.reached {
            "reached"
        } else {
            "missed"
        };
        Self {
            sample: sample.number,
            seed: sample.seed.to_string(),
            tolerable: sample.tolerable,
            confidence: sample.confidence,
            scope: sample.scope.clone(),
            reviewer: sample.reviewer.clone(),
            drawn_at: sample.drawn_at.as_millis(),
            state: state.to_owned(),
            strata: sample.strata.iter().map(StratumView::from).collect(),
            tasks: sample.tasks.iter().map(|task| task.0).collect(),
            population: sample.population,
            drawn: sample.drawn,
            looked: sample.looked,
            wrong: sample.wrong,
            rest: sample.rest,
            accepted: sample.accepted,
            at_most: sample.at_most.map(|most| most.wrong),
            at_most_share: sample.at_most.map(|most| most.share),
            next: sample.next,
            uncovered: UncoveredView {
                failed: sample.uncovered.failed,
                waiting: sample.uncovered.waiting,
                others: sample.uncovered.others,
                changed: sample.changed,
            },
        }
    }
}
