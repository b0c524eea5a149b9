//! Everything people corrected, in a run or in all runs of its job: who, when, from what to what, and what was learnt of it.

use std::cmp::Reverse;

use mill_domain::{RunId, TaskNumber, Timestamp};
use mill_store::{CorrectionRow, LessonRow, RunRow};

use super::learn::fields_between;
use super::{CorrectedField, RunShape};
use crate::{Engine, EngineError};

/// A correction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// The run.
    pub run: RunId,
    /// Its name and number.
    pub run_name: (String, u32),
    /// The task.
    pub task: TaskNumber,
    /// The row in the file.
    pub source_row: u32,
    /// What tells the row.
    pub label: String,
    /// Who; "" if not given.
    pub reviewer: String,
    /// When.
    pub at: Timestamp,
    /// What was changed.
    pub fields: Vec<CorrectedField>,
    /// False: something else was made of the row since.
    pub stands: bool,
    /// What it became of the skill: `example`, `rule`, `check`; empty: nothing was learnt.
    pub learnt: Vec<String>,
}

impl Engine {
    /// Corrections that were not taken back, newest first. `whole_job`: of all runs of the run's job.
    /// # Errors
    /// [`EngineError::Store`] if there is no such run.
    pub async fn corrections(
        &self,
        run: RunId,
        whole_job: bool,
    ) -> Result<Vec<Correction>, EngineError> {
        let row = self.store().run(run).await?;
        let runs = match row.job {
            Some(job) if whole_job => {
                let all = self.store().runs().await?.into_iter();
                all.filter(|other| other.job == Some(job)).collect()
            }
            _ => vec![row],
        };
        let mut all = Vec::new();
        for run in runs {
            all.extend(self.corrections_of(&run).await?);
        }
        all.sort_by_key(|found| Reverse(found.at));
        Ok(all)
    }

    async fn corrections_of(&self, run: &RunRow) -> Result<Vec<Correction>, EngineError> {
        let rows = self.store().corrections(run.id).await?;
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let shape = self.run_shape(run.id).await?;
        let lessons = self.store().lessons(run.id).await?;
        let corrections = rows
            .into_iter()
            .map(|row| correction(run, &shape, &lessons, row));
        Ok(corrections.collect())
    }
}

fn correction(
    run: &RunRow,
    shape: &RunShape,
    lessons: &[LessonRow],
    row: CorrectionRow,
) -> Correction {
    let of_this =
        |lesson: &&LessonRow| lesson.task == row.task && lesson.result_version == row.version;
    Correction {
        run: run.id,
        run_name: (run.name.clone(), run.number),
        task: row.task,
        source_row: row.source_row,
        label: shape.label(&row.cells),
        fields: fields_between(&shape.skill, &row.before, &row.after),
        stands: row.stands,
        learnt: lessons
            .iter()
            .filter(of_this)
            .map(|lesson| lesson.kind.clone())
            .collect(),
        reviewer: row.reviewer,
        at: row.at,
    }
}
