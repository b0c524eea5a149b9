//! The one door to every model.

use std::time::Duration;

use async_trait::async_trait;
use mill_domain::ProviderName;
use tokio_util::sync::CancellationToken;

use crate::{Batches, CallEnd, LlmError, ModelRequest};

/// A provider of models, ready to use: address, key and HTTP client are inside. Share one per provider and key.
#[async_trait]
pub trait Provider: Send + Sync {
    /// Its name.
    fn name(&self) -> &ProviderName;

    /// Asks a model once, without retrying. Never fails otherwise than in the [`CallEnd`] it returns.
    ///
    /// Cancelling closes the connection at once; what the model had produced by then is in the usage.
    async fn complete(
        &self,
        request: &ModelRequest,
        cancel: &CancellationToken,
        progress: &OnProgress<'_>,
    ) -> CallEnd;

    /// The models the provider offers to this key.
    /// # Errors
    /// Any [`LlmError`]; retrying is the caller's choice.
    async fn models(&self) -> Result<Vec<ModelInfo>, LlmError>;

    /// Asks the cheapest question that needs the key and bills nothing.
    /// # Errors
    /// [`LlmError::KeyRefused`] for a wrong key, any other for a provider that cannot be asked.
    async fn test_key(&self) -> Result<KeyCheck, LlmError>;

    /// Its door for batches at about half the price. `None`: it has none.
    fn batches(&self) -> Option<&dyn Batches> {
        None
    }

    /// More input tokens than this the request cannot have, whatever the tokenizer.
    fn input_bound(&self, request: &ModelRequest) -> u64;

    /// An upper bound from the provider's own free counter. `None`: it has none; use [`Provider::input_bound`].
    /// # Errors
    /// Any [`LlmError`]; the byte bound still holds then.
    async fn count_input(&self, _request: &ModelRequest) -> Result<Option<u64>, LlmError> {
        Ok(None)
    }
}

/// Called with every step of a call while it runs; must return at once.
pub type OnProgress<'p> = dyn Fn(Progress<'_>) + Send + Sync + 'p;

/// A step of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress<'t> {
    /// The provider accepted the request; the reply begins.
    Opened,
    /// The first piece of the answer or of the thinking came.
    FirstToken {
        /// Time since the call began.
        after: Duration,
    },
    /// A further piece of the answer.
    Text(&'t str),
    /// The server did not accept a feature; it is left out from now on.
    Dropped(Feature),
}

/// A feature a server may lack; the call works without it, less well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Token counts at the end of a stream: cost becomes an estimate.
    StreamUsage,
    /// Answers bound to a JSON schema by the server: the schema is asked for in words.
    JsonSchema,
    /// Answers bound to JSON at all.
    JsonMode,
    /// A limit on the answer's length under one of the two names in use.
    OutputLimit,
}

impl Feature {
    /// What its absence means, for a person.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::StreamUsage => "this server does not count tokens, so the cost is estimated",
            Self::JsonSchema => {
                "this server cannot be held to the output's form; answers are checked and may need a repair"
            }
            Self::JsonMode => {
                "this server cannot be held to JSON; answers are checked and may need a repair"
            }
            Self::OutputLimit => "this server does not accept a limit on the answer's length",
        }
    }
}

/// A model as its provider lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelInfo {
    /// The name to call it by.
    pub name: String,
    /// The name for people, if it has another.
    pub label: Option<String>,
    /// Longest input in tokens. `None`: not told.
    pub max_input_tokens: Option<u64>,
    /// Longest input and answer together, in tokens, where a provider tells that instead. `None`: not told.
    pub window_tokens: Option<u64>,
    /// Longest output in tokens. `None`: not told.
    pub max_output_tokens: Option<u64>,
    /// Reads pictures. `None`: not told.
    pub reads_images: Option<bool>,
    /// Reads PDF files. `None`: not told.
    pub reads_pdf: Option<bool>,
}

impl ModelInfo {
    /// A model known by name alone.
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            label: None,
            max_input_tokens: None,
            window_tokens: None,
            max_output_tokens: None,
            reads_images: None,
            reads_pdf: None,
        }
    }
}

/// A key or an endpoint that was tried and works.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeyCheck {
    /// Number of models seen. `None`: the server has no list.
    pub models: Option<usize>,
    /// Features known to be missing there.
    pub missing: Vec<Feature>,
}
