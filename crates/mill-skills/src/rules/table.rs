//! `rules.csv`: from cells to compiled rules, with the row and column of what is wrong.

use std::collections::HashSet;
use std::sync::Arc;

use mill_domain::{FieldName, FieldSpec, Record};

use super::condition::Condition;
use super::index::Index;
use super::writing::{NoNumber, Writing, either, is_number};
use super::{Rule, RuleColumn, RuleOutcome, RuleTable, RuleTitle};
use crate::delimited::{self, SmallRow};
use crate::fold::plain;
use crate::{Place, Reading, SkillError, fold, value_from_text};

/// What a column of the table is for.
enum Column<'a> {
    /// A condition on the input at this place of the rule table's columns.
    If(usize, &'a FieldSpec),
    /// A value of this output.
    Then(&'a FieldSpec),
    /// The author's note.
    Note,
    /// A column without a title.
    Blank,
}

impl Column<'_> {
    fn title(&self) -> Option<RuleTitle> {
        match self {
            Self::If(_, field) => Some(RuleTitle {
                condition: true,
                label: field.label.clone(),
            }),
            Self::Then(field) => Some(RuleTitle {
                condition: false,
                label: field.label.clone(),
            }),
            Self::Note | Self::Blank => None,
        }
    }
}

impl RuleTable {
    /// Compiles a decision table.
    ///
    /// Columns are `if INPUT`, `then OUTPUT` and `note`; inputs and outputs go by name or label. `file` is only named
    /// in errors.
    /// # Errors
    /// [`SkillError::Wrong`] with the row and column of the first cell that cannot be used and what was expected.
    pub fn parse(
        file: &str,
        text: &str,
        inputs: &[FieldSpec],
        outputs: &[FieldSpec],
    ) -> Result<Self, SkillError> {
        Self::parse_in(None, file, text, inputs, outputs)
    }

    /// As [`RuleTable::parse`], with numbers in the writing of a larger table this one is a part of.
    pub(super) fn parse_in(
        writing: Option<Writing>,
        file: &str,
        text: &str,
        inputs: &[FieldSpec],
        outputs: &[FieldSpec],
    ) -> Result<Self, SkillError> {
        let table = delimited::read(file, text)?;
        let mut used: Vec<&FieldSpec> = Vec::new();
        let columns = columns(file, &table.header, inputs, outputs, &mut used)?;
        let writing = writing.unwrap_or_else(|| written_in(&columns, &table.rows));
        let mut rules = Vec::new();
        for (number, row) in (1..).zip(&table.rows) {
            let context = RowReader {
                file,
                header: &table.header,
                columns: &columns,
                writing,
                row,
            };
            rules.push(context.rule(number)?);
        }
        let used = used.iter().map(|field| RuleColumn {
            name: field.name.clone(),
            field_type: field.field_type.clone(),
        });
        Ok(Self {
            index: Index::of(&rules).map(Arc::new),
            columns: used.collect(),
            rules: rules.into(),
            titles: columns.iter().filter_map(Column::title).collect(),
        })
    }
}

/// How the cells below columns of numbers are written.
fn written_in(columns: &[Column<'_>], rows: &[SmallRow]) -> Writing {
    let of_numbers = |column: &Column<'_>| match column {
        Column::If(_, field) | Column::Then(field) => is_number(&field.field_type),
        Column::Note | Column::Blank => false,
    };
    let places: Vec<usize> = columns
        .iter()
        .enumerate()
        .filter(|(_, column)| of_numbers(column))
        .map(|(place, _)| place)
        .collect();
    Writing::of(
        rows.iter()
            .flat_map(|row| places.iter().map(|place| row.cell(*place))),
    )
}

