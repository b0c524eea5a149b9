//! Which column of a table feeds which input, and a row's cells as typed inputs.

use mill_domain::{FieldName, FieldSpec, FieldType, Finding, FindingLevel, Record, Value};

use crate::skill::PLAIN_INPUT;
use crate::typed::missing;
use crate::{DateOrder, Reading, SkillError, fold, value_from_text};

/// The column that holds the path where every task is a file.
const FILE_COLUMN: &str = "file";

/// Where each input of a skill comes from in one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnMap {
    /// The inputs in the skill's order, each with the columns that feed it; an optional input may have none.
    pub inputs: Vec<MappedInput>,
    /// How cells are read where they could mean two things; the default is a decimal dot and no ambiguous dates.
    pub reading: Reading,
    /// The columns of the table.
    columns: Vec<String>,
}

/// One input and its columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappedInput {
    /// The input.
    pub field: FieldSpec,
    /// Places in the row, from 0; several are joined with a space.
    pub columns: Vec<usize>,
    /// The whole row goes in, one `Column: value` line a column.
    pub whole_row: bool,
}

impl ColumnMap {
    /// The same map with another way to read numbers and dates.
    #[must_use]
    pub const fn with_reading(mut self, reading: Reading) -> Self {
        self.reading = reading;
        self
    }

    /// The same map with the order of day and month that the date columns of the table speak for, where the reading
    /// does not say it yet. `rows` may be a part of the table; what no cell tells stays open, and such dates are told
    /// as findings.
    #[must_use]
    pub fn with_dates_of<Row: AsRef<[Cell]>, Cell: AsRef<str>>(mut self, rows: &[Row]) -> Self {
        if self.reading.dates.is_none() {
            let dates = self
                .inputs
                .iter()
                .filter(|mapped| mapped.field.field_type == FieldType::Date);
            let columns: Vec<usize> = dates
                .flat_map(|mapped| mapped.columns.iter().copied())
                .collect();
            let cells = rows
                .iter()
                .flat_map(|row| columns.iter().filter_map(|at| row.as_ref().get(*at)));
            self.reading.dates = DateOrder::of_column(cells.map(AsRef::as_ref));
        }
        self
    }

    /// The columns that feed an input, from 0; empty if none does.
    pub fn columns_of(&self, input: &FieldName) -> &[usize] {
        self.inputs
            .iter()
            .find(|mapped| mapped.field.name == *input)
            .map_or(&[], |mapped| &mapped.columns)
    }
}

/// The inputs of one row. A cell that is not of its type keeps its text in the record, so that people and models see
/// it, and has a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowInputs {
    /// The inputs, canonical where they fit their type; empty cells are left out.
    pub record: Record,
    /// Level error for required inputs (the row cannot be done), warning for others.
    pub findings: Vec<Finding>,
}

impl RowInputs {
    /// True if every required input is there and of its type.
    pub fn is_usable(&self) -> bool {
        self.findings
            .iter()
            .all(|finding| finding.level != FindingLevel::Error)
    }
}

/// Maps the columns of a table to the inputs of a skill.
///
/// A column belongs to the input with the same label, or name, case, width and space aside. `explicit` pairs of input
/// (name or label) and column come first; several pairs for one input join their columns. A file input takes the
/// column `file` if there is none of its own label. The single input of a plain skill takes the whole row.
/// # Errors
/// [`SkillError`] that lists the columns there are, for an unknown column or input, or a required input without one.
pub fn map_columns<Column: AsRef<str>, Input: AsRef<str>, Named: AsRef<str>>(
    columns: &[Column],
    inputs: &[FieldSpec],
    explicit: &[(Input, Named)],
) -> Result<ColumnMap, SkillError> {
    let columns: Vec<String> = columns
        .iter()
        .map(|column| column.as_ref().to_owned())
        .collect();
    let titles: Vec<String> = columns.iter().map(|column| label_key(column)).collect();
    let mut chosen: Vec<Vec<usize>> = vec![Vec::new(); inputs.len()];
    for (input, column) in explicit {
        let (input, column) = (input.as_ref(), column.as_ref());
        let at = inputs
            .iter()
            .position(|field| is_called(field, input))
            .ok_or_else(|| SkillError::UnknownInput {
                input: input.to_owned(),
                inputs: inputs.iter().map(|field| field.name.to_string()).collect(),
            })?;
        let place = columns.iter().position(|title| title == column);
        let place = place.or_else(|| titles.iter().position(|title| *title == label_key(column)));
        let place = place.ok_or_else(|| SkillError::UnknownColumn {
            column: column.to_owned(),
            columns: columns.clone(),
        })?;
        if let Some(places) = chosen.get_mut(at) {
            places.push(place);
        }
    }
    let mut mapped = Vec::new();
    for (field, explicit) in inputs.iter().zip(chosen) {
        mapped.push(map_one(field, inputs.len(), explicit, &columns, &titles)?);
    }
    Ok(ColumnMap {
        inputs: mapped,
        reading: Reading::default(),
        columns,
    })
}

