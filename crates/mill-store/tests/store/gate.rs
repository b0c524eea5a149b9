//! The gate under any schedule: agents of several runs that begin together, calls that end in every way, caps that move,
//! programs that die. The model in `mill-domain/tests` has the many schedules; this one has the real file.

use std::collections::BTreeMap;

use futures::future::join_all;
use mill_domain::{KeyName, ModelRef, RunId, Scope, Usd};
use mill_store::{Calendar, CallMoney, CallStart, NewRun, StoreError, Totals};
use proptest::prelude::*;
use uuid::Uuid;

use crate::setup::{House, at, house, new_run};

/// Cents are enough: the gate only adds and compares.
fn cents(cents: i64) -> Usd {
    Usd::from_pico(cents * 10_000_000_000)
}

#[derive(Debug, Clone)]
enum Step {
    /// So many agents ask together, each with the same bound, on the run, day, provider and key the seed says.
    Begin {
        agents: u32,
        bound: i64,
        seed: u8,
    },
    /// One call in flight ends: settled at a share of its bound, lost, or not billed.
    Settle {
        call: usize,
        percent: u32,
    },
    Lose(usize),
    Release(usize),
    /// The person moves a cap, or takes it away.
    Cap {
        which: u8,
        cap: Option<i64>,
    },
    /// The program that works on one of the runs dies: nobody knows what became of its calls in flight.
    Die(u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let begin = (1_u32..9, 1_i64..40, any::<u8>());
    let step = prop_oneof![
        4 => begin.prop_map(|(agents, bound, seed)| Step::Begin { agents, bound, seed }),
        3 => (any::<usize>(), 0_u32..=100).prop_map(|(call, percent)| Step::Settle { call, percent }),
        1 => any::<usize>().prop_map(Step::Lose),
        1 => any::<usize>().prop_map(Step::Release),
        2 => (any::<u8>(), prop::option::weighted(0.9, 1_i64..300))
            .prop_map(|(which, cap)| Step::Cap { which, cap }),
        1 => any::<u8>().prop_map(Step::Die),
    ];
    prop::collection::vec(step, 1..25)
}

/// A scope and the day or month its sums are of.
type Account = (Scope, String);

/// The store beside a list of everything that ever happened, added up anew each time.
struct Gate {
    house: House,
    runs: Vec<RunId>,
    caps: BTreeMap<Scope, Usd>,
    /// Every call that was let through: where it counts, its bound, and what became of it.
    calls: Vec<(CallStart, Option<CallMoney>)>,
    next_task: u32,
}

impl Gate {
    async fn new() -> Self {
        let house = house(250, "1").await;
        let other = RunId::from_uuid(Uuid::now_v7());
        let row = NewRun {
            ..new_run(other, 250, "1")
        };
        house.store.create_run(row, at(1_000)).await.unwrap();
        let runs = vec![house.run, other];
        let caps = runs.iter().map(|run| (Scope::run(*run), cents(100)));
        Self {
            caps: caps.collect(),
            house,
            runs,
            calls: Vec::new(),
            next_task: 0,
        }
    }

    async fn take(&mut self, step: Step) {
        match step {
            Step::Begin {
                agents,
                bound,
                seed,
            } => self.begin(agents, cents(bound), seed).await,
            Step::Settle { call, percent } => {
                let cost = |bound: Usd| CallMoney::Settled(bound.scaled(percent, 100));
                self.end(call, cost).await;
            }
            Step::Lose(call) => self.end(call, |_| CallMoney::Uncertain).await,
            Step::Release(call) => self.end(call, |_| CallMoney::Released).await,
            Step::Cap { which, cap } => self.move_cap(which, cap.map(cents)).await,
            Step::Die(run) => {
                let run = self.runs[usize::from(run) % self.runs.len()];
                self.house.store.recover_run(run, at(9_000)).await.unwrap();
                for (start, end) in &mut self.calls {
                    if start.run == run && end.is_none() {
                        *end = Some(CallMoney::Uncertain);
                    }
                }
            }
        }
    }

    /// All of them ask at the same moment; exactly those get through that fit one after the other.
    async fn begin(&mut self, agents: u32, bound: Usd, seed: u8) {
        let starts: Vec<CallStart> = (0..agents).map(|_| self.start(bound, seed)).collect();
        let asked = starts
            .iter()
            .map(|start| self.house.store.begin_call(start.clone()));
        let answers = join_all(asked).await;
        // The writer takes them in the order they were sent.
        for (start, answer) in starts.into_iter().zip(answers) {
            let full = self.full(&start);
            match answer {
                Ok(()) => {
                    assert_eq!(full, Vec::<Scope>::new(), "let through without room");
                    self.calls.push((start, None));
                }
                Err(StoreError::Budget(no_room)) => {
                    assert!(full.contains(&no_room.scope), "{no_room} but {full:?}");
                }
                Err(other) => panic!("{other}"),
            }
        }
    }

