#![doc = include_str!("../README.md")]

mod budget;
mod census;
mod error;
mod field;
mod finding;
mod id;
mod model;
mod money;
mod outcome;
mod price;
mod run_state;
mod secret;
mod task;
mod time;
mod usage;
mod value;
mod verdict;

pub use budget::{Budget, BudgetRefusal};
pub use census::{Census, DoneBy, OutcomeCounts, TaskCounts};
pub use error::{DomainError, IllegalTransition};
pub use field::{FieldName, FieldSpec, FieldType};
pub use finding::{CheckKind, Finding, FindingLevel};
pub use id::{AttemptId, CallId, JobId, ResultId, RunId, TaskId, VerdictId};
pub use model::{ModelRef, ProviderName};
pub use money::{Usd, UsdPerToken};
pub use outcome::Outcome;
pub use price::{PriceTier, PriceVariant, Prices, TokenPrices};
pub use run_state::{PauseReason, RunEvent, RunState};
pub use secret::Secret;
pub use task::{DecidedBy, TaskEvent, TaskNumber, TaskState};
pub use time::Timestamp;
pub use usage::{Usage, UsageQuality};
pub use value::{Record, Value};
pub use verdict::Verdict;
