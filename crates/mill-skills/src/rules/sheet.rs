//! A rules table as its author edits it: every cell as written, right or wrong.

use mill_domain::{FieldName, FieldSpec};

use super::RuleTable;
use super::writing::{Writing, is_number};
use crate::source::RULES_FILE;
use crate::{Skill, SkillDraft, SkillError, delimited, fold};

/// A rules table as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleSheet {
    /// The columns in the file's order.
    pub columns: Vec<SheetColumn>,
    /// The rules, each with a cell a column; blank rows of the file are left out.
    pub rows: Vec<Vec<String>>,
    /// What stands between the cells in the file.
    delimiter: u8,
}

/// A column of a rules table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetColumn {
    /// What it is for.
    pub part: SheetPart,
    /// The input or output; `None` for notes, and for a title that is no column of the skill.
    pub field: Option<FieldName>,
    /// The title as it stands in the file.
    pub title: String,
}

/// What a column is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetPart {
    /// A condition on an input.
    If,
    /// A value of an output.
    Then,
    /// The author's note.
    Note,
    /// Nothing the table knows.
    Unknown,
}

/// What is wrong with a cell or a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetFault {
    /// The place of the row in [`RuleSheet::rows`]; `None`: the columns.
    pub row: Option<usize>,
    /// The place of the column; `None`: the whole row.
    pub column: Option<usize>,
    /// What was expected, in English.
    pub expected: String,
}

impl RuleSheet {
    /// The table of a skill; without one an empty table with a column for every input and every output a rule may fill.
    /// # Errors
    /// [`SkillError`] if the file is no table at all.
    pub fn of(skill: &Skill) -> Result<Self, SkillError> {
        let file = Self::file_of(skill);
        match skill.source.text(&file) {
            Some(text) => Self::read(&file, text, &skill.inputs, &skill.outputs),
            None => Ok(Self::empty(skill)),
        }
    }

    /// The file a skill's rules stand in, or would stand in.
    pub fn file_of(skill: &Skill) -> String {
        let named = SkillDraft::of(skill).rules_table;
        if named.is_empty() {
            RULES_FILE.to_owned()
        } else {
            named
        }
    }

    /// Reads a table, whatever its cells say. `file` is only named in errors.
    /// # Errors
    /// [`SkillError`] if it is no table.
    pub fn read(
        file: &str,
        text: &str,
        inputs: &[FieldSpec],
        outputs: &[FieldSpec],
    ) -> Result<Self, SkillError> {
        let table = delimited::read(file, text)?;
        let width = table.header.len();
        let columns = table
            .header
            .iter()
            .map(|title| column(title, inputs, outputs));
        let cells = |row: &delimited::SmallRow| -> Vec<String> {
            let cells = row.cells.len().max(width);
            (0..cells).map(|at| row.cell(at).to_owned()).collect()
        };
        Ok(Self {
            columns: columns.collect(),
            rows: table.rows.iter().map(cells).collect(),
            delimiter: delimited::delimiter(text),
        })
    }

    /// This table with other columns and rows, as another program has them; it still stands in the same file.
    #[must_use]
    pub fn with_rows(
        &self,
        titles: &[String],
        rows: Vec<Vec<String>>,
        inputs: &[FieldSpec],
        outputs: &[FieldSpec],
    ) -> Self {
        let trimmed = rows.into_iter().map(|row| {
            let cells = row.into_iter().map(|cell| cell.trim().to_owned());
            cells.collect::<Vec<String>>()
        });
        Self {
            columns: titles
                .iter()
                .map(|title| column(title.trim(), inputs, outputs))
                .collect(),
            rows: trimmed.filter(|row| !is_blank(row)).collect(),
            delimiter: self.delimiter,
        }
    }

    /// The header and the rows that are not blank, as cells.
    pub fn lines(&self) -> Vec<Vec<String>> {
        let titles = self.columns.iter().map(|column| column.title.clone());
        let rows = self.rows.iter().filter(|row| !is_blank(row)).cloned();
        std::iter::once(titles.collect()).chain(rows).collect()
    }

    fn empty(skill: &Skill) -> Self {
        let of_part = |part: SheetPart, field: &FieldSpec| SheetColumn {
            title: format!("{} {}", part.as_str(), field.name),
            field: Some(field.name.clone()),
            part,
        };
        let inputs = skill
            .inputs
            .iter()
            .map(|field| of_part(SheetPart::If, field));
        let outputs = skill.outputs.iter().filter(|field| !field.from_model_only);
        let outputs = outputs.map(|field| of_part(SheetPart::Then, field));
        let note = SheetColumn {
            part: SheetPart::Note,
            field: None,
            title: "note".to_owned(),
        };
        Self {
            columns: inputs.chain(outputs).chain([note]).collect(),
            rows: Vec::new(),
            delimiter: b',',
        }
    }

