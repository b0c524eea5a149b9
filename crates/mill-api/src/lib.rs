#![doc = include_str!("../README.md")]

mod call;
mod convert;
mod error;
mod grants;
mod host;
mod methods;
mod news;
mod notification;
pub mod params;
pub mod view;

pub use call::{
    ask_plan_view, asked_rows_view, cap_view, correction_view, learnt_view, lesson_view,
    preview_view, price_view,
};
pub use convert::{estimate_view, list_problems, table_problem, tally, task_row};
pub use error::{ApiError, Spoken, said};
pub use grants::{FileGrant, GrantKind};
pub use host::{Host, HostOptions, StartError};
pub use methods::typescript;
pub use notification::Notification;
