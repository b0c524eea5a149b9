//! Caps beyond the run's own: of jobs, days, months, providers and keys; and whether a run fits under them.

use std::collections::BTreeMap;

use mill_domain::{JobId, KeyName, ProviderName, Scope, ScopeKind, Usd};
use mill_store::{Calendar, Totals};

use crate::prepare::Prepared;
use crate::{Engine, EngineError};

/// What is only likely is told no finer than this.
const HUNDREDTH_OF_A_CENT: Usd = Usd::from_pico(100_000_000);

/// A cap and what is booked under it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CapState {
    /// What it covers.
    pub scope: Scope,
    /// The day or month it is about now; "" for a job.
    pub period: String,
    /// What may be booked; `None`: no cap.
    pub cap: Option<Usd>,
    /// What is booked.
    pub totals: Totals,
}

impl CapState {
    /// What a new call may still cost; `None`: no cap.
    pub fn left(&self) -> Option<Usd> {
        let booked = self.totals.spent + self.totals.reserved + self.totals.uncertain;
        self.cap.map(|cap| (cap - booked).max(Usd::ZERO))
    }
}

impl Engine {
    /// The caps of the day and the month, and of every provider and key that has one or was used this month. Jobs have
    /// their own: [`Engine::cap_of`].
    /// # Errors
    /// [`EngineError::Store`] if they cannot be read.
    pub async fn caps(&self) -> Result<Vec<CapState>, EngineError> {
        let mut caps = self.store().caps().await?;
        let calendar = self.calendar();
        let used = self.store().used_in(&calendar).await?;
        let mut scopes: BTreeMap<Scope, Totals> = used.into_iter().collect();
        for scope in caps.keys().cloned().chain([Scope::day(), Scope::month()]) {
            scopes.entry(scope).or_default();
        }
        scopes.retain(|scope, _| {
            !matches!(scope.kind, ScopeKind::Run | ScopeKind::Job) && !is_practice(scope)
        });
        Ok(scopes
            .into_iter()
            .map(|(scope, totals)| CapState {
                cap: caps.remove(&scope),
                period: period_of(scope.kind, &calendar).to_owned(),
                scope,
                totals,
            })
            .collect())
    }

    /// The cap of one scope and what is booked under it now. A run's own is in its row.
    /// # Errors
    /// [`EngineError::Store`] if it cannot be read.
    pub async fn cap_of(&self, scope: Scope) -> Result<CapState, EngineError> {
        let period = period_of(scope.kind, &self.calendar()).to_owned();
        Ok(CapState {
            cap: self.store().cap(&scope).await?,
            totals: self.store().totals(&scope, &period).await?,
            scope,
            period,
        })
    }

    /// Sets a cap; `None` takes it away. The next call of any run is held against it.
    /// # Errors
    /// [`EngineError::NotAboveZero`]; [`EngineError::BadValue`] for a run: its cap is its budget.
    pub async fn set_cap(&self, scope: Scope, cap: Option<Usd>) -> Result<(), EngineError> {
        if let Some(value) = cap.filter(|cap| !cap.is_positive()) {
            return Err(EngineError::NotAboveZero { what: "cap", value });
        }
        if scope.kind == ScopeKind::Run {
            return Err(EngineError::BadValue {
                what: "cap",
                value: scope.to_string(),
                expected: "change the budget of the run instead".to_owned(),
            });
        }
        self.store().set_cap(scope, cap).await?;
        self.note_changed_cap();
        self.stale(["settings", "caps", "home", "status", "jobs"]);
        Ok(())
    }

    /// The scope a person names by its kind and, where there are several, by its name.
    /// # Errors
    /// [`EngineError::BadValue`] for a kind or name that does not exist.
    pub fn scope(&self, kind: &str, name: &str) -> Result<Scope, EngineError> {
        let bad = |value: &str, expected: &str| EngineError::BadValue {
            what: "cap",
            value: value.to_owned(),
            expected: expected.to_owned(),
        };
        let kind: ScopeKind = kind
            .parse()
            .map_err(|_| bad(kind, "use day, month, provider, key or job"))?;
        match kind {
            ScopeKind::Day => Ok(Scope::day()),
            ScopeKind::Month => Ok(Scope::month()),
            ScopeKind::Provider if !name.trim().is_empty() => {
                Ok(Scope::provider(&ProviderName::new(name.trim())))
            }
            ScopeKind::Key => match name.split_once('/') {
                Some((provider, key)) if !provider.trim().is_empty() => Ok(Scope::key(
                    &ProviderName::new(provider.trim()),
                    &key_name(key)?,
                )),
                _ => Err(bad(
                    name,
                    "write provider/key name, for example anthropic/Client A",
                )),
            },
            ScopeKind::Job => name
                .parse::<JobId>()
                .map(Scope::job)
                .map_err(|_| bad(name, "name a job by its id")),
            ScopeKind::Run => Err(bad(name, "change the budget of the run instead")),
            ScopeKind::Provider => Err(bad(name, "name a provider, for example anthropic")),
        }
    }

