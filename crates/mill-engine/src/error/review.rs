//! Why something could not be done in a review.

use mill_domain::RunId;
use thiserror::Error;

/// A refusal in a review. Nothing was changed.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ReviewError {
    /// Only a correction teaches something.
    #[error("nobody corrected this row")]
    NotCorrected,
    /// No rule tells this row from others.
    #[error("no column of this row can tell a rule")]
    NoRule,
    /// No check would have caught the wrong value.
    #[error("no simple check would have caught it")]
    NoCheck,
    /// The skill of the library has a fault of its own.
    #[error("`{skill}` cannot be saved as it is: {fault}")]
    SkillFault {
        /// The skill's id.
        skill: String,
        /// The code of its first fault.
        fault: String,
    },
    /// Rows are at the model once more; the run goes on after that.
    #[error("rows of run `{run}` are being asked again")]
    Asking {
        /// The run.
        run: RunId,
    },
}

impl ReviewError {
    /// The fixed word hosts keep their words under.
    pub(super) const fn code(&self) -> &'static str {
        match self {
            Self::NotCorrected => "lesson_not_corrected",
            Self::NoRule => "lesson_no_rule",
            Self::NoCheck => "lesson_no_check",
            Self::SkillFault { .. } => "lesson_skill_fault",
            Self::Asking { .. } => "rows_asked_again",
        }
    }

    /// What a person can do.
    pub(super) const fn hint(&self) -> &'static str {
        match self {
            Self::NotCorrected => "Correct the row first.",
            Self::NoRule => "Make it an example instead.",
            Self::NoCheck => "Make it an example or a rule instead.",
            Self::SkillFault { .. } => "Open the skill in the editor and mend it first.",
            Self::Asking { .. } => "Wait until the new answers are there, then go on.",
        }
    }

    /// Named parts of the sentence, for translation.
    pub(super) fn params(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::NotCorrected | Self::NoRule | Self::NoCheck => Vec::new(),
            Self::SkillFault { skill, fault } => {
                vec![("skill", skill.clone()), ("fault", fault.clone())]
            }
            Self::Asking { run } => vec![("run", run.to_string())],
        }
    }
}