fn columns<'a>(
    file: &str,
    header: &[String],
    inputs: &'a [FieldSpec],
    outputs: &'a [FieldSpec],
    used: &mut Vec<&'a FieldSpec>,
) -> Result<Vec<Column<'a>>, SkillError> {
    let mut filled: HashSet<FieldName> = HashSet::new();
    let mut columns = Vec::new();
    for title in header {
        let wrong = |problem: &str, hint: String| {
            Err(SkillError::wrong(
                Place::line(file, 1).at_key(title.as_str()),
                problem,
                hint,
            ))
        };
        let folded = fold(title);
        let column = if let Some(name) = folded.strip_prefix("if ") {
            let Some(field) = named(inputs, name) else {
                return wrong(
                    "this is not an input of the skill",
                    format!("The inputs are {}.", names(inputs)),
                );
            };
            let at = used
                .iter()
                .position(|other| other.name == field.name)
                .unwrap_or_else(|| {
                    used.push(field);
                    used.len() - 1
                });
            Column::If(at, field)
        } else if let Some(name) = folded.strip_prefix("then ") {
            let Some(field) = named(outputs, name) else {
                return wrong(
                    "this is not an output of the skill",
                    format!("The outputs are {}.", names(outputs)),
                );
            };
            if !filled.insert(field.name.clone()) {
                return wrong(
                    "two columns fill this output",
                    "Keep one of them.".to_owned(),
                );
            }
            Column::Then(field)
        } else if folded == "note" {
            Column::Note
        } else if folded.is_empty() {
            Column::Blank
        } else {
            let hint = "A column is called `if INPUT`, `then OUTPUT` or `note`.";
            return wrong("this is not a column of a rules table", hint.to_owned());
        };
        columns.push(column);
    }
    if filled.is_empty() {
        let hint = format!(
            "Add a column `then OUTPUT`; the outputs are {}.",
            names(outputs)
        );
        return Err(SkillError::wrong(
            Place::line(file, 1),
            "no column says what a rule decides",
            hint,
        ));
    }
    Ok(columns)
}

fn named<'a>(fields: &'a [FieldSpec], folded: &str) -> Option<&'a FieldSpec> {
    fields
        .iter()
        .find(|field| field.name.as_str() == folded || fold(&field.label) == folded)
}

fn names(fields: &[FieldSpec]) -> String {
    fields
        .iter()
        .map(|field| field.name.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}

/// A condition in the form in which equal ones are equal; the letters of a pattern mean something by their case.
fn same_text(cell: &str) -> String {
    let folded = fold(cell);
    if folded.starts_with("matches ") {
        plain(cell)
    } else {
        folded
    }
}

/// One row on its way to a rule.
struct RowReader<'a> {
    file: &'a str,
    header: &'a [String],
    columns: &'a [Column<'a>],
    writing: Writing,
    row: &'a SmallRow,
}

