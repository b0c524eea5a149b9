#![doc = include_str!("../README.md")]

mod answer_schema;
pub mod anthropic;
mod batch;
pub mod caching;
mod call_end;
mod error;
mod estimate;
mod exchange;
pub mod gemini;
pub mod http;
mod json_answer;
pub mod local;
pub mod openai;
mod pace;
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

pub use answer_schema::AnswerSchema;
pub use batch::{
    BatchAnswer, BatchFound, BatchLimits, BatchOrder, BatchState, BatchTrace, Batches, NotHandedIn,
};
pub use call_end::{Billed, CallEnd, End};
pub use error::{LONGEST_QUIET_WAIT, LlmError, Silence};
pub use estimate::{fewest_tokens, likely_tokens};
pub use json_answer::json_in;
pub use pace::{Pace, PaceSeen, Permit, Start};
pub use prices::{PriceBook, PriceDoubt, PriceSource, PricedModel, UserPrice, scale_doubt};
pub use provider::{Feature, KeyCheck, ModelInfo, OnProgress, Progress, Provider};
pub use providers::Endpoints;
pub use rate_limits::{RateLimit, RateLimits};
pub use request::{Message, ModelRequest, Part, Role};
pub use server_word::ServerWord;
