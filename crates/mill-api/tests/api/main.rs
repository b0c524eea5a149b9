//! The contract as a host uses it: names and JSON in, JSON or a code out.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail loudly")]

mod desk;
mod journey;
mod news;
mod refusals;
