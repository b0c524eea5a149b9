//! One agent at one task: question, answer, checks, one repair, outcome.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use mill_domain::{FieldType, Outcome, PauseReason, Record, RunId, TaskNumber};
use mill_llm::{End, Message, ModelRequest};
use mill_pool::{RunExecutor, Slot, TaskEnd};
use mill_skills::{CheckedOutput, check_output, inputs_for_row, parse_answer, prompt, repair_note};
use mill_store::{OpenTask, StoreError};
use tokio_util::sync::CancellationToken;

use super::call::{Asked, Stop, Unsettled};
use super::drive::Work;
use super::end::Ending;
use super::fallback::Next;
use super::question::{self, Source};
use super::standby::Held;
use crate::{AgentState, Engine, EngineEvent};

/// Characters of a task's own words on an agent's cell.
const LABEL_CHARS: usize = 40;

/// How long a document may take to be read and drawn; a scan of hundreds of pages takes a minute or two.
const READ_PATIENCE: std::time::Duration = std::time::Duration::from_mins(10);

/// The exchange that repairs an answer, and the last one there is.
pub(super) const REPAIR: u32 = 2;

/// A task in an agent's hands.
pub(super) struct Desk {
    pub(super) slot: Slot,
    pub(super) task: TaskNumber,
    pub(super) inputs: Record,
    pub(super) source_text: Option<String>,
    /// What a person should know of the document, whatever the answer is.
    pub(super) notes: Vec<String>,
    /// The document itself, for a reader that takes it in parts.
    pub(super) source: Source,
    /// The first call, if it was held before the task had an agent. Plain mutex: nothing is awaited under it.
    pub(super) held: Mutex<Option<Held>>,
}

impl Desk {
    pub(super) fn take_held(&self) -> Option<Held> {
        self.held
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }
}

#[async_trait]
impl RunExecutor for Work {
    async fn execute(&self, slot: Slot, task: TaskNumber, stop: CancellationToken) -> TaskEnd {
        let worked = match self.come_in().await {
            Ok(()) => {
                let worked = self.work_on(slot, task, &stop).await;
                self.live.ahead.leave();
                worked
            }
            Err(stop) => Err(stop),
        };
        let end = match worked {
            Ok(()) => TaskEnd::Ended,
            Err(Stop::NoRoom) => TaskEnd::NoRoom,
            Err(Stop::GivenBack) => TaskEnd::GivenBack,
            Err(Stop::Pause(reason)) => TaskEnd::Pause(reason),
            Err(Stop::Store(error)) => after_store_error(self.run, task, &error),
        };
        if end != TaskEnd::Ended {
            give_back(&self.engine, self.run, task).await;
        }
        self.live.board.idle(slot);
        self.engine.publish(EngineEvent::Run(self.run));
        self.engine.publish(EngineEvent::Agents(self.run));
        end
    }

    fn look_ahead(self: Arc<Self>, task: TaskNumber) -> bool {
        self.make_ready_soon(task)
    }

    async fn forget_ahead(&self) {
        self.forget_ready().await;
    }
}

impl Work {
    async fn work_on(
        &self,
        slot: Slot,
        task: TaskNumber,
        stop: &CancellationToken,
    ) -> Result<(), Stop> {
        if let Some(ready) = self.take_ready(task).await {
            let (board, now) = (&self.live.board, self.engine.now());
            board.take(slot, task, ready.source_row, ready.label, now);
            let desk = Desk { slot, ..ready.desk };
            let asked = self.ask_models((&desk, &ready.question), 0, stop).await;
            self.take_back(&desk).await;
            return asked;
        }
        let row = self.rows.take(self.engine.store(), self.run, task).await?;
        let inputs = inputs_for_row(&self.map, &row.cells).record;
        self.live.board.take(
            slot,
            task,
            row.source_row,
            self.label(&row),
            self.engine.now(),
        );
        match self.ask_of(slot, task, inputs).await? {
            Some((desk, question)) => {
                self.ask_models((&desk, &question), row.attempts, stop)
                    .await
            }
            None => Ok(()),
        }
    }

