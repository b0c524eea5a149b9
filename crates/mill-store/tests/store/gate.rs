//! The gate under any schedule: agents that begin together, calls that end in every way, caps that move.

use futures::future::join_all;
use mill_domain::{Budget, Usd};
use mill_store::{CallEnd, CallMoney, CallStart, Month, MonthTotals, StoreError};
use proptest::prelude::*;

use crate::setup::{House, house, usd};

/// Cents are enough: the gate only adds and compares.
fn cents(cents: i64) -> Usd {
    Usd::from_pico(cents * 10_000_000_000)
}

#[derive(Debug, Clone)]
enum Step {
    /// So many agents ask together, each with the same bound.
    Begin {
        agents: u32,
        bound: i64,
    },
    /// One call in flight ends: settled at a share of its bound, lost, or not billed.
    Settle {
        call: usize,
        percent: u32,
    },
    Lose(usize),
    Release(usize),
    /// The person moves the run's cap.
    Cap(i64),
    /// The program dies: nobody knows what became of the calls in flight.
    Die,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => (1_u32..9, 1_i64..40).prop_map(|(agents, bound)| Step::Begin { agents, bound }),
        3 => (any::<usize>(), 0_u32..=100).prop_map(|(call, percent)| Step::Settle { call, percent }),
        1 => any::<usize>().prop_map(Step::Lose),
        1 => any::<usize>().prop_map(Step::Release),
        1 => (0_i64..200).prop_map(Step::Cap),
        1 => Just(Step::Die),
    ];
    prop::collection::vec(step, 1..25)
}

/// The store beside the domain's own arithmetic.
struct Gate {
    house: House,
    month_cap: Usd,
    budget: Budget,
    open: Vec<(CallStart, Usd)>,
    next_task: u32,
}

impl Gate {
    async fn take(&mut self, step: Step) {
        match step {
            Step::Begin { agents, bound } => self.begin(agents, cents(bound)).await,
            Step::Settle { call, percent } => {
                if let Some((start, bound)) = self.pick(call) {
                    let cost = bound.scaled(percent, 100);
                    self.budget.settle(bound, cost);
                    self.end(&start, CallMoney::Settled(cost)).await;
                }
            }
            Step::Lose(call) => {
                if let Some((start, bound)) = self.pick(call) {
                    self.budget.mark_uncertain(bound);
                    self.end(&start, CallMoney::Uncertain).await;
                }
            }
            Step::Release(call) => {
                if let Some((start, bound)) = self.pick(call) {
                    self.budget.release(bound);
                    self.end(&start, CallMoney::Released).await;
                }
            }
            Step::Cap(cap) => {
                self.budget.cap = cents(cap);
                let (store, run) = (&self.house.store, self.house.run);
                store.set_run_budget(run, cents(cap)).await.unwrap();
            }
            Step::Die => {
                for (_, bound) in self.open.drain(..) {
                    self.budget.mark_uncertain(bound);
                }
                let (store, run) = (&self.house.store, self.house.run);
                store
                    .recover_run(run, crate::setup::at(9_000))
                    .await
                    .unwrap();
            }
        }
    }

    /// All of them ask at the same moment; exactly as many get through as fit one after the other.
    async fn begin(&mut self, agents: u32, bound: Usd) {
        let starts: Vec<CallStart> = (0..agents).map(|_| self.start(bound)).collect();
        let asked = starts
            .iter()
            .map(|start| self.house.store.begin_call(start.clone()));
        let answers = join_all(asked).await;
        for (start, answer) in starts.into_iter().zip(answers) {
            match answer {
                Ok(()) => {
                    self.budget
                        .reserve(bound)
                        .expect("the domain agrees that it fits");
                    assert!(self.budget.booked() <= self.budget.cap);
                    assert!(self.budget.booked() <= self.month_cap);
                    self.open.push((start, bound));
                }
                Err(refused) => assert!(matches!(refused, StoreError::Budget { .. }), "{refused}"),
            }
        }
        let would_fit = self
            .budget
            .left()
            .min(self.month_cap - self.budget.booked());
        let got_all = self.next_task == self.open.last().map_or(0, |(start, _)| start.task.0);
        assert!(got_all || bound > would_fit, "no call is refused that fits");
    }

    fn start(&mut self, bound: Usd) -> CallStart {
        self.next_task += 1;
        CallStart {
            bound,
            month: Month {
                name: "2026-11".to_owned(),
                cap: Some(self.month_cap),
            },
            ..self.house.start(self.next_task, "0")
        }
    }

    fn pick(&mut self, call: usize) -> Option<(CallStart, Usd)> {
        (!self.open.is_empty()).then(|| self.open.swap_remove(call % self.open.len()))
    }

    async fn end(&self, start: &CallStart, money: CallMoney) {
        let end: CallEnd = self.house.end(start, money, false);
        self.house.store.end_call(end).await.unwrap();
    }

    async fn agrees(&self) {
        let run = self.house.store.run(self.house.run).await.unwrap();
        assert_eq!(run.budget, self.budget);
        let month = self.house.store.month("2026-11").await.unwrap();
        let expected = MonthTotals {
            spent: self.budget.spent,
            reserved: self.budget.reserved,
            uncertain: self.budget.uncertain,
        };
        assert_eq!(month, expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn no_schedule_of_agents_failures_and_caps_books_more_than_a_cap(steps in steps(), month_cap in 50_i64..200) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut gate = Gate {
                house: house(250, "1").await,
                month_cap: cents(month_cap),
                budget: Budget::new(usd("1")),
                open: Vec::new(),
                next_task: 0,
            };
            for step in steps {
                gate.take(step).await;
                gate.agrees().await;
            }
        });
    }
}
