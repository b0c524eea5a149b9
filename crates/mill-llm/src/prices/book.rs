//! Looking prices up.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use mill_domain::{ModelRef, PriceVariant, Prices, ProviderName, Timestamp, Usd};

use super::entry::{Entry, PriceFile};
use super::name::is_dated;

/// The list that ships with the program. A test proves that it parses; were it broken, every model would be unpriced,
/// which stops runs and never prices them wrongly.
static BUILT_IN: LazyLock<Arc<List>> = LazyLock::new(|| {
    Arc::new(
        toml::from_str(include_str!("../../prices.toml"))
            .map(List::new)
            .unwrap_or_default(),
    )
});

/// Providers that bill nobody, whatever the model.
const FREE_PROVIDERS: [&str; 5] = ["ollama", "lmstudio", "llama_cpp", "vllm", "practice"];

#[derive(Debug, Default)]
struct List {
    file: PriceFile,
    /// Places in `file.models` by provider and name, aliases included.
    by_name: HashMap<(String, String), Vec<usize>>,
}

/// The built-in list with a person's own prices on top. Cheap to clone.
#[derive(Debug, Clone)]
pub struct PriceBook {
    list: Arc<List>,
    user: Arc<Vec<UserPrice>>,
}

/// A price a person entered. It wins over the list from its date on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserPrice {
    /// The model it is for, exactly.
    pub model: ModelRef,
    /// From when on.
    pub from: Timestamp,
    /// The prices; [`Prices::FREE`] for a server that bills nobody.
    pub prices: Prices,
}

/// A model with its prices at the moment that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricedModel {
    /// The model as it was asked for.
    pub model: ModelRef,
    /// Its prices.
    pub prices: Prices,
    /// From when on they hold. `None`: since before the list began.
    pub from: Option<Timestamp>,
    /// Where they come from.
    pub source: PriceSource,
    /// Longest input in tokens. `None`: unknown.
    pub max_input_tokens: Option<u64>,
    /// Longest output in tokens. `None`: unknown.
    pub max_output_tokens: Option<u64>,
}

/// Where a price comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriceSource {
    /// The list that ships with the program.
    BuiltIn,
    /// A person entered it.
    User,
    /// The provider runs on the person's own machine, or is practice.
    Local,
}

impl PriceBook {
    /// The list that ships with the program.
    pub fn built_in() -> Self {
        Self {
            list: Arc::clone(&BUILT_IN),
            user: Arc::new(Vec::new()),
        }
    }

    /// The list with a person's prices on top.
    pub fn with_user(user: Vec<UserPrice>) -> Self {
        Self {
            list: Arc::clone(&BUILT_IN),
            user: Arc::new(user),
        }
    }

    /// A book from another list in the format of `prices.toml`.
    /// # Errors
    /// The parser's words, with line and column.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        let file: PriceFile = toml::from_str(text).map_err(|cause| cause.to_string())?;
        Ok(Self {
            list: Arc::new(List::new(file)),
            user: Arc::new(Vec::new()),
        })
    }

    /// The prices of a model at a moment: the person's, else free for local providers, else the list's by exact name,
    /// declared alias, or name with a valid date. `None`: unknown; never a look-alike's price, never zero.
    pub fn lookup(&self, model: &ModelRef, at: Timestamp) -> Option<PricedModel> {
        self.user_price(model, at)
            .or_else(|| local(model))
            .or_else(|| self.list.lookup(model, at))
    }

    /// Every model of the list and of the person, with the prices at a moment, in the list's order.
    pub fn all(&self, at: Timestamp) -> Vec<PricedModel> {
        let mut models: Vec<ModelRef> = self.user.iter().map(|price| price.model.clone()).collect();
        models.extend(
            self.list
                .file
                .models
                .iter()
                .map(|entry| ModelRef::new(&entry.provider, &entry.name)),
        );
        let mut seen = std::collections::HashSet::new();
        models.retain(|model| seen.insert(model.clone()));
        models
            .iter()
            .filter_map(|model| self.lookup(model, at))
            .collect()
    }

    /// Every price there is, of all dates: the person's and the list's, by model, and whether it is the one in force at a
    /// moment; that one first, then the newest.
    pub fn history(&self, at: Timestamp) -> Vec<(PricedModel, bool)> {
        let mut all: Vec<PricedModel> = self
            .user
            .iter()
            .map(|price| self.of_user(price, at))
            .collect();
        all.extend(
            self.list
                .file
                .models
                .iter()
                .map(|entry| self.list.priced(entry, at)),
        );
        let mut all: Vec<(PricedModel, bool)> = all
            .into_iter()
            .map(|priced| {
                let now = self.lookup(&priced.model, at);
                let same =
                    |now: PricedModel| (now.from, now.source) == (priced.from, priced.source);
                let in_force = now.is_some_and(same);
                (priced, in_force)
            })
            .collect();
        all.sort_by_cached_key(|(priced, in_force)| {
            (
                priced.model.clone(),
                !in_force,
                std::cmp::Reverse(priced.from),
            )
        });
        all
    }

    /// The multiplier a provider's word stands for: `fast`, `priority`, `batch`, `us`. `None`: list price.
    pub fn variant(
        &self,
        provider: &ProviderName,
        model: &str,
        word: &str,
    ) -> Option<PriceVariant> {
        let own = self
            .list
            .entries(provider.as_str(), model)
            .find_map(|entry| entry.variants.get(word).copied());
        own.or_else(|| {
            self.list
                .file
                .providers
                .get(provider.as_str())?
                .variants
                .get(word)
                .copied()
        })
    }

    /// The day the built-in list was last compared with the providers' pages, as `2026-11-30`.
    pub fn checked(&self) -> String {
        self.list.file.checked.to_string()
    }

    fn user_price(&self, model: &ModelRef, at: Timestamp) -> Option<PricedModel> {
        let newest = self
            .user
            .iter()
            .filter(|price| price.model == *model && price.from <= at)
            .max_by_key(|price| price.from)?;
        Some(self.of_user(newest, at))
    }

    fn of_user(&self, price: &UserPrice, at: Timestamp) -> PricedModel {
        let listed = self.list.lookup(&price.model, at);
        PricedModel {
            model: price.model.clone(),
            prices: price.prices.clone(),
            from: Some(price.from),
            source: PriceSource::User,
            max_input_tokens: listed.as_ref().and_then(|listed| listed.max_input_tokens),
            max_output_tokens: listed.and_then(|listed| listed.max_output_tokens),
        }
    }
}

