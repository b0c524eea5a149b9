//! Who decides a row: rules before models.

use mill_domain::Record;
use mill_skills::{RuleDecision, Skill, Undecided, inputs_for_row};

use super::Prepared;

/// Who would decide a row, and what is known of it already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// A rule, with these outputs.
    Rule {
        /// The rule's number, from 1.
        rule: u32,
        /// What it fills.
        output: Record,
    },
    /// A model.
    Model {
        /// The rule that sent it there; `None`: no rule matched.
        rule: Option<u32>,
    },
    /// A person, in review.
    Person {
        /// The rule that sent it there; `None`: no rule matched.
        rule: Option<u32>,
    },
    /// Nobody: the skill leaves such rows out.
    Skip,
    /// The row cannot be used.
    Unreadable {
        /// Why, a whole sentence.
        problem: String,
    },
}

impl Decision {
    /// True if the row goes to a model.
    pub const fn asks_model(&self) -> bool {
        matches!(self, Self::Model { .. })
    }
}

/// Decides on a row's inputs.
pub(crate) fn decide(skill: &Skill, inputs: &Record) -> Decision {
    match skill.rules.decide(inputs) {
        RuleDecision::Decided {
            rule_number,
            outputs,
            ..
        } => Decision::Rule {
            rule: rule_number,
            output: outputs,
        },
        RuleDecision::AskModel { rule_number } => Decision::Model {
            rule: Some(rule_number),
        },
        RuleDecision::AskPerson { rule_number } => Decision::Person {
            rule: Some(rule_number),
        },
        RuleDecision::Undecided => match skill.undecided {
            Undecided::Model => Decision::Model { rule: None },
            Undecided::Person => Decision::Person { rule: None },
            Undecided::Skip => Decision::Skip,
        },
    }
}

pub(super) fn decisions(prepared: &Prepared) -> Vec<Decision> {
    let skill = &prepared.choices.skill;
    let rows = prepared.list.rows.iter();
    rows.map(|row| {
        if let Some(problem) = &row.problem {
            return Decision::Unreadable {
                problem: problem.clone(),
            };
        }
        let inputs = inputs_for_row(&prepared.map, &row.cells);
        if inputs.is_usable() {
            return decide(skill, &inputs.record);
        }
        let problems = inputs
            .findings
            .iter()
            .map(|finding| finding.message.as_str());
        Decision::Unreadable {
            problem: problems.collect::<Vec<_>>().join(" "),
        }
    })
    .collect()
}
