//! From a request to the headers of its reply, or to the reason there are none.

use std::time::Duration;

use mill_domain::ProviderName;
use reqwest::{RequestBuilder, Response};
use serde_json::Value as Json;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use super::client::chain;
use super::failure::HttpFailure;
use super::script::script_behind;
use super::trust::{NoStore, UnknownSigner, disbelief};
use crate::server_word::shortened;
use crate::{LlmError, Silence};

/// Longest time for a reply that does not stream: an error's text, a model list, a token count.
const SHORT_REPLY: Duration = Duration::from_secs(30);

/// Longest body read of a reply that is an error.
const ERROR_BODY_LIMIT: usize = 64 * 1024;

/// Why no reply was opened.
#[derive(Debug)]
pub(crate) enum NotOpened {
    /// Cancelled while waiting; the provider may have begun.
    Cancelled,
    /// Cancelled before anything was sent.
    CancelledUnsent,
    /// The request never reached the provider.
    NotSent(LlmError),
    /// It was sent and no reply came.
    NoReply(LlmError),
    /// The reply is an error.
    Status(HttpFailure),
}

/// Sends a request and waits for the headers of a good reply until `deadline`.
pub(crate) async fn open(
    provider: &ProviderName,
    request: RequestBuilder,
    cancel: &CancellationToken,
    patience: Duration,
    deadline: Instant,
) -> Result<Response, NotOpened> {
    let answered = tokio::select! {
        biased;
        () = cancel.cancelled() => return Err(NotOpened::Cancelled),
        answered = timeout_at(deadline, request.send()) => answered,
    };
    match answered {
        Err(_elapsed) => Err(NotOpened::NoReply(LlmError::TimedOut {
            provider: provider.clone(),
            silence: Silence::NoFirstToken,
            after: patience,
        })),
        Ok(Err(cause)) => Err(not_sent_or_lost(provider, cause)),
        Ok(Ok(response)) if response.status().is_success() => Ok(response),
        Ok(Ok(response)) => Err(NotOpened::Status(failure(response, cancel).await)),
    }
}

/// A short question: sends it and reads the reply as JSON.
/// # Errors
/// The transport's errors; `classify` turns an error status into one.
pub(crate) async fn json_reply(
    provider: &ProviderName,
    request: RequestBuilder,
    classify: impl Fn(&HttpFailure) -> LlmError,
) -> Result<Json, LlmError> {
    let body = text_reply(provider, request, SHORT_REPLY, classify).await?;
    serde_json::from_str(body.trim()).map_err(|_| LlmError::BadReply {
        provider: provider.clone(),
        detail: shortened(&body, 200),
    })
}

/// The whole text of a reply that does not stream.
/// # Errors
/// The transport's errors; `classify` turns an error status into one.
pub(crate) async fn text_reply(
    provider: &ProviderName,
    request: RequestBuilder,
    patience: Duration,
    classify: impl Fn(&HttpFailure) -> LlmError,
) -> Result<String, LlmError> {
    let never = CancellationToken::new();
    let deadline = Instant::now() + patience;
    let response = open(provider, request, &never, patience, deadline)
        .await
        .map_err(|refused| match refused {
            NotOpened::Status(failure) => classify(&failure),
            NotOpened::NotSent(error) | NotOpened::NoReply(error) => error,
            NotOpened::Cancelled | NotOpened::CancelledUnsent => {
                broken(provider, "it was cancelled")
            }
        })?;
    timeout_at(deadline, response.text())
        .await
        .map_err(|_elapsed| LlmError::TimedOut {
            provider: provider.clone(),
            silence: Silence::NoReply,
            after: patience,
        })?
        .map_err(|cause| broken(provider, &chain(&cause.without_url())))
}

fn broken(provider: &ProviderName, detail: &str) -> LlmError {
    LlmError::StreamBroken {
        provider: provider.clone(),
        detail: detail.to_owned(),
    }
}

fn not_sent_or_lost(provider: &ProviderName, cause: reqwest::Error) -> NotOpened {
    let url = cause
        .url()
        .map(|url| url.origin().ascii_serialization())
        .unwrap_or_default();
    let unsent = cause.is_connect() || cause.is_builder();
    let built = !cause.is_builder();
    let detail = in_plain_words(&cause.without_url());
    let error = if built {
        LlmError::Unreachable {
            provider: provider.clone(),
            url,
            detail,
        }
    } else {
        LlmError::BadSetup {
            provider: provider.clone(),
            detail,
        }
    };
    if unsent {
        NotOpened::NotSent(error)
    } else {
        NotOpened::NoReply(error)
    }
}

/// Reads what an error reply says, in bounded size and time; what cannot be read is left out.
async fn failure(mut response: Response, cancel: &CancellationToken) -> HttpFailure {
    let status = response.status().as_u16();
    let headers = response.headers().clone();
    let mut body: Vec<u8> = Vec::new();
    let reading = async {
        while let Ok(Some(chunk)) = response.chunk().await {
            body.extend_from_slice(&chunk);
            if body.len() > ERROR_BODY_LIMIT {
                break;
            }
        }
    };
    tokio::select! {
        biased;
        () = cancel.cancelled() => {}
        _ = timeout(Duration::from_secs(10), reading) => {}
    }
    HttpFailure {
        status,
        headers,
        body: String::from_utf8_lossy(&body).into_owned(),
    }
}

/// What a proxy that wants to know who asks says, and what helps.
pub(super) const LOGIN_ASKED: &str = "the proxy asks for a login (407). Your IT can tell you an address with name and password, such as \
     http://NAME:PASSWORD@proxy.example.com:8080; set it as HTTPS_PROXY";

/// What keeps a connection from being made, in words for whoever has never heard of certificates. Anything else stays as the
/// libraries say it.
fn in_plain_words(cause: &reqwest::Error) -> String {
    if let Some(signer) = disbelief::<UnknownSigner>(cause) {
        let (issuer, root) = (&signer.issuer, &signer.root);
        return format!(
            "its certificate is signed by `{issuer}`, which this computer does not trust. Where a company looks into \
             connections, its IT can add the root certificate of `{root}` to the certificates of the system; start \
             Stampmill again afterwards"
        );
    }
    if let Some(NoStore(reason)) = disbelief(cause) {
        return format!(
            "this computer has no certificates to check it with ({reason}). On Linux the package ca-certificates brings \
             them; start Stampmill again afterwards"
        );
    }
    let detail = said_by_libraries(chain(cause));
    match script_behind(cause) {
        Some(behind) => format!(
            "the settings of this computer name a proxy script, `{}`, and Stampmill does not run such scripts. Ask your IT \
             for the address of the proxy itself, such as http://proxy.example.com:8080, and set it as HTTPS_PROXY \
             ({detail})",
            behind.script
        ),
        None => detail,
    }
}

fn said_by_libraries(detail: String) -> String {
    let says = |word: &str| detail.contains(word);
    if says("UnknownIssuer") {
        return "its certificate is signed by an authority that this computer does not trust. Where a company looks into \
                connections, its IT can add the company's root certificate to the certificates of the system"
            .to_owned();
    }
    let out_of_date = [
        "Expired",
        "expired",
        "NotValidYet",
        "not valid yet",
        "not valid before",
    ];
    if says("certificate") && out_of_date.iter().any(|word| says(word)) {
        return "its certificate is not valid today; look whether the clock of this computer is right".to_owned();
    }
    if says("tunnel") && says("authorization") {
        return LOGIN_ASKED.to_owned();
    }
    detail
}