    /// The scopes without room for a call.
    fn full(&self, start: &CallStart) -> Vec<Scope> {
        let accounts = accounts(start).into_iter();
        let full = accounts.filter(|account| {
            let cap = self.caps.get(&account.0);
            cap.is_some_and(|cap| self.booked(account) + start.bound > *cap)
        });
        full.map(|(scope, _)| scope).collect()
    }

    fn booked(&self, account: &Account) -> Usd {
        let totals = self.totals(account);
        totals.spent + totals.reserved + totals.uncertain
    }

    fn totals(&self, account: &Account) -> Totals {
        let mut totals = Totals::default();
        for (start, end) in &self.calls {
            if !accounts(start).contains(account) {
                continue;
            }
            match end {
                None => totals.reserved += start.bound,
                Some(CallMoney::Settled(cost)) => totals.spent += *cost,
                Some(CallMoney::Uncertain) => totals.uncertain += start.bound,
                Some(CallMoney::Released) => {}
            }
        }
        totals
    }

    fn start(&mut self, bound: Usd, seed: u8) -> CallStart {
        self.next_task += 1;
        let pick = |bit: u8| seed >> bit & 1 == 1;
        let day = if pick(1) { "2026-11-30" } else { "2026-12-01" };
        let provider = if pick(2) { "anthropic" } else { "openai" };
        let key = if pick(3) { "Default" } else { "Client A" };
        CallStart {
            bound,
            besides: Usd::ZERO,
            run: self.runs[usize::from(pick(0))],
            model: ModelRef::new(provider, "m"),
            key: (seed < 230).then(|| key.parse::<KeyName>().unwrap()),
            calendar: Calendar {
                day: day.to_owned(),
                month: day[..7].to_owned(),
            },
            ..self.house.start(self.next_task, "0")
        }
    }

    async fn end(&mut self, call: usize, money: impl Fn(Usd) -> CallMoney) {
        let open: Vec<usize> = (0..self.calls.len())
            .filter(|place| self.calls[*place].1.is_none())
            .collect();
        if open.is_empty() {
            return;
        }
        let (start, end) = &mut self.calls[open[call % open.len()]];
        let money = money(start.bound);
        *end = Some(money);
        let ended = self.house.end(start, money, false);
        self.house.store.end_call(ended).await.unwrap();
    }

    async fn move_cap(&mut self, which: u8, cap: Option<Usd>) {
        let store = &self.house.store;
        let anthropic = ModelRef::new("anthropic", "m");
        let scopes = [
            Scope::day(),
            Scope::month(),
            Scope::provider(anthropic.provider()),
            Scope::key(anthropic.provider(), &KeyName::default()),
            Scope::key(anthropic.provider(), &"Client A".parse().unwrap()),
            Scope::run(self.runs[0]),
        ];
        let scope = scopes[usize::from(which) % scopes.len()].clone();
        if scope == Scope::run(self.runs[0]) {
            let cap = cap.unwrap_or(Usd::MAX);
            store.set_run_budget(self.runs[0], cap).await.unwrap();
            self.caps.insert(scope, cap);
        } else {
            store.set_cap(scope.clone(), cap).await.unwrap();
            match cap {
                Some(cap) => self.caps.insert(scope, cap),
                None => self.caps.remove(&scope),
            };
        }
    }

    /// Every sum of the store is what the list of calls adds up to.
    async fn agrees(&self) {
        for (start, _) in &self.calls {
            for account in accounts(start) {
                let stored = self
                    .house
                    .store
                    .totals(&account.0, &account.1)
                    .await
                    .unwrap();
                assert_eq!(stored, self.totals(&account), "{account:?}");
            }
        }
    }
}

/// Where a call counts.
fn accounts(start: &CallStart) -> Vec<Account> {
    let provider = start.model.provider();
    let month = &start.calendar.month;
    let mut accounts = vec![
        (Scope::run(start.run), String::new()),
        (Scope::day(), start.calendar.day.clone()),
        (Scope::month(), month.clone()),
        (Scope::provider(provider), month.clone()),
    ];
    let key = start.key.as_ref();
    accounts.extend(key.map(|key| (Scope::key(provider, key), month.clone())));
    accounts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn no_schedule_of_agents_failures_and_caps_books_more_than_any_cap(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut gate = Gate::new().await;
            for step in steps {
                gate.take(step).await;
            }
            gate.agrees().await;
        });
    }
}
