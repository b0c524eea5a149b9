//! One exchange: open, listen under two timers and a cancel switch, close, and say how it ended.

use std::convert::Infallible;
use std::time::Duration;

use bytes::Bytes;
use futures::{StreamExt, stream};
use mill_domain::ProviderName;
use reqwest::header::CONTENT_TYPE;
use reqwest::{RequestBuilder, Response};
use serde_json::Value as Json;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use crate::http::{HttpFailure, NotOpened, chain, open, request_id};
use crate::reading::{Ended, Heard, Reader, WholeCall};
use crate::server_word::shortened;
use crate::sse::{Broken, Events, events};
use crate::{
    Billed, CallEnd, End, LlmError, ModelRequest, OnProgress, Progress, RateLimits, Silence,
};
use mill_domain::UsageQuality;

/// One exchange with a provider, from its start on.
pub(crate) struct Exchange<'e> {
    provider: &'e ProviderName,
    request: &'e ModelRequest,
    cancel: &'e CancellationToken,
    progress: &'e OnProgress<'e>,
    started: Instant,
}

/// What is heard while listening.
struct Listening {
    text: String,
    thinking_bytes: usize,
    first_token: Option<Duration>,
}

impl<'e> Exchange<'e> {
    pub(crate) fn start(
        provider: &'e ProviderName,
        request: &'e ModelRequest,
        cancel: &'e CancellationToken,
        progress: &'e OnProgress<'e>,
    ) -> Self {
        Self {
            provider,
            request,
            cancel,
            progress,
            started: Instant::now(),
        }
    }

    pub(crate) fn tell(&self, progress: Progress<'_>) {
        (self.progress)(progress);
    }

    /// Sends a request and waits for its headers.
    pub(crate) async fn open(&self, request: RequestBuilder) -> Result<Response, NotOpened> {
        if self.cancel.is_cancelled() {
            return Err(NotOpened::CancelledUnsent);
        }
        open(
            self.provider,
            request,
            self.cancel,
            self.request.first_token_timeout,
            self.deadline(),
        )
        .await
    }

    /// Opens and listens in one step, for protocols without fallbacks.
    pub(crate) async fn run(
        &self,
        request: RequestBuilder,
        reader: impl Reader,
        classify: impl Fn(&HttpFailure) -> End,
    ) -> CallEnd {
        match self.open(request).await {
            Ok(response) => self.listen(response, reader).await,
            Err(unopened) => refused(unopened, classify),
        }
    }

    /// Reads an open reply to its end.
    pub(crate) async fn listen(&self, response: Response, mut reader: impl Reader) -> CallEnd {
        self.tell(Progress::Opened);
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let content_type = headers
            .get(CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok())
            .unwrap_or_default()
            .to_lowercase();
        let mut heard = Listening {
            text: String::new(),
            thinking_bytes: 0,
            first_token: None,
        };
        let ended = if content_type.contains("json") {
            self.hear_whole(response, &mut reader, &mut heard).await
        } else if content_type.contains("html") {
            Ended::Failed {
                error: self.unreadable("a web page came instead of an answer"),
                by_server: true,
            }
        } else {
            let incoming = events(response.bytes_stream(), self.request.idle_timeout);
            self.hear_events(incoming, &mut reader, &mut heard).await
        };
        let mut call = WholeCall {
            request: self.request,
            text: heard.text,
            thinking_bytes: heard.thinking_bytes,
            reading: reader.reading(),
            ended,
            no_end: self.broken("it ended without its last event"),
        }
        .into_end();
        call.http_status = Some(status);
        call.request_id = request_id(&headers);
        call.rate_limits = RateLimits::from_headers(&headers);
        call.first_token_ms = heard
            .first_token
            .map(|after| u64::try_from(after.as_millis()).unwrap_or(u64::MAX));
        call
    }

    async fn hear_events(
        &self,
        mut incoming: Events<'_>,
        reader: &mut impl Reader,
        heard: &mut Listening,
    ) -> Ended {
        loop {
            let event = tokio::select! {
                biased;
                () = self.cancel.cancelled() => return Ended::Cancelled,
                () = sleep_until(self.deadline()), if heard.first_token.is_none() => return self.no_first_token(),
                event = incoming.next() => event,
            };
            match event {
                None => return Ended::Closed,
                Some(Err(Broken::Idle)) => {
                    return self.silent(Silence::NoByte, self.request.idle_timeout);
                }
                Some(Err(Broken::Transport(detail))) => {
                    return Ended::Failed {
                        error: self.broken(&detail),
                        by_server: false,
                    };
                }
                Some(Ok(event)) => {
                    if let Some(ended) = self.take(reader.event(&event), heard) {
                        return ended;
                    }
                }
            }
        }
    }

