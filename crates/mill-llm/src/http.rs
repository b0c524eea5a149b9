//! The one place where HTTP clients are made, and how a request becomes an open reply.

mod client;
mod failure;
mod open;
mod route;
mod script;
mod system_proxy;
mod trust;

pub use client::{HttpClient, HttpSettings, client};
pub(crate) use client::{chain, is_loopback, parse_url, secret_header, with_version};
pub(crate) use failure::{HttpFailure, error_inside, request_id};
pub(crate) use open::{NotOpened, json_reply, open, text_reply};
