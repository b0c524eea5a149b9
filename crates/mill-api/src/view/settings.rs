//! Keys, models, prices and choices of the person.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::money::Money;

/// The person's choices.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SettingsView {
    /// `en`, `zh`, or `system`.
    pub language: String,
    /// `light`, `dark` or `system`.
    pub appearance: String,
    /// What one month may cost over all runs; none: no cap.
    pub month_cap_usd: Option<Money>,
    /// Name on run sheets; empty: not given.
    pub reviewer: String,
    /// Keys of the review the person changed, by what they do; all others are the usual ones.
    #[serde(default)]
    #[ts(type = "Record<string, string>")]
    pub keys: std::collections::BTreeMap<String, String>,
}

/// Whether the operating system's key store works.
#[derive(Debug, Clone, Serialize, TS)]
pub struct KeyStoreView {
    /// True if a test entry was written and read back.
    pub works: bool,
    /// Why not, as a code: `no_bus`, `no_service`, `no_collection`, `locked`, `mismatch`, `denied`; none if it works.
    pub problem: Option<String>,
    /// Every provider's default key, then those with a name of their own.
    pub keys: Vec<KeyView>,
}

/// What may be spent beyond a run's own budget.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CapsView {
    /// The day and the month, and every provider and key that has a cap or was used this month.
    pub caps: Vec<CapView>,
    /// The zone days and months are counted in.
    pub zone: String,
}

/// A cap and what is booked under it.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CapView {
    /// `day`, `month`, `provider` (a month of it), `key` (a month of it) or `job`.
    pub kind: String,
    /// The provider, `provider/key name` or the job's id; empty for day and month.
    pub name: String,
    /// The day `YYYY-MM-DD` or month `YYYY-MM` the sums are of; empty for a job.
    pub period: String,
    /// What may be booked; none: no cap.
    pub cap_usd: Option<Money>,
    /// Spent, calls nobody knows the end of included.
    pub spent_usd: Money,
    /// Held for calls in flight.
    pub reserved_usd: Money,
    /// What new calls may still cost; none: no cap.
    pub left_usd: Option<Money>,
}

/// One of a provider's keys.
#[derive(Debug, Clone, Serialize, TS)]
pub struct KeyView {
    /// The provider's name, as in `provider/model`.
    pub provider: String,
    /// What people call it.
    pub title: String,
    /// Which of the provider's keys; `Default` for the one it has without anybody naming it.
    pub name: String,
    /// `store` (OS key store), `session` (until the program ends), `environment`, or `none`.
    pub place: String,
    /// The last four characters; none without a key.
    pub last_four: Option<String>,
    /// True if this provider works without a key.
    pub optional: bool,
}

/// One limit of a provider, as its last reply stated it.
#[derive(Debug, Clone, Serialize, TS)]
pub struct LimitView {
    /// The provider's name.
    pub provider: String,
    /// Which of its keys.
    pub name: String,
    /// `requests`, `tokens` (all of them), `input` or `output` (tokens).
    pub kind: String,
    /// The most in a period; none: it did not say.
    pub limit: Option<u64>,
    /// What is left of it; none: it did not say.
    pub left: Option<u64>,
}

/// What the provider said when the key was tried.
#[derive(Debug, Clone, Serialize, TS)]
pub struct KeyTest {
    /// True if the provider accepted it.
    pub accepted: bool,
    /// Why not, in English, without any part of the key; none if accepted.
    pub problem: Option<String>,
    /// Models it offers with this key; 0 if it does not say.
    pub models: u32,
}

/// A model the person can choose.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ModelOption {
    /// `provider/model`.
    pub model: String,
    /// Input price, USD per million tokens; none: unknown.
    pub input_usd: Option<String>,
    /// Output price, USD per million tokens; none: unknown.
    pub output_usd: Option<String>,
    /// True if it costs nothing: practice and local servers.
    pub free: bool,
    /// True for practice.
    pub practice: bool,
    /// True if it can be called now: a key is there, or none is needed.
    pub ready: bool,
}

/// A price, USD per million tokens.
#[derive(Debug, Clone, Serialize, TS)]
pub struct PriceView {
    /// `provider/model`.
    pub model: String,
    /// First day it holds, `YYYY-MM-DD`.
    pub from: String,
    /// Uncached input.
    pub input: String,
    /// Output.
    pub output: String,
    /// Cache read; none: as input.
    pub cache_read: Option<String>,
    /// Short cache write; none: as input.
    pub cache_write_5m: Option<String>,
    /// Long cache write; none: as the short one.
    pub cache_write_1h: Option<String>,
    /// Prompt size above which the dearer tier holds; none: one tier.
    pub long_context_above: Option<u64>,
    /// `book` or `person`.
    pub source: String,
    /// True if it is the one in force today.
    pub in_force: bool,
}
