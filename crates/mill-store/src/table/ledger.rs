//! The one ledger: hold, settle, keep uncertain, release; and its sums.

use std::collections::BTreeMap;

use mill_domain::{Budget, CallId, RunId, TaskNumber, Timestamp, Usage, UsageQuality, Usd};
use sqlx::sqlite::SqliteConnection;

use super::run::read_state;
use super::task::{TaskEnding, end_task, start_attempt};
use crate::{Store, StoreError};

/// The month a call counts against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Month {
    /// `YYYY-MM` in the person's zone.
    pub name: String,
    /// The person's cap for a month; `None`: no cap.
    pub cap: Option<Usd>,
}

/// A call that is about to leave.
#[derive(Debug, Clone)]
pub struct CallStart {
    /// Its id, new.
    pub call: CallId,
    /// The run.
    pub run: RunId,
    /// The task.
    pub task: TaskNumber,
    /// True for the first call of a try: the task is taken and the try counted.
    pub starts_attempt: bool,
    /// Which exchange of the try, from 1.
    pub turn: u32,
    /// `provider/model`.
    pub model: String,
    /// What it can cost at most.
    pub bound: Usd,
    /// The month it counts against.
    pub month: Month,
    /// What is asked: the part that differs from row to row.
    pub prompt: String,
    /// When.
    pub at: Timestamp,
}

/// What became of the money that was held for a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallMoney {
    /// The cost is known, exactly or by our own estimate.
    Settled(Usd),
    /// Nobody knows how it ended: the whole bound stays booked.
    Uncertain,
    /// It was not billed: it never left, or the provider refused it with an error.
    Released,
}

/// How a call ended.
#[derive(Debug, Clone)]
pub struct CallEnd {
    /// The call.
    pub call: CallId,
    /// Its money.
    pub money: CallMoney,
    /// Its tokens.
    pub usage: Usage,
    /// How far they can be trusted.
    pub quality: UsageQuality,
    /// Whether it left this computer.
    pub sent: bool,
    /// The provider's name for it.
    pub request_id: Option<String>,
    /// What came back.
    pub reply: String,
    /// The word of [`TurnRow::end`](crate::TurnRow::end).
    pub end: &'static str,
    /// What went wrong.
    pub problem: Option<String>,
    /// When.
    pub at: Timestamp,
    /// The task's end, if this was its last call: stored together, so that a paid result is never half there.
    pub task_ending: Option<TaskEnding>,
}

/// A month's sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MonthTotals {
    /// Settled.
    pub spent: Usd,
    /// Held for calls in flight.
    pub reserved: Usd,
    /// Held for calls nobody knows the end of.
    pub uncertain: Usd,
}

/// What cost lines are keyed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CostGroup {
    /// By skill name.
    Skill,
    /// By `provider/model`.
    Model,
    /// By job; runs without one together.
    Job,
    /// By run.
    Run,
    /// Every quarter of an hour apart, so that any time zone's days can be put together from them.
    QuarterHour,
}

/// What one task's calls took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TaskCalls {
    /// Calls.
    pub calls: u64,
    /// All input tokens.
    pub input_tokens: u64,
    /// Output tokens.
    pub output_tokens: u64,
    /// Settled and uncertain cost.
    pub cost: Usd,
}

impl TaskCalls {
    /// Adds another task's calls.
    pub fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.input_tokens += other.input_tokens;
        self.output_tokens += other.output_tokens;
        self.cost += other.cost;
    }
}

/// What earlier model tasks took, all together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PastWork {
    /// Runs they were in.
    pub runs: u64,
    /// Tasks.
    pub tasks: u64,
    /// Settled calls.
    pub calls: u64,
    /// What they cost.
    pub cost: Usd,
    /// Time agents waited for answers, in milliseconds.
    pub busy_ms: u64,
}

/// One line of costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostLine {
    /// The name, or the quarter's start in milliseconds since 1970 UTC.
    pub key: String,
    /// The id behind the name, for runs and jobs.
    pub id: Option<String>,
    /// Requests that left.
    pub requests: u64,
    /// What they used.
    pub usage: Usage,
    /// Settled cost.
    pub spent: Usd,
    /// Uncertain cost.
    pub uncertain: Usd,
    /// True if all of it is practice.
    pub practice: bool,
}

