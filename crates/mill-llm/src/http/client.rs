//! Clients with the system's certificates and proxies; loopback goes direct.

use std::net::IpAddr;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use mill_domain::{ProviderName, Secret};
use reqwest::Url;
use reqwest::header::HeaderValue;
use rustls::ClientConfig;

use super::route::Route;
use super::trust::tls;
use crate::LlmError;

/// How the clients behave. Total time is never limited here: replies stream for as long as bytes come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HttpSettings {
    /// Longest time to a connection, TLS included.
    pub connect_timeout: Duration,
    /// Idle connections kept per host; at least the number of agents, so that none waits for a handshake.
    pub pool_per_host: usize,
    /// How long calls wait for what a new endpoint that only looks like `OpenAI` says to the first one. `None`: as long as a
    /// refusal takes from there, which is less for this machine than for the world.
    pub refusal_patience: Option<Duration>,
}

impl Default for HttpSettings {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(10),
            pool_per_host: 256,
            refusal_patience: None,
        }
    }
}

/// Two clients in one: through the system's proxy for the world, direct for this machine.
///
/// Cheap to clone; share one for the whole program, so that connections are reused.
#[derive(Debug, Clone)]
pub struct HttpClient {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    settings: HttpSettings,
    tls: ClientConfig,
    /// Plain lock: nothing is awaited under it.
    clients: RwLock<Clients>,
}

#[derive(Debug)]
struct Clients {
    loopback: reqwest::Client,
    /// Made when it is needed first: the system is asked for its proxies then, and many programs never leave this machine.
    world: OnceLock<reqwest::Client>,
}

impl HttpClient {
    /// The client for an address.
    pub(crate) fn to(&self, url: &Url) -> reqwest::Client {
        let clients = self
            .shared
            .clients
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        if is_loopback(url) {
            return clients.loopback.clone();
        }
        let world = clients.world.get_or_init(|| {
            let route = Route::of_this_computer();
            let made = route.take(self.shared.builder()).build();
            made.unwrap_or_else(|error| {
                // The same settings worked for the other client: only what the system says can be wrong.
                tracing::warn!(error = %chain(&error), "the proxies of this computer cannot be used");
                clients.loopback.clone()
            })
        });
        world.clone()
    }

    /// Begins with new connections: those that are open may have died while the computer slept, and it may be in another
    /// network, with another proxy. Calls under way keep theirs.
    pub fn renew(&self) {
        match self.shared.clients() {
            Ok(clients) => {
                *self
                    .shared
                    .clients
                    .write()
                    .unwrap_or_else(PoisonError::into_inner) = clients;
            }
            Err(error) => {
                tracing::warn!(error = %chain(&error), "the connections before are used on");
            }
        }
    }

    pub(crate) fn settings(&self) -> HttpSettings {
        self.shared.settings
    }
}

impl Shared {
    fn builder(&self) -> reqwest::ClientBuilder {
        builder(self.settings).tls_backend_preconfigured(self.tls.clone())
    }

    fn clients(&self) -> Result<Clients, reqwest::Error> {
        Ok(Clients {
            loopback: self.builder().no_proxy().build()?,
            world: OnceLock::new(),
        })
    }
}

/// Builds the clients: rustls checked by the system's certificate store, the system's proxies, no redirects (a key must
/// not follow one).
/// # Errors
/// [`LlmError::BadSetup`] if the TLS library or the certificate store cannot be used.
pub fn client(settings: HttpSettings) -> Result<HttpClient, LlmError> {
    let tls = tls().map_err(|cause| unusable(&cause))?;
    let loopback = builder(settings)
        .tls_backend_preconfigured(tls.clone())
        .no_proxy()
        .build()
        .map_err(|cause| unusable(&cause))?;
    let clients = Clients {
        loopback,
        world: OnceLock::new(),
    };
    let shared = Shared {
        settings,
        tls,
        clients: RwLock::new(clients),
    };
    Ok(HttpClient {
        shared: Arc::new(shared),
    })
}

fn unusable(cause: &dyn std::error::Error) -> LlmError {
    LlmError::BadSetup {
        provider: ProviderName::new("https"),
        detail: format!("the secure connection cannot be set up: {}", chain(cause)),
    }
}

