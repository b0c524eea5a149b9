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

/// Settles calls; what was held for each, in order. `None`: one of them is not held.
pub(super) async fn settle(
    connection: &mut SqliteConnection,
    ends: &[&CallEnd],
) -> Result<Option<Vec<Held>>, StoreError> {
    if ends.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let Some(held) = held(connection, ends).await? else {
        return Ok(None);
    };
    update_ledger(connection, ends).await?;
    let said = ends.iter().map(|end| Said {
        call: end.call.to_string(),
        reply: &end.reply,
        end: end.end,
        problem: end.problem.as_deref(),
    });
    let said = serde_json::to_string(&said.collect::<Vec<_>>())?;
    sqlx::query!(
        "UPDATE turn SET reply = said.value ->> 'reply', end = said.value ->> 'end', problem = said.value ->> 'problem'
         FROM jsonb_each(?1) AS said WHERE turn.call_id = said.value ->> 'call'",
        said
    )
    .execute(connection)
    .await?;
    Ok(Some(held))
}

/// What is held for each of the calls, in order. `None`: one of them is not held.
///
/// One row of JSON instead of a row a call: each row is handed over by SQLite's thread by itself.
async fn held(
    connection: &mut SqliteConnection,
    ends: &[&CallEnd],
) -> Result<Option<Vec<Held>>, StoreError> {
    type Row = (String, i64, String, String, String, String, Option<String>);
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

async fn update_ledger(
    connection: &mut SqliteConnection,
    ends: &[&CallEnd],
) -> Result<(), StoreError> {
    let settled = ends.iter().map(|end| Settled {
        call: end.call.to_string(),
        state: state_word(end.money),
        cost: end.money.booked(Usd::ZERO).0.as_pico(),
        quality: end.quality.as_str(),
        tokens: stored_tokens(&end.usage),
        request_id: end.request_id.as_deref(),
        sent: end.sent,
        at: end.at.as_millis(),
        uncached: end.uncached.map(Usd::as_pico),
    });
    let settled = serde_json::to_string(&settled.collect::<Vec<_>>())?;
    sqlx::query!(
        "UPDATE ledger SET state = one.value ->> 'state', cost_pico = one.value ->> 'cost',
            quality = one.value ->> 'quality', input_tokens = one.value ->> '$.tokens[0]',
            cache_read_tokens = one.value ->> '$.tokens[1]', cache_write_short_tokens = one.value ->> '$.tokens[2]',
            cache_write_long_tokens = one.value ->> '$.tokens[3]', output_tokens = one.value ->> '$.tokens[4]',
            web_searches = one.value ->> '$.tokens[5]', request_id = one.value ->> 'request_id',
            sent = one.value ->> 'sent', ended_at = one.value ->> 'at', uncached_pico = one.value ->> 'uncached'
         FROM jsonb_each(?1) AS one WHERE ledger.call_id = one.value ->> 'call' AND ledger.state = 'held'",
        settled
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Ends the tasks of calls that were their last, and stores their results. False: one of them is not at work.
pub(super) async fn end_tasks(
    connection: &mut SqliteConnection,
    ends: &[&CallEnd],
) -> Result<bool, StoreError> {
    let endings: Vec<&TaskEnding> = ends
        .iter()
        .filter_map(|end| end.task_ending.as_ref())
        .collect();
    if endings.is_empty() {
        return Ok(true);
    }
    insert_results(connection, &endings).await?;
    let ended = endings.iter().map(|ending| EndedTask {
        run: ending.run.to_string(),
        task: ending.task.0,
        state: ending.outcome.as_str(),
        problem: ending.problem.as_deref(),
        decided_by: ending.decided_by.map(DecidedBy::as_str),
        rule: ending.rule,
        needs_review: ending.needs_review,
        has_result: ending.output.is_some(),
        at: ending.at.as_millis(),
    });
    let ended = serde_json::to_string(&ended.collect::<Vec<_>>())?;
    let updated = sqlx::query!(
        "UPDATE task SET state = one.value ->> 'state', problem = one.value ->> 'problem',
            decided_by = one.value ->> 'decided_by', rule = one.value ->> 'rule',
            version = iif(one.value ->> 'has_result', (SELECT max(version) FROM result
                WHERE result.run_id = task.run_id AND result.task = task.number), version),
            needs_review = one.value ->> 'needs_review', ended_at = one.value ->> 'at'
         FROM jsonb_each(?1) AS one
         WHERE task.run_id = one.value ->> 'run' AND task.number = one.value ->> 'task' AND task.state = 'at_work'",
        ended
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "UPDATE attempt SET ended_at = one.value ->> 'at', ended_as = one.value ->> 'state'
         FROM jsonb_each(?1) AS one
         WHERE attempt.run_id = one.value ->> 'run' AND attempt.task = one.value ->> 'task'
            AND attempt.ended_at IS NULL",
        ended
    )
    .execute(connection)
    .await?;
    Ok(updated.rows_affected() == endings.len() as u64)
}

/// Each as the next version after all there are, also those an undo left behind.
async fn insert_results(
    connection: &mut SqliteConnection,
    endings: &[&TaskEnding],
) -> Result<(), StoreError> {
    let mut made = Vec::with_capacity(endings.len());
    for ending in endings {
        let Some(output) = &ending.output else {
            continue;
        };
        made.push(Made {
            run: ending.run.to_string(),
            task: ending.task.0,
            decided_by: ending.decided_by.unwrap_or(DecidedBy::Model).as_str(),
            rule: ending.rule,
            output: serde_json::to_string(output)?,
            findings: serde_json::to_string(&ending.findings)?,
            at: ending.at.as_millis(),
        });
    }
    if made.is_empty() {
        return Ok(());
    }
    let made = serde_json::to_string(&made)?;
    sqlx::query!(
        "INSERT INTO result (run_id, task, version, decided_by, rule, skill_version, skill_hash, output, findings,
            made_at)
         SELECT run.id, one.value ->> 'task',
            (SELECT coalesce(max(earlier.version), 0) + 1 FROM result AS earlier
                WHERE earlier.run_id = run.id AND earlier.task = one.value ->> 'task'),
            one.value ->> 'decided_by', one.value ->> 'rule', run.skill_version, run.skill_hash,
            one.value ->> 'output', one.value ->> 'findings', one.value ->> 'at'
         FROM jsonb_each(?1) AS one CROSS JOIN run ON run.id = one.value ->> 'run'",
        made
    )
    .execute(connection)
    .await?;
    Ok(())
}