impl Store {
    /// Holds the money of a call against the caps of its run and month, takes the task if it starts a try, and writes
    /// the call down. When this returns, all of it is on disk and the call may leave.
    /// # Errors
    /// [`StoreError::Budget`] if a cap has no room; [`StoreError::WrongState`] if the run is not running or the task has ended.
    pub async fn begin_call(&self, start: CallStart) -> Result<(), StoreError> {
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                let run = start.run.to_string();
                hold_for_run(connection, &run, start.bound).await?;
                hold_for_month(connection, &start.month, start.bound).await?;
                if start.starts_attempt {
                    start_attempt(connection, &run, start.task, start.at.as_millis()).await?;
                }
                insert_call(connection, &start, &run).await
            })
            .await
    }

    /// Settles a call, and ends its task if it was the last.
    /// # Errors
    /// [`StoreError::NotFound`] if no money is held for it: it was settled before.
    pub async fn end_call(&self, totals: CallEnd) -> Result<(), StoreError> {
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                settle(connection, &totals).await?;
                match &totals.task_ending {
                    Some(ending) => end_task(connection, ending).await,
                    None => Ok(()),
                }
            })
            .await
    }

    /// After the program died: every call still held becomes uncertain, every task at work waits again.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn recover_run(&self, run: RunId, now: Timestamp) -> Result<(), StoreError> {
        let (run, now) = (run.to_string(), now.as_millis());
        self.writer()
            .write(async move |connection: &mut SqliteConnection| {
                sqlx::query!(
                    "UPDATE month SET reserved_pico = reserved_pico - held.bound,
                        uncertain_pico = uncertain_pico + held.bound
                     FROM (SELECT month, sum(bound_pico) AS bound FROM ledger WHERE run_id = ?1 AND state = 'held'
                        GROUP BY month) AS held
                     WHERE month.month = held.month",
                    run
                )
                .execute(&mut *connection)
                .await?;
                sqlx::query!(
                    "UPDATE run SET uncertain_pico = uncertain_pico + reserved_pico, reserved_pico = 0 WHERE id = ?1",
                    run
                )
                .execute(&mut *connection)
                .await?;
                sqlx::query!(
                    "UPDATE turn SET end = 'uncertain' WHERE call_id IN
                        (SELECT call_id FROM ledger WHERE run_id = ?1 AND state = 'held')",
                    run
                )
                .execute(&mut *connection)
                .await?;
                sqlx::query!(
                    "UPDATE ledger SET state = 'uncertain', quality = 'unknown', ended_at = ?2
                     WHERE run_id = ?1 AND state = 'held'",
                    run,
                    now
                )
                .execute(&mut *connection)
                .await?;
                sqlx::query!("UPDATE task SET state = 'waiting' WHERE run_id = ?1 AND state = 'at_work'", run)
                    .execute(&mut *connection)
                    .await?;
                sqlx::query!(
                    "UPDATE attempt SET ended_at = ?2, ended_as = 'given_back' WHERE run_id = ?1 AND ended_at IS NULL",
                    run,
                    now
                )
                .execute(connection)
                .await?;
                Ok(())
            })
            .await
    }

    /// Requests and tokens of a run.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn run_usage(&self, run: RunId) -> Result<(u64, Usage), StoreError> {
        let run = run.to_string();
        let row = sqlx::query!(
            r#"SELECT coalesce(sum(sent), 0) AS "requests!: i64", coalesce(sum(input_tokens), 0) AS "input!: i64",
                coalesce(sum(cache_read_tokens), 0) AS "cache_read!: i64",
                coalesce(sum(cache_write_short_tokens), 0) AS "write_short!: i64",
                coalesce(sum(cache_write_long_tokens), 0) AS "write_long!: i64",
                coalesce(sum(output_tokens), 0) AS "output!: i64",
                coalesce(sum(web_searches), 0) AS "searches!: i64"
             FROM ledger WHERE run_id = ?"#,
            run
        )
        .fetch_one(self.readers())
        .await?;
        let usage = Usage {
            input_tokens: row.input.unsigned_abs(),
            cache_read_tokens: row.cache_read.unsigned_abs(),
            cache_write_short_tokens: row.write_short.unsigned_abs(),
            cache_write_long_tokens: row.write_long.unsigned_abs(),
            output_tokens: row.output.unsigned_abs(),
            web_searches: row.searches.unsigned_abs(),
        };
        Ok((row.requests.unsigned_abs(), usage))
    }

    /// What the model tasks of a skill's earlier runs with a model took, practice and this run included if they match.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn past_work(&self, skill: &str, model: &str) -> Result<PastWork, StoreError> {
        let row = sqlx::query!(
            r#"SELECT count(DISTINCT ledger.run_id) AS "runs!: i64", count(DISTINCT ledger.run_id || ledger.task) AS "tasks!: i64",
                count(*) AS "calls!: i64", coalesce(sum(cost_pico), 0) AS "cost!: i64",
                coalesce(sum(ledger.ended_at - ledger.started_at), 0) AS "busy_ms!: i64"
             FROM ledger JOIN run ON run.id = ledger.run_id
             WHERE run.skill_name = ?1 AND ledger.model = ?2 AND ledger.state = 'settled'"#,
            skill,
            model
        )
        .fetch_one(self.readers())
        .await?;
        Ok(PastWork {
            runs: row.runs.unsigned_abs(),
            tasks: row.tasks.unsigned_abs(),
            calls: row.calls.unsigned_abs(),
            cost: Usd::from_pico(row.cost),
            busy_ms: row.busy_ms.unsigned_abs(),
        })
    }

    /// Settled cost of a run since a moment.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn run_spent_since(&self, run: RunId, since: Timestamp) -> Result<Usd, StoreError> {
        let (run, since) = (run.to_string(), since.as_millis());
        let spent = sqlx::query_scalar!(
            r#"SELECT coalesce(sum(cost_pico), 0) AS "spent!: i64" FROM ledger WHERE run_id = ? AND ended_at >= ?"#,
            run,
            since
        )
        .fetch_one(self.readers())
        .await?;
        Ok(Usd::from_pico(spent))
    }

    /// Calls, tokens and cost of each task of a run that had any, by task number.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn task_calls(&self, run: RunId) -> Result<BTreeMap<u32, TaskCalls>, StoreError> {
        let run = run.to_string();
        let rows = sqlx::query!(
            r#"SELECT task AS "task: u32", count(*) AS "calls!: i64",
                sum(input_tokens + cache_read_tokens + cache_write_short_tokens + cache_write_long_tokens)
                    AS "input!: i64",
                sum(output_tokens) AS "output!: i64",
                sum(cost_pico + CASE state WHEN 'uncertain' THEN bound_pico ELSE 0 END) AS "cost!: i64"
             FROM ledger WHERE run_id = ? GROUP BY task"#,
            run
        )
        .fetch_all(self.readers())
        .await?;
        let calls = rows.into_iter().map(|row| {
            let calls = TaskCalls {
                calls: row.calls.unsigned_abs(),
                input_tokens: row.input.unsigned_abs(),
                output_tokens: row.output.unsigned_abs(),
                cost: Usd::from_pico(row.cost),
            };
            (row.task, calls)
        });
        Ok(calls.collect())
    }

    /// A month's sums; zeros for a month without calls.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn month(&self, name: &str) -> Result<MonthTotals, StoreError> {
        let row = sqlx::query!(
            "SELECT spent_pico, reserved_pico, uncertain_pico FROM month WHERE month = ?",
            name
        )
        .fetch_optional(self.readers())
        .await?;
        Ok(row.map_or_else(MonthTotals::default, |row| MonthTotals {
            spent: Usd::from_pico(row.spent_pico),
            reserved: Usd::from_pico(row.reserved_pico),
            uncertain: Usd::from_pico(row.uncertain_pico),
        }))
    }

    /// Costs from the ledger, of one month or of all time.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn costs(
        &self,
        group: CostGroup,
        month: Option<&str>,
    ) -> Result<Vec<CostLine>, StoreError> {
        let word = match group {
            CostGroup::Skill => "skill",
            CostGroup::Model => "model",
            CostGroup::Job => "job",
            CostGroup::Run => "run",
            CostGroup::QuarterHour => "quarter",
        };
        let rows = sqlx::query!(
            r#"SELECT CASE ?1 WHEN 'skill' THEN run.skill_name WHEN 'model' THEN ledger.model
                    WHEN 'job' THEN coalesce(job.name, '') WHEN 'run' THEN run.name || ' ' || run.number
                    ELSE CAST(ledger.started_at / 900000 * 900000 AS TEXT) END AS "key!: String",
                CASE ?1 WHEN 'job' THEN run.job_id WHEN 'run' THEN run.id END AS "id: String",
                sum(sent) AS "requests!: i64", sum(input_tokens) AS "input!: i64",
                sum(cache_read_tokens) AS "cache_read!: i64", sum(cache_write_short_tokens) AS "write_short!: i64",
                sum(cache_write_long_tokens) AS "write_long!: i64", sum(output_tokens) AS "output!: i64",
                sum(web_searches) AS "searches!: i64", sum(cost_pico) AS "spent!: i64",
                sum(CASE ledger.state WHEN 'uncertain' THEN bound_pico ELSE 0 END) AS "uncertain!: i64",
                min(ledger.model LIKE 'practice/%') AS "practice!: bool"
             FROM ledger JOIN run ON run.id = ledger.run_id LEFT JOIN job ON job.id = run.job_id
             WHERE (?2 IS NULL OR ledger.month = ?2)
             GROUP BY 1, 2 ORDER BY sum(cost_pico) DESC, 1"#,
            word,
            month
        )
        .fetch_all(self.readers())
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| CostLine {
                key: row.key,
                id: row.id,
                requests: row.requests.unsigned_abs(),
                usage: Usage {
                    input_tokens: row.input.unsigned_abs(),
                    cache_read_tokens: row.cache_read.unsigned_abs(),
                    cache_write_short_tokens: row.write_short.unsigned_abs(),
                    cache_write_long_tokens: row.write_long.unsigned_abs(),
                    output_tokens: row.output.unsigned_abs(),
                    web_searches: row.searches.unsigned_abs(),
                },
                spent: Usd::from_pico(row.spent),
                uncertain: Usd::from_pico(row.uncertain),
                practice: row.practice,
            })
            .collect())
    }
}

async fn hold_for_run(
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

async fn hold_for_month(
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

async fn insert_call(
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
         VALUES (?1, ?2, ?3, (SELECT attempts FROM task WHERE run_id = ?2 AND number = ?3), ?4, ?5, ?6, 1, 'held', ?7,
            'unknown', ?8)",
        call,
        run,
        start.task.0,
        start.turn,
        start.model,
        start.month.name,
        bound,
        at
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "INSERT INTO turn (call_id, prompt) VALUES (?, ?)",
        call,
        start.prompt
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn settle(connection: &mut SqliteConnection, totals: &CallEnd) -> Result<(), StoreError> {
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
