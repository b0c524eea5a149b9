//! `OpenAI`'s two protocols: Responses for `OpenAI` itself, Chat Completions for the many servers that speak it.

mod batch;
mod chat;
mod chat_body;
mod chat_reader;
mod counts;
mod endpoint;
mod errors;
mod learned;
mod models;
mod profile;
mod responses;
mod responses_body;
mod responses_reader;

pub use chat::Chat;
pub use profile::{LimitField, Profile, ReasoningCount, SchemaMode};
pub use responses::Responses;
