//! The provider's side of the money: what every call is billed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mill_domain::{PriceVariant, Prices, Usage, Usd};

/// What the server has counted and billed so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bill {
    /// Requests that asked a model, refused ones included.
    pub requests: u64,
    /// Requests answered with an error status; not billed.
    pub refused: u64,
    /// Of these, 429 by the server's own limit.
    pub limited: u64,
    /// Calls that were billed.
    pub billed: u64,
    /// Their tokens.
    pub usage: Usage,
    /// Their cost at the server's prices.
    pub cost: Usd,
    /// Most requests that were open at the same time.
    pub peak: u64,
    /// Requests open now.
    pub open: u64,
}

/// The running bill and the prices it is made with.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    bill: Mutex<Bill>,
    prices: HashMap<String, Prices>,
    default_price: Option<Prices>,
}

impl Ledger {
    pub(crate) fn new(prices: HashMap<String, Prices>, default_price: Option<Prices>) -> Self {
        Self {
            bill: Mutex::default(),
            prices,
            default_price,
        }
    }

    pub(crate) fn bill(&self) -> Bill {
        self.locked().clone()
    }

    pub(crate) fn refused(&self, by_limit: bool) {
        let mut bill = self.locked();
        bill.refused += 1;
        bill.limited += u64::from(by_limit);
    }

    /// Opens a request; it is closed when the guard is dropped.
    pub(crate) fn open(self: &Arc<Self>) -> OpenRequest {
        let mut bill = self.locked();
        bill.requests += 1;
        bill.open += 1;
        bill.peak = bill.peak.max(bill.open);
        drop(bill);
        OpenRequest {
            ledger: Arc::clone(self),
        }
    }

    pub(crate) fn book(&self, model: &str, usage: Usage, variants: &[PriceVariant]) {
        let price = self.prices.get(model).or(self.default_price.as_ref());
        let cost = price.map_or(Usd::ZERO, |prices| prices.cost(&usage, variants));
        let mut bill = self.locked();
        bill.billed += 1;
        bill.usage += usage;
        bill.cost += cost;
    }

    fn locked(&self) -> MutexGuard<'_, Bill> {
        self.bill.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that is open.
#[derive(Debug)]
pub(crate) struct OpenRequest {
    ledger: Arc<Ledger>,
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.ledger.locked().open -= 1;
    }
}

/// Measures one streamed call, and bills it when it ends, however it ends: whole by its counts, otherwise by what was
/// produced until then.
#[derive(Debug)]
pub(crate) struct Meter {
    request: OpenRequest,
    model: String,
    whole: Usage,
    produced_bytes: usize,
    started: bool,
    settled: bool,
}

impl Meter {
    pub(crate) const fn new(request: OpenRequest, model: String, whole: Usage) -> Self {
        Self {
            request,
            model,
            whole,
            produced_bytes: 0,
            started: false,
            settled: false,
        }
    }

    /// From now on the call is billed, even if it produces nothing.
    pub(crate) const fn start(&mut self) {
        self.started = true;
    }

    pub(crate) const fn produced(&mut self, text_bytes: usize) {
        self.produced_bytes += text_bytes;
    }

    /// Bills the call now: by its whole counts, or by what was produced so far.
    pub(crate) fn settle(&mut self, whole: bool) {
        if self.settled || !(whole || self.started) {
            return;
        }
        self.settled = true;
        let usage = if whole {
            self.whole
        } else {
            Usage {
                output_tokens: tokens(self.produced_bytes),
                ..self.whole
            }
        };
        self.request.ledger.book(&self.model, usage, &[]);
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.settle(false);
    }
}

/// A token for every three bytes.
pub(crate) fn tokens(bytes: usize) -> u64 {
    (bytes as u64).div_ceil(3)
}
