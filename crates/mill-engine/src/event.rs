//! What the engine tells its hosts without being asked. Everything told has been stored.

use mill_domain::RunId;

/// Something changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineEvent {
    /// A run's numbers or state.
    Run(RunId),
    /// What a run's agents are doing.
    Agents(RunId),
    /// Answers with these tags are old.
    Stale(Vec<String>),
}
