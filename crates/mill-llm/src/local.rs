//! Servers of models on this machine, found by asking their usual ports.

use std::time::Duration;

use mill_domain::ProviderName;
use tokio::time::timeout;

use crate::http::HttpClient;
use crate::openai::{Chat, Profile};
use crate::{ModelInfo, Provider};

/// Longest time a server on this machine may take to tell its models.
const PATIENCE: Duration = Duration::from_secs(1);

/// The providers that are looked for. `sure` where hardly anything else uses the port: others must name a model to be
/// believed.
const KNOWN: [Known; 4] = [
    Known::new("ollama", true),
    Known::new("lmstudio", true),
    Known::new("llama_cpp", false),
    Known::new("vllm", false),
];

struct Known {
    name: &'static str,
    sure: bool,
}

impl Known {
    const fn new(name: &'static str, sure: bool) -> Self {
        Self { name, sure }
    }
}

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
    let asked = KNOWN.map(|known| ask(client, known, addresses));
    futures::future::join_all(asked)
        .await
        .into_iter()
        .flatten()
        .collect()
}

async fn ask(
    client: &HttpClient,
    known: Known,
    addresses: &[(ProviderName, String)],
) -> Option<LocalServer> {
    let provider = ProviderName::new(known.name);
    let profile = Profile::named(provider.as_str())?;
    let own = addresses
        .iter()
        .find(|(name, _)| *name == provider)
        .map(|(_, url)| url.as_str());
    let url = own.or(profile.base)?;
    let server = Chat::new(&provider, profile, url, None, client.clone()).ok()?;
    let models = timeout(PATIENCE, server.models()).await.ok()?.ok()?;
    if models.is_empty() && !known.sure {
        return None;
    }
    Some(LocalServer {
        provider,
        url: url.to_owned(),
        models,
    })
}
