//! Rows put to the model once more, with a note: beside a run that is not at work, through the same gate.

use std::sync::Arc;

use futures::StreamExt;
use mill_domain::{NoRoom, TaskNumber};
use mill_llm::{Message, ModelRequest, Part};
use mill_pool::Slot;
use mill_skills::{inputs_for_row, prompt};
use mill_store::{RunRow, TaskRow};
use tokio_util::sync::CancellationToken;

use super::LiveRun;
use super::call::Stop;
use super::drive::Work;
use super::fallback::Next;
use super::lock::RunLock;
use crate::{Engine, EngineError};

/// Rows that are asked at once at most.
const AT_ONCE: u32 = 16;

/// Nobody looks at these agents; they share one cell.
const CELL: Slot = Slot(1);

/// What a person tells the model about a row.
#[derive(Debug, Clone)]
pub(crate) struct Note {
    pub(crate) text: String,
    /// True: the model sees what it answered before.
    pub(crate) with_answer: bool,
}

/// Everything that is needed to ask rows of a run again; nothing else works on the run while this is there.
pub(crate) struct AgainDesk {
    work: Work,
    _lock: RunLock,
}

impl Engine {
    /// Takes a run that is not at work for asking some of its rows again.
    pub(crate) async fn again_desk(&self, row: RunRow) -> Result<AgainDesk, EngineError> {
        let lock = RunLock::take(&self.config().home, row.id)?;
        let live = Arc::new(LiveRun::new(self.now(), 1));
        let mut work = self.gather(row.clone(), Arc::clone(&live)).await?;
        work.asks_again = true;
        work.seconds = self.gather_seconds(&row, &work, &live).await?;
        Ok(AgainDesk { work, _lock: lock })
    }
}

impl AgainDesk {
    /// Asks the rows, several at once, and waits until every answer is stored; the cap that had no room, if one had none.
    pub(crate) async fn ask(
        &self,
        tasks: &[TaskNumber],
        note: &Note,
        stop: &CancellationToken,
    ) -> Result<Option<NoRoom>, EngineError> {
        let work = &self.work;
        let at_once = work.engine.store().run(work.run).await?.agents.min(AT_ONCE);
        let asked = async |task: TaskNumber| (task, work.ask_again(task, note, stop).await);
        let mut ends = futures::stream::iter(tasks.to_vec())
            .map(asked)
            .buffer_unordered(at_once.max(1) as usize);
        let mut ended = Vec::with_capacity(tasks.len());
        while let Some(end) = ends.next().await {
            ended.push(end);
        }
        work.live.settling.close();
        work.live.settling.wait().await;
        let mut broken = Ok(());
        for (task, end) in ended {
            let word = match end {
                Ok(()) => "stopped",
                Err(Stop::NoRoom) => "no_room",
                Err(Stop::GivenBack) => "stopped",
                Err(Stop::Pause(reason)) => reason.as_str(),
                Err(Stop::Store(error)) => {
                    broken = Err(error);
                    "stopped"
                }
            };
            // One whose answer is stored is closed already, and stays as it is.
            let (store, now) = (work.engine.store(), work.engine.now());
            store.close_asking(work.run, task, word, None, now).await?;
        }
        broken?;
        Ok(work.refused())
    }
}

impl Work {
    async fn ask_again(
        &self,
        task: TaskNumber,
        note: &Note,
        stop: &CancellationToken,
    ) -> Result<(), Stop> {
        let store = self.engine.store();
        let row = store.task(self.run, task).await?;
        let inputs = inputs_for_row(&self.map, &row.cells).record;
        let (desk, question) = self.question_of(CELL, task, inputs).await;
        let question = match question {
            Ok(question) => question,
            Err(problem) => return self.close(task, "unreadable", problem).await,
        };
        let mut request = self.asked_here(&question);
        add_note(&mut request, &row, note);
        if let Some(problem) = self.too_long(&request) {
            return self.close(task, "too_long", problem).await;
        }
        match self.converse(&desk, request, 1, stop).await? {
            Next::Ended | Next::PassedOn => Ok(()),
        }
    }

    async fn close(
        &self,
        task: TaskNumber,
        word: &'static str,
        problem: String,
    ) -> Result<(), Stop> {
        let (store, now) = (self.engine.store(), self.engine.now());
        store
            .close_asking(self.run, task, word, Some(problem), now)
            .await?;
        Ok(())
    }
}

/// Adds a person's note to the question of a row: behind what the model answered before, or behind the question.
pub(crate) fn add_note(request: &mut ModelRequest, row: &TaskRow, note: &Note) {
    let words = prompt::asked_again(&note.text);
    let before = row.output.as_ref().filter(|_| note.with_answer);
    match before.and_then(|output| serde_json::to_string(output).ok()) {
        Some(answer) => {
            request.messages.push(Message::assistant(&answer));
            request.messages.push(Message::user(&words));
        }
        None => {
            if let Some(question) = request.messages.last_mut() {
                question.parts.push(Part::Text(format!("\n\n{words}")));
            }
        }
    }
}
