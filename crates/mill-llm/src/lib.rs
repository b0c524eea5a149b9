#![doc = include_str!("../README.md")]

pub mod anthropic;
mod call_end;
mod error;
mod estimate;
mod exchange;
mod gate;
pub mod gemini;
pub mod http;
mod json_answer;
pub mod local;
pub mod openai;
pub mod practice;
pub mod prices;
mod provider;
pub mod providers;
mod rate_limits;
mod reading;
mod request;
pub mod retry;
mod schema;
mod server_word;
mod sse;
mod wait;

pub use call_end::{Billed, CallEnd, End};
pub use error::{LONGEST_QUIET_WAIT, LlmError, Silence};
pub use estimate::fewest_tokens;
pub use gate::Gate;
pub use json_answer::json_in;
pub use prices::{PriceBook, PriceSource, PricedModel, UserPrice};
pub use provider::{Feature, KeyCheck, ModelInfo, OnProgress, Progress, Provider};
pub use providers::Endpoints;
pub use rate_limits::{RateLimit, RateLimits};
pub use request::{Message, ModelRequest, Part, Role};
pub use server_word::ServerWord;
