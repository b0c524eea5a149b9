//! The engine: what all its parts share.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use mill_domain::{KeyName, ProviderName, RunId, Secret, Timestamp};
use mill_llm::http::{HttpClient, HttpSettings};
use mill_llm::{Pace, PriceBook, Start, UserPrice};
use mill_secrets::Secrets;
use mill_store::Store;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use crate::job::KeptTable;
use crate::password::GivenPasswords;
use crate::review::{AskingTurns, DrawnPages, KeptFacts, ReadDocuments};
use crate::run::LiveRun;
use crate::summary::RunSums;
use crate::window::KnownWindows;
use crate::{Clock, Config, EngineError, EngineEvent};

/// Events that may wait for a slow host; a host that missed some reads everything anew.
const EVENTS: usize = 4096;

/// The engine of one data folder. Cheap to clone; [`Engine::close`] ends it.
#[derive(Clone)]
pub struct Engine {
    pub(crate) parts: Arc<Parts>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Engine")
            .field("home", &self.parts.config.home)
            .finish_non_exhaustive()
    }
}

/// What shares a limit: a provider, its address if it has no fixed one, and which of its keys is used.
pub(crate) type PaceKey = (ProviderName, Option<String>, Option<KeyName>);

pub(crate) struct Parts {
    pub(crate) config: Config,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) store: Store,
    pub(crate) secrets: Secrets,
    pub(crate) http: HttpClient,
    pub(crate) events: broadcast::Sender<EngineEvent>,
    /// Runs at work in this process. Plain mutexes from here on: nothing is awaited under them.
    pub(crate) live: Mutex<BTreeMap<RunId, Arc<LiveRun>>>,
    pub(crate) session_keys: Mutex<BTreeMap<(ProviderName, KeyName), Secret<String>>>,
    pub(crate) paces: Mutex<BTreeMap<PaceKey, Arc<Pace>>>,
    /// Sums of runs that are over, so that a long history is not added up again for every look at it.
    pub(crate) over: Mutex<BTreeMap<RunId, RunSums>>,
    /// What review knows of the run that was looked at last.
    pub(crate) facts: KeptFacts,
    /// Whose turn it is to have rows of a run asked again.
    pub(crate) asking: AskingTurns,
    /// The job's rows that were looked at last, and who would decide them.
    pub(crate) table: KeptTable,
    /// Pages of documents as they were drawn for a person.
    pub(crate) pages: Arc<DrawnPages>,
    /// Documents that were read for a person.
    pub(crate) documents: ReadDocuments,
    /// Passwords of documents; they end with the program.
    pub(crate) passwords: GivenPasswords,
    /// How much models read, as their providers' lists say.
    pub(crate) windows: KnownWindows,
    pub(crate) prices: RwLock<PriceBook>,
    /// Paused runs that go on by themselves, and when.
    pub(crate) comebacks: Mutex<BTreeMap<RunId, Timestamp>>,
    /// How often a cap was changed in this process.
    pub(crate) caps_changed: AtomicU64,
    /// Cancelled when the engine closes.
    pub(crate) closing: CancellationToken,
    /// Every task the engine started; closing waits for all of them.
    pub(crate) tasks: TaskTracker,
}

