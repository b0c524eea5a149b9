//! What refusals of the rooms below are called here, and what to do about them.

use mill_skills::SkillError;
use mill_store::StoreError;

/// What a person can do about the database.
pub(super) const fn store_hint(error: &StoreError) -> Option<&'static str> {
    match error {
        StoreError::DiskFull => {
            Some("Make room on the disk, then go on; everything so far is kept.")
        }
        StoreError::Newer { .. } => {
            Some("Install the newer version, or choose another data folder.")
        }
        StoreError::Busy => {
            Some("Close the other program that uses this data folder, then try again.")
        }
        _ => None,
    }
}

pub(super) const fn store_code(error: &StoreError) -> &'static str {
    match error {
        StoreError::Open { .. } => "store_open",
        StoreError::Newer { .. } => "store_newer",
        StoreError::DiskFull => "disk_full",
        StoreError::Busy => "store_busy",
        StoreError::NotFound { .. } => "not_found",
        StoreError::Budget(_) => "budget_reached",
        StoreError::WrongState { .. } => "wrong_state",
        StoreError::Unreadable(_) => "store_unreadable",
        StoreError::Closed => "store_closed",
        StoreError::Database(_) => "store_failed",
    }
}

pub(super) const fn skill_code(error: &SkillError) -> &'static str {
    match error {
        SkillError::NotASkill { .. } => "skill_not_a_skill",
        SkillError::Read { .. } => "skill_unreadable",
        SkillError::NotText { .. } => "skill_not_text",
        SkillError::TooLarge { .. } => "skill_too_large",
        SkillError::Wrong { .. } => "skill_wrong",
        SkillError::UnknownColumn { .. } => "unknown_column",
        SkillError::UnknownInput { .. } => "unknown_input",
        SkillError::UnmappedInput { .. } => "unmapped_input",
        SkillError::AmbiguousColumn { .. } => "ambiguous_column",
        SkillError::BadAnswer { .. } => "bad_answer",
    }
}
