//! A new answer in the place of the old one, and back.

use mill_domain::{DecidedBy, Outcome, TaskNumber};
use sqlx::sqlite::SqliteConnection;

use crate::StoreError;
use crate::table::result::insert_result;
use crate::table::task::TaskEnding;
use crate::table::verdict::{last_act, next_act};

/// Ends the asking of a row with what came of it: an answer that fits becomes the next version, without a verdict; any
/// other end leaves the row as it was. False: the row is not being asked, and nothing is changed.
pub(in crate::table) async fn take_answer(
    connection: &mut SqliteConnection,
    ending: &TaskEnding,
) -> Result<bool, StoreError> {
    let (run, now) = (ending.run.to_string(), ending.at.as_millis());
    let open = sqlx::query!(
        r#"SELECT id AS "id!: i64", asking FROM again WHERE run_id = ? AND task = ? AND ended_as IS NULL"#,
        run,
        ending.task.0
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(open) = open else {
        return Ok(false);
    };
    let outcome = ending.outcome.as_str();
    sqlx::query!(
        "UPDATE again SET ended_as = ?2, problem = ?3, ended_at = ?4 WHERE id = ?1",
        open.id,
        outcome,
        ending.problem,
        now
    )
    .execute(&mut *connection)
    .await?;
    if ending.outcome == Outcome::Done && ending.output.is_some() {
        remember(connection, open.id, open.asking, &run).await?;
        replace(connection, ending, open.id).await?;
    }
    Ok(true)
}

/// Keeps the row as it was, and takes the answer's place among the acts: rows of one asking are undone together as long
/// as nothing else was done between their answers.
async fn remember(
    connection: &mut SqliteConnection,
    id: i64,
    asking: i64,
    run: &str,
) -> Result<(), StoreError> {
    let last = last_act(connection, run).await?;
    let goes_on = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM again WHERE run_id = ? AND asking = ? AND act = ? AND undone_at IS NULL)
            AS "goes_on!: bool""#,
        run,
        asking,
        last
    )
    .fetch_one(&mut *connection)
    .await?;
    let act = if goes_on {
        last
    } else {
        next_act(connection, run).await?
    };
    sqlx::query!(
        "UPDATE again SET act = ?2, state_before = task.state, problem_before = task.problem,
            decided_by_before = task.decided_by, rule_before = task.rule, version_before = task.version,
            needs_review_before = task.needs_review, verdict_before = task.verdict, ended_at_before = task.ended_at
         FROM task WHERE again.id = ?1 AND task.run_id = again.run_id AND task.number = again.task",
        id,
        act
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn replace(
    connection: &mut SqliteConnection,
    ending: &TaskEnding,
    id: i64,
) -> Result<(), StoreError> {
    let (run, now) = (ending.run.to_string(), ending.at.as_millis());
    let version = sqlx::query_scalar!(
        r#"SELECT coalesce(max(version), 0) + 1 AS "version!: i64" FROM result WHERE run_id = ? AND task = ?"#,
        run,
        ending.task.0
    )
    .fetch_one(&mut *connection)
    .await?;
    insert_result(connection, ending, version).await?;
    let (state, decided_by) = (
        ending.outcome.as_str(),
        ending.decided_by.map(DecidedBy::as_str),
    );
    sqlx::query!(
        "UPDATE task SET state = ?3, problem = NULL, decided_by = ?4, rule = ?5, version = ?6, needs_review = ?7,
            verdict = NULL, ended_at = ?8
         WHERE run_id = ?1 AND number = ?2",
        run,
        ending.task.0,
        state,
        decided_by,
        ending.rule,
        version,
        ending.needs_review,
        now
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!("UPDATE again SET version = ?2 WHERE id = ?1", id, version)
        .execute(connection)
        .await?;
    Ok(())
}

/// Puts rows whose answers came with an act back as they were; the rows.
pub(in crate::table) async fn take_back(
    connection: &mut SqliteConnection,
    run: &str,
    act: i64,
    now: i64,
) -> Result<Vec<TaskNumber>, StoreError> {
    sqlx::query!(
        "UPDATE task SET state = again.state_before, problem = again.problem_before,
            decided_by = again.decided_by_before, rule = again.rule_before, version = again.version_before,
            needs_review = again.needs_review_before, verdict = again.verdict_before, ended_at = again.ended_at_before
         FROM again WHERE again.run_id = ?1 AND again.act = ?2 AND again.undone_at IS NULL
            AND task.run_id = again.run_id AND task.number = again.task",
        run,
        act
    )
    .execute(&mut *connection)
    .await?;
    let tasks = sqlx::query_scalar!(
        r#"UPDATE again SET undone_at = ?3 WHERE run_id = ?1 AND act = ?2 AND undone_at IS NULL
         RETURNING task AS "task!: u32""#,
        run,
        act,
        now
    )
    .fetch_all(connection)
    .await?;
    Ok(tasks.into_iter().map(TaskNumber).collect())
}
