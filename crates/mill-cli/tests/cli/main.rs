//! The command as scripts and people use it: a real process, its output, its exit code.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests fail loudly, and say when they are skipped"
)]

mod acceptance;
mod bill;
mod contract;
mod death;
#[cfg(target_os = "linux")]
mod disk;
#[cfg(target_os = "linux")]
mod export;
mod learning;
mod merge;
mod out;
mod passwords;
mod refusals;
mod sample;
mod setup;
mod verify;
