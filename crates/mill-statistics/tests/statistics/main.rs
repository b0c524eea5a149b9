//! Bounds, sizes, draws and agreement against counting all cases, another library, and textbooks.
#![allow(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    reason = "tests count small things"
)]

mod agreement;
mod bound;
mod counting;
mod draws;
mod share;
mod sizes;