impl List {
    fn new(file: PriceFile) -> Self {
        let mut by_name: HashMap<(String, String), Vec<usize>> = HashMap::new();
        for (place, entry) in file.models.iter().enumerate() {
            for name in std::iter::once(&entry.name).chain(&entry.aliases) {
                by_name
                    .entry((entry.provider.clone(), name.clone()))
                    .or_default()
                    .push(place);
            }
        }
        Self { file, by_name }
    }

    fn lookup(&self, model: &ModelRef, at: Timestamp) -> Option<PricedModel> {
        let provider = model.provider().as_str();
        let entry = self
            .entries(provider, model.model())
            .filter(|entry| entry.starts_at().is_none_or(|from| from <= at))
            .max_by_key(|entry| entry.starts_at())?;
        Some(PricedModel {
            model: model.clone(),
            ..self.priced(entry, at)
        })
    }

    fn priced(&self, entry: &Entry, at: Timestamp) -> PricedModel {
        let terms = self.file.providers.get(&entry.provider);
        let web_search = terms.map_or(Usd::ZERO, |terms| terms.web_search);
        PricedModel {
            model: ModelRef::new(&entry.provider, &entry.name),
            prices: entry.prices(at, web_search),
            from: entry.starts_at(),
            source: PriceSource::BuiltIn,
            max_input_tokens: Some(entry.max_input),
            max_output_tokens: Some(entry.max_output),
        }
    }

    /// The entries a name means, of all dates.
    fn entries<'l>(
        &'l self,
        provider: &str,
        name: &str,
    ) -> impl Iterator<Item = &'l Entry> + use<'l> {
        let exact = self.by_name.get(&(provider.to_owned(), name.to_owned()));
        let places = exact.cloned().unwrap_or_else(|| {
            let dated = |entry: &Entry| entry.provider == provider && is_dated(name, &entry.name);
            let all = self.file.models.iter().enumerate();
            all.filter(|(_, entry)| dated(entry))
                .map(|(place, _)| place)
                .collect()
        });
        places
            .into_iter()
            .filter_map(|place| self.file.models.get(place))
    }
}

/// Local providers bill nobody, except for models that Ollama only passes on to its cloud.
fn local(model: &ModelRef) -> Option<PricedModel> {
    let name = model.model();
    let remote = name.ends_with("-cloud") || name.ends_with(":cloud");
    // There is one practice model; any other name is a slip, and nobody's price.
    let unknown = model.is_practice() && name != "sample";
    (!unknown && !remote && FREE_PROVIDERS.contains(&model.provider().as_str())).then(|| {
        PricedModel {
            model: model.clone(),
            prices: Prices::FREE,
            from: None,
            source: PriceSource::Local,
            max_input_tokens: None,
            max_output_tokens: None,
        }
    })
}

/// The multiplier a provider's word stands for in the built-in list.
pub(crate) fn variant(provider: &ProviderName, model: &str, word: &str) -> Option<PriceVariant> {
    PriceBook::built_in().variant(provider, model, word)
}

#[cfg(test)]
mod tests;
