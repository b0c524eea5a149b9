//! Which agent of the pool made a result.

use mill_domain::DecidedBy;
use mill_store::{Maker, TaskRow};

/// Which agent of the pool made a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MadeBy {
    /// None: a rule or a person decided, nobody has begun, or a model was asked without the pool (in a batch, or again).
    #[default]
    Nobody,
    /// A model was asked, and which agent did it is not known: its call has not ended, nobody saw it end, or it is older
    /// than this knowledge.
    Unknown,
    /// Its number, as the run's screen shows it.
    Agent(u32),
}

impl MadeBy {
    /// The agent of a row, of what the ledger says of its calls.
    pub(super) fn of(row: &TaskRow, maker: Option<&Maker>) -> Self {
        match maker.map(|maker| maker.agent) {
            _ if row.decided_by == Some(DecidedBy::Rule) => Self::Nobody,
            None | Some(Some(0)) => Self::Nobody,
            Some(None) => Self::Unknown,
            Some(Some(agent)) => Self::Agent(agent),
        }
    }

    /// The word as sent: the number, `none` or `unknown`.
    pub fn word(self) -> String {
        match self {
            Self::Nobody => "none".to_owned(),
            Self::Unknown => "unknown".to_owned(),
            Self::Agent(number) => number.to_string(),
        }
    }
}
