//! The gate under any interleaving: up to 64 agents of several runs, failures, retries, crashes and moving caps.
//!
//! The model keeps nothing but a list of calls and adds it up anew whenever it is asked; the gate under test is the very
//! [`reserve_in_all`] and [`Budget::end`] the store uses.

use proptest::prelude::*;

use super::{Budget, CallMoney, reserve_in_all};
use crate::Usd;

/// Agents at most.
const AGENTS: usize = 64;

/// Accounts by their place: 3 runs, 2 jobs, 2 days, 2 months, 2 providers and 3 keys (each in 2 months).
const RUNS: usize = 3;
const ACCOUNTS: usize = RUNS + 2 + 2 + 2 + 4 + 6;

/// One schedule: a small generator of its own, so that 100,000 of them cost little; a failure shrinks to few steps.
struct Dice(u64);

impl Dice {
    /// A number below `sides` (splitmix64).
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((word ^ (word >> 31)) % (sides as u64)).unwrap_or(0)
    }

    fn amount(&mut self, below: usize) -> Usd {
        Usd::from_pico(i64::try_from(self.roll(below)).unwrap_or(0))
    }
}

/// A call an agent wants, has in flight, or had.
#[derive(Clone)]
struct Call {
    accounts: Vec<usize>,
    /// The same as bits: the model looks at every call again and again.
    bits: u32,
    bound: Usd,
    /// `None` while in flight.
    end: Option<CallMoney>,
}

struct Mill {
    budgets: Vec<Budget>,
    calls: Vec<Call>,
    /// The run each agent works on, and its call in flight.
    agents: Vec<(usize, Option<usize>)>,
    /// Today and this month move on together, twice at most.
    period: usize,
}

impl Mill {
    fn new(dice: &mut Dice) -> Self {
        let agents = 1 + dice.roll(AGENTS);
        let cap = |dice: &mut Dice| match dice.roll(3) {
            0 => Usd::MAX,
            _ => dice.amount(400),
        };
        Self {
            budgets: (0..ACCOUNTS).map(|_| Budget::new(cap(dice))).collect(),
            calls: Vec::new(),
            agents: (0..agents).map(|_| (dice.roll(RUNS), None)).collect(),
            period: 0,
        }
    }

    /// Where a call of a run counts now: run, job if it has one, day, month, provider, and key if it uses one.
    fn accounts(&self, run: usize, dice: &mut Dice) -> Vec<usize> {
        let (period, provider, key) = (self.period, dice.roll(2), dice.roll(4));
        let mut accounts = vec![run];
        if run > 0 {
            accounts.push(RUNS + run - 1);
        }
        accounts.extend([5 + period, 7 + period, 9 + 2 * provider + period]);
        if key < 3 {
            accounts.push(13 + 2 * key + period);
        }
        accounts
    }

    fn step(&mut self, dice: &mut Dice) {
        let agent = dice.roll(self.agents.len());
        match dice.roll(20) {
            0..=13 => self.advance(agent, dice),
            14 => self.crash(dice.roll(RUNS)),
            15 => self.period = (self.period + dice.roll(2)).min(1),
            16..=17 => {
                let which = dice.roll(ACCOUNTS);
                self.budgets[which].cap = match dice.roll(8) {
                    0 => Usd::MAX,
                    _ => dice.amount(500),
                };
            }
            // Everybody at once, as when a run starts.
            _ => (0..self.agents.len()).for_each(|agent| {
                if self.agents[agent].1.is_none() {
                    self.advance(agent, dice);
                }
            }),
        }
    }

    /// An agent with a call in flight sees it end, one without asks for its next. A failed call is asked again by the
    /// same rule: a retry holds its own bound.
    fn advance(&mut self, agent: usize, dice: &mut Dice) {
        let (run, in_flight) = self.agents[agent];
        if let Some(call) = in_flight {
            let bound = self.calls[call].bound;
            let money = match dice.roll(6) {
                0 => CallMoney::Uncertain,
                1 => CallMoney::Released,
                _ => CallMoney::Settled(
                    bound.scaled(u32::try_from(dice.roll(101)).unwrap_or(0), 100),
                ),
            };
            self.end(call, money);
            self.agents[agent].1 = None;
        } else {
            let accounts = self.accounts(run, dice);
            let call = Call {
                bound: dice.amount(60),
                bits: accounts.iter().fold(0, |bits, at| bits | 1 << at),
                accounts,
                end: None,
            };
            self.ask(agent, call);
        }
    }

