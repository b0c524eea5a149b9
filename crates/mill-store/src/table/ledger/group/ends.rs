//! The calls of a group that end, and their tasks.

use std::collections::BTreeMap;

use mill_domain::{DecidedBy, Usd};
use serde::Serialize;
use sqlx::sqlite::SqliteConnection;

use super::CallEnd;
use super::accounts::Counted;
use crate::StoreError;
use crate::table::ledger::gate::{state_word, stored_tokens};
use crate::table::task::TaskEnding;

/// A call that was held until now.
#[derive(Debug, Clone)]
pub(super) struct Held {
    pub(super) bound: Usd,
    pub(super) counted: Counted,
}

#[derive(Serialize)]
struct Settled<'a> {
    call: String,
    state: &'static str,
    cost: i64,
    quality: &'static str,
    tokens: [i64; 6],
    request_id: Option<&'a str>,
    sent: bool,
    at: i64,
    uncached: Option<i64>,
    agent: u32,
}

#[derive(Serialize)]
struct Said<'a> {
    call: String,
    reply: &'a str,
    end: &'static str,
    problem: Option<&'a str>,
}

#[derive(Serialize)]
struct EndedTask<'a> {
    run: String,
    task: u32,
    state: &'static str,
    problem: Option<&'a str>,
    decided_by: Option<&'static str>,
    rule: Option<u32>,
    needs_review: bool,
    has_result: bool,
    at: i64,
}

#[derive(Serialize)]
struct Made {
    run: String,
    task: u32,
    decided_by: &'static str,
    rule: Option<u32>,
    output: String,
    findings: String,
    at: i64,
}

/// What is held for each of the calls, in order. `None`: one of them is not held.
///
/// One row of JSON instead of a row a call: each row is handed over by SQLite's thread by itself.
pub(super) async fn held(
    connection: &mut SqliteConnection,
    ends: &[&CallEnd],
) -> Result<Option<Vec<Held>>, StoreError> {
    type Row = (String, i64, String, String, String, String, Option<String>);
    if ends.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let calls = ends.iter().map(|end| end.call.to_string());
    let calls = calls.collect::<Vec<_>>();
    let asked = serde_json::to_string(&calls)?;
    let rows = sqlx::query_scalar!(
        r#"SELECT json_group_array(json_array(call_id, bound_pico, run_id, day, month, model, key_name)) AS "rows!: String"
         FROM json_each(?1) AS one CROSS JOIN ledger ON ledger.call_id = one.value WHERE ledger.state = 'held'"#,
        asked
    )
    .fetch_one(connection)
    .await?;
    let rows: Vec<Row> = serde_json::from_str(&rows)?;
    let mut held = BTreeMap::new();
    for (call, bound, run, day, month, model, key) in rows {
        let provider = model.split('/').next().unwrap_or_default().to_owned();
        let counted = Counted {
            run,
            day,
            month,
            key: key.map(|key| format!("{provider}/{key}")),
            provider,
        };
        let bound = Usd::from_pico(bound);
        held.insert(call, Held { bound, counted });
    }
    Ok(calls.iter().map(|call| held.remove(call)).collect())
}

/// The ends of calls and of their tasks, as the JSON texts that are written, and how many rows they change.
pub(super) struct Texts {
    pub(super) settled: String,
    pub(super) said: String,
    pub(super) made: String,
    pub(super) ended: String,
    pub(super) rows: usize,
}

impl Texts {
    /// # Errors
    /// [`StoreError::Unreadable`] if an output cannot be written as JSON.
    pub(super) fn of(ends: &[&CallEnd]) -> Result<Self, StoreError> {
        let endings: Vec<&TaskEnding> = ends
            .iter()
            .filter_map(|end| end.task_ending.as_ref())
            .collect();
        let made = made(&endings)?;
        Ok(Self {
            settled: serde_json::to_string(
                &ends.iter().map(|end| settled(end)).collect::<Vec<_>>(),
            )?,
            said: serde_json::to_string(&ends.iter().map(|end| said(end)).collect::<Vec<_>>())?,
            ended: serde_json::to_string(
                &endings.iter().map(|end| ended(end)).collect::<Vec<_>>(),
            )?,
            rows: 2 * ends.len() + made.len() + endings.len(),
            made: serde_json::to_string(&made)?,
        })
    }
}

fn settled(end: &CallEnd) -> Settled<'_> {
    Settled {
        call: end.call.to_string(),
        state: state_word(end.money),
        cost: end.money.booked(Usd::ZERO).0.as_pico(),
        quality: end.quality.as_str(),
        tokens: stored_tokens(&end.usage),
        request_id: end.request_id.as_deref(),
        sent: end.sent,
        at: end.at.as_millis(),
        uncached: end.uncached.map(Usd::as_pico),
        agent: end.agent,
    }
}

fn said(end: &CallEnd) -> Said<'_> {
    Said {
        call: end.call.to_string(),
        reply: &end.reply,
        end: end.end,
        problem: end.problem.as_deref(),
    }
}

fn ended(ending: &TaskEnding) -> EndedTask<'_> {
    EndedTask {
        run: ending.run.to_string(),
        task: ending.task.0,
        state: ending.outcome.as_str(),
        problem: ending.problem.as_deref(),
        decided_by: ending.decided_by.map(DecidedBy::as_str),
        rule: ending.rule,
        needs_review: ending.needs_review,
        has_result: ending.output.is_some(),
        at: ending.at.as_millis(),
    }
}

/// The results of the tasks that have one.
fn made(endings: &[&TaskEnding]) -> Result<Vec<Made>, StoreError> {
    let with_result = endings
        .iter()
        .filter_map(|ending| Some((ending, ending.output.as_ref()?)));
    with_result
        .map(|(ending, output)| {
            Ok(Made {
                run: ending.run.to_string(),
                task: ending.task.0,
                decided_by: ending.decided_by.unwrap_or(DecidedBy::Model).as_str(),
                rule: ending.rule,
                output: serde_json::to_string(output)?,
                findings: serde_json::to_string(&ending.findings)?,
                at: ending.at.as_millis(),
            })
        })
        .collect()
}
