//! A rules table as a file of its own, for spreadsheet programs.

use std::path::Path;

use mill_skills::{RuleSheet, Skill, fold};
use mill_tables::{
    BookColumn, BookRow, BookSheet, CsvOptions, HeaderChoice, RaggedRule, ReadOptions, preview,
    read_table, write_book, write_rows_csv,
};

use crate::{Engine, EngineError};

/// Rows looked at for the one with the titles: people write notes above a table.
const TITLE_ROWS: usize = 50;

impl Engine {
    /// Reads a rules table from a workbook or delimited text, for the editor; nothing is saved. Blocking.
    /// # Errors
    /// [`EngineError::Table`] if it is no table, [`EngineError::Skill`] if the skill has no readable table to put it into.
    pub fn read_rules(&self, skill: &Skill, path: &Path) -> Result<RuleSheet, EngineError> {
        // A filter of the spreadsheet program hides rules; they still are rules.
        let mut reading = ReadOptions {
            header: HeaderChoice::None,
            include_hidden: true,
            long_rows: RaggedRule::Keep,
            ..ReadOptions::default()
        };
        let top = preview(path, &reading, TITLE_ROWS)?.table;
        let head = top.rows.iter().find(|row| has_titles(&row.cells));
        let Some(head) = head.or_else(|| top.rows.first()) else {
            return Ok(RuleSheet::of(skill)?.with_rows(
                &[],
                Vec::new(),
                &skill.inputs,
                &skill.outputs,
            ));
        };
        reading.header = HeaderChoice::Row(head.number);
        let table = read_table(path, &reading)?;
        // As written: the reader renames titles that stand there twice.
        let mut titles = head.cells.clone();
        titles.truncate(table.columns.len());
        let rows = table.rows.into_iter().map(|row| row.cells).collect();
        Ok(RuleSheet::of(skill)?.with_rows(&titles, rows, &skill.inputs, &skill.outputs))
    }

    /// Writes a rules table to a file: a workbook, or CSV for any other ending. Blocking.
    /// # Errors
    /// [`EngineError::Table`] if it cannot be written; a file that was there stays whole then.
    pub fn write_rules(&self, sheet: &RuleSheet, path: &Path) -> Result<(), EngineError> {
        let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        if ending.is_some_and(|ending| ending == "xlsx") {
            write_book(path, &[book_sheet(sheet)])?;
        } else {
            write_rows_csv(path, sheet.lines(), &CsvOptions::default())?;
        }
        Ok(())
    }
}

fn has_titles(cells: &[String]) -> bool {
    cells.iter().any(|cell| {
        let title = fold(cell);
        title.starts_with("if ") || title.starts_with("then ")
    })
}

fn book_sheet(sheet: &RuleSheet) -> BookSheet {
    let mut lines = sheet.lines().into_iter();
    let columns = lines.next().unwrap_or_default().into_iter();
    BookSheet {
        name: "rules".to_owned(),
        // Every cell is text: a condition is one, and a code keeps its zeros.
        columns: columns
            .map(|label| BookColumn {
                label,
                is_number: false,
            })
            .collect(),
        rows: lines.map(|cells| BookRow { cells, link: None }).collect(),
        ..BookSheet::default()
    }
}