fn map_one(
    field: &FieldSpec,
    input_count: usize,
    explicit: Vec<usize>,
    columns: &[String],
    titles: &[String],
) -> Result<MappedInput, SkillError> {
    let mapped = |columns| {
        Ok(MappedInput {
            field: field.clone(),
            columns,
            whole_row: false,
        })
    };
    if !explicit.is_empty() {
        return mapped(explicit);
    }
    let called = |wanted: &str| -> Vec<usize> {
        titles
            .iter()
            .enumerate()
            .filter(|(_, title)| *title == wanted)
            .map(|(at, _)| at)
            .collect()
    };
    let mut found = called(&label_key(&field.label));
    if found.is_empty() {
        found = called(&label_key(field.name.as_str()));
    }
    if found.is_empty() && field.field_type == FieldType::File {
        found = called(FILE_COLUMN);
    }
    if found.len() > 1 {
        return Err(SkillError::AmbiguousColumn {
            label: field.label.clone(),
            count: found.len(),
        });
    }
    if found.is_empty() && input_count == 1 && field.name.as_str() == PLAIN_INPUT {
        return Ok(MappedInput {
            field: field.clone(),
            columns: (0..columns.len()).collect(),
            whole_row: true,
        });
    }
    if found.is_empty() && field.required {
        return Err(SkillError::UnmappedInput {
            input: field.name.to_string(),
            label: field.label.clone(),
            columns: columns.to_vec(),
        });
    }
    mapped(found)
}

/// Reads one row as typed inputs. Cells beyond the end of a short row are empty.
pub fn inputs_for_row<Cell: AsRef<str>>(map: &ColumnMap, cells: &[Cell]) -> RowInputs {
    let mut row = RowInputs {
        record: Record::new(),
        findings: Vec::new(),
    };
    for mapped in &map.inputs {
        let field = &mapped.field;
        let text = if mapped.whole_row {
            whole_row(map, cells)
        } else {
            joined(mapped, cells)
        };
        match value_from_text(field, &text, map.reading) {
            // Text stays as it is in the table, to the letter.
            Ok(Some(Value::String(_))) if matches!(field.field_type, FieldType::Text { .. }) => {
                row.record.set(&field.name, Value::from(text));
            }
            Ok(Some(value)) => row.record.set(&field.name, value),
            Ok(None) if field.required => row.findings.push(missing(field)),
            Ok(None) => {}
            Err(mut finding) => {
                row.record.set(&field.name, Value::from(text));
                finding.level = if field.required {
                    FindingLevel::Error
                } else {
                    FindingLevel::Warning
                };
                row.findings.push(finding);
            }
        }
    }
    row
}

fn joined<Cell: AsRef<str>>(mapped: &MappedInput, cells: &[Cell]) -> String {
    let texts = mapped
        .columns
        .iter()
        .filter_map(|at| cells.get(*at))
        .map(AsRef::as_ref);
    match mapped.columns.len() {
        1 => texts.collect(),
        _ => texts
            .filter(|text| !text.trim().is_empty())
            .collect::<Vec<_>>()
            .join(" "),
    }
}

fn whole_row<Cell: AsRef<str>>(map: &ColumnMap, cells: &[Cell]) -> String {
    let filled = map
        .columns
        .iter()
        .zip(cells)
        .filter(|(_, cell)| !cell.as_ref().trim().is_empty());
    filled
        .map(|(column, cell)| format!("{column}: {}", cell.as_ref()))
        .collect::<Vec<_>>()
        .join("\n")
}

fn is_called(field: &FieldSpec, name: &str) -> bool {
    field.name.as_str() == name || label_key(&field.label) == label_key(name)
}

/// A label without case, width and any space; underscores count as space.
fn label_key(label: &str) -> String {
    fold(label)
        .chars()
        .filter(|letter| !letter.is_whitespace() && *letter != '_')
        .collect()
}

#[cfg(test)]
mod tests;
