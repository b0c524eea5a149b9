//! How a sample stands: what was looked at, and what that says of the rest.

use mill_domain::{TaskNumber, Timestamp, Verdict};
use mill_statistics::{Goal, Looked, most_wrong, sizes};
use mill_store::{SampleMember, SampleRow, Uncovered};
use serde::{Deserialize, Serialize};

use crate::EngineError;

/// A sample and what it says so far.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleStanding {
    /// From 1 within its run.
    pub number: u32,
    /// What its rows were drawn with.
    pub seed: u64,
    /// The share of wrong results among the rest that would do.
    pub tolerable: f64,
    /// How sure the statement is.
    pub confidence: f64,
    /// Which results it stands for, as a word.
    pub scope: String,
    /// Who drew it; "" if not given.
    pub reviewer: String,
    /// When.
    pub drawn_at: Timestamp,
    /// What it was drawn from, by kind.
    pub strata: Vec<SampleStratum>,
    /// The tasks to look at.
    pub tasks: Vec<TaskNumber>,
    /// Results it stands for, looked at or not.
    pub population: u64,
    /// Drawn.
    pub drawn: u64,
    /// Drawn and judged.
    pub looked: u64,
    /// Judged to be wrong: corrected, rejected, or made anew.
    pub wrong: u64,
    /// Results it speaks for that nobody judged one by one.
    pub rest: u64,
    /// Of the rest, accepted by this sample.
    pub accepted: u64,
    /// Left out of the rest, because they were made anew after the sample was drawn.
    pub changed: u64,
    /// What it says of the rest; `None` until all of it was looked at.
    pub at_most: Option<AtMost>,
    /// True if that is within what would do.
    pub reached: bool,
    /// What it says nothing about.
    pub uncovered: Uncovered,
    /// How many a further sample of the rest would look at, going by what was found; `None` if that is no use: all would
    /// have to be looked at, or as many are wrong as would not do.
    pub next: Option<u64>,
    /// What was known when the rest was accepted; `None` if it never was.
    pub evidence: Option<SampleEvidence>,
}

/// The most that can be wrong among the rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AtMost {
    /// Results.
    pub wrong: u64,
    /// The same as a share of the rest.
    pub share: f64,
}

/// Results of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleStratum {
    /// Who decided, the chosen value, the band of the amount; fewer: all others of this kind.
    pub traits: Vec<String>,
    /// Results.
    pub size: u64,
    /// Drawn to be looked at.
    pub drawn: u64,
    /// Drawn and judged.
    pub looked: u64,
    /// Judged to be wrong.
    pub wrong: u64,
}

/// What was known when the rest was accepted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SampleEvidence {
    /// Looked at.
    pub looked: u64,
    /// Wrong among them.
    pub wrong: u64,
    /// Results the sample spoke for.
    pub rest: u64,
    /// How many of them are wrong at most.
    pub at_most: u64,
    /// With this confidence.
    pub confidence: f64,
}

impl SampleStanding {
    pub(super) fn of(
        row: SampleRow,
        members: &[SampleMember],
        uncovered: Uncovered,
    ) -> Result<Self, EngineError> {
        let keys: Vec<Vec<String>> = serde_json::from_str(&row.strata)?;
        let evidence = row.evidence.as_deref().map(serde_json::from_str);
        let strata = strata_of(keys, members);
        let sum = |count: fn(&SampleStratum) -> u64| strata.iter().map(count).sum::<u64>();
        let unpicked = || members.iter().filter(|member| !member.picked);
        let count = |holds: fn(&&SampleMember) -> bool| unpicked().filter(holds).count() as u64;
        let mut standing = Self {
            number: row.number,
            seed: row.seed,
            tolerable: row.tolerable,
            confidence: row.confidence,
            scope: row.scope,
            reviewer: row.reviewer,
            drawn_at: row.drawn_at,
            tasks: members
                .iter()
                .filter(|member| member.picked)
                .map(|member| member.task)
                .collect(),
            population: members.len() as u64,
            drawn: sum(|stratum| stratum.drawn),
            looked: sum(|stratum| stratum.looked),
            wrong: sum(|stratum| stratum.wrong),
            rest: count(|member| is_rest(member)),
            accepted: unpicked()
                .filter(|member| member.by_sample == Some(row.number))
                .count() as u64,
            changed: count(|member| is_anew(member) && !is_judged(member)),
            at_most: None,
            reached: false,
            uncovered,
            next: None,
            evidence: evidence.transpose()?,
            strata,
        };
        if standing.is_finished() {
            standing.conclude(count(|member| is_wrong(member)))?;
        }
        Ok(standing)
    }

