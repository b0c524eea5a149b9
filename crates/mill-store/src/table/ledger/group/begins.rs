//! The calls of a group that begin, and their tasks.

use serde::Serialize;
use sqlx::sqlite::SqliteConnection;

use super::CallStart;
use crate::StoreError;

#[derive(Serialize)]
struct Begun<'a> {
    call: String,
    run: String,
    task: u32,
    turn: u32,
    second: u32,
    model: String,
    month: &'a str,
    day: &'a str,
    leaves: bool,
    bound: i64,
    key: Option<String>,
    prompt: &'a str,
    at: i64,
}

#[derive(Serialize)]
struct Taken {
    run: String,
    task: u32,
    at: i64,
}

/// Takes the tasks whose try begins and writes the calls down. False: one of the tasks has ended.
pub(super) async fn insert(
    connection: &mut SqliteConnection,
    starts: &[&CallStart],
) -> Result<bool, StoreError> {
    if starts.is_empty() {
        return Ok(true);
    }
    if !take_tasks(connection, starts).await? {
        return Ok(false);
    }
    let begun = starts.iter().map(|start| Begun {
        call: start.call.to_string(),
        run: start.run.to_string(),
        task: start.task.0,
        turn: start.turn,
        second: start.second,
        model: start.model.to_string(),
        month: &start.calendar.month,
        day: &start.calendar.day,
        leaves: start.leaves,
        bound: start.bound.as_pico(),
        key: start.key.as_ref().map(ToString::to_string),
        prompt: &start.prompt,
        at: start.at.as_millis(),
    });
    let begun = serde_json::to_string(&begun.collect::<Vec<_>>())?;
    sqlx::query!(
        "INSERT INTO ledger (call_id, run_id, task, attempt, turn, model, month, sent, state, bound_pico, quality,
            started_at, day, key_name)
         SELECT value ->> 'call', value ->> 'run', value ->> 'task',
            (SELECT attempts FROM task WHERE task.run_id = value ->> 'run' AND task.number = value ->> 'task'),
            value ->> 'turn', value ->> 'model', value ->> 'month', value ->> 'leaves', 'held', value ->> 'bound',
            'unknown', value ->> 'at', value ->> 'day', value ->> 'key'
         FROM jsonb_each(?1)",
        begun
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "INSERT INTO turn (call_id, skill_hash, prompt, second)
         SELECT one.value ->> 'call', run.skill_hash, one.value ->> 'prompt', one.value ->> 'second'
         FROM jsonb_each(?1) AS one CROSS JOIN run ON run.id = one.value ->> 'run'",
        begun
    )
    .execute(connection)
    .await?;
    Ok(true)
}

/// Counts a try of each task; an earlier one that was left open has failed.
async fn take_tasks(
    connection: &mut SqliteConnection,
    starts: &[&CallStart],
) -> Result<bool, StoreError> {
    let taken: Vec<Taken> = starts
        .iter()
        .filter(|start| start.starts_attempt)
        .map(|start| Taken {
            run: start.run.to_string(),
            task: start.task.0,
            at: start.at.as_millis(),
        })
        .collect();
    if taken.is_empty() {
        return Ok(true);
    }
    let expected = taken.len() as u64;
    let taken = serde_json::to_string(&taken)?;
    // Looked up first: a task is hardly ever tried again, and looking for what an earlier try left open costs more than this.
    let tries = sqlx::query_scalar!(
        r#"SELECT coalesce(max(task.attempts), 0) AS "tries!: i64" FROM jsonb_each(?1) AS one CROSS JOIN task
            ON task.run_id = one.value ->> 'run' AND task.number = one.value ->> 'task'"#,
        taken
    )
    .fetch_one(&mut *connection)
    .await?;
    let updated = sqlx::query!(
        "UPDATE task SET state = 'at_work', attempts = attempts + 1 FROM jsonb_each(?1) AS one
         WHERE task.run_id = one.value ->> 'run' AND task.number = one.value ->> 'task'
            AND task.state IN ('waiting', 'at_work')",
        taken
    )
    .execute(&mut *connection)
    .await?;
    if updated.rows_affected() != expected {
        return Ok(false);
    }
    if tries > 0 {
        close_attempts(connection, &taken).await?;
    }
    sqlx::query!(
        "INSERT INTO attempt (run_id, task, attempt, started_at)
         SELECT task.run_id, task.number, task.attempts, one.value ->> 'at'
         FROM jsonb_each(?1) AS one CROSS JOIN task
            ON task.run_id = one.value ->> 'run' AND task.number = one.value ->> 'task'",
        taken
    )
    .execute(connection)
    .await?;
    Ok(true)
}

/// Earlier tries that were left open have failed.
async fn close_attempts(connection: &mut SqliteConnection, taken: &str) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE attempt SET ended_at = one.value ->> 'at', ended_as = 'failed' FROM jsonb_each(?1) AS one
         WHERE attempt.run_id = one.value ->> 'run' AND attempt.task = one.value ->> 'task'
            AND attempt.ended_at IS NULL",
        taken
    )
    .execute(connection)
    .await?;
    Ok(())
}
