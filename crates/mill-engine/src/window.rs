//! How much a model reads at once: by the price book, or else by the list of its provider.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use mill_domain::{KeyName, ModelRef, ProviderName, Timestamp};
use mill_llm::{ModelInfo, Provider};

use crate::{Choices, Engine};

/// Longest time a provider may take to tell its models before a run is worked out without them.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long a list is good, in milliseconds; a server of the person's own may be started anew with another window.
const GOOD_FOR_MS: u64 = 10 * 60 * 1_000;

/// Who serves a model: a provider, and its address if it has no fixed one.
type Place = (ProviderName, Option<String>);

/// What providers' lists say of their models.
#[derive(Debug, Default)]
pub(crate) struct KnownWindows {
    /// A plain mutex: nothing is awaited under it.
    lists: Mutex<BTreeMap<Place, List>>,
}

/// A provider's list as it was told.
#[derive(Debug)]
struct List {
    at: Timestamp,
    models: BTreeMap<String, Window>,
}

/// How much a model reads, in tokens.
#[derive(Debug, Clone, Copy)]
enum Window {
    /// Of input alone.
    Input(u64),
    /// Of input and answer together.
    Shared(u64),
}

impl Window {
    fn of(info: &ModelInfo) -> Option<Self> {
        let input = info.max_input_tokens.map(Self::Input);
        input.or_else(|| info.window_tokens.map(Self::Shared))
    }

    fn input(self, output_tokens: u32) -> u64 {
        match self {
            Self::Input(tokens) => tokens,
            Self::Shared(tokens) => tokens.saturating_sub(u64::from(output_tokens)),
        }
    }
}

impl KnownWindows {
    fn is_due(&self, place: &Place, now: Timestamp) -> bool {
        let lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        let list = lists.get(place);
        list.is_none_or(|list| now.millis_since(list.at) >= GOOD_FOR_MS)
    }

    /// Keeps a list; one that could not be had is an empty one for a while, so that nobody waits for it again and again.
    fn keep(&self, place: Place, at: Timestamp, models: &[ModelInfo]) {
        let known = models.iter();
        let known = known.filter_map(|info| Some((info.name.clone(), Window::of(info)?)));
        let list = List {
            at,
            models: known.collect(),
        };
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        lists.insert(place, list);
    }

    fn get(&self, place: &Place, model: &str) -> Option<Window> {
        let lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        lists.get(place)?.models.get(model).copied()
    }
}

impl Engine {
    /// Input tokens a model reads at most beside an answer of so many; `None`: neither the price book nor its provider's
    /// list says.
    pub(crate) fn window_of(
        &self,
        model: &ModelRef,
        endpoint: Option<&str>,
        output_tokens: u32,
    ) -> Option<u64> {
        let listed = self.price_book().lookup(model, self.now());
        listed
            .and_then(|listed| listed.max_input_tokens)
            .or_else(|| {
                let place = place_of(model, endpoint);
                let window = self.parts.windows.get(&place, model.model())?;
                Some(window.input(output_tokens))
            })
    }

    /// Asks the provider of these choices for its list, where only that can tell how much the model reads. Costs nothing;
    /// a provider that does not answer at once leaves the window unknown, as before.
    pub async fn learn_window(&self, choices: &Choices) {
        let endpoint = choices.endpoint.as_deref();
        self.learn_window_of(&choices.model, endpoint, choices.key.as_ref())
            .await;
    }

    /// The same for a model at an address, asked with one of the provider's keys.
    pub(crate) async fn learn_window_of(
        &self,
        model: &ModelRef,
        endpoint: Option<&str>,
        key: Option<&KeyName>,
    ) {
        if !self.must_ask(model, endpoint) {
            return;
        }
        let Ok(key) = self.key_for(model.provider(), key).await else {
            return;
        };
        let mut endpoints = self.config().endpoints.clone();
        endpoints.custom = endpoint.map(str::to_owned);
        let built = mill_llm::providers::build(model, &endpoints, key, &self.parts.http);
        if let Ok(provider) = built {
            self.learn_window_from(&*provider, model, endpoint).await;
        }
    }

    /// The same from a provider that is at hand.
    pub(crate) async fn learn_window_from(
        &self,
        provider: &dyn Provider,
        model: &ModelRef,
        endpoint: Option<&str>,
    ) {
        if !self.must_ask(model, endpoint) {
            return;
        }
        let told = tokio::time::timeout(PATIENCE, provider.models()).await;
        let models = told.ok().and_then(Result::ok).unwrap_or_default();
        let place = place_of(model, endpoint);
        self.parts.windows.keep(place, self.now(), &models);
    }

    fn must_ask(&self, model: &ModelRef, endpoint: Option<&str>) -> bool {
        let listed = self.price_book().lookup(model, self.now());
        let is_known = listed.is_some_and(|listed| listed.max_input_tokens.is_some());
        let place = place_of(model, endpoint);
        !model.is_practice() && !is_known && self.parts.windows.is_due(&place, self.now())
    }
}

fn place_of(model: &ModelRef, endpoint: Option<&str>) -> Place {
    (model.provider().clone(), endpoint.map(str::to_owned))
}
