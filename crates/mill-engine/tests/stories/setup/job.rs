//! What a person chooses for a run, and the run that follows.

use std::collections::BTreeMap;
use std::path::Path;

use mill_domain::{Outcome, RunId, RunState, TaskNumber, TaskState, Verdict};
use mill_engine::{
    Choices, Engine, EngineError, Prepared, ResumeSkill, RunOptions, RunSummary, TaskList, Ways,
    read_pasted, read_paths,
};
use mill_skills::Skill;
use mill_store::{RowFilter, StoredResult, TaskRow, TurnRow};
use mill_tables::ReadOptions;

use super::{ANTHROPIC, CUSTOM, LINES, Mill, skill_of};

/// Choices for a run, made one after the other.
pub(crate) struct Job<'m> {
    engine: &'m Engine,
    list: TaskList,
    choices: Choices,
}

/// A run that was started.
#[derive(Debug)]
pub(crate) struct Run<'m> {
    pub(crate) engine: &'m Engine,
    pub(crate) id: RunId,
}

impl Mill {
    /// A run over so many different shops.
    pub(crate) fn shops(&self, count: usize) -> Job<'_> {
        let names: Vec<String> = (1..=count).map(|shop| format!("SHOP {shop:03}")).collect();
        self.lines(&names.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// A run over lines with these texts.
    pub(crate) fn lines(&self, texts: &[&str]) -> Job<'_> {
        let rows: Vec<String> = texts.iter().map(|text| format!("{text}\t4.50\n")).collect();
        let rows = rows.concat();
        self.list(read_pasted(&format!("Text\tAmount\n{rows}")).unwrap())
    }

    /// A run over a table's file.
    pub(crate) fn table(&self, path: &Path) -> Job<'_> {
        self.list(read_paths(&[path.to_owned()], &ReadOptions::default()).unwrap())
    }

    pub(crate) fn list(&self, list: TaskList) -> Job<'_> {
        Job {
            engine: &self.engine,
            list,
            choices: Choices {
                job: None,
                name: None,
                skill: skill_of(LINES),
                model: ANTHROPIC.parse().unwrap(),
                endpoint: Some(self.server.url()),
                key: None,
                mapping: Vec::new(),
                agents: Some(4),
                budget: Some(super::usd("5")),
                limit: None,
                options: RunOptions {
                    attempts: Some(2),
                    idle_timeout_ms: Some(10_000),
                    pictures: false,
                    split: false,
                    ways: Ways::default(),
                },
            },
        }
    }
}

impl<'m> Job<'m> {
    pub(crate) fn ways(mut self, ways: Ways) -> Self {
        self.choices.options.ways = ways;
        self
    }

    pub(crate) fn skill(mut self, skill: Skill) -> Self {
        self.choices.skill = skill;
        self
    }

    pub(crate) fn key(mut self, key: &mill_domain::KeyName) -> Self {
        self.choices.key = Some(key.clone());
        self
    }

    pub(crate) const fn of_job(mut self, job: mill_domain::JobId) -> Self {
        self.choices.job = Some(job);
        self
    }

    pub(crate) fn model(mut self, model: &str) -> Self {
        self.choices.model = model.parse().unwrap();
        self
    }

    pub(crate) fn agents(mut self, agents: u32) -> Self {
        self.choices.agents = Some(agents);
        self
    }

    pub(crate) fn budget(mut self, budget: &str) -> Self {
        self.choices.budget = Some(super::usd(budget));
        self
    }

    pub(crate) fn no_budget(mut self) -> Self {
        self.choices.budget = None;
        self
    }

    pub(crate) fn idle_ms(mut self, idle_timeout_ms: u64) -> Self {
        self.choices.options.idle_timeout_ms = Some(idle_timeout_ms);
        self
    }

    pub(crate) fn attempts(mut self, attempts: u32) -> Self {
        self.choices.options.attempts = Some(attempts);
        self
    }

    pub(crate) fn pictures(mut self) -> Self {
        self.choices.options.pictures = true;
        self
    }

    pub(crate) fn split(mut self) -> Self {
        self.choices.options.split = true;
        self
    }

    pub(crate) fn fail_fast(mut self) -> Self {
        self.choices.options.ways.fail_fast = true;
        self
    }

    pub(crate) fn map(mut self, input: &str, column: &str) -> Self {
        self.choices
            .mapping
            .push((input.to_owned(), column.to_owned()));
        self
    }

    pub(crate) fn prepare(mut self) -> Result<Prepared, EngineError> {
        if self.choices.model.to_string() != CUSTOM {
            self.choices.endpoint = None;
        }
        self.engine.prepare(self.choices, self.list)
    }

