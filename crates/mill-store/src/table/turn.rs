//! What was said in calls.

use std::collections::BTreeMap;

use mill_domain::{ModelRef, RunId, TaskNumber, Timestamp, Usd};

use crate::{Store, StoreError};

/// One call with its words and its money.
#[derive(Debug, Clone)]
pub struct TurnRow {
    /// Which try of the task, from 1.
    pub attempt: u32,
    /// Which exchange of the try, from 1.
    pub turn: u32,
    /// Which of the skill's second models was asked, from 1; 0: the call was for the task's own answer.
    pub second: u32,
    /// The model that was asked.
    pub model: String,
    /// What was asked: the part that differs from row to row.
    pub prompt: String,
    /// What came back.
    pub reply: String,
    /// `answered`, `refused`, `cut_off`, `empty`, `too_long`, `failed`, `uncertain` or `in_flight`.
    pub end: String,
    /// What went wrong.
    pub problem: Option<String>,
    /// All input tokens.
    pub input_tokens: u64,
    /// Output tokens.
    pub output_tokens: u64,
    /// What it cost, or holds while in flight or uncertain.
    pub cost: Usd,
    /// How far the numbers can be trusted, as stored.
    pub quality: String,
    /// When it was sent.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
}

impl Store {
    /// All calls of a task, oldest first.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn turns(&self, run: RunId, task: TaskNumber) -> Result<Vec<TurnRow>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT attempt AS "attempt: u32", turn AS "turn: u32", second AS "second: u32", model, prompt, reply, end, problem,
                input_tokens + cache_read_tokens + cache_write_short_tokens + cache_write_long_tokens
                    AS "input_tokens!: i64",
                output_tokens, CASE state WHEN 'settled' THEN cost_pico WHEN 'released' THEN 0 ELSE bound_pico END
                    AS "cost!: i64",
                quality, started_at, ended_at
             FROM ledger JOIN turn USING (call_id) WHERE run_id = ? AND task = ? ORDER BY started_at, call_id"#,
            run,
            task.0
        )
        .fetch_all(self.readers())
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| TurnRow {
                attempt: row.attempt,
                turn: row.turn,
                second: row.second,
                model: row.model,
                prompt: row.prompt,
                reply: row.reply,
                end: row.end,
                problem: row.problem,
                input_tokens: row.input_tokens.unsigned_abs(),
                output_tokens: row.output_tokens.unsigned_abs(),
                cost: Usd::from_pico(row.cost),
                quality: row.quality,
                started_at: Timestamp::from_millis(row.started_at),
                ended_at: row.ended_at.map(Timestamp::from_millis),
            })
            .collect())
    }

    /// The model that answered each task last, by task number; tasks without an answer are left out.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn answering_models(&self, run: RunId) -> Result<BTreeMap<u32, String>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT task AS "task: u32", model FROM ledger JOIN turn USING (call_id)
             WHERE run_id = ? AND end = 'answered' AND second = 0 ORDER BY started_at, call_id"#,
            run
        )
        .fetch_all(self.readers())
        .await?;
        Ok(rows.into_iter().map(|row| (row.task, row.model)).collect())
    }

    /// The first answer of a model to a task that waits again: it was paid for, it did not fit, and its repair never came. A next try
    /// goes on from it instead of paying for another. `None`: there is none, or the run's skill is another one now.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn unrepaired_answer(
        &self,
        run: RunId,
        task: TaskNumber,
        model: &ModelRef,
    ) -> Result<Option<String>, StoreError> {
        let (run, model) = (run.to_string(), model.to_string());
        let reply = sqlx::query_scalar!(
            r#"SELECT turn.reply AS "reply!: String" FROM ledger
             JOIN turn ON turn.call_id = ledger.call_id JOIN run ON run.id = ledger.run_id
             WHERE ledger.run_id = ?1 AND ledger.task = ?2 AND ledger.turn = 1 AND turn.end = 'answered'
                AND turn.second = 0 AND turn.skill_hash = run.skill_hash AND ledger.model = ?3
             ORDER BY ledger.started_at DESC, ledger.call_id DESC LIMIT 1"#,
            run,
            task.0,
            model
        )
        .fetch_optional(self.readers())
        .await?;
        Ok(reply)
    }

    /// The last answer of a model to a task that waits again, or of a second model to it: it was paid for, and what should
    /// have followed never came. `None`: there is none, or the run's skill is another one now.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn paid_answer(
        &self,
        run: RunId,
        task: TaskNumber,
        model: &ModelRef,
        second: u32,
    ) -> Result<Option<String>, StoreError> {
        let (run, model) = (run.to_string(), model.to_string());
        let reply = sqlx::query_scalar!(
            r#"SELECT turn.reply AS "reply!: String" FROM ledger
             JOIN turn ON turn.call_id = ledger.call_id JOIN run ON run.id = ledger.run_id
             WHERE ledger.run_id = ?1 AND ledger.task = ?2 AND turn.end = 'answered' AND turn.second = ?4
                AND turn.skill_hash = run.skill_hash AND ledger.model = ?3
             ORDER BY ledger.started_at DESC, ledger.call_id DESC LIMIT 1"#,
            run,
            task.0,
            model,
            second
        )
        .fetch_optional(self.readers())
        .await?;
        Ok(reply)
    }
}
