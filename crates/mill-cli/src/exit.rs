//! Exit codes: part of the contract with scripts.

use std::process::ExitCode;

use mill_api::ApiError;
use mill_domain::{PauseReason, RunState};
use mill_engine::RunSummary;

/// How the command ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Every task done, or the question answered.
    Done,
    /// Anything without a code of its own.
    Other,
    /// Wrong usage, found before anything started.
    Usage,
    /// Finished, and some tasks failed.
    Failed,
    /// Paused at the budget.
    Budget,
    /// Paused for a provider.
    Provider,
    /// No key, or no key store.
    NoKey,
    /// Interrupted; it can be resumed.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Other => 1,
            Exit::Usage => 2,
            Exit::Failed => 3,
            Exit::Budget => 4,
            Exit::Provider => 5,
            Exit::NoKey => 6,
            Exit::Interrupted => 130,
        })
    }
}

impl Exit {
    /// The code of a refusal.
    pub(crate) fn of(error: &ApiError) -> Self {
        match error.code.as_str() {
            "provider_key_missing" => Self::NoKey,
            "home_unusable" | "table_not_written" | "internal" | "run_elsewhere" => Self::Other,
            code if code.starts_with("key_") => Self::NoKey,
            code if code.starts_with("store_") || code == "disk_full" => Self::Other,
            "provider_bad_setup" => Self::Usage,
            code if code.starts_with("provider_") => Self::Provider,
            _ => Self::Usage,
        }
    }

    /// The code of a run as it was left.
    pub(crate) fn of_run(run: &RunSummary) -> Self {
        match run.row.state {
            RunState::Finished if run.census.tasks.failed == 0 => Self::Done,
            RunState::Finished | RunState::Cancelled => Self::Failed,
            RunState::Paused(reason) => match reason {
                PauseReason::Budget => Self::Budget,
                PauseReason::Quota
                | PauseReason::KeyRefused
                | PauseReason::Outage
                | PauseReason::ModelUnknown => Self::Provider,
                PauseReason::Person | PauseReason::Interrupted | PauseReason::Review => {
                    Self::Interrupted
                }
                PauseReason::DiskFull => Self::Other,
            },
            RunState::Running | RunState::Failed => Self::Other,
        }
    }
}
