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
mod rule_words;
pub mod view;

pub use call::{
    ask_plan_view, asked_rows_view, cap_view, correction_view, learnt_view, lesson_view,
    preview_view, price_view,
};
pub use convert::suggestion::{condition_cells, later_view, need_view, outcome_tally_view};
pub use convert::{estimate_view, list_problems, table_problem, tally, task_row};
pub use error::{ApiError, Spoken, said};
pub use grants::{FileGrant, GrantKind};
pub use host::{Host, HostOptions, StartError};
pub use methods::typescript;
pub use notification::Notification;
pub use rule_words::{outcome_said, rule_said};
