//! The typed inputs and outputs of a skill.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The short name of a field in a skill: lower-case letters, digits and underscores.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FieldName(String);

impl FieldName {
    /// Wraps a name as it stands in the skill.
    pub fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FieldName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What a field may hold. In a [`Record`](crate::Record) the value is stored in the form given with each type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FieldType {
    /// Text, a JSON string. `max_chars` `None` means any length.
    Text {
        /// The most characters it may have.
        max_chars: Option<u32>,
    },
    /// A whole number, a JSON number.
    Integer,
    /// A decimal number, a JSON string such as `"12.5"`, so that no digit is lost.
    Number,
    /// An amount of the document's own currency, a JSON string such as `"-1204.50"`.
    Money,
    /// A share, a JSON string holding the fraction: 7.5 % is `"0.075"`.
    Percent,
    /// A day, a JSON string `YYYY-MM-DD`.
    Date,
    /// Yes or no, a JSON boolean.
    YesNo,
    /// One of a closed list, a JSON string that is exactly one of `choices`.
    Choice {
        /// The allowed values, in order, without duplicates.
        choices: Vec<String>,
    },
    /// Any number of a closed list, a JSON array of strings, each exactly one of `choices`.
    Choices {
        /// The allowed values, in order, without duplicates.
        choices: Vec<String>,
    },
    /// Records, a JSON array of objects.
    List {
        /// The fields of one record.
        fields: Vec<FieldSpec>,
    },
    /// A document (inputs only): a path relative to the task list, a JSON string.
    File,
}

impl FieldType {
    /// The word for the type in a skill's sidecar.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Text { .. } => "text",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Money => "money",
            Self::Percent => "percent",
            Self::Date => "date",
            Self::YesNo => "yes_no",
            Self::Choice { .. } => "choice",
            Self::Choices { .. } => "choices",
            Self::List { .. } => "list",
            Self::File => "file",
        }
    }
}

/// One input or output of a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldSpec {
    /// Its name in the skill.
    pub name: FieldName,
    /// What people see; a column with the same label maps by itself.
    pub label: String,
    /// What it may hold.
    #[serde(flatten)]
    pub field_type: FieldType,
    /// Inputs: a row without it cannot be done. Outputs: an answer without it is invalid.
    pub required: bool,
    /// Outputs: filled by the model only, so that a rule need not give it.
    pub from_model_only: bool,
}
