//! Sums of the ledger: of runs, months, tasks, and by whatever people want to see costs.

use std::collections::BTreeMap;

use mill_domain::{RunId, Timestamp, Usage, Usd};

use crate::{Store, StoreError};

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
    /// By `provider/key`, only the provider where no key was needed or its name was not kept.
    Key,
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
    /// What both would have been without a prompt cache.
    pub uncached: Usd,
    /// True if all of it is practice.
    pub practice: bool,
}

impl Store {
    /// Requests and tokens of a run, and what all of it would have cost without a prompt cache.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn run_usage(&self, run: RunId) -> Result<(u64, Usage, Usd), StoreError> {
        let run = run.to_string();
        let row = sqlx::query!(
            r#"SELECT coalesce(sum(sent), 0) AS "requests!: i64", coalesce(sum(input_tokens), 0) AS "input!: i64",
                coalesce(sum(cache_read_tokens), 0) AS "cache_read!: i64",
                coalesce(sum(cache_write_short_tokens), 0) AS "write_short!: i64",
                coalesce(sum(cache_write_long_tokens), 0) AS "write_long!: i64",
                coalesce(sum(output_tokens), 0) AS "output!: i64",
                coalesce(sum(web_searches), 0) AS "searches!: i64",
                coalesce(sum(iif(state = 'uncertain', bound_pico, coalesce(uncached_pico, cost_pico))), 0)
                    AS "uncached!: i64"
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
        Ok((
            row.requests.unsigned_abs(),
            usage,
            Usd::from_pico(row.uncached),
        ))
    }

    /// What asking a model took in a skill's earlier runs; practice and this run included if they match. `as_second`: where it
    /// was asked as a second model, else where it was asked for the tasks' own answers.
    /// # Errors
    /// [`StoreError::Database`] and its kin.
    pub async fn past_work(
        &self,
        skill: &str,
        model: &str,
        as_second: bool,
    ) -> Result<PastWork, StoreError> {
        let row = sqlx::query!(
            r#"SELECT count(DISTINCT ledger.run_id) AS "runs!: i64", count(DISTINCT ledger.run_id || ledger.task) AS "tasks!: i64",
                count(*) AS "calls!: i64", coalesce(sum(cost_pico), 0) AS "cost!: i64",
                coalesce(sum(ledger.ended_at - ledger.started_at), 0) AS "busy_ms!: i64"
             FROM ledger JOIN run ON run.id = ledger.run_id JOIN turn ON turn.call_id = ledger.call_id
             WHERE run.skill_name = ?1 AND ledger.model = ?2 AND ledger.state = 'settled' AND (turn.second > 0) = ?3"#,
            skill,
            model,
            as_second
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
            CostGroup::Key => "key",
            CostGroup::QuarterHour => "quarter",
        };
        let rows = sqlx::query!(
            r#"SELECT CASE ?1 WHEN 'skill' THEN run.skill_name WHEN 'model' THEN ledger.model
                    WHEN 'job' THEN coalesce(job.name, '') WHEN 'run' THEN run.name || ' ' || run.number
                    WHEN 'key' THEN substr(ledger.model, 1, instr(ledger.model, '/') - 1)
                        || coalesce('/' || ledger.key_name, '')
                    ELSE CAST(ledger.started_at / 900000 * 900000 AS TEXT) END AS "key!: String",
                CASE ?1 WHEN 'job' THEN run.job_id WHEN 'run' THEN run.id END AS "id: String",
                sum(sent) AS "requests!: i64", sum(input_tokens) AS "input!: i64",
                sum(cache_read_tokens) AS "cache_read!: i64", sum(cache_write_short_tokens) AS "write_short!: i64",
                sum(cache_write_long_tokens) AS "write_long!: i64", sum(output_tokens) AS "output!: i64",
                sum(web_searches) AS "searches!: i64", sum(cost_pico) AS "spent!: i64",
                sum(CASE ledger.state WHEN 'uncertain' THEN bound_pico ELSE 0 END) AS "uncertain!: i64",
                sum(iif(ledger.state = 'uncertain', bound_pico, coalesce(uncached_pico, cost_pico)))
                    AS "uncached!: i64",
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
                uncached: Usd::from_pico(row.uncached),
                practice: row.practice,
            })
            .collect())
    }
}
