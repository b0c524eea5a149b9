//! What the screens about money send: costs, caps and prices.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::view::money::Money;

/// Costs.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct CostsParams {
    /// `day`, `skill`, `model`, `job`, `run` or `key`.
    pub by: String,
    /// `YYYY-MM` in the stated zone; absent: all time.
    #[ts(optional)]
    pub month: Option<String>,
}

/// A cap to set.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct CapSetParams {
    /// `day`, `month`, `provider`, `key` or `job`.
    pub kind: String,
    /// The provider, `provider/key name` or the job's id; empty for day and month.
    #[serde(default)]
    pub name: String,
    /// What may be spent; none takes the cap away.
    pub cap_usd: Option<Money>,
}

/// A price the person enters, USD per million tokens.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct PriceSetParams {
    /// `provider/model`.
    pub model: String,
    /// Input price.
    pub input: String,
    /// Output price.
    pub output: String,
    /// Cache read price; absent: as input.
    #[ts(optional)]
    pub cache_read: Option<String>,
    /// Cache write price; absent: as input.
    #[ts(optional)]
    pub cache_write: Option<String>,
    /// First day, `YYYY-MM-DD`; absent: today.
    #[ts(optional)]
    pub from: Option<String>,
    /// True: the price is far from its neighbours, and meant.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub confirmed: bool,
}

/// A price of the person's own to take away.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct PriceRemoveParams {
    /// `provider/model`.
    pub model: String,
    /// The day it begins, `YYYY-MM-DD`; absent: the one in force.
    #[ts(optional)]
    pub from: Option<String>,
}
