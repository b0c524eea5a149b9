//! Holding money before a call leaves, and what becomes of it afterwards. All inside one transaction.

use mill_domain::{NoRoom, RunState, Usage, Usd, reserve_leaving};
use sqlx::sqlite::SqliteConnection;

use super::accounts::{self, Names};
use super::{CallEnd, CallMoney, CallStart};
use crate::StoreError;

/// Holds the bound under every cap the call counts against, or under none. `may_call` says in which states the run may.
pub(super) async fn hold(
    connection: &mut SqliteConnection,
    start: &CallStart,
    run: &str,
    may_call: fn(RunState) -> bool,
) -> Result<(), StoreError> {
    let row = sqlx::query!(
        "SELECT state, reason, job_id, budget_pico FROM run WHERE id = ?",
        run
    )
    .fetch_optional(&mut *connection)
    .await?
    .ok_or_else(|| StoreError::NotFound {
        what: "run",
        id: run.to_owned(),
    })?;
    let state = RunState::from_words(&row.state, row.reason.as_deref())?;
    if !may_call(state) {
        return Err(StoreError::WrongState {
            what: "run",
            id: run.to_owned(),
            state: state.as_str().to_owned(),
        });
    }
    let names = Names::of(start, run, row.job_id);
    let (mut scopes, mut budgets) =
        accounts::read(connection, &names, start, row.budget_pico).await?;
    if let Err((place, refusal)) = reserve_leaving(&mut budgets, start.bound, start.besides) {
        let scope = scopes.swap_remove(place);
        return Err(StoreError::Budget(NoRoom { scope, refusal }));
    }
    add_reservation(connection, &names, start).await
}

/// The same amount more under each scope, in one statement.
async fn add_reservation(
    connection: &mut SqliteConnection,
    names: &Names,
    start: &CallStart,
) -> Result<(), StoreError> {
    let bound = start.bound.as_pico();
    sqlx::query!(
        "INSERT INTO scope (kind, name, period, reserved_pico)
         SELECT column1, column2, column3, ?7 FROM (VALUES ('run', ?1, ''), ('job', ?2, ''), ('day', '', ?3),
            ('month', '', ?4), ('provider', ?5, ?4), ('key', ?6, ?4))
         WHERE column2 IS NOT NULL
         ON CONFLICT DO UPDATE SET reserved_pico = reserved_pico + excluded.reserved_pico",
        names.run,
        names.job,
        start.calendar.day,
        start.calendar.month,
        names.provider,
        names.key,
        bound
    )
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn insert_call(
    connection: &mut SqliteConnection,
    start: &CallStart,
    run: &str,
) -> Result<(), StoreError> {
    let (call, bound, at) = (
        start.call.to_string(),
        start.bound.as_pico(),
        start.at.as_millis(),
    );
    let (model, key) = (
        start.model.to_string(),
        start.key.as_ref().map(ToString::to_string),
    );
    sqlx::query!(
        "INSERT INTO ledger (call_id, run_id, task, attempt, turn, model, month, sent, state, bound_pico, quality,
            started_at, day, key_name)
         VALUES (?1, ?2, ?3, (SELECT attempts FROM task WHERE run_id = ?2 AND number = ?3), ?4, ?5, ?6, ?9, 'held', ?7,
            'unknown', ?8, ?10, ?11)",
        call,
        run,
        start.task.0,
        start.turn,
        model,
        start.calendar.month,
        bound,
        at,
        start.leaves,
        start.calendar.day,
        key
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "INSERT INTO turn (call_id, skill_hash, prompt, second) SELECT ?1, skill_hash, ?2, ?4 FROM run WHERE id = ?3",
        call,
        start.prompt,
        run,
        start.second
    )
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn settle(
    connection: &mut SqliteConnection,
    totals: &CallEnd,
) -> Result<(), StoreError> {
    let call = totals.call.to_string();
    let state = state_word(totals.money);
    let (cost, _) = totals.money.booked(Usd::ZERO);
    let cost = cost.as_pico();
    let uncached = totals.uncached.map(Usd::as_pico);
    let (quality, at) = (totals.quality.as_str(), totals.at.as_millis());
    let tokens = stored_tokens(&totals.usage);
    let bound = sqlx::query_scalar!(
        r#"UPDATE ledger SET state = ?2, cost_pico = ?3, quality = ?4, input_tokens = ?5, cache_read_tokens = ?6,
            cache_write_short_tokens = ?7, cache_write_long_tokens = ?8, output_tokens = ?9, web_searches = ?10,
            request_id = ?11, sent = ?12, ended_at = ?13, uncached_pico = ?14, agent = ?15
         WHERE call_id = ?1 AND state = 'held'
         RETURNING bound_pico AS "bound_pico!: i64""#,
        call,
        state,
        cost,
        quality,
        tokens[0],
        tokens[1],
        tokens[2],
        tokens[3],
        tokens[4],
        tokens[5],
        totals.request_id,
        totals.sent,
        at,
        uncached,
        totals.agent
    )
    .fetch_optional(&mut *connection)
    .await?
    .ok_or_else(|| StoreError::NotFound { what: "held call", id: call.clone() })?;
    move_reservation(connection, &call, totals.money, Usd::from_pico(bound)).await?;
    sqlx::query!(
        "UPDATE turn SET reply = ?2, end = ?3, problem = ?4 WHERE call_id = ?1",
        call,
        totals.reply,
        totals.end,
        totals.problem
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The word of a call that ended.
pub(super) const fn state_word(money: CallMoney) -> &'static str {
    match money {
        CallMoney::Settled(_) => "settled",
        CallMoney::Uncertain => "uncertain",
        CallMoney::Released => "released",
    }
}

/// Input, cache read, short and long cache write, output, web searches.
pub(super) fn stored_tokens(usage: &Usage) -> [i64; 6] {
    [
        usage.input_tokens,
        usage.cache_read_tokens,
        usage.cache_write_short_tokens,
        usage.cache_write_long_tokens,
        usage.output_tokens,
        usage.web_searches,
    ]
    .map(|count| i64::try_from(count).unwrap_or(i64::MAX))
}

/// Replaces the call's reservation under each scope by what became of it, in one statement.
async fn move_reservation(
    connection: &mut SqliteConnection,
    call: &str,
    money: CallMoney,
    bound: Usd,
) -> Result<(), StoreError> {
    let (spent, uncertain) = money.booked(bound);
    let (bound, spent, uncertain) = (bound.as_pico(), spent.as_pico(), uncertain.as_pico());
    sqlx::query!(
        "UPDATE scope SET reserved_pico = reserved_pico - ?2, spent_pico = spent_pico + ?3,
            uncertain_pico = uncertain_pico + ?4
         WHERE (kind, name, period) IN (SELECT kind, name, period FROM ledger_scope WHERE call_id = ?1)",
        call,
        bound,
        spent,
        uncertain
    )
    .execute(connection)
    .await?;
    Ok(())
}