    /// True if everything drawn was looked at.
    pub const fn is_finished(&self) -> bool {
        self.looked == self.drawn
    }

    pub(in crate::review) fn evidence(&self) -> SampleEvidence {
        SampleEvidence {
            looked: self.looked,
            wrong: self.wrong,
            rest: self.rest,
            at_most: self.at_most.map_or(self.rest, |most| most.wrong),
            confidence: self.confidence,
        }
    }

    /// What all of the sample says, once it was looked at. `apart`: wrong ones among what was not drawn, found by
    /// looking at them apart from it.
    fn conclude(&mut self, apart: u64) -> Result<(), EngineError> {
        let looked: Vec<Looked> = self
            .strata
            .iter()
            .map(|stratum| Looked {
                size: stratum.size,
                looked: stratum.looked,
                wrong: stratum.wrong,
            })
            .collect();
        let goal = Goal::new(self.tolerable, self.confidence, 0.0).map_err(unreadable)?;
        let all = most_wrong(&looked, self.confidence).map_err(unreadable)?;
        let wrong = all.saturating_sub(self.wrong + apart).min(self.rest);
        self.at_most = Some(AtMost {
            wrong,
            share: share(wrong, self.rest),
        });
        self.reached = goal.reached(wrong, self.rest);
        self.next = self.further();
        Ok(())
    }

    /// How many a further sample of the rest would look at if as many are wrong as were.
    fn further(&self) -> Option<u64> {
        let expected = share(self.wrong, self.looked);
        if self.reached || expected >= self.tolerable {
            return None;
        }
        let goal = Goal::new(self.tolerable, self.confidence, expected).ok()?;
        let next = sizes(&[self.rest], &goal).iter().sum::<u64>();
        (next < self.rest).then_some(next)
    }
}

fn strata_of(keys: Vec<Vec<String>>, members: &[SampleMember]) -> Vec<SampleStratum> {
    let mut strata: Vec<SampleStratum> = keys
        .into_iter()
        .map(|traits| SampleStratum {
            traits,
            size: 0,
            drawn: 0,
            looked: 0,
            wrong: 0,
        })
        .collect();
    for member in members {
        if let Some(stratum) = strata.get_mut(member.stratum as usize) {
            stratum.size += 1;
            if member.picked {
                stratum.drawn += 1;
                stratum.looked += u64::from(is_judged(member) || is_anew(member));
                stratum.wrong += u64::from(is_wrong(member) || is_anew(member));
            }
        }
    }
    strata
}

/// A person looked at this very result.
fn is_judged(member: &SampleMember) -> bool {
    matches!(
        verdict(member),
        Some(Verdict::Accepted | Verdict::Corrected | Verdict::Rejected)
    )
}

/// A person says it was wrong.
fn is_wrong(member: &SampleMember) -> bool {
    matches!(
        verdict(member),
        Some(Verdict::Corrected | Verdict::Rejected)
    )
}

/// The result that was drawn from is not the one there is now: whoever had it made anew did not take it for right.
const fn is_anew(member: &SampleMember) -> bool {
    member.version_now != member.version
}

/// Nobody looked at it, and the sample speaks for it.
fn is_rest(member: &SampleMember) -> bool {
    !is_judged(member) && !is_anew(member)
}

fn verdict(member: &SampleMember) -> Option<Verdict> {
    member.verdict.as_deref().and_then(|word| word.parse().ok())
}

#[allow(
    clippy::cast_precision_loss,
    reason = "counts of rows are far below 2^52"
)]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    part as f64 / whole as f64
}

fn unreadable(error: mill_statistics::StatisticsError) -> EngineError {
    mill_store::StoreError::Unreadable(Box::new(error)).into()
}
