//! What models cost, from when on: the built-in book and the person's own prices on top.

mod book;
mod doubt;
mod entry;
mod hours;
mod name;

pub(crate) use book::variant;
pub use book::{PriceBook, PriceSource, PricedModel, UserPrice};
pub use doubt::{PriceDoubt, scale_doubt};
