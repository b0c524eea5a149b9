//! Two runs side by side: the same rows by another model, another version of the skill, another month.

mod blind;
mod pairs;
mod words;

use std::sync::Arc;

use mill_domain::{RunId, TaskNumber, Usd, Verdict};
use mill_statistics::{Paired, paired, sign_test};

use super::facts::RunFacts;
use crate::{Engine, EngineError};
use pairs::{Pair, pairs_of};

pub use blind::{BlindChoice, BlindPair};
use words::word_diff;

pub use words::{DiffPiece, DiffSide};

/// Confidence of the intervals.
const CONFIDENCE: f64 = 0.95;

/// One of the two runs.
#[derive(Debug, Clone)]
pub struct ComparedRun {
    /// The run.
    pub run: RunId,
    /// What people call it, with its number.
    pub name: String,
    /// `provider/model`.
    pub model: String,
    /// The version of its skill.
    pub skill_version: String,
    /// What its paired rows cost.
    pub cost: Usd,
    /// Rows the other run does not have.
    pub only_here: u64,
    /// Paired rows that ended done.
    pub done: u64,
    /// Paired rows a person accepted.
    pub accepted: u64,
    /// Paired rows a person corrected or rejected.
    pub wrong: u64,
}

/// How often the two say the same of one output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldAgreement {
    /// Its label.
    pub label: String,
    /// Rows where both have a result.
    pub compared: u64,
    /// Rows where both say the same.
    pub same: u64,
}

/// What a person found better without knowing whose it was.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PickSums {
    /// Rows where the first run's result was better.
    pub first: u64,
    /// Rows where the second run's was.
    pub second: u64,
    /// Rows where neither was.
    pub tied: u64,
    /// Rows that differ and were not looked at.
    pub left: u64,
    /// The chance of a difference at least this large if both were equally good.
    pub p_value: f64,
}

/// Two runs side by side.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The two, as they were asked for.
    pub runs: [ComparedRun; 2],
    /// Rows both have.
    pub rows: u64,
    /// Rows where every output that both have says the same.
    pub equal: u64,
    /// Agreement by output.
    pub fields: Vec<FieldAgreement>,
    /// Right and wrong as people judged the same rows in both runs; `None` where no row was judged in both.
    pub judged: Option<Paired>,
    /// The chance of a difference in right and wrong at least this large if both were equally good (the exact test of `McNemar`).
    pub judged_p_value: Option<f64>,
    /// Choices made blind.
    pub picks: PickSums,
}

/// One row in both runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedRow {
    /// Its task in the first run, and in the second.
    pub tasks: [TaskNumber; 2],
    /// Its row in the file of the first.
    pub source_row: u32,
    /// What it is about, in the file's own words.
    pub label: String,
    /// Outputs, in the order of [`Comparison::fields`].
    pub fields: Vec<ComparedField>,
}

/// One output of a row in both runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedField {
    /// As text for people; "" without a result.
    pub shown: [String; 2],
    /// The words of both, told apart; empty where they say the same.
    pub diff: Vec<DiffPiece>,
}

/// Two runs and the rows they share.
pub(crate) struct Matched {
    pub(crate) runs: [RunId; 2],
    pub(crate) facts: [Arc<RunFacts>; 2],
    pub(crate) pairs: Vec<Pair>,
    /// Rows of each that the other does not have.
    pub(crate) alone: [u64; 2],
    /// Outputs both have: label, and the place in each.
    pub(crate) outputs: Vec<(String, [usize; 2])>,
}

impl Engine {
    /// Two runs side by side.
    /// # Errors
    /// [`EngineError::BadValue`] if it is one run, or they share no output; [`EngineError::Store`] if there is none.
    pub async fn compare(&self, runs: [RunId; 2]) -> Result<Comparison, EngineError> {
        let matched = self.match_runs(runs).await?;
        let mut picks = self.pick_sums(&matched).await?;
        picks.p_value = sign_test(picks.first, picks.second);
        let right: Vec<(bool, bool)> = matched
            .pairs
            .iter()
            .filter_map(|pair| matched.judged(*pair))
            .collect();
        let judged = (!right.is_empty())
            .then(|| paired(&right, CONFIDENCE))
            .transpose();
        let judged = judged.map_err(|error| EngineError::BadValue {
            what: "confidence",
            value: CONFIDENCE.to_string(),
            expected: error.to_string(),
        })?;
        let [first, second] = runs;
        Ok(Comparison {
            runs: [
                self.compared_run(first, &matched, 0).await?,
                self.compared_run(second, &matched, 1).await?,
            ],
            rows: matched.pairs.len() as u64,
            equal: matched
                .pairs
                .iter()
                .filter(|pair| matched.is_equal(**pair))
                .count() as u64,
            fields: matched.agreement(),
            judged_p_value: judged.map(|sums| sign_test(sums.only_first, sums.only_second)),
            judged,
            picks,
        })
    }

    /// A page of the rows both runs have, those that differ first, and how many there are.
    /// # Errors
    /// As [`Engine::compare`].
    pub async fn compared_rows(
        &self,
        runs: [RunId; 2],
        only_different: bool,
        (offset, limit): (usize, usize),
    ) -> Result<(u64, Vec<ComparedRow>), EngineError> {
        let matched = self.match_runs(runs).await?;
        let mut pairs: Vec<Pair> = matched.pairs.clone();
        if only_different {
            pairs.retain(|pair| !matched.is_equal(*pair));
        } else {
            pairs.sort_by_key(|pair| matched.is_equal(*pair));
        }
        let page = pairs.iter().skip(offset).take(limit);
        let rows = page.filter_map(|pair| matched.row(*pair)).collect();
        Ok((pairs.len() as u64, rows))
    }

    pub(crate) async fn match_runs(&self, runs: [RunId; 2]) -> Result<Matched, EngineError> {
        let [first, second] = runs;
        let refused = |expected: &str| EngineError::BadValue {
            what: "run",
            value: second.to_string(),
            expected: expected.to_owned(),
        };
        if first == second {
            return Err(refused("choose another run to compare with"));
        }
        let facts = [self.run_facts(first).await?, self.run_facts(second).await?];
        let outputs = pairs::outputs_of(&facts[0].shape.skill, &facts[1].shape.skill);
        if outputs.is_empty() {
            return Err(refused("choose a run whose skill returns the same fields"));
        }
        let (pairs, alone) = pairs_of(&facts[0], &facts[1]);
        Ok(Matched {
            runs,
            facts,
            pairs,
            alone,
            outputs,
        })
    }

    async fn compared_run(
        &self,
        run: RunId,
        matched: &Matched,
        side: usize,
    ) -> Result<ComparedRun, EngineError> {
        let row = self.store().run(run).await?;
        let rows = || {
            matched
                .pairs
                .iter()
                .filter_map(|pair| matched.facts[side].rows.get(pair.at[side]))
        };
        let said = |verdicts: &[Verdict]| {
            let has = |word: &str| verdicts.iter().any(|verdict| verdict.as_str() == word);
            rows()
                .filter(|row| row.row.verdict.as_deref().is_some_and(has))
                .count() as u64
        };
        Ok(ComparedRun {
            run,
            name: format!("{} {}", row.name, row.number),
            model: row.model,
            skill_version: row.skill_version,
            cost: rows().fold(Usd::ZERO, |sum, row| sum + row.row.cost),
            only_here: matched.alone[side],
            done: rows().filter(|row| row.is_done()).count() as u64,
            accepted: said(&[Verdict::Accepted]),
            wrong: said(&[Verdict::Corrected, Verdict::Rejected]),
        })
    }
}
