//! Key stores: one in memory, and a real gnome-keyring in every situation it can be in.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail loudly")]

mod contract;
#[cfg(target_os = "linux")]
mod linux;