    /// Asks the gate, and checks its word against the list of calls: a call gets through if and only if it fits everywhere.
    fn ask(&mut self, agent: usize, call: Call) {
        let mut budgets: Vec<Budget> = call.accounts.iter().map(|at| self.budgets[*at]).collect();
        let before = budgets.clone();
        // A call that costs nothing fits under any cap, also one that was lowered below what is booked.
        let costs = call.bound.is_positive();
        let full: Vec<bool> = call
            .accounts
            .iter()
            .map(|at| costs && self.booked(*at) + call.bound > self.budgets[*at].cap)
            .collect();
        match reserve_in_all(&mut budgets, call.bound) {
            Ok(()) => {
                assert!(!full.contains(&true), "let through without room");
                for (at, budget) in call.accounts.iter().zip(budgets) {
                    assert!(!costs || budget.booked() <= budget.cap, "over a cap");
                    self.budgets[*at] = budget;
                }
                self.agents[agent].1 = Some(self.calls.len());
                self.calls.push(call);
            }
            Err((place, refusal)) => {
                assert!(full[place], "the cap that is named has room");
                assert_eq!(budgets, before, "a refused call holds nothing");
                assert_eq!(refusal.left, self.budgets[call.accounts[place]].left());
            }
        }
    }

    fn end(&mut self, call: usize, money: CallMoney) {
        let Call {
            accounts,
            bound,
            end,
            ..
        } = &mut self.calls[call];
        *end = Some(money);
        for at in accounts {
            let before = self.budgets[*at].booked();
            self.budgets[*at].end(*bound, money);
            assert!(
                self.budgets[*at].booked() <= before,
                "an end books nothing new"
            );
        }
    }

    /// The program that works on a run dies: nobody knows how its calls in flight end, and its agents start anew.
    fn crash(&mut self, run: usize) {
        for agent in 0..self.agents.len() {
            if self.agents[agent].0 == run
                && let Some(call) = self.agents[agent].1.take()
            {
                self.end(call, CallMoney::Uncertain);
            }
        }
    }

    /// What the list of calls adds up to under an account.
    fn booked(&self, account: usize) -> Usd {
        let of_account = self
            .calls
            .iter()
            .filter(|call| call.bits >> account & 1 == 1);
        of_account
            .map(|call| match call.end {
                None | Some(CallMoney::Uncertain) => call.bound,
                Some(CallMoney::Settled(cost)) => cost,
                Some(CallMoney::Released) => Usd::ZERO,
            })
            .sum()
    }

    fn sums_add_up(&self) {
        for (at, budget) in self.budgets.iter().enumerate() {
            assert_eq!(budget.booked(), self.booked(at), "account {at}");
            let in_flight = self
                .calls
                .iter()
                .filter(|call| call.end.is_none() && call.accounts.contains(&at));
            assert_eq!(budget.reserved, in_flight.map(|call| call.bound).sum());
        }
    }

    /// Nothing is stuck: once nothing is in flight, a call gets through if and only if its bound is what is left at most.
    fn never_stuck(&mut self, dice: &mut Dice) {
        for run in 0..RUNS {
            self.crash(run);
        }
        assert!(
            self.budgets
                .iter()
                .all(|budget| budget.reserved == Usd::ZERO)
        );
        let accounts = self.accounts(dice.roll(RUNS), dice);
        let left = accounts.iter().map(|at| self.budgets[*at].left()).min();
        let left = left.unwrap_or(Usd::ZERO);
        let mut budgets: Vec<Budget> = accounts.iter().map(|at| self.budgets[*at]).collect();
        let above = (left < Usd::MAX).then(|| left + Usd::from_pico(1));
        if let Some(above) = above {
            let (_, refusal) = reserve_in_all(&mut budgets, above).unwrap_err();
            assert!(
                !refusal.may_pass(),
                "waiting cannot help when nothing is in flight"
            );
        }
        reserve_in_all(&mut budgets, left).expect("exactly what is left fits");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100_000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_interleaving_passes_any_cap_or_gets_stuck(seed in any::<u64>(), steps in 1_usize..28) {
        let mut dice = Dice(seed);
        let mut mill = Mill::new(&mut dice);
        for _ in 0..steps {
            mill.step(&mut dice);
        }
        mill.sums_add_up();
        mill.never_stuck(&mut dice);
    }
}

#[test]
fn of_several_full_caps_the_one_that_waiting_cannot_help_is_named() {
    let cents = |cents: i64| Usd::from_pico(cents);
    let others_hold = Budget {
        reserved: cents(95),
        ..Budget::new(cents(100))
    };
    let spent = Budget {
        spent: cents(90),
        ..Budget::new(cents(100))
    };
    let mut budgets = [Budget::new(Usd::MAX), others_hold, spent];
    let (place, refusal) = reserve_in_all(&mut budgets, cents(20)).unwrap_err();
    assert_eq!(
        (place, refusal.left, refusal.held),
        (2, cents(10), Usd::ZERO)
    );
    assert_eq!(
        budgets[0].reserved,
        Usd::ZERO,
        "and nothing is held anywhere"
    );
}