    /// The place of a column, which is added behind the others of its part where it is missing.
    pub fn column_for(&mut self, part: SheetPart, field: Option<&FieldName>) -> usize {
        let found = self
            .columns
            .iter()
            .position(|column| column.part == part && column.field.as_ref() == field);
        if let Some(at) = found {
            return at;
        }
        let last = self.columns.iter().rposition(|column| column.part == part);
        let at = match (last, part) {
            (Some(last), _) => last + 1,
            (None, SheetPart::If) => 0,
            (None, _) => self.columns.len(),
        };
        let title = match field {
            Some(field) => format!("{} {field}", part.as_str()),
            None => part.as_str().to_owned(),
        };
        let column = SheetColumn {
            part,
            field: field.cloned(),
            title,
        };
        self.columns.insert(at, column);
        for row in &mut self.rows {
            row.resize(row.len().max(at), String::new());
            row.insert(at, String::new());
        }
        at
    }

    /// The table as a file; a reader gets every cell back to the letter.
    pub fn text(&self) -> String {
        let mut writer = csv::WriterBuilder::new()
            .delimiter(self.delimiter)
            .flexible(true)
            .from_writer(Vec::new());
        let titles = self.columns.iter().map(|column| column.title.as_str());
        // Writing into memory does not fail.
        drop(writer.write_record(titles));
        for row in self.rows.iter().filter(|row| !is_blank(row)) {
            drop(writer.write_record(row));
        }
        let bytes = writer.into_inner().unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    }

    /// Everything that is wrong, one fault a row at most; a table without faults compiles.
    pub fn faults(&self, inputs: &[FieldSpec], outputs: &[FieldSpec]) -> Vec<SheetFault> {
        let head = Self {
            rows: Vec::new(),
            ..self.clone()
        };
        let writing = self.writing(inputs, outputs);
        // Mostly there is none; then once through is enough.
        if self.fault(None, writing, inputs, outputs).is_none() {
            return Vec::new();
        }
        if let Some(fault) = head.fault(None, writing, inputs, outputs) {
            return vec![fault];
        }
        let rows = self
            .rows
            .iter()
            .enumerate()
            .filter(|(_, row)| !is_blank(row));
        rows.filter_map(|(at, row)| {
            let one = Self {
                rows: vec![row.clone()],
                ..head.clone()
            };
            one.fault(Some(at), writing, inputs, outputs)
        })
        .collect()
    }

    /// How the numbers of the whole table are written; a row alone may not show it.
    fn writing(&self, inputs: &[FieldSpec], outputs: &[FieldSpec]) -> Writing {
        let of_numbers = |column: &SheetColumn| {
            let fields = if column.part == SheetPart::If {
                inputs
            } else {
                outputs
            };
            let field = fields
                .iter()
                .find(|field| Some(&field.name) == column.field.as_ref());
            field.is_some_and(|field| is_number(&field.field_type))
        };
        let places: Vec<usize> = (0..self.columns.len())
            .filter(|place| self.columns.get(*place).is_some_and(of_numbers))
            .collect();
        Writing::of(self.rows.iter().flat_map(|row| {
            let cells = places.iter().filter_map(|place| row.get(*place));
            cells.map(String::as_str)
        }))
    }

    fn fault(
        &self,
        row: Option<usize>,
        writing: Writing,
        inputs: &[FieldSpec],
        outputs: &[FieldSpec],
    ) -> Option<SheetFault> {
        let text = self.text();
        let error = RuleTable::parse_in(Some(writing), RULES_FILE, &text, inputs, outputs).err()?;
        let title = match &error {
            SkillError::Wrong { place, .. } => place.key.clone(),
            _ => None,
        };
        let column = title.and_then(|title| {
            self.columns
                .iter()
                .position(|column| column.title.trim() == title)
        });
        let hint = error.hint();
        Some(SheetFault {
            row,
            column,
            expected: if row.is_some() && column.is_some() {
                hint
            } else {
                format!("{error}. {hint}")
            },
        })
    }
}

fn is_blank(row: &[String]) -> bool {
    row.iter().all(|cell| cell.trim().is_empty())
}

impl SheetPart {
    /// Its word: `if`, `then`, `note` or `unknown`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::If => "if",
            Self::Then => "then",
            Self::Note => "note",
            Self::Unknown => "unknown",
        }
    }

    /// The part with this word; `None` if there is none.
    pub fn named(word: &str) -> Option<Self> {
        [Self::If, Self::Then, Self::Note, Self::Unknown]
            .into_iter()
            .find(|part| part.as_str() == word)
    }
}

fn column(title: &str, inputs: &[FieldSpec], outputs: &[FieldSpec]) -> SheetColumn {
    let folded = fold(title);
    let named = |fields: &[FieldSpec], name: &str| {
        let found = fields
            .iter()
            .find(|field| field.name.as_str() == name || fold(&field.label) == name);
        found.map(|field| field.name.clone())
    };
    let (part, field) = if let Some(name) = folded.strip_prefix("if ") {
        (SheetPart::If, named(inputs, name))
    } else if let Some(name) = folded.strip_prefix("then ") {
        (SheetPart::Then, named(outputs, name))
    } else if folded == "note" {
        (SheetPart::Note, None)
    } else {
        (SheetPart::Unknown, None)
    };
    SheetColumn {
        part,
        field,
        title: title.to_owned(),
    }
}

#[cfg(test)]
mod tests;
