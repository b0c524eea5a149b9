//! The server itself: started on a free port, steered while it runs, ended when it is dropped.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use mill_domain::Prices;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::batch::{BatchFaults, Shelf};
use crate::cache::Cache;
use crate::ledger::Ledger;
use crate::rate::RateLimit;
use crate::{Asked, Bill, Compat, SeenRequest, Turn, routes};

/// Decides what the server does with a request.
pub type Script = Arc<dyn Fn(&Asked) -> Turn + Send + Sync>;

/// How the server is set up.
#[derive(Debug, Clone, Default)]
pub struct ServerOptions {
    /// Port; 0: a free one.
    pub port: u16,
    /// The only key that is accepted. `None`: every key, and none.
    pub key: Option<String>,
    /// Requests per minute that are let through; others get 429 with `retry-after`. `None`: all.
    pub requests_per_minute: Option<u32>,
    /// Refused requests count against the limit too.
    pub counts_refused: bool,
    /// Prices per model, for the bill.
    pub prices: HashMap<String, Prices>,
    /// Prices of models that are not in `prices`. `None`: not billed.
    pub default_price: Option<Prices>,
    /// Names in the model list.
    pub models: Vec<String>,
    /// How much models read and write together, as the model list tells it; others have no such field.
    pub windows: HashMap<String, u64>,
    /// What LM Studio's own list, `/api/v0/models`, answers. `None`: there is no such list.
    pub native_list: Option<serde_json::Value>,
    /// Deviations in Chat Completions.
    pub compat: Compat,
    /// The shortest beginning of a prompt that is cached, in tokens. `None`: nothing is cached.
    pub cache_from_tokens: Option<u64>,
    /// Do not keep requests: for long measurements.
    pub forgetful: bool,
}

/// A provider on this machine that does as scripted.
#[derive(Debug)]
pub struct ScriptedServer {
    port: u16,
    state: Arc<State>,
    served: tokio::task::JoinHandle<()>,
}

pub(crate) struct State {
    pub(crate) script: RwLock<Script>,
    pub(crate) options: ServerOptions,
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) limit: Option<RateLimit>,
    pub(crate) seen: Mutex<Vec<SeenRequest>>,
    pub(crate) beside: Mutex<Vec<SeenRequest>>,
    pub(crate) shelf: Mutex<Shelf>,
    pub(crate) batch_faults: BatchFaults,
    pub(crate) cache: Cache,
    pub(crate) asked_before: Mutex<HashMap<String, u64>>,
    pub(crate) numbers: std::sync::atomic::AtomicU64,
    pub(crate) stop: CancellationToken,
}

impl std::fmt::Debug for State {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("State")
            .field("bill", &self.ledger.bill())
            .finish_non_exhaustive()
    }
}

impl ScriptedServer {
    /// Starts a server that decides by a function, with default options.
    /// # Errors
    /// The system's, if no port can be opened.
    pub async fn start(
        script: impl Fn(&Asked) -> Turn + Send + Sync + 'static,
    ) -> io::Result<Self> {
        Self::with_options(ServerOptions::default(), script).await
    }

    /// Starts a server that plays a list of turns in order, and the last one for ever.
    /// # Errors
    /// The system's, if no port can be opened.
    pub async fn playing(turns: Vec<Turn>) -> io::Result<Self> {
        Self::start(in_order(turns)).await
    }

    /// Starts a server.
    /// # Errors
    /// The system's, if the port cannot be opened.
    pub async fn with_options(
        options: ServerOptions,
        script: impl Fn(&Asked) -> Turn + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", options.port)).await?;
        let port = listener.local_addr()?.port();
        let state = Arc::new(State {
            script: RwLock::new(Arc::new(script)),
            ledger: Arc::new(Ledger::new(
                options.prices.clone(),
                options.default_price.clone(),
            )),
            limit: options
                .requests_per_minute
                .map(|requests| RateLimit::per_minute(requests, options.counts_refused)),
            options,
            seen: Mutex::default(),
            beside: Mutex::default(),
            shelf: Mutex::default(),
            batch_faults: BatchFaults::default(),
            cache: Cache::default(),
            asked_before: Mutex::default(),
            numbers: std::sync::atomic::AtomicU64::new(0),
            stop: CancellationToken::new(),
        });
        let router = routes::router(Arc::clone(&state));
        let stop = state.stop.clone();
        let served = tokio::spawn(async move {
            // An accept error ends the server; its clients then see a closed port, which is what a test looks at.
            drop(
                axum::serve(listener, router)
                    .with_graceful_shutdown(stop.cancelled_owned())
                    .await,
            );
        });
        Ok(Self {
            port,
            state,
            served,
        })
    }

    /// Its port.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Its address, without path: right as base of every protocol.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Decides by another function from now on.
    pub fn set_script(&self, script: impl Fn(&Asked) -> Turn + Send + Sync + 'static) {
        *self
            .state
            .script
            .write()
            .unwrap_or_else(PoisonError::into_inner) = Arc::new(script);
    }

    /// What it has counted and billed so far.
    pub fn bill(&self) -> Bill {
        self.state.ledger.bill()
    }

    /// The requests that asked a model, in the order of arrival.
    pub fn requests(&self) -> Vec<SeenRequest> {
        self.state
            .seen
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The requests beside those: counts of tokens, in the order of arrival.
    pub fn requests_beside(&self) -> Vec<SeenRequest> {
        self.state
            .beside
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Holds every batch at work until it is let go.
    pub fn hold_batches(&self, held: bool) {
        let faults = &self.state.batch_faults;
        faults.held.store(held, Ordering::SeqCst);
    }

    /// The next batch is taken, and the reply that names it is lost.
    pub fn lose_next_batch_reply(&self) {
        let faults = &self.state.batch_faults;
        faults.lose_reply.store(true, Ordering::SeqCst);
    }

    /// Number of questions in each batch that was handed in and not deleted.
    pub fn batches(&self) -> Vec<usize> {
        let shelf = self
            .state
            .shelf
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        shelf
            .batches
            .values()
            .map(|batch| batch.items.len())
            .collect()
    }

    /// The questions in files that were handed in for batches.
    pub fn questions_in_files(&self) -> Vec<serde_json::Value> {
        let shelf = self
            .state
            .shelf
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let lines = shelf.files.values().flat_map(|file| file.lines());
        lines
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect()
    }

    /// Files that were handed in and not deleted, results included.
    pub fn files(&self) -> usize {
        let shelf = self
            .state
            .shelf
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        shelf.files.len()
    }

    /// Stops listening and breaks what is open, as a provider that goes down does.
    pub fn stop(&self) {
        self.state.stop.cancel();
    }

    /// Waits until no request is open, at most five seconds, and gives the bill.
    pub async fn settled_bill(&self) -> Bill {
        for _ in 0..500 {
            if self.bill().open == 0 {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        self.bill()
    }

    /// Waits until the server has ended, for a program that is nothing else.
    pub async fn ended(mut self) {
        let served = std::mem::replace(&mut self.served, tokio::spawn(async {}));
        drop(served.await);
    }
}

impl Drop for ScriptedServer {
    fn drop(&mut self) {
        self.state.stop.cancel();
    }
}

/// A script that plays turns in order, and the last one for ever.
pub(crate) fn in_order(turns: Vec<Turn>) -> impl Fn(&Asked) -> Turn + Send + Sync + 'static {
    move |asked| {
        let place = usize::try_from(asked.number)
            .unwrap_or(usize::MAX)
            .min(turns.len().saturating_sub(1));
        turns.get(place).cloned().unwrap_or_default()
    }
}
