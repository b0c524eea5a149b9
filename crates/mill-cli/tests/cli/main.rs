//! The command as scripts and people use it: a real process, its output, its exit code.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail loudly")]

mod acceptance;
mod contract;
mod death;
mod refusals;
mod setup;
