//! A skill as an editor holds it: everything as text a person typed, right or not yet.

mod faults;
mod front;
mod open;
mod samples;
mod write;

use std::collections::BTreeMap;

pub use faults::{DraftFault, draft_faults};
pub use write::draft_files;

use crate::{MergeSpec, Skill, SkillAbout};

/// A skill being written. Texts are kept as typed; [`draft_faults`] says what is wrong with them, and [`draft_files`]
/// makes the files of a skill of it. Rules are not part of it: their table has its own editor.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SkillDraft {
    /// The name, which is also the folder's.
    pub name: String,
    /// What it does and when to use it.
    pub description: String,
    /// What the model is told; `{{name}}` stands for a field.
    pub instructions: String,
    /// What a task brings.
    pub inputs: Vec<DraftField>,
    /// What must come out.
    pub outputs: Vec<DraftField>,
    /// Checks on outputs.
    pub checks: Vec<DraftCheck>,
    /// Sample tasks with the result that is wanted.
    pub samples: Vec<DraftSample>,
    /// Small tables that choices and lookup checks use.
    pub tables: Vec<DraftTable>,
    /// The file of the rules; "" if the skill has none.
    pub rules_table: String,
    /// Who gets what no rule decides: `model`, `person` or `skip`.
    pub undecided: String,
    /// The model a job starts with, `provider/model`; "": the person chooses.
    pub model: String,
    /// The most tokens of an answer; "": ours.
    pub max_output_tokens: String,
    /// Agents; "": ours.
    pub agents: String,
    /// The cap of a run in USD; "": none.
    pub budget_usd: String,
}

/// What a draft does not say and the skill it came from does.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DraftKept {
    /// Further fields of `SKILL.md`.
    pub about: SkillAbout,
    /// How it merges.
    pub merge: Option<MergeSpec>,
}

impl DraftKept {
    /// What a skill has of it.
    pub fn of(skill: &Skill) -> Self {
        Self {
            about: skill.about.clone(),
            merge: skill.merge.clone(),
        }
    }
}

/// An input, an output, or a field of the records of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DraftField {
    /// Its name in the skill: lower-case letters, digits and `_`.
    pub name: String,
    /// What people see.
    pub label: String,
    /// The word of its type, as in the sidecar.
    pub kind: String,
    /// Whether it must be there.
    pub required: bool,
    /// Filled by the model only, so that a rule need not give it.
    pub from_model: bool,
    /// Allowed values of a choice.
    pub choices: Vec<String>,
    /// The table the choices come from; "": they are written here. A table wins over `choices`.
    pub choices_file: String,
    /// The longest text; "": any.
    pub max_chars: String,
    /// The fields of one record of a list.
    pub fields: Vec<Self>,
}

/// A check on an output. What a kind does not use is "".
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DraftCheck {
    /// `required`, `range`, `pattern`, `sum`, `lookup`, `evidence` or `agree`.
    pub kind: String,
    /// The name of the output, or `list.field`.
    pub field: String,
    /// The smallest value.
    pub min: String,
    /// The largest value.
    pub max: String,
    /// The regular expression.
    pub pattern: String,
    /// Names of what adds up to the field, or of what a second model is asked for beside it.
    pub of: Vec<String>,
    /// How far a sum may be off; "": half a cent.
    pub tolerance: String,
    /// The table to look in.
    pub table: String,
    /// The column to look in; "": the first.
    pub column: String,
    /// The second model, `provider/model`; "": the run's own once more.
    pub model: String,
    /// Told to the second model beside the instructions; "": nothing.
    pub instruction: String,
    /// True if a finding is worth a look only; what a second model says always is.
    pub warning: bool,
}

/// A sample task.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DraftSample {
    /// Its name, unique among the samples; "": made from its place.
    pub id: String,
    /// Inputs by name, as they would stand in a table.
    pub inputs: BTreeMap<String, String>,
    /// Outputs by name; what is "" may be anything.
    pub expected: BTreeMap<String, String>,
    /// What it is about.
    pub note: String,
    /// True: shown to the model as an example, and then not used to measure it.
    pub shown: bool,
}

/// A small table of the skill.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DraftTable {
    /// Its path in the folder.
    pub file: String,
    /// CSV.
    pub text: String,
}

#[cfg(test)]
mod tests;
