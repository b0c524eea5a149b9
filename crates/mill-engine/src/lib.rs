#![doc = include_str!("../README.md")]

rust_i18n::i18n!("locales", fallback = "en");

mod clock;
mod config;
mod cost;
mod engine;
mod error;
mod estimate;
mod event;
mod export;
mod job;
mod key;
mod library;
mod model;
mod prepare;
mod price;
mod review;
mod run;
mod setting;
mod summary;
mod task_list;

pub use clock::{Clock, SystemClock};
pub use config::{Config, Environment};
pub use cost::{CostBy, Costs};
pub use engine::Engine;
pub use error::EngineError;
pub use estimate::{Basis, Estimate};
pub use event::EngineEvent;
pub use export::{ExportLanguage, ExportedFile};
pub use job::{
    JobDetail, JobRowDecision, JobTable, RowSlice, list_name, mapped_columns, sample_name,
};
pub use key::{KeyPlace, KeyState, KeyStoreState};
pub use library::{LibraryEntry, SkillId};
pub use model::{ModelChoice, ModelTest};
pub use prepare::{Choices, DEFAULT_AGENTS, Decision, Prepared, RunOptions};
pub use price::{ListedPrice, NewPrice};
pub use review::{CONFIDENCE_LINE, ReviewDetail, RunShape, shown};
pub use run::{AgentCell, AgentState, ResumeSkill};
pub use setting::Settings;
pub use summary::RunSummary;
pub use task_list::{Mapping, TaskList, TaskListAbout, TaskListRow, read_pasted, read_paths};
