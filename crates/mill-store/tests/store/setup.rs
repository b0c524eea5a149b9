//! A store with one run in it.

use mill_domain::{
    CallId, DecidedBy, FieldName, KeyName, ModelRef, Outcome, Record, RunId, TaskNumber, Timestamp,
    Usage, UsageQuality, Usd,
};
use mill_store::{Calendar, CallEnd, CallMoney, CallStart, NewRun, NewTask, Store, TaskEnding};
use serde_json::json;
use tempfile::TempDir;
use uuid::Uuid;

pub(crate) struct House {
    pub(crate) store: Store,
    pub(crate) run: RunId,
    pub(crate) folder: TempDir,
}

pub(crate) fn usd(text: &str) -> Usd {
    text.parse().unwrap()
}

pub(crate) fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

pub(crate) async fn house(tasks: u32, cap: &str) -> House {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("mill.db")).await.unwrap();
    let run = RunId::from_uuid(Uuid::now_v7());
    store
        .create_run(new_run(run, tasks, cap), at(1_000))
        .await
        .unwrap();
    House { store, run, folder }
}

pub(crate) fn new_run(run: RunId, tasks: u32, cap: &str) -> NewRun {
    NewRun {
        id: run,
        job: None,
        name: "Card coding".to_owned(),
        skill_name: "card-coding".to_owned(),
        skill_version: "3".to_owned(),
        skill_hash: "h".to_owned(),
        skill_source: "{}".to_owned(),
        model: "anthropic/claude-haiku-5-5".to_owned(),
        endpoint: None,
        agents: 8,
        max_attempts: 2,
        idle_timeout_ms: 60_000,
        fail_fast: false,
        key: None,
        budget: Some(usd(cap)),
        source: "card-lines.csv".to_owned(),
        source_folder: None,
        original: None,
        columns: vec!["Creditor".to_owned()],
        mapping: "{}".to_owned(),
        tasks: (0..tasks)
            .map(|row| NewTask {
                source_row: row + 2,
                cells: vec![format!("SHOP {row}")],
                problem: None,
            })
            .collect(),
    }
}

/// The day every call of these tests counts against.
pub(crate) fn calendar() -> Calendar {
    Calendar {
        day: "2026-11-30".to_owned(),
        month: "2026-11".to_owned(),
    }
}

impl House {
    pub(crate) fn start(&self, task: u32, bound: &str) -> CallStart {
        CallStart {
            call: CallId::from_uuid(Uuid::now_v7()),
            run: self.run,
            task: TaskNumber(task),
            starts_attempt: true,
            turn: 1,
            second: 0,
            model: ModelRef::new("anthropic", "claude-haiku-5-5"),
            key: Some(KeyName::default()),
            leaves: true,
            bound: usd(bound),
            besides: Usd::ZERO,
            calendar: calendar(),
            prompt: "SHOP".to_owned(),
            at: at(2_000),
        }
    }

    pub(crate) fn done(&self, task: u32) -> TaskEnding {
        let mut output = Record::new();
        output.set(&FieldName::new("account"), json!("Food Costs"));
        TaskEnding {
            run: self.run,
            task: TaskNumber(task),
            outcome: Outcome::Done,
            decided_by: Some(DecidedBy::Model),
            rule: None,
            output: Some(output),
            findings: Vec::new(),
            needs_review: false,
            problem: None,
            at: at(3_000),
        }
    }

    pub(crate) fn end(&self, start: &CallStart, money: CallMoney, ends: bool) -> CallEnd {
        CallEnd {
            call: start.call,
            agent: 3,
            money,
            usage: Usage {
                input_tokens: 100,
                output_tokens: 10,
                ..Usage::default()
            },
            uncached: None,
            quality: UsageQuality::Exact,
            sent: true,
            request_id: Some("req_1".to_owned()),
            reply: "{}".to_owned(),
            end: "answered",
            problem: None,
            at: at(3_000),
            task_ending: ends.then(|| self.done(start.task.0)),
        }
    }
}
