//! Servers of models on this machine, found by asking their usual ports.

use std::time::Duration;

use mill_domain::ProviderName;
use tokio::time::timeout;

use crate::http::HttpClient;
use crate::openai::{Chat, Profile};
use crate::{ModelInfo, Provider};

/// Longest time a server on this machine may take to tell its models.
const PATIENCE: Duration = Duration::from_secs(2);

/// The providers that are looked for.
const NAMES: [&str; 2] = ["ollama", "lmstudio"];

/// A server that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalServer {
    /// The provider to name in a model.
    pub provider: ProviderName,
    /// Where it is.
    pub url: String,
    /// What it serves; may be empty.
    pub models: Vec<ModelInfo>,
}

/// Asks every usual address at the same time; `addresses` replaces those that a person or the environment has changed.
pub async fn find(client: &HttpClient, addresses: &[(ProviderName, String)]) -> Vec<LocalServer> {
    let asked = NAMES.map(|name| ask(client, ProviderName::new(name), addresses));
    futures::future::join_all(asked)
        .await
        .into_iter()
        .flatten()
        .collect()
}

async fn ask(
    client: &HttpClient,
    provider: ProviderName,
    addresses: &[(ProviderName, String)],
) -> Option<LocalServer> {
    let profile = Profile::named(provider.as_str())?;
    let own = addresses
        .iter()
        .find(|(name, _)| *name == provider)
        .map(|(_, url)| url.as_str());
    let url = own.or(profile.base)?;
    let server = Chat::new(&provider, profile, url, None, client.clone()).ok()?;
    let models = timeout(PATIENCE, server.models()).await.ok()?.ok()?;
    Some(LocalServer {
        provider,
        url: url.to_owned(),
        models,
    })
}