fn builder(settings: HttpSettings) -> reqwest::ClientBuilder {
    reqwest::Client::builder()
        .user_agent(concat!("stampmill/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(settings.connect_timeout)
        .pool_max_idle_per_host(settings.pool_per_host)
        .pool_idle_timeout(Duration::from_mins(1))
        .tcp_keepalive(Duration::from_secs(30))
        .tcp_keepalive_interval(Duration::from_secs(10))
        .tcp_keepalive_retries(3)
        .tcp_nodelay(true)
        // Finds connections that died while the computer slept before a request is lost on them.
        .http2_keep_alive_interval(Duration::from_secs(20))
        .http2_keep_alive_timeout(Duration::from_secs(10))
        .redirect(reqwest::redirect::Policy::none())
}

/// True for this machine's own addresses and names.
pub(crate) fn is_loopback(url: &Url) -> bool {
    let Some(host) = url.host_str() else {
        return false;
    };
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    bare == "localhost"
        || bare.ends_with(".localhost")
        || bare
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

/// Reads an endpoint's address as people type it: with or without scheme and trailing slash.
/// # Errors
/// [`LlmError::BadSetup`] if it is no http or https address.
pub(crate) fn parse_url(provider: &ProviderName, text: &str) -> Result<Url, LlmError> {
    let text = text.trim();
    let full = if text.contains("://") {
        text.to_owned()
    } else {
        format!("http://{text}")
    };
    let wrong = |detail: String| LlmError::BadSetup {
        provider: provider.clone(),
        detail,
    };
    let url = Url::parse(full.trim_end_matches('/'))
        .map_err(|cause| wrong(format!("`{text}` is not an address: {cause}")))?;
    match (url.scheme(), url.has_host()) {
        ("http" | "https", true) => Ok(url),
        _ => Err(wrong(format!("`{text}` is not an http or https address"))),
    }
}

/// An address without path gets `/v1`; one that was copied with the endpoint's own path loses that.
pub(crate) fn with_version(mut url: Url) -> Url {
    let path = ["/chat/completions", "/responses", "/models"]
        .iter()
        .fold(url.path().trim_end_matches('/'), |path, tail| {
            path.strip_suffix(tail).unwrap_or(path)
        })
        .to_owned();
    url.set_path(if path.is_empty() { "/v1" } else { &path });
    url
}

/// A key as a header that HTTP libraries do not print. A key that cannot be a header is sent empty and refused there.
pub(crate) fn secret_header(prefix: &str, key: &Secret<String>) -> HeaderValue {
    let text = format!("{prefix}{}", key.expose().trim());
    let mut value = HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""));
    value.set_sensitive(true);
    value
}

/// An error and its causes in one line, without the URL.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let text = cause.to_string();
        if !words.contains(&text) {
            words.push_str(": ");
            words.push_str(&text);
        }
        next = cause.source();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_is_known_by_every_name() {
        for (text, expected) in [
            ("http://localhost:11434", true),
            ("http://127.0.0.1:1", true),
            ("http://127.8.8.8", true),
            ("http://[::1]:8080/v1", true),
            ("http://api.localhost", true),
            ("https://localhost.example.com", false),
            ("https://api.anthropic.com", false),
            ("http://192.168.1.5", false),
        ] {
            assert_eq!(is_loopback(&Url::parse(text).unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn addresses_are_read_as_people_type_them() {
        let provider = ProviderName::new("ollama");
        assert_eq!(
            parse_url(&provider, " localhost:11434/ ").unwrap().as_str(),
            "http://localhost:11434/"
        );
        assert_eq!(
            parse_url(&provider, "https://host/v1/").unwrap().as_str(),
            "https://host/v1"
        );
        for (typed, expected) in [
            ("http://host", "http://host/v1"),
            ("http://host/", "http://host/v1"),
            ("http://host/v1/", "http://host/v1"),
            ("http://host/v1/chat/completions", "http://host/v1"),
            ("http://host/api/v1", "http://host/api/v1"),
        ] {
            assert_eq!(
                with_version(parse_url(&provider, typed).unwrap()).as_str(),
                expected,
                "{typed}"
            );
        }
        for wrong in ["", "ftp://host", "http://", "not an address"] {
            assert!(
                matches!(parse_url(&provider, wrong), Err(LlmError::BadSetup { .. })),
                "{wrong}"
            );
        }
    }
}
