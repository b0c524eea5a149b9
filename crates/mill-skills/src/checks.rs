//! Tests on outputs: type, choice, length, and the checks a skill names.

mod canonical;
mod evidence;
mod locate;
mod run;
mod second;

use std::collections::HashSet;
use std::sync::Arc;

use mill_domain::{FieldName, Finding, FindingLevel, ModelRef, Record, Value};
use regex::Regex;
use rust_decimal::Decimal;

pub(crate) use self::evidence::largest_amount;
pub use self::locate::locate;
pub use self::second::{not_seconded, second_findings};
use crate::Skill;
use crate::bound::Bound;

/// A check a skill names under `[[checks]]`.
#[derive(Debug, Clone)]
pub struct Check {
    /// What is tested.
    pub rule: CheckRule,
    /// How much a finding of it matters; error unless the skill says warning.
    pub level: FindingLevel,
}

/// What a check tests.
#[derive(Debug, Clone)]
pub enum CheckRule {
    /// The field is filled.
    Required {
        /// Which field.
        field: FieldPath,
    },
    /// The value lies between the limits, both included; at least one of them is there.
    Range {
        /// Which field.
        field: FieldPath,
        /// The smallest value; `None`: any.
        min: Option<Bound>,
        /// The largest value; `None`: any.
        max: Option<Bound>,
    },
    /// The text matches somewhere.
    Pattern {
        /// Which field.
        field: FieldPath,
        /// The expression.
        pattern: Regex,
    },
    /// The terms add up to the field. A term that is missing counts as nothing.
    Sum {
        /// The total.
        field: FieldPath,
        /// What is added up; a field of a list counts once for each record.
        of: Vec<FieldPath>,
        /// How far apart they may be.
        tolerance: Decimal,
    },
    /// The value stands in a table of the skill, case, width and space aside.
    Lookup {
        /// Which field.
        field: FieldPath,
        /// The file.
        table: String,
        /// The values of its column, folded.
        values: Arc<HashSet<String>>,
    },
    /// The value occurs in the text of the source.
    Evidence {
        /// Which field.
        field: FieldPath,
    },
    /// A second model, asked blind for the same task, gives the same values; carried out by the engine, not here.
    Agree {
        /// Which fields; at least one.
        fields: Vec<FieldPath>,
        /// Who is asked; `None`: the run's own model once more.
        model: Option<ModelRef>,
        /// Told to the second model beside the skill's own instructions; "": nothing.
        instruction: String,
    },
}

/// An output, or a field of the records in a list output.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FieldPath {
    /// The output.
    pub field: FieldName,
    /// The field inside each record of a list; `None`: the output itself.
    pub inner: Option<FieldName>,
}

/// An answer after all checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedOutput {
    /// What could be read, in canonical form and the skill's order; unusable and missing values are left out.
    pub record: Record,
    /// What the checks say, in the skill's order.
    pub findings: Vec<Finding>,
}

impl CheckedOutput {
    /// True if no finding is of level error.
    pub fn is_valid(&self) -> bool {
        self.findings
            .iter()
            .all(|finding| finding.level != FindingLevel::Error)
    }
}

/// Checks what a model answered, in whatever form it did.
///
/// `source_text` is the text of the task's documents, for evidence. Without one the inputs are searched; where the skill
/// takes a document, evidence is then told as a warning that it could not be looked for. A skill with
/// a single list output accepts the bare list, so that `[]` is a valid "nothing found".
pub fn check_output(
    skill: &Skill,
    inputs: &Record,
    answer: Value,
    source_text: Option<&str>,
) -> CheckedOutput {
    let (record, mut findings) = canonical::read(&skill.outputs, answer);
    run::run_checks(skill, &record, inputs, source_text, &mut findings);
    CheckedOutput { record, findings }
}

/// Checks a record that a rule or a person made: only fields that are there are tested for presence-bound checks,
/// because a rule need not fill everything.
pub fn check_record(
    skill: &Skill,
    inputs: &Record,
    record: &Record,
    source_text: Option<&str>,
) -> CheckedOutput {
    let mut checked = check_output(skill, inputs, record.clone().into_json(), source_text);
    checked
        .findings
        .retain(|finding| finding.check != mill_domain::CheckKind::Required);
    checked
}

/// What to tell the model in the one repair turn: every error, one a line.
pub fn repair_note(findings: &[Finding]) -> String {
    let errors = findings
        .iter()
        .filter(|finding| finding.level == FindingLevel::Error);
    let lines: Vec<String> = errors
        .map(|finding| {
            format!(
                "- {}: {} Expected: {}.",
                finding.field, finding.message, finding.expected
            )
        })
        .collect();
    format!(
        "Your answer cannot be used as it is:\n{}\nAnswer again with the whole JSON object, corrected, and nothing \
         else. Change only what is wrong; if a value is not in the data, do not invent it.",
        lines.join("\n")
    )
}

#[cfg(test)]
mod tests;
