//! What can go wrong with the data folder.

use std::path::PathBuf;

use mill_domain::{DomainError, NoRoom};
use thiserror::Error;

/// A store operation that did not happen. Nothing of it was written.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database file cannot be opened or made. Helps: another data folder, or permission to this one.
    #[error("cannot open the database `{}`", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// Why.
        source: sqlx::Error,
    },
    /// The database was written by a newer version of the program. Helps: installing that version.
    #[error("the database `{}` was written by a newer version of Stampmill", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
    },
    /// The disk is full. Trying again helps once there is room.
    #[error("the disk is full: nothing more can be stored")]
    DiskFull,
    /// Another process holds the database for longer than we wait. Trying again helps.
    #[error("the database is busy: another program is writing to it")]
    Busy,
    /// There is no such thing.
    #[error("there is no {what} `{id}`")]
    NotFound {
        /// `run`, `job`, `task`.
        what: &'static str,
        /// What was asked for.
        id: String,
    },
    /// A call does not fit a cap.
    #[error(transparent)]
    Budget(NoRoom),
    /// The thing is not in a state that allows it: an ended task, a run that is over.
    #[error("{what} `{id}` is {state}")]
    WrongState {
        /// `run` or `task`.
        what: &'static str,
        /// Which one.
        id: String,
        /// The state it is in.
        state: String,
    },
    /// A stored value cannot be read back: the file was changed by something else.
    #[error("the database holds something this version cannot read")]
    Unreadable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The writer ended, because the program is closing.
    #[error("the store is closed")]
    Closed,
    /// Anything else the database says.
    #[error("the database failed")]
    Database(#[source] sqlx::Error),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let code = error
            .as_database_error()
            .and_then(|database| database.code().map(std::borrow::Cow::into_owned));
        // SQLite's primary result codes; extended ones carry the primary in their low byte.
        match code
            .and_then(|code| code.parse::<u32>().ok())
            .map(|code| code & 0xff)
        {
            Some(5 | 6) => Self::Busy,
            Some(13) => Self::DiskFull,
            _ => Self::Database(error),
        }
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Unreadable(Box::new(error))
    }
}

impl From<DomainError> for StoreError {
    fn from(error: DomainError) -> Self {
        Self::Unreadable(Box::new(error))
    }
}