    /// Asks one model after the other until the task has its outcome. `attempts`: how often it was tried before.
    async fn ask_models(
        &self,
        (desk, question): (&Desk, &ModelRequest),
        attempts: u32,
        stop: &CancellationToken,
    ) -> Result<(), Stop> {
        let mut work = self.first_to_ask(desk.task, attempts).await?;
        loop {
            if let Some(parts) = work.parts(desk) {
                work = match (
                    work.read_in_parts(desk, &parts, stop).await?,
                    work.next.as_deref(),
                ) {
                    (Next::PassedOn, Some(other)) => other,
                    (Next::PassedOn | Next::Ended, _) => return Ok(()),
                };
                continue;
            }
            if let Some(checked) = work.fitting_answer(desk, attempts).await? {
                let paid = (Unsettled::default(), true);
                work.end_fitting(desk, checked, paid, stop).await?;
                return Ok(());
            }
            let mut request = work.asked_here(question);
            let first_turn = work.first_turn(desk, attempts, &mut request).await?;
            let next = match work.too_long(&request) {
                Some(_) if work.passes_on(Outcome::TooLong) => Next::PassedOn,
                Some(problem) => {
                    return work.end_failed(desk, Outcome::TooLong, problem).await;
                }
                None => work.converse(desk, request, first_turn, stop).await?,
            };
            work = match (next, work.next.as_deref()) {
                (Next::PassedOn, Some(other)) => other,
                (Next::PassedOn | Next::Ended, _) => return Ok(()),
            };
        }
    }

    /// What a task asks, and what is needed to judge the answer; `None`: it has ended without a question.
    pub(super) async fn ask_of(
        &self,
        slot: Slot,
        task: TaskNumber,
        inputs: Record,
    ) -> Result<Option<(Desk, ModelRequest)>, Stop> {
        match self.question_of(slot, task, inputs).await {
            (desk, Ok(question)) => Ok(Some((desk, question))),
            (desk, Err(problem)) => {
                self.end_failed(&desk, Outcome::Unreadable, problem).await?;
                Ok(None)
            }
        }
    }

    /// What a task asks, and what is needed to judge the answer; or why its document cannot be used.
    pub(super) async fn question_of(
        &self,
        slot: Slot,
        task: TaskNumber,
        inputs: Record,
    ) -> (Desk, Result<ModelRequest, String>) {
        let mut desk = Desk {
            slot,
            task,
            inputs,
            source_text: None,
            notes: Vec::new(),
            source: Source::None,
            held: Mutex::default(),
        };
        let source = self.source(&desk.inputs).await;
        match &source {
            Source::None => {}
            Source::Blocked { problem } => {
                let problem = problem.clone();
                return (desk, Err(problem));
            }
            Source::Read {
                text,
                pictures,
                notes,
                ..
            } => {
                // What only a picture shows cannot be looked up: without a text the evidence check says so.
                desk.source_text = pictures.is_empty().then(|| text.clone());
                desk.notes.clone_from(notes);
            }
        }
        let question = self.question_about(&desk.inputs, &source);
        desk.source = source;
        (desk, Ok(question))
    }

    /// The question of a task, without what anybody answered.
    pub(super) fn question_about(&self, inputs: &Record, source: &Source) -> ModelRequest {
        let user = prompt::task(&self.skill, inputs, &self.fence);
        let mut request = question::request_with(
            &self.model,
            self.schema.clone(),
            &self.system,
            &user,
            self.output_tokens,
        );
        question::add_document(&mut request, source, &self.fence);
        self.timed(request)
    }

    /// The request with the silences that end a call.
    pub(super) fn timed(&self, mut request: ModelRequest) -> ModelRequest {
        request.idle_timeout = std::time::Duration::from_millis(self.idle_timeout_ms);
        // Reading the question takes a server longer than any pause between words.
        request.first_token_timeout = request.idle_timeout * 2;
        request
    }

    /// The exchange to begin with: the repair of an answer that was paid for before an interruption, or the first.
    async fn first_turn(
        &self,
        desk: &Desk,
        attempts: u32,
        request: &mut ModelRequest,
    ) -> Result<u32, Stop> {
        if attempts == 0 {
            return Ok(1);
        }
        let store = self.engine.store();
        let Some(text) = store
            .unrepaired_answer(self.run, desk.task, &self.model)
            .await?
        else {
            return Ok(1);
        };
        let checked = self.check(desk, &text);
        if checked.is_valid() {
            return Ok(1);
        }
        ask_for_repair(request, &text, &checked);
        Ok(REPAIR)
    }

    /// At most two exchanges: the question, and one repair if the answer does not fit.
    pub(super) async fn converse(
        &self,
        desk: &Desk,
        mut request: ModelRequest,
        first_turn: u32,
        stop: &CancellationToken,
    ) -> Result<Next, Stop> {
        for turn in first_turn..=REPAIR {
            let is_first = turn == first_turn;
            let asked = self.ask(desk, &request, (turn, is_first), stop).await?;
            let (asked, text) = match asked {
                Asked {
                    end: End::Answer { text },
                    call,
                } => (call, text),
                Asked { end, call } => return self.end_without_answer(desk, end, call).await,
            };
            self.show(desk.slot, AgentState::Checking);
            let checked = self.check(desk, &text);
            if checked.is_valid() {
                return self.end_fitting(desk, checked, (asked, false), stop).await;
            }
            if turn == REPAIR {
                return self.end_invalid(desk, checked, asked).await;
            }
            self.settle(asked, None).await?;
            ask_for_repair(&mut request, &text, &checked);
        }
        Ok(Next::Ended)
    }

