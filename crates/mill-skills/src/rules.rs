//! Decisions without a model: a decision table, first match wins.

mod cell;
mod condition;
mod cover;
mod index;
mod said;
mod sheet;
mod table;
mod writing;

pub use self::said::{ConditionKind, ConditionSaid};
pub use self::sheet::{RuleSheet, SheetColumn, SheetFault, SheetPart};

use std::sync::Arc;

use mill_domain::{FieldName, FieldType, Record};

use self::cell::Cell;
use self::condition::Condition;
use self::index::Index;

/// The rules of a skill, compiled once; cheap to clone and to share. The default has no rule.
#[derive(Debug, Clone, Default)]
pub struct RuleTable {
    /// The inputs that conditions look at; conditions name them by their place here.
    columns: Arc<[RuleColumn]>,
    rules: Arc<[Rule]>,
    /// The columns as people see them, notes left out.
    titles: Arc<[RuleTitle]>,
    /// For a long table, which rules a row can meet at all.
    index: Option<Arc<Index>>,
}

/// A column of the table as people see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleTitle {
    /// True for a condition, false for an outcome.
    pub condition: bool,
    /// The field's label.
    pub label: String,
}

/// One row of the table.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its number among the rules, from 1.
    pub number: u32,
    /// Its row in the file as a spreadsheet program counts, the header being row 1.
    pub row: u32,
    /// When it applies, in words: `Creditor contains "OYSTER" and JV Value > 0`; `always` without conditions.
    pub when: String,
    /// What it decides.
    pub then: RuleOutcome,
    /// The author's note; "" if there is none.
    pub note: String,
    /// The cells as written, in the order of [`RuleTable::titles`].
    pub cells: Vec<String>,
    conditions: Vec<(usize, Condition)>,
    /// The conditions as written, each with its place, in the form in which equal ones are equal texts.
    written: Vec<(usize, String)>,
}

/// Places of rules to look at.
enum Either<Some, All> {
    /// These.
    Some(Some),
    /// Every one.
    All(All),
}

impl<One: Iterator<Item = usize>, Other: Iterator<Item = usize>> Iterator for Either<One, Other> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        match self {
            Self::Some(places) => places.next(),
            Self::All(places) => places.next(),
        }
    }
}

impl Rule {
    fn applies(&self, cells: &[Cell<'_>]) -> bool {
        self.conditions
            .iter()
            .all(|(at, condition)| cells.get(*at).is_some_and(|cell| condition.holds(cell)))
    }
}

/// What a rule says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleOutcome {
    /// These outputs, in canonical form. Fields the rule leaves open are missing.
    Decide(Record),
    /// A model decides.
    AskModel,
    /// A person decides.
    AskPerson,
}

/// What the table says of one task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleDecision {
    /// A rule decided.
    Decided {
        /// The rule, from 1.
        rule_number: u32,
        /// The outputs it fills, in canonical form.
        outputs: Record,
        /// The author's note; "" if there is none.
        note: String,
    },
    /// A rule sends the task to a model.
    AskModel {
        /// The rule, from 1.
        rule_number: u32,
    },
    /// A rule sends the task to a person.
    AskPerson {
        /// The rule, from 1.
        rule_number: u32,
    },
    /// No rule matches.
    Undecided,
}

/// An input that some condition looks at.
#[derive(Debug, Clone)]
struct RuleColumn {
    name: FieldName,
    field_type: FieldType,
}

impl RuleTable {
    /// What the first matching rule says of these inputs. The same inputs always get the same answer.
    pub fn decide(&self, inputs: &Record) -> RuleDecision {
        let cells = self.cells(inputs);
        let Some(rule) = self.applying(&cells).next() else {
            return RuleDecision::Undecided;
        };
        let rule_number = rule.number;
        match &rule.then {
            RuleOutcome::Decide(outputs) => RuleDecision::Decided {
                rule_number,
                outputs: outputs.clone(),
                note: rule.note.clone(),
            },
            RuleOutcome::AskModel => RuleDecision::AskModel { rule_number },
            RuleOutcome::AskPerson => RuleDecision::AskPerson { rule_number },
        }
    }

    /// The numbers of all rules whose conditions these inputs meet, in order; the first of them decides.
    pub fn matching(&self, inputs: &Record) -> Vec<u32> {
        let cells = self.cells(inputs);
        self.applying(&cells).map(|rule| rule.number).collect()
    }

    /// The rules whose conditions these inputs meet, in order.
    fn applying<'a>(&'a self, cells: &'a [Cell<'a>]) -> impl Iterator<Item = &'a Rule> {
        let places = match &self.index {
            Some(index) => Either::Some(index.candidates(cells).into_iter()),
            None => Either::All(0..self.rules.len()),
        };
        let rules = places.filter_map(|place| self.rules.get(place));
        rules.filter(|rule| rule.applies(cells))
    }

    fn cells<'a>(&'a self, inputs: &'a Record) -> Vec<Cell<'a>> {
        self.columns
            .iter()
            .map(|column| Cell::new(inputs.get(&column.name), &column.field_type))
            .collect()
    }

    /// The columns as people see them, in the file's order, notes left out.
    pub fn titles(&self) -> &[RuleTitle] {
        &self.titles
    }

    /// The rules in order.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The rule with this number, from 1; `None` if there is none.
    pub fn rule(&self, number: u32) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.number == number)
    }

    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// True without a rule.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }
}

#[cfg(test)]
mod tests;
