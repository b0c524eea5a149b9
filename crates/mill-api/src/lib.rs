#![doc = include_str!("../README.md")]

mod error;
mod methods;
mod notification;
pub mod params;
pub mod view;

pub use error::ApiError;
pub use methods::typescript;
pub use notification::Notification;