    /// With what only the provider's list can tell of the model.
    pub(crate) async fn learned(self) -> Self {
        self.engine.learn_window(&self.choices).await;
        self
    }

    /// Starts it; what refuses is an error.
    pub(crate) async fn try_start(self) -> Result<Run<'m>, EngineError> {
        let engine = self.engine;
        // Boxed: every story would otherwise carry the whole of it.
        let id = Box::pin(engine.start(self.prepare()?)).await?;
        Ok(Run { engine, id })
    }

    pub(crate) async fn start(self) -> Run<'m> {
        self.try_start().await.unwrap()
    }

    /// Starts it and waits until it is not at work any more.
    pub(crate) async fn run(self) -> Run<'m> {
        let run = self.start().await;
        run.end().await;
        run
    }
}

impl Run<'_> {
    /// Waits until it is not at work any more.
    pub(crate) async fn end(&self) -> RunSummary {
        self.engine.wait(self.id).await.unwrap();
        self.engine.run(self.id).await.unwrap()
    }

    /// Goes on as it was, and waits again.
    pub(crate) async fn resume(&self) -> RunSummary {
        self.engine
            .resume(self.id, ResumeSkill::AsRun)
            .await
            .unwrap();
        self.end().await
    }

    /// Gives a verdict on a row, with what a person wrote into its fields.
    pub(crate) async fn says(&self, task: u32, verdict: Verdict, pairs: &[(&str, &str)]) {
        let fields: BTreeMap<String, String> = pairs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let judged = self
            .engine
            .judge(self.id, vec![TaskNumber(task)], verdict, &fields);
        judged.await.unwrap();
    }

    /// Corrects the account of a row.
    pub(crate) async fn correct(&self, task: u32, account: &str) {
        self.says(task, Verdict::Corrected, &[("account", account)])
            .await;
    }

    pub(crate) async fn told(&self) -> String {
        told(&self.end().await)
    }

    pub(crate) async fn rows(&self) -> Vec<TaskRow> {
        let page = self
            .engine
            .task_page(self.id, RowFilter::All, "", 0, 10_000)
            .await;
        page.unwrap().1
    }

    pub(crate) async fn row(&self, number: u32) -> TaskRow {
        let rows = self.rows().await;
        rows.into_iter()
            .find(|row| row.number == TaskNumber(number))
            .unwrap()
    }

    /// Words of how the calls of a row ended, oldest first.
    pub(crate) async fn calls(&self, number: u32) -> Vec<TurnRow> {
        let detail = self.engine.review_detail(self.id, TaskNumber(number)).await;
        detail.unwrap().turns
    }

    pub(crate) async fn versions(&self, number: u32) -> Vec<StoredResult> {
        let detail = self.engine.review_detail(self.id, TaskNumber(number)).await;
        detail.unwrap().versions
    }

    /// The same run seen by another engine.
    pub(crate) const fn in_engine<'o>(&self, engine: &'o Engine) -> Run<'o> {
        Run {
            engine,
            id: self.id,
        }
    }
}

/// State and census in one line, only what is not zero, after the sums were checked.
pub(crate) fn told(run: &RunSummary) -> String {
    let (tasks, by, outcomes) = (
        run.census.tasks,
        run.census.done_by,
        &mut run.census.outcomes.clone(),
    );
    assert_eq!(tasks.total, tasks.done + tasks.failed + tasks.waiting);
    assert_eq!(tasks.done, by.rule + by.model + by.person);
    let outcome_sum: u64 = Outcome::ALL
        .map(|outcome| *outcomes.counter(outcome))
        .iter()
        .sum();
    assert_eq!(outcome_sum, tasks.done + tasks.failed);
    let state = match run.row.state {
        RunState::Paused(reason) => format!("paused: {reason}"),
        other => other.as_str().to_owned(),
    };
    let mut parts = vec![(tasks.waiting, "waiting".to_owned())];
    parts.extend([
        (by.rule, "by rule".to_owned()),
        (by.model, "by model".to_owned()),
    ]);
    parts.push((by.person, "by person".to_owned()));
    let failed = Outcome::ALL
        .into_iter()
        .filter(|outcome| !outcome.is_done());
    parts.extend(failed.map(|outcome| (*outcomes.counter(outcome), outcome.to_string())));
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    format!("{state}; {}", parts.join(", "))
}

/// True if the row ended so.
pub(crate) fn ended(row: &TaskRow, outcome: Outcome) -> bool {
    row.state == TaskState::Ended(outcome)
}