    async fn hear_whole(
        &self,
        response: Response,
        reader: &mut impl Reader,
        heard: &mut Listening,
    ) -> Ended {
        let left = self.deadline().saturating_duration_since(Instant::now());
        let body = tokio::select! {
            biased;
            () = self.cancel.cancelled() => return Ended::Cancelled,
            body = timeout(left, response.text()) => body,
        };
        match body {
            Err(_elapsed) => self.no_first_token(),
            Ok(Err(cause)) => Ended::Failed {
                error: self.broken(&chain(&cause.without_url())),
                by_server: false,
            },
            Ok(Ok(body)) => self.hear_body(body, reader, heard).await,
        }
    }

    /// One JSON reply, or events that were announced as JSON.
    async fn hear_body(
        &self,
        body: String,
        reader: &mut impl Reader,
        heard: &mut Listening,
    ) -> Ended {
        let text = body.trim();
        if let Ok(whole) = serde_json::from_str::<Json>(text) {
            return self
                .take(reader.whole(&whole), heard)
                .unwrap_or(Ended::Closed);
        }
        if ["data:", "event:", ":"]
            .iter()
            .any(|start| text.starts_with(start))
        {
            let bytes = stream::iter([Ok::<_, Infallible>(Bytes::from(body))]);
            return self
                .hear_events(events(bytes, self.request.idle_timeout), reader, heard)
                .await;
        }
        Ended::Failed {
            error: self.unreadable(&shortened(text, 200)),
            by_server: false,
        }
    }

    /// Adds what an event brought; `Some` if it was the last.
    fn take(&self, piece: Heard, heard: &mut Listening) -> Option<Ended> {
        let brought =
            piece.thinking_bytes > 0 || piece.text.as_ref().is_some_and(|text| !text.is_empty());
        if brought && heard.first_token.is_none() {
            let after = self.started.elapsed();
            heard.first_token = Some(after);
            self.tell(Progress::FirstToken { after });
        }
        heard.thinking_bytes += piece.thinking_bytes;
        if let Some(text) = piece.text.filter(|text| !text.is_empty()) {
            self.tell(Progress::Text(&text));
            heard.text.push_str(&text);
        }
        match piece.failed {
            Some(error) => Some(Ended::Failed {
                error,
                by_server: true,
            }),
            None if piece.over => Some(Ended::Closed),
            None => None,
        }
    }

    fn deadline(&self) -> Instant {
        self.started + self.request.first_token_timeout
    }

    fn no_first_token(&self) -> Ended {
        self.silent(Silence::NoFirstToken, self.request.first_token_timeout)
    }

    fn silent(&self, silence: Silence, after: Duration) -> Ended {
        let error = LlmError::TimedOut {
            provider: self.provider.clone(),
            silence,
            after,
        };
        Ended::Failed {
            error,
            by_server: false,
        }
    }

    fn broken(&self, detail: &str) -> LlmError {
        LlmError::StreamBroken {
            provider: self.provider.clone(),
            detail: detail.to_owned(),
        }
    }

    fn unreadable(&self, detail: &str) -> LlmError {
        LlmError::BadReply {
            provider: self.provider.clone(),
            detail: detail.to_owned(),
        }
    }
}

/// The end of a call whose reply was never opened.
pub(crate) fn refused(refused: NotOpened, classify: impl Fn(&HttpFailure) -> End) -> CallEnd {
    match refused {
        NotOpened::NotSent(error) => CallEnd::not_sent(End::Failed(error)),
        NotOpened::CancelledUnsent => CallEnd::not_sent(End::Cancelled),
        NotOpened::Cancelled => lost(End::Cancelled),
        NotOpened::NoReply(error) => lost(End::Failed(error)),
        NotOpened::Status(failure) => {
            let mut call = CallEnd::not_sent(classify(&failure));
            call.was_sent = true;
            call.http_status = Some(failure.status);
            call.request_id = request_id(&failure.headers);
            call.rate_limits = RateLimits::from_headers(&failure.headers);
            call
        }
    }
}

/// Sent, and nobody knows what became of it.
fn lost(end: End) -> CallEnd {
    let mut call = CallEnd::not_sent(end);
    call.was_sent = true;
    call.billed = Billed::UnknownBound;
    call.quality = UsageQuality::Unknown;
    call
}
