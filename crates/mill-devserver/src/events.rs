//! News from the engine.

use std::convert::Infallible;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures::{Stream, StreamExt as _};

use crate::server::Server;

/// Every notification from now on, each as one event with the notification as JSON.
pub(crate) async fn events(
    State(server): State<Server>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let news = server
        .host
        .subscribe()
        .filter_map(async |notification| Event::default().json_data(notification).ok().map(Ok));
    Sse::new(news).keep_alive(KeepAlive::default())
}
