//! Holding money before a call leaves, and what becomes of it afterwards. All inside one transaction.

use mill_domain::{Budget, Usd};
use sqlx::sqlite::SqliteConnection;

use super::{CallEnd, CallMoney, CallStart, Month};
use crate::StoreError;
use crate::table::run::read_state;

pub(super) async fn hold_for_run(
    connection: &mut SqliteConnection,
    run: &str,
    bound: Usd,
) -> Result<(), StoreError> {
    let state = read_state(connection, run).await?;
    if state != mill_domain::RunState::Running {
        return Err(StoreError::WrongState {
            what: "run",
            id: run.to_owned(),
            state: state.as_str().to_owned(),
        });
    }
    let row = sqlx::query!(
        "SELECT budget_pico, spent_pico, reserved_pico, uncertain_pico FROM run WHERE id = ?",
        run
    )
    .fetch_one(&mut *connection)
    .await?;
    let mut budget = Budget {
        cap: row.budget_pico.map_or(Usd::MAX, Usd::from_pico),
        spent: Usd::from_pico(row.spent_pico),
        reserved: Usd::from_pico(row.reserved_pico),
        uncertain: Usd::from_pico(row.uncertain_pico),
    };
    budget
        .reserve(bound)
        .map_err(|refusal| StoreError::Budget {
            scope: "run",
            refusal,
        })?;
    let reserved = budget.reserved.as_pico();
    sqlx::query!(
        "UPDATE run SET reserved_pico = ?2 WHERE id = ?1",
        run,
        reserved
    )
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn hold_for_month(
    connection: &mut SqliteConnection,
    month: &Month,
    bound: Usd,
) -> Result<(), StoreError> {
    let row = sqlx::query!(
        "SELECT spent_pico, reserved_pico, uncertain_pico FROM month WHERE month = ?",
        month.name
    )
    .fetch_optional(&mut *connection)
    .await?;
    let mut budget = Budget::new(month.cap.unwrap_or(Usd::MAX));
    if let Some(row) = row {
        budget.spent = Usd::from_pico(row.spent_pico);
        budget.reserved = Usd::from_pico(row.reserved_pico);
        budget.uncertain = Usd::from_pico(row.uncertain_pico);
    }
    budget
        .reserve(bound)
        .map_err(|refusal| StoreError::Budget {
            scope: "month",
            refusal,
        })?;
    let reserved = budget.reserved.as_pico();
    sqlx::query!(
        "INSERT INTO month (month, reserved_pico) VALUES (?1, ?2) ON CONFLICT (month) DO UPDATE SET reserved_pico = ?2",
        month.name,
        reserved
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
    sqlx::query!(
        "INSERT INTO ledger (call_id, run_id, task, attempt, turn, model, month, sent, state, bound_pico, quality,
            started_at)
         VALUES (?1, ?2, ?3, (SELECT attempts FROM task WHERE run_id = ?2 AND number = ?3), ?4, ?5, ?6, ?9, 'held', ?7,
            'unknown', ?8)",
        call,
        run,
        start.task.0,
        start.turn,
        start.model,
        start.month.name,
        bound,
        at,
        start.leaves
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "INSERT INTO turn (call_id, skill_hash, prompt) SELECT ?1, skill_hash, ?2 FROM run WHERE id = ?3",
        call,
        start.prompt,
        run
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
    let (state, cost, uncertain) = match totals.money {
        CallMoney::Settled(cost) => ("settled", cost.as_pico(), false),
        CallMoney::Uncertain => ("uncertain", 0, true),
        CallMoney::Released => ("released", 0, false),
    };
    let (quality, at) = (totals.quality.as_str(), totals.at.as_millis());
    let tokens = [
        totals.usage.input_tokens,
        totals.usage.cache_read_tokens,
        totals.usage.cache_write_short_tokens,
        totals.usage.cache_write_long_tokens,
        totals.usage.output_tokens,
        totals.usage.web_searches,
    ]
    .map(|count| i64::try_from(count).unwrap_or(i64::MAX));
    let held = sqlx::query!(
        r#"UPDATE ledger SET state = ?2, cost_pico = ?3, quality = ?4, input_tokens = ?5, cache_read_tokens = ?6,
            cache_write_short_tokens = ?7, cache_write_long_tokens = ?8, output_tokens = ?9, web_searches = ?10,
            request_id = ?11, sent = ?12, ended_at = ?13
         WHERE call_id = ?1 AND state = 'held'
         RETURNING run_id AS "run_id!: String", month AS "month!: String", bound_pico AS "bound_pico!: i64""#,
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
        at
    )
    .fetch_optional(&mut *connection)
    .await?
    .ok_or_else(|| StoreError::NotFound { what: "held call", id: call.clone() })?;
    let kept = if uncertain { held.bound_pico } else { 0 };
    sqlx::query!(
        "UPDATE run SET reserved_pico = reserved_pico - ?2, spent_pico = spent_pico + ?3,
            uncertain_pico = uncertain_pico + ?4 WHERE id = ?1",
        held.run_id,
        held.bound_pico,
        cost,
        kept
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "UPDATE month SET reserved_pico = reserved_pico - ?2, spent_pico = spent_pico + ?3,
            uncertain_pico = uncertain_pico + ?4 WHERE month = ?1",
        held.month,
        held.bound_pico,
        cost,
        kept
    )
    .execute(&mut *connection)
    .await?;
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