    pub(super) fn check(&self, desk: &Desk, text: &str) -> CheckedOutput {
        match parse_answer(text) {
            Ok(answer) => check_output(
                &self.skill,
                &desk.inputs,
                answer,
                desk.source_text.as_deref(),
            ),
            Err(error) => {
                let answer = mill_domain::Value::String(text.to_owned());
                let mut checked = check_output(
                    &self.skill,
                    &desk.inputs,
                    answer,
                    desk.source_text.as_deref(),
                );
                if checked.is_valid() {
                    // A plain text that happens to fit would hide that it was not in the form that was asked for.
                    tracing::debug!(error = %error, "an answer was not JSON but fits as it is");
                }
                if let Some(first) = checked.findings.first_mut() {
                    first.message = error.to_string();
                }
                checked
            }
        }
    }

    async fn source(&self, inputs: &Record) -> Source {
        if self.skill.file_input().is_none() {
            return Source::None;
        }
        let (skill, inputs, folder) = (self.skill.clone(), inputs.clone(), self.folder.clone());
        let (scans, passwords) = (self.scans, self.engine.passwords());
        let read = tokio::task::spawn_blocking(move || {
            question::read_source(&skill, &inputs, folder.as_deref(), scans, &passwords)
        });
        match tokio::time::timeout(READ_PATIENCE, read).await {
            Ok(Ok(source)) => source,
            Ok(Err(error)) => Source::Blocked {
                problem: format!("the document could not be read: {error}"),
            },
            // Its thread goes on for as long as it likes; the agent does not wait for it.
            Err(_) => Source::Blocked {
                problem: "the document takes too long to be read".to_owned(),
            },
        }
    }

    /// Why the input does not fit the model; `None` if it does, or its limit is unknown.
    pub(super) fn too_long(&self, request: &ModelRequest) -> Option<String> {
        let limit = self.max_input_tokens?;
        let least = mill_llm::fewest_tokens(request);
        (least > limit).then(|| {
            format!(
                "the input has at least {least} tokens and {} reads at most {limit}",
                self.model
            )
        })
    }

    /// The task's own words: its first input that is not empty and not the most common kind of label.
    pub(super) fn label(&self, row: &OpenTask) -> String {
        let used: Vec<usize> = self
            .map
            .inputs
            .iter()
            .filter(|input| {
                matches!(
                    input.field.field_type,
                    FieldType::Text { .. } | FieldType::File
                )
            })
            .filter(|input| input.field.required)
            .chain(&self.map.inputs)
            .flat_map(|input| input.columns.iter().copied())
            .collect();
        let text = used
            .iter()
            .filter_map(|column| row.cells.get(*column))
            .find(|cell| !cell.trim().is_empty());
        text.map(|cell| cell.chars().take(LABEL_CHARS).collect())
            .unwrap_or_default()
    }

    pub(super) fn show(&self, slot: Slot, state: AgentState) {
        self.live.board.change(slot, |cell| cell.state = state);
        self.engine.publish(EngineEvent::Agents(self.run));
    }
}

/// What the loss of an ending means for the run.
pub(super) fn after_store_error(run: RunId, task: TaskNumber, error: &StoreError) -> TaskEnd {
    let tell = || tracing::error!(run.id = %run, task = %task, error = %error, "task {task} could not be stored");
    match error {
        // The store has said so once; every agent finds the same.
        StoreError::DiskFull => TaskEnd::Pause(PauseReason::DiskFull),
        // It has its outcome already; trying again would find the same for ever.
        StoreError::WrongState { what: "task", .. } => {
            tell();
            TaskEnd::Ended
        }
        _ => {
            tell();
            TaskEnd::Pause(PauseReason::Interrupted)
        }
    }
}

/// Puts a task back that its agent could not end.
pub(super) async fn give_back(engine: &Engine, run: RunId, task: TaskNumber) {
    if let Err(error) = engine.store().give_back_task(run, task).await {
        // The next start finds the task at work with nobody at it, and puts it back.
        tracing::warn!(run.id = %run, task = %task, error = %error, "task {task} could not be put back");
    }
}

/// Gives the model its answer back with what is wrong with it.
pub(super) fn ask_for_repair(request: &mut ModelRequest, text: &str, checked: &CheckedOutput) {
    request.messages.push(Message::assistant(text));
    request
        .messages
        .push(Message::user(&repair_note(&checked.findings)));
}

/// Shared by every ending: who this is about.
pub(super) fn ending_of(work: &Work, desk: &Desk) -> Ending {
    Ending {
        run: work.run,
        task: desk.task,
        at: work.engine.now(),
    }
}
