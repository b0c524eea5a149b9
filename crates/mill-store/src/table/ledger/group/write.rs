//! Everything a group changes, in one text of statements.

use sqlx::sqlite::SqliteConnection;

use super::accounts::Accounts;
use super::{CallEnd, CallStart, begins, ends};
use crate::StoreError;

/// Writes the ends, the sums and the beginnings of a group. False: a row that should have changed did not (a call that is
/// not held, a task that is not at work or has ended).
///
/// One text, because each text is handed to SQLite's thread and back, which costs more than most of the statements. Each
/// `?` is the rows of its statement as JSON; the order matters: results before their tasks, tasks before their calls.
pub(super) async fn all(
    connection: &mut SqliteConnection,
    (ended, accounts, begun): (&[&CallEnd], &Accounts, &[&CallStart]),
) -> Result<bool, StoreError> {
    let ends = ends::Texts::of(ended)?;
    let begins = begins::Texts::of(begun)?;
    let (sums, touched) = accounts.text()?;
    let expected = ends.rows + touched + begins.rows;
    let changed = sqlx::query!(
        "UPDATE ledger SET state = one.value ->> '$.state', cost_pico = one.value ->> '$.cost',
            quality = one.value ->> '$.quality', input_tokens = one.value ->> '$.tokens[0]',
            cache_read_tokens = one.value ->> '$.tokens[1]', cache_write_short_tokens = one.value ->> '$.tokens[2]',
            cache_write_long_tokens = one.value ->> '$.tokens[3]', output_tokens = one.value ->> '$.tokens[4]',
            web_searches = one.value ->> '$.tokens[5]', request_id = one.value ->> '$.request_id',
            sent = one.value ->> '$.sent', ended_at = one.value ->> '$.at', uncached_pico = one.value ->> '$.uncached',
            agent = one.value ->> '$.agent'
         FROM jsonb_each(?) AS one WHERE ledger.call_id = one.value ->> '$.call' AND ledger.state = 'held';
         UPDATE turn SET reply = said.value ->> '$.reply', end = said.value ->> '$.end', problem = said.value ->> '$.problem'
         FROM jsonb_each(?) AS said WHERE turn.call_id = said.value ->> '$.call';
         INSERT INTO result (run_id, task, version, decided_by, rule, skill_version, skill_hash, output, findings,
            made_at)
         SELECT run.id, one.value ->> '$.task',
            (SELECT coalesce(max(earlier.version), 0) + 1 FROM result AS earlier
                WHERE earlier.run_id = run.id AND earlier.task = one.value ->> '$.task'),
            one.value ->> '$.decided_by', one.value ->> '$.rule', run.skill_version, run.skill_hash,
            one.value ->> '$.output', one.value ->> '$.findings', one.value ->> '$.at'
         FROM jsonb_each(?) AS one CROSS JOIN run ON run.id = one.value ->> '$.run';
         UPDATE task SET state = one.value ->> '$.state', problem = one.value ->> '$.problem',
            decided_by = one.value ->> '$.decided_by', rule = one.value ->> '$.rule',
            version = iif(one.value ->> '$.has_result', (SELECT max(version) FROM result
                WHERE result.run_id = task.run_id AND result.task = task.number), version),
            needs_review = one.value ->> '$.needs_review', ended_at = one.value ->> '$.at'
         FROM jsonb_each(?) AS one
         WHERE task.run_id = one.value ->> '$.run' AND task.number = one.value ->> '$.task' AND task.state = 'at_work';
         INSERT INTO scope (kind, name, period, spent_pico, reserved_pico, uncertain_pico)
         SELECT value ->> '$.kind', value ->> '$.name', value ->> '$.period', value ->> '$.spent', value ->> '$.reserved',
            value ->> '$.uncertain' FROM jsonb_each(?) WHERE true
         ON CONFLICT DO UPDATE SET spent_pico = spent_pico + excluded.spent_pico,
            reserved_pico = reserved_pico + excluded.reserved_pico,
            uncertain_pico = uncertain_pico + excluded.uncertain_pico;
         UPDATE task SET state = 'at_work', attempts = attempts + 1 FROM jsonb_each(?) AS one
         WHERE task.run_id = one.value ->> '$.run' AND task.number = one.value ->> '$.task'
            AND task.state IN ('waiting', 'at_work');
         INSERT INTO ledger (call_id, run_id, task, attempt, turn, model, month, sent, state, bound_pico, quality,
            started_at, day, key_name)
         SELECT value ->> '$.call', value ->> '$.run', value ->> '$.task',
            (SELECT attempts FROM task WHERE task.run_id = value ->> '$.run' AND task.number = value ->> '$.task'),
            value ->> '$.turn', value ->> '$.model', value ->> '$.month', value ->> '$.leaves', 'held', value ->> '$.bound',
            'unknown', value ->> '$.at', value ->> '$.day', value ->> '$.key'
         FROM jsonb_each(?);
         INSERT INTO turn (call_id, skill_hash, prompt, second)
         SELECT one.value ->> '$.call', run.skill_hash, one.value ->> '$.prompt', one.value ->> '$.second'
         FROM jsonb_each(?) AS one CROSS JOIN run ON run.id = one.value ->> '$.run'",
        ends.settled,
        ends.said,
        ends.made,
        ends.ended,
        sums,
        begins.taken,
        begins.begun,
        begins.begun
    )
    .execute(connection)
    .await?;
    Ok(changed.rows_affected() == expected as u64)
}