    /// Refuses a run whose dearest first call does not fit under a cap, even when nothing else is in flight.
    /// # Errors
    /// What the budget of the run refuses, then [`EngineError::CapTooSmall`] with the cap that has the least left.
    pub async fn check_money(&self, prepared: &Prepared) -> Result<(), EngineError> {
        if let Err(refused) = prepared.check_money() {
            return Err(self.with_likely_cost(refused, prepared).await);
        }
        self.check_ways(prepared)?;
        let smallest = prepared.smallest_budget();
        if !smallest.is_positive() {
            return Ok(());
        }
        let choices = &prepared.choices;
        let provider = choices.model.provider();
        let key = choices.key.clone().unwrap_or_default();
        let job = choices.job.map(Scope::job);
        let whole = job.into_iter().chain([Scope::day(), Scope::month()]);
        let mut needs: Vec<(Scope, Usd)> = whole.map(|scope| (scope, smallest)).collect();
        // A second model of another provider is asked with that provider's first key.
        let others = prepared
            .other_providers()
            .map(|other| (other, KeyName::default()));
        for (provider, key) in std::iter::once((provider, key)).chain(others) {
            let smallest = prepared.smallest_at(provider);
            needs.push((Scope::provider(provider), smallest));
            needs.push((Scope::key(provider, &key), smallest));
        }
        let mut tightest: Option<(Usd, Usd, CapState)> = None;
        for (scope, smallest) in needs {
            let state = self.cap_of(scope).await?;
            let Some(cap) = state.cap else { continue };
            let left = (cap - state.totals.spent - state.totals.uncertain).max(Usd::ZERO);
            if left < smallest && tightest.as_ref().is_none_or(|(least, ..)| left < *least) {
                tightest = Some((left, smallest, state));
            }
        }
        match tightest {
            None => Ok(()),
            Some((left, smallest, state)) => Err(EngineError::CapTooSmall {
                scope: state.scope,
                left,
                smallest,
                workable: state.totals.spent + state.totals.uncertain + smallest,
            }),
        }
    }

    /// A cap that is too small, told together with what the work will likely cost: the smallest cap alone may not be enough.
    async fn with_likely_cost(&self, refused: EngineError, prepared: &Prepared) -> EngineError {
        let EngineError::BudgetTooSmall {
            budget, smallest, ..
        } = refused
        else {
            return refused;
        };
        match self.estimate(prepared).await {
            Ok(estimate) => EngineError::BudgetTooSmall {
                budget,
                smallest,
                likely: Some(about(estimate.cost.1)),
            },
            Err(error) => error,
        }
    }

    /// The day and month a call counts against that starts now, in the stated zone.
    pub(crate) fn calendar(&self) -> Calendar {
        let now = jiff::Timestamp::from_millisecond(self.now().as_millis()).unwrap_or_default();
        let day = jiff::tz::TimeZone::to_datetime(&self.config().zone, now).date();
        Calendar {
            day: day.to_string(),
            month: day.strftime("%Y-%m").to_string(),
        }
    }
}

/// A key's name as a person wrote it.
/// # Errors
/// [`EngineError::BadValue`] for one that cannot be a name.
pub fn key_name(text: &str) -> Result<KeyName, EngineError> {
    text.parse().map_err(|_| EngineError::BadValue {
        what: "key name",
        value: text.chars().take(60).collect(),
        expected: "use up to 40 letters without slashes".to_owned(),
    })
}

/// An amount that is only likely, to a hundredth of a cent; smaller ones as they are.
fn about(cost: Usd) -> Usd {
    let (pico, step) = (cost.as_pico(), HUNDREDTH_OF_A_CENT.as_pico());
    if pico < step {
        return cost;
    }
    Usd::from_pico(pico.saturating_add(step / 2) / step * step)
}

fn period_of(kind: ScopeKind, calendar: &Calendar) -> &str {
    match kind {
        ScopeKind::Run | ScopeKind::Job => "",
        ScopeKind::Day => &calendar.day,
        ScopeKind::Month | ScopeKind::Provider | ScopeKind::Key => &calendar.month,
    }
}

fn is_practice(scope: &Scope) -> bool {
    scope.kind == ScopeKind::Provider && scope.name == "practice"
}
