//! Skills as the editor holds them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::skill::SkillSummary;

/// A skill being written: every value as it was typed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SkillDraftView {
    /// The name, which is also the folder's.
    pub name: String,
    /// What it does and when to use it.
    pub description: String,
    /// What the model is told; `{{name}}` stands for a field.
    pub instructions: String,
    /// What a task brings.
    pub inputs: Vec<DraftFieldView>,
    /// What must come out.
    pub outputs: Vec<DraftFieldView>,
    /// Checks on outputs.
    pub checks: Vec<DraftCheckView>,
    /// Sample tasks with the result that is wanted.
    pub samples: Vec<DraftSampleView>,
    /// Small tables that choices and lookup checks use.
    pub tables: Vec<DraftTableView>,
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

/// An input, an output, or a field of the records of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DraftFieldView {
    /// Its name in the skill: lower-case letters, digits and `_`.
    pub name: String,
    /// What people see.
    pub label: String,
    /// The word of its type, as in `FieldView`.
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
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DraftCheckView {
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
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DraftSampleView {
    /// Its name, unique among the samples; "": made from its place.
    pub id: String,
    /// Inputs by name, as they would stand in a table.
    #[ts(type = "Record<string, string>")]
    pub inputs: BTreeMap<String, String>,
    /// Outputs by name; what is "" may be anything, `null` must be empty.
    #[ts(type = "Record<string, string>")]
    pub expected: BTreeMap<String, String>,
    /// What it is about.
    pub note: String,
    /// True: shown to the model as an example, and then not used to measure it.
    pub shown: bool,
}

/// A small table of the skill.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DraftTableView {
    /// Its path in the folder.
    pub file: String,
    /// CSV.
    pub text: String,
}

/// A skill opened in the editor.
#[derive(Debug, Clone, Serialize, TS)]
pub struct StudioView {
    /// As it is in the library.
    pub draft: SkillDraftView,
    /// What was typed and not saved when the editor was last left; none if nothing was.
    pub kept: Option<SkillDraftView>,
    /// True if it came with the program: saving makes the person's own copy.
    pub shipped: bool,
}

/// What is wrong with one value of a draft.
#[derive(Debug, Clone, Serialize, TS)]
pub struct DraftFaultView {
    /// Where, as a path into the draft: `name`, `inputs.0.label`, `checks.1.min`.
    pub at: String,
    /// A fixed word; the window's words live under the same key.
    pub code: String,
    /// Named parts of the sentence.
    #[ts(type = "Record<string, string>")]
    pub params: BTreeMap<String, String>,
}

/// What a draft would be.
#[derive(Debug, Clone, Serialize, TS)]
pub struct StudioPreview {
    /// What is in the way of saving it; empty if nothing is.
    pub faults: Vec<DraftFaultView>,
    /// Why it does not fit its further files, such as its rules; none if it does or is not whole yet.
    pub problem: Option<String>,
    /// The beginning of every request, exactly; none if it is not whole yet.
    pub told: Option<String>,
}

/// What became of a draft.
#[derive(Debug, Clone, Serialize, TS)]
pub struct StudioSaved {
    /// The skill in the library; none if it was not saved.
    pub skill: Option<SkillSummary>,
    /// What is in the way; empty if it was saved.
    pub faults: Vec<DraftFaultView>,
}

/// A version of a skill.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SkillVersionView {
    /// What it is known by.
    pub id: String,
    /// What the skill calls it; `?` if it cannot be read any more.
    pub version: String,
    /// When it came to be, milliseconds since 1970; none: it came with the program.
    #[ts(type = "number | null")]
    pub saved_at: Option<i64>,
    /// True for the one in use.
    pub current: bool,
    /// Runs that used exactly this one.
    pub runs: u64,
}

/// A file that differs between two versions.
#[derive(Debug, Clone, Serialize, TS)]
pub struct FileDiffView {
    /// Its path in the folder.
    pub file: String,
    /// Stretches of lines around the changes.
    pub hunks: Vec<Vec<DiffLineView>>,
}

/// A line of a difference.
#[derive(Debug, Clone, Serialize, TS)]
pub struct DiffLineView {
    /// `same`, `added` or `removed`.
    pub change: String,
    /// Its number in the older text, from 1.
    pub old: Option<u32>,
    /// Its number in the newer text, from 1.
    pub new: Option<u32>,
    /// The line.
    pub text: String,
}

/// A skill that was written to a file.
#[derive(Debug, Clone, Serialize, TS)]
pub struct WrittenSkill {
    /// The whole path, for people.
    pub path: String,
}

/// A skill of another program, found in a folder.
#[derive(Debug, Clone, Serialize, TS)]
pub struct FoundSkillView {
    /// What `skill/import` takes.
    pub grant: String,
    /// Its name.
    pub name: String,
    /// What it is for; "" if it cannot be read.
    pub description: String,
    /// Why it cannot be read; none if it can.
    pub problem: Option<String>,
    /// True if it holds scripts; they are kept and never run.
    pub scripts: bool,
}
