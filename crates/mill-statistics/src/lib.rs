#![doc = include_str!("../README.md")]

mod agreement;
mod bound;
mod draw;
mod error;
mod paired;
mod share;
mod sign;
mod sizes;
mod strata;

pub use agreement::{Agreement, agreement};
pub use bound::{Looked, most_wrong};
pub use draw::pick;
pub use error::StatisticsError;
pub use paired::{Paired, paired};
pub use share::share_between;
pub use sign::sign_test;
pub use sizes::{Goal, sizes};
pub use strata::{Strata, strata};
