//! Skills as the library shows them.

use serde::Serialize;
use ts_rs::TS;

use super::field::FieldView;

/// A skill in a list.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SkillSummary {
    /// Its id in the library.
    pub skill: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it is for, one or two sentences.
    pub description: String,
    /// Rules it has.
    pub rules: u32,
    /// Checks it has, type and choice checks left out.
    pub checks: u32,
    /// True if it merges the results of a run; it cannot work on rows of a task list.
    pub merges: bool,
    /// True if it came with the program.
    pub shipped: bool,
    /// Why it cannot be used, in English with file and line; none if it can.
    pub problem: Option<String>,
    /// Model it asks for; none: the person chooses.
    pub default_model: Option<String>,
    /// Runs that used it.
    pub runs: u32,
}

/// A skill opened.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SkillView {
    /// As listed.
    pub summary: SkillSummary,
    /// Its instructions, Markdown.
    pub instructions: String,
    /// What it reads.
    pub inputs: Vec<FieldView>,
    /// What it returns.
    pub outputs: Vec<FieldView>,
    /// Condition and outcome column heads of the rules table, in the file's order, note left out.
    pub rule_columns: Vec<RuleColumn>,
    /// The rules, in order.
    pub rule_rows: Vec<RuleRow>,
    /// Checks in plain words.
    pub checks: Vec<CheckView>,
    /// Where it lives, for people.
    pub folder: String,
}

impl SkillView {
    /// A skill that cannot be read: what is wrong, and where it is.
    pub(crate) const fn unreadable(summary: SkillSummary, folder: String) -> Self {
        Self {
            summary,
            instructions: String::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            rule_columns: Vec::new(),
            rule_rows: Vec::new(),
            checks: Vec::new(),
            folder,
        }
    }
}

/// A column of the rules table.
#[derive(Debug, Clone, Serialize, TS)]
pub struct RuleColumn {
    /// True for a condition, false for an outcome.
    pub condition: bool,
    /// The field's label.
    pub label: String,
}

/// A rule.
#[derive(Debug, Clone, Serialize, TS)]
pub struct RuleRow {
    /// Its number, from 1.
    pub rule: u32,
    /// Cells in the order of the columns.
    pub cells: Vec<String>,
    /// The person's note.
    pub note: String,
    /// Rows it decided in the latest run of this skill; none without a run.
    pub decided_last: Option<u64>,
}

/// A check of a skill.
#[derive(Debug, Clone, Serialize, TS)]
pub struct CheckView {
    /// The kind: `required`, `range`, `pattern`, `sum`, `lookup`, `evidence`, `agree`.
    pub kind: String,
    /// The label of the field it looks at.
    pub field: String,
    /// What it expects, in the skill's words.
    pub expected: String,
}
