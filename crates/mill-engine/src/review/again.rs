//! Asking again: a person's note goes to the model with the row, and the new answer stands beside the old one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use mill_domain::{NoRoom, RunId, RunState, Scope, TaskNumber, Usd};
use mill_skills::{inputs_for_row, prompt};
use mill_store::{AskedAgain, Asking, RunRow, TaskRow};

use super::RunShape;
use crate::prepare::DEFAULT_OUTPUT_TOKENS;
use crate::run::again::{Note, add_note};
use crate::run::question::{self, Scans, Source};
use crate::{Engine, EngineError, EngineEvent, Mapping};

/// Characters of a note at most: it is a hint, not a document.
const NOTE_CHARS: usize = 4_000;

/// Tokens that what is wrong with an answer takes when it goes back once.
const REPAIR_TOKENS: u64 = 2_000;

/// As long as the real one, so that the bound counts all of it.
const FENCE: &str = "00000000000000000000000000000000";

/// Rows a person asks again.
#[derive(Debug, Clone)]
pub struct AskAgain {
    /// The run; it must not be at work.
    pub run: RunId,
    /// The tasks; all of them have ended, well or not.
    pub tasks: Vec<TaskNumber>,
    /// What the model is told, such as "the VAT is on page 2".
    pub note: String,
    /// True: the model sees what it answered before.
    pub with_answer: bool,
    /// Another cap for the run; `None`: the one it has.
    pub budget: Option<Usd>,
}

/// What asking would take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskPlan {
    /// Rows.
    pub rows: u32,
    /// What it can cost at most, each answer sent back once for repair.
    pub most: Usd,
    /// The cap that has the least room; `None`: nothing caps it.
    pub tightest: Option<(Scope, Usd)>,
    /// The run's cap with which the run itself would have room; `None` without a cap.
    pub workable: Option<Usd>,
}

impl AskPlan {
    /// True if every cap has room for the most it can cost.
    pub fn fits(&self) -> bool {
        self.tightest
            .as_ref()
            .is_none_or(|(_, left)| *left >= self.most)
    }
}

/// What came of asking.
#[derive(Debug, Clone)]
pub struct AskedRows {
    /// How it ended for each row, in the order they were asked for.
    pub rows: Vec<(TaskNumber, AskedAgain)>,
    /// The cap that had no room, if a row could not be asked for that.
    pub no_room: Option<NoRoom>,
}

/// Askings of one run wait for each other: a person goes on to the next row before the answer to the one before is there.
#[derive(Debug, Default)]
pub(crate) struct AskingTurns {
    /// Plain mutex: nothing is awaited under it.
    runs: Mutex<HashMap<RunId, Arc<tokio::sync::Mutex<()>>>>,
}

impl AskingTurns {
    fn of(&self, run: RunId) -> Arc<tokio::sync::Mutex<()>> {
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(runs.entry(run).or_default())
    }
}

impl Engine {
    /// What asking rows again can cost at most, and whether the caps have room for it. Sends nothing.
    /// # Errors
    /// What [`Engine::ask_again`] refuses before it sends.
    pub async fn plan_asking(&self, ask: &AskAgain) -> Result<AskPlan, EngineError> {
        let run = self.store().run(ask.run).await?;
        let rows = self.askable(&run, ask).await?;
        let most = self.most_of(&run, rows, ask).await?;
        let budget = &run.budget;
        let booked = budget.spent + budget.reserved + budget.uncertain;
        let capped = budget.cap != Usd::MAX;
        Ok(AskPlan {
            rows: u32::try_from(ask.tasks.len()).unwrap_or(u32::MAX),
            most,
            tightest: self.tightest(&run, booked).await?,
            workable: capped.then_some(booked + most),
        })
    }

    /// Puts rows to the model once more with a note. An answer that fits becomes a new version of the result, without a
    /// verdict; otherwise a row stays as it was. Ends when every answer is stored. Askings of one run take turns.
    /// # Errors
    /// [`EngineError::OnlyOpinions`] for a run that holds second opinions,
    /// [`EngineError::RunState`] while the run is at work, [`EngineError::BadValue`] without a note or for a row that has not
    /// ended, [`EngineError::RunElsewhere`] if another process works on the run.
    pub async fn ask_again(&self, ask: AskAgain) -> Result<AskedRows, EngineError> {
        let run = self.store().run(ask.run).await?;
        self.askable(&run, &ask).await?;
        if let Some(cap) = ask.budget {
            if !cap.is_positive() {
                return Err(EngineError::NotAboveZero {
                    what: "budget",
                    value: cap,
                });
            }
            self.store().set_run_budget(ask.run, cap).await?;
        }
        let engine = self.clone();
        // Goes on if whoever waits for it is gone: what is paid for is stored.
        let asking = self
            .parts
            .tasks
            .spawn(async move { engine.ask_rows(ask).await });
        asking.await.map_err(|error| EngineError::BadValue {
            what: "asking",
            value: error.to_string(),
            expected: "try again".to_owned(),
        })?
    }

