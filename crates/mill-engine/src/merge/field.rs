//! What a row is grouped by or added up, by its name or label: an output, an input or a column of the list.

use mill_domain::{FieldName, FieldSpec, FieldType, Record};
use mill_skills::{display_value, fold, inputs_for_row, read_number};
use mill_store::TaskRow;
use rust_decimal::Decimal;

use crate::review::RunShape;
use crate::{EngineError, shown};

/// Where a value of a row stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field<'a> {
    pub(super) label: &'a str,
    place: Place<'a>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Place<'a> {
    Output(usize, &'a FieldSpec),
    Input(&'a FieldSpec),
    Column(usize),
}

/// A row with its inputs read once.
pub(super) struct ReadRow<'a> {
    pub(super) row: u32,
    pub(super) task: &'a TaskRow,
    pub(super) inputs: Record,
    shown: Vec<String>,
}

impl<'a> ReadRow<'a> {
    pub(super) fn of(shape: &RunShape, row: u32, task: &'a TaskRow) -> Self {
        Self {
            row,
            task,
            inputs: inputs_for_row(&shape.map, &task.cells).record,
            shown: shown(&shape.skill, task.output.as_ref()),
        }
    }

    /// Its results as people read them, in the skill's order.
    pub(super) fn results(&self) -> &[String] {
        &self.shown
    }

    /// What says which row it is: what stands in the list, and its results where that is nothing.
    pub(super) fn words(&self) -> String {
        let cells = self.task.cells.iter().chain(&self.shown);
        let filled: Vec<&str> = cells
            .map(|cell| cell.trim())
            .filter(|cell| !cell.is_empty())
            .collect();
        filled.join(" · ")
    }
}

impl<'a> Field<'a> {
    /// Finds a field, outputs first.
    pub(super) fn find(shape: &'a RunShape, name: &str) -> Result<Self, EngineError> {
        let wanted = fold(name);
        let is = |field: &&FieldSpec| {
            fold(field.name.as_str()) == wanted || fold(&field.label) == wanted
        };
        if let Some((at, field)) = shape
            .skill
            .outputs
            .iter()
            .enumerate()
            .find(|(_, field)| is(field))
        {
            return Ok(Self {
                label: &field.label,
                place: Place::Output(at, field),
            });
        }
        let inputs = shape.map.inputs.iter().map(|input| &input.field);
        if let Some(field) = inputs.into_iter().find(is) {
            return Ok(Self {
                label: &field.label,
                place: Place::Input(field),
            });
        }
        let columns = shape.columns.iter().enumerate();
        if let Some((at, label)) = columns.into_iter().find(|(_, label)| fold(label) == wanted) {
            return Ok(Self {
                label,
                place: Place::Column(at),
            });
        }
        Err(EngineError::BadValue {
            what: "field",
            value: name.to_owned(),
            expected: format!("use one of {}", Self::names(shape).join(", ")),
        })
    }

    /// Labels of everything a row can be grouped by, outputs first.
    pub(super) fn names(shape: &RunShape) -> Vec<String> {
        let lists = |field: &&FieldSpec| !matches!(field.field_type, FieldType::List { .. });
        let outputs = shape.skill.outputs.iter().filter(lists);
        let inputs = shape.map.inputs.iter().map(|input| &input.field);
        let mut names: Vec<String> = Vec::new();
        let labels = outputs.chain(inputs).map(|field| &field.label);
        for label in labels.chain(&shape.columns) {
            if !names.iter().any(|known| fold(known) == fold(label)) {
                names.push(label.clone());
            }
        }
        names
    }

    /// What stands there, as people read it; "" for nothing.
    pub(super) fn text(&self, row: &ReadRow<'_>) -> String {
        match &self.place {
            Place::Output(at, _) => row.shown.get(*at).cloned().unwrap_or_default(),
            Place::Input(field) => {
                let value = row.inputs.get(&field.name);
                value.map_or_else(String::new, |value| display_value(&field.field_type, value))
            }
            Place::Column(at) => row.task.cells.get(*at).cloned().unwrap_or_default(),
        }
        .trim()
        .to_owned()
    }

    /// The number that stands there; `None` if there is none.
    pub(super) fn number(&self, shape: &RunShape, row: &ReadRow<'_>) -> Option<Decimal> {
        let read = |record: &Record, name: &FieldName| record.text(name).parse::<Decimal>().ok();
        match &self.place {
            Place::Output(_, field) => read(row.task.output.as_ref()?, &field.name),
            Place::Input(field) => read(&row.inputs, &field.name),
            Place::Column(at) => read_number(row.task.cells.get(*at)?, shape.map.reading.decimal),
        }
    }

    /// True if the skill says that it is an amount or a number.
    pub(super) fn is_amount(&self) -> bool {
        !matches!(self.place, Place::Column(_)) && self.adds_up()
    }

    /// True if sums of it mean something: amounts and numbers, and columns that hold them.
    pub(super) fn adds_up(&self) -> bool {
        match &self.place {
            Place::Output(_, field) | Place::Input(field) => matches!(
                field.field_type,
                FieldType::Money | FieldType::Number | FieldType::Integer
            ),
            Place::Column(_) => true,
        }
    }
}
