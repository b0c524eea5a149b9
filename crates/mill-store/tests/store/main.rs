//! The store as its users see it: real files, several askers at once.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail loudly"
)]

mod caps;
mod gate;
mod ledger;
mod opening;
mod results;
mod setup;
