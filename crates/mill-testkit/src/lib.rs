#![doc = include_str!("../README.md")]

mod asked;
mod batch;
mod batch_routes;
mod cache;
mod compat;
mod ledger;
mod protocol;
mod proxy;
mod rate;
mod routes;
mod seen;
mod server;
mod stream;
mod tls;
mod turn;

pub use asked::{Asked, Protocol};
pub use compat::Compat;
pub use ledger::Bill;
pub use proxy::ScriptedProxy;
pub use seen::SeenRequest;
pub use server::{Script, ScriptedServer, ServerOptions};
pub use tls::{Authority, TlsDoor};
pub use turn::{Kind, Turn};