impl Engine {
    /// Opens the data folder and everything in it. Runs that were at work when the program ended are paused as
    /// interrupted; nothing starts by itself until [`Engine::go_on_by_themselves`].
    /// # Errors
    /// [`EngineError::Home`] if the folder cannot be used, [`EngineError::Store`] if its database cannot be opened.
    pub async fn open(
        config: Config,
        clock: Arc<dyn Clock>,
        secrets: Secrets,
    ) -> Result<Self, EngineError> {
        std::fs::create_dir_all(&config.home).map_err(|source| EngineError::Home {
            path: config.home.clone(),
            source,
        })?;
        let store = Store::open(&config.home.join("stampmill.db")).await?;
        let http = mill_llm::http::client(HttpSettings::default())?;
        let (events, _) = broadcast::channel(EVENTS);
        let parts = Parts {
            config,
            clock,
            store,
            secrets,
            http,
            events,
            live: Mutex::default(),
            session_keys: Mutex::default(),
            paces: Mutex::default(),
            over: Mutex::default(),
            facts: KeptFacts::default(),
            asking: AskingTurns::default(),
            table: KeptTable::default(),
            pages: Arc::default(),
            documents: ReadDocuments::default(),
            passwords: GivenPasswords::default(),
            windows: KnownWindows::default(),
            prices: RwLock::new(PriceBook::built_in()),
            comebacks: Mutex::default(),
            caps_changed: AtomicU64::new(0),
            closing: CancellationToken::new(),
            tasks: TaskTracker::new(),
        };
        let engine = Self {
            parts: Arc::new(parts),
        };
        engine.add_passwords(engine.config().pdf_password.clone());
        engine.load_prices().await?;
        engine.move_month_cap().await?;
        engine.recover_interrupted().await?;
        Ok(engine)
    }

    /// Stops what is at work, waits until all of it is stored, and closes the database. Runs can be resumed later.
    pub async fn close(&self) {
        self.parts.closing.cancel();
        for live in self.live_runs() {
            live.interrupt().await;
        }
        self.parts.tasks.close();
        self.parts.tasks.wait().await;
        self.parts.store.close().await;
    }

    /// What changes from now on. A receiver that falls behind is told so and should read everything anew.
    pub fn subscribe(&self) -> broadcast::Receiver<EngineEvent> {
        self.parts.events.subscribe()
    }

    /// What the engine was started with.
    pub fn config(&self) -> &Config {
        &self.parts.config
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.parts.clock.now()
    }

    pub(crate) fn store(&self) -> &Store {
        &self.parts.store
    }

    pub(crate) fn publish(&self, event: EngineEvent) {
        // No host listening is fine.
        drop(self.parts.events.send(event));
    }

    pub(crate) fn stale<const N: usize>(&self, tags: [&str; N]) {
        self.publish(EngineEvent::Stale(
            tags.into_iter().map(str::to_owned).collect(),
        ));
    }

    /// How often a cap was changed: what was held ahead under an older one is held anew.
    pub(crate) fn caps_changed(&self) -> u64 {
        self.parts.caps_changed.load(Ordering::SeqCst)
    }

    pub(crate) fn note_changed_cap(&self) {
        self.parts.caps_changed.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn live_runs(&self) -> Vec<Arc<LiveRun>> {
        let live = self
            .parts
            .live
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        live.values().cloned().collect()
    }

    pub(crate) fn live_run(&self, run: RunId) -> Option<Arc<LiveRun>> {
        let live = self
            .parts
            .live
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        live.get(&run).cloned()
    }

    /// The pace of all calls to one place with one key. `start` counts for the first who asks.
    pub(crate) fn pace(&self, key: PaceKey, start: Start) -> Arc<Pace> {
        let mut paces = self
            .parts
            .paces
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Arc::clone(
            paces
                .entry(key)
                .or_insert_with(|| Arc::new(Pace::new(start))),
        )
    }

    pub(crate) fn price_book(&self) -> PriceBook {
        self.parts
            .prices
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    async fn load_prices(&self) -> Result<(), EngineError> {
        let user = self.store().prices().await?.into_iter().map(|price| {
            Ok(UserPrice {
                model: price.model.parse()?,
                from: price.starts_at,
                prices: price.prices,
            })
        });
        let book = PriceBook::with_user(user.collect::<Result<_, EngineError>>()?);
        *self
            .parts
            .prices
            .write()
            .unwrap_or_else(PoisonError::into_inner) = book;
        Ok(())
    }

    pub(crate) async fn reload_prices(&self) -> Result<(), EngineError> {
        self.load_prices().await?;
        self.stale(["prices", "models", "jobs"]);
        Ok(())
    }
}

/// A new identifier: version 7, so that they sort by the time they were made.
pub(crate) fn new_uuid() -> Uuid {
    Uuid::now_v7()
}
