//! Fields of a skill as forms show them.

use mill_domain::{FieldSpec, Finding};
use serde::Serialize;
use ts_rs::TS;

/// One input or output of a skill.
#[derive(Debug, Clone, Serialize, TS)]
pub struct FieldView {
    /// Its name in the skill.
    pub name: String,
    /// What people see.
    pub label: String,
    /// `text`, `integer`, `number`, `money`, `percent`, `date`, `yes_no`, `choice`, `choices`, `list` or `file`.
    pub kind: String,
    /// Whether it must be there.
    pub required: bool,
    /// Allowed values of a choice; empty for other kinds.
    pub choices: Vec<String>,
    /// Longest allowed text; none for other kinds.
    pub max_chars: Option<u32>,
    /// The fields of one record of a list; empty for other kinds.
    pub fields: Vec<Self>,
}

impl From<&FieldSpec> for FieldView {
    fn from(spec: &FieldSpec) -> Self {
        use mill_domain::FieldType;
        let (choices, max_chars, fields) = match &spec.field_type {
            FieldType::Text { max_chars } => (Vec::new(), *max_chars, Vec::new()),
            FieldType::Choice { choices } | FieldType::Choices { choices } => {
                (choices.clone(), None, Vec::new())
            }
            FieldType::List { fields } => {
                (Vec::new(), None, fields.iter().map(Self::from).collect())
            }
            FieldType::Integer
            | FieldType::Number
            | FieldType::Money
            | FieldType::Percent
            | FieldType::Date
            | FieldType::YesNo
            | FieldType::File => (Vec::new(), None, Vec::new()),
        };
        Self {
            name: spec.name.to_string(),
            label: spec.label.clone(),
            kind: spec.field_type.as_str().to_owned(),
            required: spec.required,
            choices,
            max_chars,
            fields,
        }
    }
}

/// What a check says of one field.
#[derive(Debug, Clone, Serialize, TS)]
pub struct FindingView {
    /// The field it is about.
    pub field: String,
    /// `type`, `choice`, `required`, `range`, `pattern`, `sum`, `lookup`, `evidence`, `agree` or `length`.
    pub check: String,
    /// `error` or `warning`.
    pub level: String,
    /// What was expected, in the skill's words.
    pub expected: String,
    /// What was there, shortened.
    pub found: String,
    /// A whole English sentence.
    pub message: String,
}

impl From<&Finding> for FindingView {
    fn from(finding: &Finding) -> Self {
        Self {
            field: finding.field.to_string(),
            check: word(&finding.check),
            level: word(&finding.level),
            expected: finding.expected.clone(),
            found: finding.found.clone(),
            message: finding.message.clone(),
        }
    }
}

/// The word a plain enumeration is stored and sent as.
pub(crate) fn word<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}