    async fn ask_rows(&self, ask: AskAgain) -> Result<AskedRows, EngineError> {
        let run = ask.run;
        let turn = self.parts.asking.of(run);
        let _turn = turn.lock().await;
        let desk = self.again_desk(self.store().run(run).await?).await?;
        let asking = Asking {
            run,
            tasks: ask.tasks.clone(),
            note: ask.note.trim().to_owned(),
            with_answer: ask.with_answer,
            reviewer: self.settings().await?.reviewer,
            at: self.now(),
        };
        let note = Note {
            text: asking.note.clone(),
            with_answer: asking.with_answer,
        };
        self.store().open_asking(asking).await?;
        self.tell_judged_rows(run, &ask.tasks);
        let asked = desk.ask(&ask.tasks, &note, &self.parts.closing).await;
        drop(desk);
        self.forget_sums(run);
        self.tell_judged_rows(run, &ask.tasks);
        self.stale(["costs", "runs", "caps"]);
        self.publish(EngineEvent::Stale(vec![format!("run:{run}")]));
        let no_room = asked?;
        let mut rows = Vec::with_capacity(ask.tasks.len());
        for task in ask.tasks {
            let latest = self.store().asked_again(run, task).await?.pop();
            rows.extend(latest.map(|latest| (task, latest)));
        }
        Ok(AskedRows { rows, no_room })
    }

    /// The rows, if they can be asked.
    async fn askable(&self, run: &RunRow, ask: &AskAgain) -> Result<Vec<TaskRow>, EngineError> {
        let bad = |what, value: String, expected: &str| EngineError::BadValue {
            what,
            value,
            expected: expected.to_owned(),
        };
        let chars = ask.note.trim().chars().count();
        if !(1..=NOTE_CHARS).contains(&chars) {
            let value = ask.note.chars().take(60).collect();
            return Err(bad(
                "note",
                value,
                "write up to 4,000 characters for the model",
            ));
        }
        if ask.tasks.is_empty() {
            return Err(bad("tasks", String::new(), "choose at least one row"));
        }
        self.refuse_opinions(run.id).await?;
        if run.state == RunState::Running {
            return Err(EngineError::RunState {
                run: run.id,
                state: run.state.as_str().to_owned(),
            });
        }
        let mut rows = Vec::with_capacity(ask.tasks.len());
        for task in &ask.tasks {
            let row = self.store().task(run.id, *task).await?;
            if !matches!(row.state, mill_domain::TaskState::Ended(_)) {
                return Err(bad(
                    "task",
                    task.to_string(),
                    "ask a row again after it has ended",
                ));
            }
            rows.push(row);
        }
        Ok(rows)
    }

    async fn most_of(
        &self,
        run: &RunRow,
        rows: Vec<TaskRow>,
        ask: &AskAgain,
    ) -> Result<Usd, EngineError> {
        let shape = self.run_shape(run.id).await?;
        let model = run.model.parse()?;
        let prices = self
            .prices_for(&model)
            .ok_or_else(|| EngineError::NoPrice {
                model: run.model.clone(),
            })?;
        if prices.is_free() {
            return Ok(Usd::ZERO);
        }
        let provider = self.provider_for_bounds(&model, run.endpoint.as_deref())?;
        let mapping: Mapping = serde_json::from_str(&run.mapping)?;
        let note = Note {
            text: ask.note.clone(),
            with_answer: ask.with_answer,
        };
        let passwords = self.passwords();
        let summed = tokio::task::spawn_blocking(move || {
            let output = output_tokens(&shape);
            let system = prompt::system(&shape.skill);
            let bound = |row: &TaskRow| {
                let inputs = inputs_for_row(&shape.map, &row.cells).record;
                let (scans, folder) = (Scans::of(mapping.pictures), shape.folder.as_deref());
                let source =
                    question::read_source(&shape.skill, &inputs, folder, scans, &passwords);
                if matches!(source, Source::Blocked { .. }) {
                    return Usd::ZERO;
                }
                let text = prompt::task(&shape.skill, &inputs, FENCE);
                let mut request = question::request(&model, &shape.skill, &system, &text, output);
                question::add_document(&mut request, &source, FENCE);
                add_note(&mut request, row, &note);
                let (input, output) = (provider.input_bound(&request), u64::from(output));
                prices.bound(input, output, &[])
                    + prices.bound(input + output + REPAIR_TOKENS, output, &[])
            };
            rows.iter().map(bound).sum()
        });
        summed.await.map_err(|error| EngineError::BadValue {
            what: "note",
            value: error.to_string(),
            expected: "try again".to_owned(),
        })
    }

    /// The cap with the least room for calls of a run.
    async fn tightest(
        &self,
        run: &RunRow,
        booked: Usd,
    ) -> Result<Option<(Scope, Usd)>, EngineError> {
        let model: mill_domain::ModelRef = run.model.parse()?;
        let provider = model.provider();
        let own = (run.budget.cap != Usd::MAX)
            .then(|| (Scope::run(run.id), (run.budget.cap - booked).max(Usd::ZERO)));
        let key = run.key.clone().unwrap_or_default();
        let scopes = run.job.map(Scope::job).into_iter().chain([
            Scope::day(),
            Scope::month(),
            Scope::provider(provider),
            Scope::key(provider, &key),
        ]);
        let mut all: Vec<(Scope, Usd)> = own.into_iter().collect();
        for scope in scopes {
            let state = self.cap_of(scope).await?;
            all.extend(state.left().map(|left| (state.scope, left)));
        }
        Ok(all.into_iter().min_by_key(|(_, left)| *left))
    }
}

fn output_tokens(shape: &RunShape) -> u32 {
    let defaults = &shape.skill.defaults;
    defaults.max_output_tokens.unwrap_or(DEFAULT_OUTPUT_TOKENS)
}
