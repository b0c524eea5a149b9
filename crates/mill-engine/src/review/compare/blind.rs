//! Choosing the better of two results without knowing whose it is. Which one stands at the left follows from the ids of
//! the runs and the task: the same every time, and nothing the person can see.

use mill_domain::{RunId, TaskNumber};
use mill_store::BlindPick;
use sha2::{Digest as _, Sha256};

use super::pairs::Pair;
use super::{ComparedRow, Matched, PickSums};
use crate::{Engine, EngineError};

/// Two results of one row, the run of neither said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlindPair {
    /// Labels of the outputs.
    pub fields: Vec<String>,
    /// The row; its `shown` is left and right, not first and second.
    pub row: ComparedRow,
    /// Rows that differ and are not chosen yet, this one among them.
    pub left: u64,
}

/// What a person says of two results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlindChoice {
    /// The left one is better.
    Left,
    /// The right one is better.
    Right,
    /// Neither.
    Tied,
}

impl Engine {
    /// The next row on which two runs differ and nobody chose; `None`: all were chosen.
    /// # Errors
    /// As [`Engine::compare`].
    pub async fn next_blind(&self, runs: [RunId; 2]) -> Result<Option<BlindPair>, EngineError> {
        let matched = self.match_runs(in_order(runs)).await?;
        let picked = self.store().blind_picks(matched.runs).await?;
        let mut open = matched
            .different()
            .filter(|row| !picked.contains_key(&row.tasks[0]));
        let Some(mut row) = open.next() else {
            return Ok(None);
        };
        let left = 1 + open.count() as u64;
        if is_swapped(matched.runs, row.tasks[0]) {
            swap(&mut row);
        }
        Ok(Some(BlindPair {
            fields: matched
                .outputs
                .iter()
                .map(|(label, _)| label.clone())
                .collect(),
            row,
            left,
        }))
    }

    /// Stores which of the two results of a row is better. `task` is the one [`Engine::next_blind`] named first.
    /// # Errors
    /// As [`Engine::compare`]; [`EngineError::BadValue`] if the two do not share that row.
    pub async fn pick_blind(
        &self,
        runs: [RunId; 2],
        task: TaskNumber,
        choice: BlindChoice,
    ) -> Result<(), EngineError> {
        let runs = in_order(runs);
        let matched = self.match_runs(runs).await?;
        if !matched.different().any(|row| row.tasks[0] == task) {
            return Err(EngineError::BadValue {
                what: "task",
                value: task.to_string(),
                expected: "choose a row on which the two runs differ".to_owned(),
            });
        }
        let swapped = is_swapped(runs, task);
        let [first, second] = runs;
        let better = match (choice, swapped) {
            (BlindChoice::Left, false) | (BlindChoice::Right, true) => Some(first),
            (BlindChoice::Right, false) | (BlindChoice::Left, true) => Some(second),
            (BlindChoice::Tied, _) => None,
        };
        let pick = BlindPick {
            runs,
            task,
            better,
            reviewer: self.settings().await?.reviewer,
            at: self.now(),
        };
        self.store().set_blind_pick(pick).await?;
        self.stale(["compare"]);
        Ok(())
    }

    /// Takes back the latest choice between two runs; true if there was one.
    /// # Errors
    /// [`EngineError::Store`] if it cannot be stored.
    pub async fn undo_blind(&self, runs: [RunId; 2]) -> Result<bool, EngineError> {
        let undone = self.store().undo_blind_pick(in_order(runs)).await?;
        self.stale(["compare"]);
        Ok(undone.is_some())
    }

    pub(super) async fn pick_sums(&self, matched: &Matched) -> Result<PickSums, EngineError> {
        let [first, second] = matched.runs;
        let picked = self.store().blind_picks(in_order(matched.runs)).await?;
        let side = usize::from(in_order(matched.runs) != matched.runs);
        let different = matched
            .pairs
            .iter()
            .filter(|pair| !matched.is_equal(**pair));
        let named = different
            .filter_map(|pair| matched.row(*pair))
            .map(|row| row.tasks[side]);
        let choices = || picked.values();
        Ok(PickSums {
            first: choices().filter(|better| **better == Some(first)).count() as u64,
            second: choices().filter(|better| **better == Some(second)).count() as u64,
            tied: choices().filter(|better| better.is_none()).count() as u64,
            left: named.filter(|task| !picked.contains_key(task)).count() as u64,
            p_value: 1.0,
        })
    }
}

impl Matched {
    /// Rows on which the two differ, both with a result.
    fn different(&self) -> impl Iterator<Item = ComparedRow> {
        let differ = |pair: &&Pair| !self.is_equal(**pair);
        self.pairs
            .iter()
            .filter(differ)
            .filter_map(|pair| self.row(*pair))
    }
}

fn in_order(runs: [RunId; 2]) -> [RunId; 2] {
    let [first, second] = runs;
    if first <= second {
        runs
    } else {
        [second, first]
    }
}

fn is_swapped([first, second]: [RunId; 2], task: TaskNumber) -> bool {
    let hash = Sha256::digest(format!("{first} {second} {task}"));
    hash.first().is_some_and(|byte| byte & 1 == 1)
}

fn swap(row: &mut ComparedRow) {
    for field in &mut row.fields {
        field.shown.reverse();
        let [left, right] = &field.shown;
        field.diff = super::word_diff(left, right);
    }
}
