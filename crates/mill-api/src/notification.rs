//! What the engine tells a host without being asked.

use serde::Serialize;
use ts_rs::TS;

use crate::view::run::{AgentView, RunView};

/// Something changed. Runs and agents carry their new numbers; everything else says which answers are old.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Notification {
    /// A run's numbers. At most ten a second for one run.
    Run {
        /// Where it is now.
        run: Box<RunView>,
    },
    /// All agents of a run. At most ten a second for one run.
    Agents {
        /// The run.
        run: String,
        /// Every agent, by number.
        agents: Vec<AgentView>,
    },
    /// Answers with one of these tags are old: `jobs`, `job:ID`, `runs`, `run:ID`, `rows:ID`, `review:ID`,
    /// `skills`, `keys`, `prices`, `settings`, `costs`, `home`.
    Stale {
        /// The tags.
        tags: Vec<String>,
    },
}
