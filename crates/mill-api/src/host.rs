//! What a host opens, calls and listens to.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures::Stream;
use mill_engine::{Config, Engine, EngineError, Environment, Secrets, SystemClock};
use serde_json::Value;

use crate::grants::{Grants, Power};
use crate::{ApiError, FileGrant, Notification, Spoken, call, news};

/// How a host starts.
#[derive(Debug)]
pub struct HostOptions {
    config: Result<Config, EngineError>,
    home: PathBuf,
}

/// The program could not start.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct StartError(ApiError);

/// The engine behind the contract. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Host {
    pub(crate) engine: Engine,
    pub(crate) grants: Grants,
}

impl HostOptions {
    /// Options from the environment; `home` wins over it.
    pub fn new(home: Option<PathBuf>) -> Self {
        let config = Config::new(&Environment::of_process(), home, None, None);
        let home = config.as_ref().map_or_else(
            |_| PathBuf::from("stampmill-data"),
            |config| config.home.clone(),
        );
        Self { config, home }
    }

    /// The data folder.
    pub fn home(&self) -> &Path {
        &self.home
    }
}

impl From<EngineError> for StartError {
    fn from(error: EngineError) -> Self {
        Self(ApiError::from(error))
    }
}

impl StartError {
    /// Why, and what to do, in a language: a tag such as `zh`; English for every tag but Chinese ones.
    pub fn spoken(&self, language: &str) -> Spoken {
        self.0.spoken(language)
    }
}

impl Host {
    /// Opens the data folder with the system's key store, and makes the sample job at the first start.
    /// # Errors
    /// [`StartError`] if the folder or its database cannot be used.
    pub async fn open(options: HostOptions) -> Result<Self, StartError> {
        let config = options.config?;
        let language = config.language.clone();
        let engine = Engine::open(config, Arc::new(SystemClock), Secrets::keychain()).await?;
        engine
            .make_sample_once(&mill_engine::sample_name(&language))
            .await?;
        engine.go_on_by_themselves();
        Ok(Self::over(engine))
    }

    /// A host over an engine that was opened elsewhere.
    pub fn over(engine: Engine) -> Self {
        Self {
            engine,
            grants: Grants::default(),
        }
    }

    /// Calls a method of the contract.
    /// # Errors
    /// [`ApiError`] with the code `unknown_method` or `bad_params` for what is not in the contract, else the engine's refusal.
    pub async fn call(&self, method: &str, params: Value) -> Result<Value, ApiError> {
        call::dispatch(self, method, params).await
    }

    /// Everything that changes from now on, merged to at most ten updates a second for each run.
    pub fn subscribe(&self) -> impl Stream<Item = Notification> + Send + Unpin + 'static + use<> {
        news::stream(self.engine.clone())
    }

    /// Registers a file the person chose to be read.
    pub fn grant_read(&self, path: &Path) -> FileGrant {
        self.grants.give(path, Power::Read)
    }

    /// Registers a file the person chose to be written.
    pub fn grant_write(&self, path: &Path) -> FileGrant {
        self.grants.give(path, Power::Write)
    }

    /// Stops what is at work, stores all of it and closes the data folder.
    pub async fn close(&self) {
        self.engine.close().await;
    }
}
