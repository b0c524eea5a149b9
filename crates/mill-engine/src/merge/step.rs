//! From parts to one document: when all calls of a step have ended, the next step is laid out.

use mill_domain::{RunId, TaskNumber};
use mill_skills::Skill;
use mill_store::{NewTask, RowFilter};

use super::assemble::Parts;
use super::lines::{as_blocks, cells};
use super::pack::{Pack, Piece, Room, pack};
use crate::{Engine, EngineError};

/// More steps than this do not come: each one at least halves the parts.
const MOST_STEPS: u32 = 8;

impl Engine {
    /// The tasks of the next step of a merge, stored and waiting; empty if `run` is no merge, or is merged as far as it
    /// can be. Every task of the run must have ended.
    pub(crate) async fn next_merge_step(
        &self,
        run: RunId,
        skill: &Skill,
        max_input_tokens: Option<u64>,
    ) -> Result<Vec<TaskNumber>, EngineError> {
        let Some(spec) = &skill.merge else {
            return Ok(Vec::new());
        };
        if self.store().merge_by(run).await?.is_none() {
            return Ok(Vec::new());
        }
        let tasks = self
            .store()
            .tasks(run, RowFilter::All, "", 0, u64::MAX)
            .await?;
        let parts = Parts::of(skill, spec, &tasks);
        let last = parts.last_step();
        let step = last.first().map_or(0, |part| part.step);
        let mut pieces = Vec::new();
        for part in &last {
            let lines = parts.lines(part);
            if !lines.is_empty() {
                pieces.push(Piece {
                    text: as_blocks(skill, spec, &lines, &part.rows),
                    rows: part.rows.iter().copied().collect(),
                    part: Some(part.task.number.0),
                });
            }
        }
        let model = self.store().run(run).await?.model.parse()?;
        let room = Room::of_model(&model, max_input_tokens, u32::MAX);
        let before = pieces.len();
        let packs = pack(pieces, room);
        // Parts too large to lie beside each other stay one after another: asking again would not make them smaller.
        if before < 2 || packs.len() == before || step >= MOST_STEPS {
            return Ok(Vec::new());
        }
        let tasks = (1..)
            .zip(packs)
            .map(|(at, pack)| new_task(at, pack, step + 1));
        self.store().add_tasks(run, tasks.collect()).await?;
        self.stale(["runs"]);
        Ok(self.store().waiting_tasks(run).await?)
    }
}

/// A call as a task; `at` is its place in its step.
pub(super) fn new_task(at: u32, pack: Pack, step: u32) -> NewTask {
    NewTask {
        source_row: at,
        cells: cells(pack.text, &pack.rows, step, &pack.parts),
        problem: None,
    }
}
