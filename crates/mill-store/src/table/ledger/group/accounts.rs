//! The caps that a group of calls counts against: read once, reckoned with in memory, written back as differences.

use std::collections::BTreeMap;
use std::rc::Rc;

use mill_domain::{
    Budget, BudgetRefusal, CallMoney, RunState, Scope, ScopeKind, Usd, reserve_leaving,
};
use serde::Serialize;
use sqlx::sqlite::SqliteConnection;

use super::CallStart;
use crate::StoreError;
use crate::table::ledger::accounts::Names;

/// Where a call counts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Counted {
    pub(super) run: String,
    pub(super) day: String,
    pub(super) month: String,
    pub(super) provider: String,
    /// `provider/key`.
    pub(super) key: Option<String>,
}

impl Counted {
    pub(super) fn of_start(start: &CallStart) -> Self {
        let names = Names::of(start, &start.run.to_string(), None);
        Self {
            run: names.run,
            day: start.calendar.day.clone(),
            month: start.calendar.month.clone(),
            provider: names.provider,
            key: names.key,
        }
    }

    /// The scopes, in the order of [`ScopeKind::ALL`].
    fn scopes(&self, job: Option<&str>) -> impl Iterator<Item = Asked> {
        let named = |kind, name: &str, period: &str| Asked {
            kind,
            name: name.to_owned(),
            period: period.to_owned(),
        };
        let month = &self.month;
        [
            Some(named("run", &self.run, "")),
            job.map(|job| named("job", job, "")),
            Some(named("day", "", &self.day)),
            Some(named("month", "", month)),
            Some(named("provider", &self.provider, month)),
            self.key.as_ref().map(|key| named("key", key, month)),
        ]
        .into_iter()
        .flatten()
    }
}

/// A row of `scope`, by its primary key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Asked {
    kind: &'static str,
    name: String,
    period: String,
}

/// What is added to a row of `scope`.
#[derive(Serialize)]
struct Added<'a> {
    #[serde(flatten)]
    scope: &'a Asked,
    spent: i64,
    reserved: i64,
    uncertain: i64,
}

struct RunFacts {
    state: RunState,
    job: Option<String>,
    cap: Option<i64>,
}

/// One scope while a group is reckoned.
struct Account {
    asked: Asked,
    scope: Scope,
    before: Budget,
    now: Budget,
    is_touched: bool,
}

/// The accounts of a group of calls, each call known by its place in the list they were read for.
pub(super) struct Accounts {
    list: Vec<Account>,
    /// For each call its run's state, `None` if there is no such run, and its accounts.
    calls: Vec<(Option<RunState>, Rc<[usize]>)>,
}

impl Accounts {
    /// Reads what is booked and allowed wherever the calls count, as it is inside this transaction.
    pub(super) async fn read(
        connection: &mut SqliteConnection,
        calls: Vec<Counted>,
    ) -> Result<Self, StoreError> {
        let runs = read_runs(connection, &calls).await?;
        let mut asked: BTreeMap<Asked, usize> = BTreeMap::new();
        let mut list = Vec::new();
        let mut known: BTreeMap<Counted, Rc<[usize]>> = BTreeMap::new();
        let mut places = Vec::with_capacity(calls.len());
        for counted in calls {
            let run = runs.get(&counted.run);
            let of_call = known.get(&counted).cloned().unwrap_or_else(|| {
                let scopes = counted.scopes(run.and_then(|run| run.job.as_deref()));
                let of_call = scopes
                    .map(|scope| {
                        *asked.entry(scope.clone()).or_insert_with(|| {
                            list.push(scope);
                            list.len() - 1
                        })
                    })
                    .collect();
                Rc::clone(known.entry(counted).or_insert(of_call))
            });
            places.push((run.map(|run| run.state), of_call));
        }
        Ok(Self {
            list: read_sums(connection, list, &runs).await?,
            calls: places,
        })
    }

    pub(super) fn run_state(&self, place: usize) -> Option<RunState> {
        self.calls.get(place).and_then(|(state, _)| *state)
    }

    /// Holds the bound of a call under every cap it counts against, or under none; `besides` must be left after it.
    pub(super) fn hold(
        &mut self,
        place: usize,
        (bound, besides): (Usd, Usd),
    ) -> Result<(), (Scope, BudgetRefusal)> {
        let of_call = self.of_call(place);
        let mut budgets: Vec<Budget> = of_call
            .iter()
            .filter_map(|place| Some(self.list.get(*place)?.now))
            .collect();
        if let Err((refused, refusal)) = reserve_leaving(&mut budgets, bound, besides) {
            let account = of_call.get(refused).and_then(|at| self.list.get(*at));
            let scope = account.map_or_else(Scope::month, |account| account.scope.clone());
            return Err((scope, refusal));
        }
        for (place, now) in of_call.iter().zip(budgets) {
            self.change(*place, |budget| *budget = now);
        }
        Ok(())
    }

