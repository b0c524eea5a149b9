//! Scripted events as a body: delayed, cut into chunks, broken or stalled, and metered.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use futures::stream;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::ledger::Meter;

/// Time for the network to carry what was sent.
const FLUSH: Duration = Duration::from_millis(30);

/// One event to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Frame {
    /// Its bytes.
    pub(crate) bytes: String,
    /// Milliseconds before it.
    pub(crate) delay_ms: u64,
    /// Bytes of the answer in it.
    pub(crate) text_bytes: usize,
}

impl Frame {
    pub(crate) const fn new(bytes: String) -> Self {
        Self {
            bytes,
            delay_ms: 0,
            text_bytes: 0,
        }
    }
}

/// What comes after the last frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum After {
    /// The body ends.
    Close,
    /// The connection breaks.
    Break,
    /// Nothing, for ever.
    Stall,
}

struct Playing {
    chunks: VecDeque<Chunk>,
    after: After,
    whole: bool,
    meter: Meter,
    stop: CancellationToken,
}

struct Chunk {
    bytes: Bytes,
    delay_ms: u64,
    text_bytes: usize,
}

/// The body that plays the frames. `whole` says that the call is billed by its full counts once all is sent.
pub(crate) fn body(
    frames: Vec<Frame>,
    after: After,
    whole: bool,
    chunk_bytes: usize,
    meter: Meter,
    stop: CancellationToken,
) -> Body {
    let chunks = frames
        .into_iter()
        .flat_map(|frame| chunks_of(frame, chunk_bytes))
        .collect();
    let playing = Playing {
        chunks,
        after,
        whole,
        meter,
        stop,
    };
    Body::from_stream(stream::unfold(Some(playing), |playing| async move {
        next(playing?).await
    }))
}

type Step = Option<(Result<Bytes, io::Error>, Option<Playing>)>;

async fn next(mut playing: Playing) -> Step {
    let Some(chunk) = playing.chunks.pop_front() else {
        return match playing.after {
            After::Close => None,
            After::Break => {
                // What was sent must be on its way before the connection breaks, or the client never sees it.
                sleep(FLUSH).await;
                Some((Err(broken()), None))
            }
            After::Stall => {
                playing.stop.cancelled().await;
                Some((Err(broken()), None))
            }
        };
    };
    if chunk.delay_ms > 0 {
        tokio::select! {
            () = playing.stop.cancelled() => return Some((Err(broken()), None)),
            () = sleep(Duration::from_millis(chunk.delay_ms)) => {}
        }
    }
    playing.meter.produced(chunk.text_bytes);
    // Who has seen the last event must find the bill made.
    if playing.chunks.is_empty() && playing.after == After::Close {
        playing.meter.settle(playing.whole);
    }
    Some((Ok(chunk.bytes), Some(playing)))
}

fn chunks_of(frame: Frame, size: usize) -> Vec<Chunk> {
    let bytes = Bytes::from(frame.bytes);
    let size = if size == 0 { bytes.len().max(1) } else { size };
    let mut chunks: Vec<Chunk> = bytes
        .chunks(size)
        .map(|part| Chunk {
            bytes: bytes.slice_ref(part),
            delay_ms: 0,
            text_bytes: 0,
        })
        .collect();
    if let Some(first) = chunks.first_mut() {
        first.delay_ms = frame.delay_ms;
        first.text_bytes = frame.text_bytes;
    }
    chunks
}

fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::ConnectionReset, "scripted break")
}
