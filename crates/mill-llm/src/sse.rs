//! Server-sent events out of a byte stream, and the silence between bytes.

use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use eventsource_stream::{EventStreamError, Eventsource};
use futures::{Stream, StreamExt, stream};

pub(crate) use eventsource_stream::Event;

/// Why no further event came.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// No byte for as long as the idle limit.
    Idle,
    /// The connection broke, or the bytes are not UTF-8.
    Transport(String),
}

pub(crate) type Events<'e> = Pin<Box<dyn Stream<Item = Result<Event, Broken>> + Send + 'e>>;

/// The events of a byte stream. Any byte, keep-alives included, restarts the idle timer.
///
/// A last event that is not closed by a blank line is delivered too: some servers end that way. If it was cut in the
/// middle it does not parse, and its reader says so.
pub(crate) fn events<'e, E>(
    bytes: impl Stream<Item = Result<Bytes, E>> + Send + 'e,
    idle: Duration,
) -> Events<'e>
where
    E: std::error::Error + Send + 'e,
{
    let timed = StreamExt::map(
        tokio_stream::StreamExt::timeout(bytes, idle),
        |item| match item {
            Ok(Ok(chunk)) => Ok(chunk),
            Ok(Err(cause)) => Err(Broken::Transport(crate::http::chain(&cause))),
            Err(_elapsed) => Err(Broken::Idle),
        },
    );
    let closed = timed.chain(stream::iter([Ok(Bytes::from_static(b"\n\n"))]));
    Box::pin(closed.eventsource().map(|event| event.map_err(broken)))
}

fn broken(cause: EventStreamError<Broken>) -> Broken {
    match cause {
        EventStreamError::Transport(broken) => broken,
        EventStreamError::Utf8(_) => Broken::Transport("the reply is not UTF-8 text".to_owned()),
        EventStreamError::Parser(_) => {
            Broken::Transport("the reply is not an event stream".to_owned())
        }
    }
}

#[cfg(test)]
mod tests;
