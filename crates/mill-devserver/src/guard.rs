//! Who may come in. A browser lets any page of the internet send requests to this machine; these two checks keep
//! such requests out, also when a name of theirs suddenly points here.

use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use serde::Deserialize;

use crate::server::Server;

/// The part of every address of the contract.
#[derive(Deserialize)]
pub(crate) struct Token {
    token: Option<String>,
}

/// Lets requests through whose address holds the token.
///
/// # Errors
/// 403 for all others.
pub(crate) async fn token(
    State(server): State<Server>,
    Query(given): Query<Token>,
    request: Request,
    next: Next,
) -> Result<Response, StatusCode> {
    if given.token.is_some_and(|token| token == server.token) {
        Ok(next.run(request).await)
    } else {
        Err(StatusCode::FORBIDDEN)
    }
}

/// Lets requests through that were sent to this server by its own name, and by its own pages.
///
/// # Errors
/// 403 for all others.
pub(crate) async fn place(
    State(server): State<Server>,
    request: Request,
    next: Next,
) -> Result<Response, StatusCode> {
    if is_from_here(&server.authority, request.headers()) {
        Ok(next.run(request).await)
    } else {
        Err(StatusCode::FORBIDDEN)
    }
}

fn is_from_here(authority: &str, headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| {
        headers
            .get(name)
            .map(|value| value.to_str().unwrap_or_default())
    };
    let origin =
        text(header::ORIGIN).map(|origin| origin.strip_prefix("http://").unwrap_or_default());
    text(header::HOST) == Some(authority) && origin.is_none_or(|origin| origin == authority)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_here(headers: &[(HeaderName, &'static str)]) -> bool {
        let headers = headers
            .iter()
            .map(|(name, value)| (name.clone(), value.parse().unwrap()))
            .collect();
        is_from_here("127.0.0.1:4000", &headers)
    }

    #[test]
    fn only_this_servers_own_pages_come_in() {
        assert!(from_here(&[(header::HOST, "127.0.0.1:4000")]));
        assert!(from_here(&[
            (header::HOST, "127.0.0.1:4000"),
            (header::ORIGIN, "http://127.0.0.1:4000")
        ]));
        assert!(!from_here(&[]));
        assert!(!from_here(&[(header::HOST, "rebound.example:4000")]));
        assert!(!from_here(&[
            (header::HOST, "127.0.0.1:4000"),
            (header::ORIGIN, "https://example.org")
        ]));
        assert!(!from_here(&[
            (header::HOST, "127.0.0.1:4000"),
            (header::ORIGIN, "null")
        ]));
    }
}
