//! Why a key could not be stored or read, and what to do about it.

use thiserror::Error;

/// A key store that does not do what it is for. No variant ever holds a key.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SecretsError {
    /// There is no session bus to reach a key store over (Linux). Helps: start from a desktop session.
    #[error("there is no session bus, so the key store cannot be reached: {detail}")]
    NoBus {
        /// The system's words.
        detail: String,
    },
    /// There is a session bus and nobody offers a key store on it (Linux). Helps: install one.
    #[error("no key store is running: {detail}")]
    NoService {
        /// The system's words.
        detail: String,
    },
    /// The key store has no default keyring to put a key into. Helps: create one.
    #[error("the key store has no default keyring")]
    NoCollection,
    /// The keyring is locked, and was not unlocked when asked. Helps: unlock it.
    #[error("the keyring is locked")]
    Locked,
    /// The system, or the person in its dialog, refused access. Helps: allow it there.
    #[error("access to the key store was denied: {detail}")]
    Denied {
        /// The system's words.
        detail: String,
    },
    /// What was read back is not what was written: the store cannot be trusted. Trying again does not help.
    #[error("the key store gave back something else than was stored")]
    Mismatch,
    /// Several entries have the same name, as another program may have made them. Helps: delete them in the store.
    #[error("the key store holds several entries for {account}")]
    Ambiguous {
        /// The account name.
        account: String,
    },
    /// The name or the key itself cannot be stored: empty, or too long for the system.
    #[error("{detail}")]
    NotStorable {
        /// What is wrong with it.
        detail: String,
    },
    /// Anything else the system said.
    #[error("the key store failed: {detail}")]
    Failed {
        /// The system's words.
        detail: String,
    },
}

impl SecretsError {
    /// A stable word for the kind of failure, for hosts and translations.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoBus { .. } => "no_bus",
            Self::NoService { .. } => "no_service",
            Self::NoCollection => "no_collection",
            Self::Locked => "locked",
            Self::Denied { .. } => "denied",
            Self::Mismatch => "mismatch",
            Self::Ambiguous { .. } => "ambiguous",
            Self::NotStorable { .. } => "not_storable",
            Self::Failed { .. } => "failed",
        }
    }

    /// What a person can do next, in English; hosts translate by [`SecretsError::code`].
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::NoBus { .. } => {
                "start Stampmill from a desktop session or under dbus-run-session, or use the key for this session only"
            }
            Self::NoService { .. } => {
                "install and start a key store (gnome-keyring or KWallet), or use the key for this session only"
            }
            Self::NoCollection => {
                "create a default keyring in Passwords and Keys, or use the key for this session only"
            }
            Self::Locked => {
                "unlock the keyring and try again, or use the key for this session only"
            }
            Self::Denied { .. } => {
                "allow Stampmill in the system's key store and try again, or use the key for this session only"
            }
            Self::Mismatch => "use another key store, or use the key for this session only",
            Self::Ambiguous { .. } => {
                "delete the entries of Stampmill in the system's key store, then store the key again"
            }
            Self::NotStorable { .. } => "check the key",
            Self::Failed { .. } => "try again, or use the key for this session only",
        }
    }
}