impl RowReader<'_> {
    fn rule(&self, number: u32) -> Result<Rule, SkillError> {
        self.refuse_surplus()?;
        let mut conditions = Vec::new();
        let mut words = Vec::new();
        let mut written = Vec::new();
        let mut note = String::new();
        for (index, column) in self.columns.iter().enumerate() {
            let cell = self.row.cell(index);
            match column {
                Column::If(at, field) => {
                    let read = Condition::read(cell, &field.field_type, self.writing)
                        .map_err(|expected| self.unexpected(index, cell, &expected))?;
                    if let Some((condition, text)) = read {
                        conditions.push((*at, condition));
                        written.push((*at, same_text(cell)));
                        words.push(format!("{} {text}", field.label));
                    }
                }
                Column::Note => cell.clone_into(&mut note),
                Column::Then(_) | Column::Blank => {}
            }
        }
        let when = if words.is_empty() {
            "always".to_owned()
        } else {
            words.join(" and ")
        };
        Ok(Rule {
            number,
            row: self.row.number,
            when,
            then: self.outcome()?,
            note,
            cells: self.shown_cells(),
            conditions,
            written,
        })
    }

    fn shown_cells(&self) -> Vec<String> {
        let shown = self
            .columns
            .iter()
            .enumerate()
            .filter(|(_, column)| column.title().is_some());
        shown
            .map(|(index, _)| self.row.cell(index).to_owned())
            .collect()
    }

    /// An unquoted comma inside a condition shifts everything after it; better refused than misread.
    fn refuse_surplus(&self) -> Result<(), SkillError> {
        let surplus =
            (self.header.len()..self.row.cells.len()).any(|index| !self.row.cell(index).is_empty());
        let blank = self.columns.iter().enumerate().any(|(index, column)| {
            matches!(column, Column::Blank) && !self.row.cell(index).is_empty()
        });
        if !surplus && !blank {
            return Ok(());
        }
        let hint = "Put a cell that holds a comma in double quotes, or edit the file in a spreadsheet program.";
        Err(SkillError::wrong(
            Place::line(self.file, self.row.number),
            "the row has more cells than the header",
            hint,
        ))
    }

    fn outcome(&self) -> Result<RuleOutcome, SkillError> {
        if let Some(asked) = self.asked()? {
            return Ok(asked);
        }
        let mut outputs = Record::new();
        for (index, field, cell) in self.decisions() {
            let value = value_from_text(field, cell, self.reading(index, field, cell)?)
                .map_err(|finding| self.unexpected(index, cell, &finding.expected))?;
            match value {
                Some(value) => outputs.set(&field.name, value),
                None if field.required && !field.from_model_only => {
                    return Err(self.unexpected(
                        index,
                        cell,
                        "a value, `ask the model` or `ask me`",
                    ));
                }
                None => {}
            }
        }
        if outputs.is_empty() {
            let hint = "Fill a `then` column, or write `ask the model` or `ask me` there.";
            return Err(SkillError::wrong(
                Place::line(self.file, self.row.number),
                "the rule decides nothing",
                hint,
            ));
        }
        Ok(RuleOutcome::Decide(outputs))
    }

    /// How a value to decide is read.
    fn reading(&self, index: usize, field: &FieldSpec, cell: &str) -> Result<Reading, SkillError> {
        let mut reading = Reading::default();
        if is_number(&field.field_type) {
            match self.writing.mark_of(cell) {
                Ok(mark) => reading.decimal = mark,
                Err(NoNumber::Either(one, other)) => {
                    return Err(self.unexpected(index, cell, &either(cell, one, other)));
                }
                Err(NoNumber::NotOne) => {}
            }
        }
        Ok(reading)
    }

    /// Whom the rule asks instead of deciding; `None` if it decides.
    fn asked(&self) -> Result<Option<RuleOutcome>, SkillError> {
        let mut asked = None;
        for (index, _, cell) in self.decisions() {
            let ask = match fold(cell).as_str() {
                "ask the model" => RuleOutcome::AskModel,
                "ask me" => RuleOutcome::AskPerson,
                _ => continue,
            };
            if asked.as_ref().is_some_and(|other| *other != ask) {
                return Err(self.unexpected(
                    index,
                    cell,
                    "only one of `ask the model` and `ask me` in a row",
                ));
            }
            asked = Some(ask);
        }
        Ok(asked)
    }

    /// The cells below `then` columns.
    fn decisions(&self) -> impl Iterator<Item = (usize, &FieldSpec, &str)> {
        self.columns
            .iter()
            .enumerate()
            .filter_map(|(index, column)| match column {
                Column::Then(field) => Some((index, *field, self.row.cell(index))),
                Column::If(..) | Column::Note | Column::Blank => None,
            })
    }

    fn unexpected(&self, index: usize, cell: &str, expected: &str) -> SkillError {
        let title = self.header.get(index).map_or("", String::as_str);
        let place = Place::line(self.file, self.row.number).at_key(title);
        let problem = if cell.is_empty() {
            "the cell is empty".to_owned()
        } else {
            format!("`{cell}` cannot be used")
        };
        SkillError::wrong(place, problem, format!("Expected is {expected}."))
    }
}