    /// Replaces the reservation of a call by what became of it.
    pub(super) fn end(&mut self, place: usize, bound: Usd, money: CallMoney) {
        for place in self.of_call(place).iter() {
            self.change(*place, |budget| budget.end(bound, money));
        }
    }

    /// What has changed since they were read, as the JSON text that is written, and how many rows it changes.
    /// # Errors
    /// [`StoreError::Unreadable`] if it cannot be written as JSON.
    pub(super) fn text(&self) -> Result<(String, usize), StoreError> {
        let added: Vec<Added<'_>> = self
            .list
            .iter()
            .filter(|account| account.is_touched)
            .map(|account| Added {
                scope: &account.asked,
                spent: (account.now.spent - account.before.spent).as_pico(),
                reserved: (account.now.reserved - account.before.reserved).as_pico(),
                uncertain: (account.now.uncertain - account.before.uncertain).as_pico(),
            })
            .collect();
        Ok((serde_json::to_string(&added)?, added.len()))
    }

    fn of_call(&self, place: usize) -> Rc<[usize]> {
        self.calls
            .get(place)
            .map_or_else(|| [].into(), |(_, of_call)| Rc::clone(of_call))
    }

    fn change(&mut self, place: usize, change: impl FnOnce(&mut Budget)) {
        if let Some(account) = self.list.get_mut(place) {
            change(&mut account.now);
            account.is_touched = true;
        }
    }
}

/// The runs of the calls, by id.
async fn read_runs(
    connection: &mut SqliteConnection,
    calls: &[Counted],
) -> Result<BTreeMap<String, RunFacts>, StoreError> {
    let mut ids: Vec<&str> = calls.iter().map(|counted| counted.run.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    let ids = serde_json::to_string(&ids)?;
    let rows = sqlx::query!(
        "SELECT id, state, reason, job_id, budget_pico FROM run WHERE id IN (SELECT value FROM json_each(?1))",
        ids
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            let facts = RunFacts {
                state: RunState::from_words(&row.state, row.reason.as_deref())?,
                job: row.job_id,
                cap: row.budget_pico,
            };
            Ok((row.id, facts))
        })
        .collect()
}

/// A scope's place, its cap, and what is spent, reserved and uncertain under it.
type Sums = (usize, Option<i64>, Option<i64>, Option<i64>, Option<i64>);

/// What is booked and allowed under the scopes, in their order. The cap of a run is stored with the run.
async fn read_sums(
    connection: &mut SqliteConnection,
    asked: Vec<Asked>,
    runs: &BTreeMap<String, RunFacts>,
) -> Result<Vec<Account>, StoreError> {
    let scopes = serde_json::to_string(&asked)?;
    let rows = sqlx::query_scalar!(
        r#"SELECT json_group_array(json_array(asked.place, cap.cap_pico, scope.spent_pico, scope.reserved_pico,
            scope.uncertain_pico)) AS "rows!: String"
         FROM (SELECT key + 0 AS place, value ->> '$.kind' AS kind, value ->> '$.name' AS name, value ->> '$.period' AS period
            FROM jsonb_each(?1)) AS asked
         LEFT JOIN scope ON scope.kind = asked.kind AND scope.name = asked.name AND scope.period = asked.period
         LEFT JOIN cap ON cap.kind = asked.kind AND cap.name = asked.name"#,
        scopes
    )
    .fetch_one(connection)
    .await?;
    let rows: Vec<Sums> = serde_json::from_str(&rows)?;
    let mut accounts = Vec::with_capacity(asked.len());
    for asked in asked {
        let kind: ScopeKind = asked.kind.parse()?;
        let cap = runs.get(&asked.name).and_then(|run| run.cap);
        let mut now = Budget::new(Usd::MAX);
        if kind == ScopeKind::Run {
            now.cap = cap.map_or(Usd::MAX, Usd::from_pico);
        }
        accounts.push(Account {
            scope: Scope::named(kind, asked.name.clone()),
            asked,
            before: now,
            now,
            is_touched: false,
        });
    }
    for (place, cap, spent, reserved, uncertain) in rows {
        let Some(account) = accounts.get_mut(place) else {
            continue;
        };
        let amount = |pico: Option<i64>| pico.map_or(Usd::ZERO, Usd::from_pico);
        account.now.spent = amount(spent);
        account.now.reserved = amount(reserved);
        account.now.uncertain = amount(uncertain);
        if account.scope.kind != ScopeKind::Run {
            account.now.cap = cap.map_or(Usd::MAX, Usd::from_pico);
        }
        account.before = account.now;
    }
    Ok(accounts)
}
