//! What checks say. A finding is never a verdict.

use serde::{Deserialize, Serialize};

use crate::FieldName;

/// Which kind of check spoke.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckKind {
    /// The value is not of the field's type.
    Type,
    /// The value is not in the closed list.
    Choice,
    /// A required value is missing.
    Required,
    /// The value is outside a range.
    Range,
    /// The value does not match a pattern.
    Pattern,
    /// Lines do not add up to the total.
    Sum,
    /// The value is not in a lookup table.
    Lookup,
    /// The value does not occur in the source.
    Evidence,
    /// A second model disagrees.
    Agree,
    /// The text is longer than allowed.
    Length,
}

impl CheckKind {
    /// The word as stored and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Choice => "choice",
            Self::Required => "required",
            Self::Range => "range",
            Self::Pattern => "pattern",
            Self::Sum => "sum",
            Self::Lookup => "lookup",
            Self::Evidence => "evidence",
            Self::Agree => "agree",
            Self::Length => "length",
        }
    }
}

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingLevel {
    /// Worth a look.
    Warning,
    /// The result cannot be used as it is.
    Error,
}

/// What a check says of one field of one result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The field it is about.
    pub field: FieldName,
    /// Which check spoke.
    pub check: CheckKind,
    /// How much it matters.
    pub level: FindingLevel,
    /// What was expected, in the check's own terms and the skill's words: `between 0 and 1`, `one of 38 accounts`.
    pub expected: String,
    /// What was there, shortened to 120 characters.
    pub found: String,
    /// A whole sentence in English, for the command line, logs and the repair turn.
    pub message: String,
}
