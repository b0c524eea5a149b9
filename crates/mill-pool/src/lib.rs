#![doc = include_str!("../README.md")]

mod dispatcher;
mod executor;
mod pool;
mod slots;

pub use executor::{RunExecutor, TaskEnd};
pub use pool::{MAX_AGENTS, Pool, PoolEnd, PoolRun};
pub use slots::Slot;
