//! The providers against a scripted server on this machine, in all four protocols.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail loudly"
)]

mod batches;
mod bill;
mod compat;
mod ends;
mod keys;
mod network;
mod requests;
mod shapes;
mod support;
mod timing;
