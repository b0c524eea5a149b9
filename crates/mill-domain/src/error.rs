//! What can be wrong with a value of this room.

use thiserror::Error;

/// A value that cannot be read as what it should be. Trying again does not help.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DomainError {
    /// Text that is not an amount of dollars, or is out of range.
    #[error("`{text}` is not an amount in USD")]
    NotMoney {
        /// The text as it came.
        text: String,
    },
    /// Text that is not `provider/model`.
    #[error("`{text}` is not a model: write provider/model, for example practice/sample")]
    NotModel {
        /// The text as it came.
        text: String,
    },
    /// A word that is not in the list of words it should be from.
    #[error("`{text}` is not a known {kind}")]
    UnknownWord {
        /// What was looked for: `outcome`, `run state`, `verdict`.
        kind: &'static str,
        /// The text as it came.
        text: String,
    },
    /// Text that cannot be the name of a key.
    #[error("`{text}` cannot name a key: use up to 40 letters without slashes")]
    NotKeyName {
        /// The start of the text as it came.
        text: String,
    },
    /// Text that does not fit the type of its field.
    #[error("`{text}` is not {expected}")]
    NotOfType {
        /// The text as it came.
        text: String,
        /// The type in plain words: `a date`, `a whole number`.
        expected: &'static str,
    },
}

/// A change of state that the state machine does not have.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{what} cannot {event} while {state}")]
pub struct IllegalTransition {
    /// `run` or `task`.
    pub what: &'static str,
    /// The state it was in.
    pub state: String,
    /// What was asked of it.
    pub event: String,
}
