//! What can be wrong with a skill, with a mapping and with the text of an answer.

use std::fmt;

use thiserror::Error;

/// Where in a skill something is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// The file inside the skill's folder, with forward slashes: `stampmill.toml`.
    pub file: String,
    /// The line (of text files) or the row as a spreadsheet program counts it (of `.csv` files), from 1.
    /// `None`: the file as a whole.
    pub line: Option<u32>,
    /// The key, dotted (`inputs.value.type`), or the column of a table (`if value`). `None`: no particular one.
    pub key: Option<String>,
}

impl Place {
    /// A file as a whole.
    pub(crate) fn file(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            line: None,
            key: None,
        }
    }

    /// A line of a file.
    pub(crate) fn line(file: &str, line: u32) -> Self {
        Self {
            file: file.to_owned(),
            line: Some(line),
            key: None,
        }
    }

    /// The same place, at a key or column.
    pub(crate) fn at_key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    fn is_table(&self) -> bool {
        std::path::Path::new(&self.file)
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("csv"))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(
                formatter,
                " {} {line}",
                if self.is_table() { "row" } else { "line" }
            )?;
        }
        if let Some(key) = &self.key {
            write!(
                formatter,
                ", {} `{key}`",
                if self.is_table() { "column" } else { "key" }
            )?;
        }
        Ok(())
    }
}

/// A skill, a mapping or an answer that cannot be used. Trying again without a change does not help.
///
/// The text says what is wrong and where; [`SkillError::hint`] says what to do.
#[derive(Debug, Error)]
pub enum SkillError {
    /// The folder has no `SKILL.md`.
    #[error("`{folder}` is not a skill: there is no SKILL.md in it")]
    NotASkill {
        /// The folder as it was given.
        folder: String,
    },
    /// A file of the skill cannot be opened or read.
    #[error("cannot read `{file}` of the skill")]
    Read {
        /// The file inside the folder.
        file: String,
        /// What the system says.
        #[source]
        source: std::io::Error,
    },
    /// A file of the skill is not UTF-8 text.
    #[error("`{file}` of the skill is not UTF-8 text")]
    NotText {
        /// The file inside the folder.
        file: String,
    },
    /// A file of the skill is larger than a skill's file may be.
    #[error("`{file}` of the skill is larger than {limit_bytes} bytes")]
    TooLarge {
        /// The file inside the folder.
        file: String,
        /// The limit.
        limit_bytes: u64,
    },
    /// Something in a file of the skill is wrong.
    #[error("{place}: {problem}")]
    Wrong {
        /// Where.
        place: Place,
        /// What is wrong, a fragment.
        problem: String,
        /// What to do, a whole sentence.
        hint: String,
    },
    /// A column was named that the table does not have.
    #[error("there is no column `{column}`; the table has {}", listed(.columns))]
    UnknownColumn {
        /// The column as it was named.
        column: String,
        /// The columns there are.
        columns: Vec<String>,
    },
    /// An input was named that the skill does not have.
    #[error("the skill has no input `{input}`; it has {}", listed(.inputs))]
    UnknownInput {
        /// The input as it was named.
        input: String,
        /// The names of the inputs there are.
        inputs: Vec<String>,
    },
    /// No column belongs to a required input.
    #[error("no column for the input `{label}`; the table has {}", listed(.columns))]
    UnmappedInput {
        /// The name of the input.
        input: String,
        /// Its label.
        label: String,
        /// The columns there are.
        columns: Vec<String>,
    },
    /// Several columns have the name of one input.
    #[error("{count} columns are called `{label}`")]
    AmbiguousColumn {
        /// The label of the input.
        label: String,
        /// How many columns have it.
        count: usize,
    },
    /// The text of an answer is not one whole JSON object.
    #[error("the answer is not usable: {reason}")]
    BadAnswer {
        /// What is wrong with it, a fragment.
        reason: String,
    },
}

impl SkillError {
    /// What to do about it, a whole sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::NotASkill { .. } => {
                "Choose the folder that holds SKILL.md, or create one there.".to_owned()
            }
            Self::Read { .. } => "Check that the file exists and that you may read it.".to_owned(),
            Self::NotText { .. } => "Save it as UTF-8; in Excel choose \"CSV UTF-8\".".to_owned(),
            Self::TooLarge { .. } => {
                "Keep large material outside the skill, in the task's own files.".to_owned()
            }
            Self::Wrong { hint, .. } => hint.clone(),
            Self::UnknownColumn { .. } => {
                "Write the column as the table does, or check the header row and the encoding."
                    .to_owned()
            }
            Self::UnknownInput { .. } => {
                "Write --map input=Column with an input of the skill.".to_owned()
            }
            Self::UnmappedInput { input, .. } => {
                format!(
                    "Say which column it is: --map {input}=Column, or rename the column in the table."
                )
            }
            Self::AmbiguousColumn { .. } => {
                "Give the columns different names in the table.".to_owned()
            }
            Self::BadAnswer { .. } => {
                "Ask the model again, or choose a model that keeps to a schema.".to_owned()
            }
        }
    }

    /// Where in the skill it is; `None` if it is not about the text of a skill's file.
    pub const fn place(&self) -> Option<&Place> {
        match self {
            Self::Wrong { place, .. } => Some(place),
            Self::NotASkill { .. }
            | Self::Read { .. }
            | Self::NotText { .. }
            | Self::TooLarge { .. }
            | Self::UnknownColumn { .. }
            | Self::UnknownInput { .. }
            | Self::UnmappedInput { .. }
            | Self::AmbiguousColumn { .. }
            | Self::BadAnswer { .. } => None,
        }
    }

    pub(crate) fn wrong(place: Place, problem: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Wrong {
            place,
            problem: problem.into(),
            hint: hint.into(),
        }
    }
}

/// Names in back quotes, with commas; `no columns` for none.
pub(crate) fn listed(names: &[String]) -> String {
    if names.is_empty() {
        return "none".to_owned();
    }
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
