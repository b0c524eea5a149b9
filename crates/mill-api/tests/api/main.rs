//! The contract as a host uses it: names and JSON in, JSON or a code out.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests fail loudly, and say when they are skipped"
)]

mod desk;
mod journey;
mod news;
mod refusals;
