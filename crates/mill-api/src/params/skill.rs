//! What the library of skills sends.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A skill.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SkillParams {
    /// Its id in the library.
    pub skill: String,
}

/// A folder or zip to take into the library.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SkillImportParams {
    /// What the person's choice in a dialog was registered as.
    pub grant: String,
}
