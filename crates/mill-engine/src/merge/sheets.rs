//! A document as a workbook: the lines, the rows they rest on, and who made it how.

use std::collections::BTreeMap;

use mill_tables::{BookColumn, BookRow, BookSheet};

use super::document::{ColumnKind, LineKind};
use super::export::{Sheets, numbers};
use super::field::ReadRow;

pub(super) fn book(content: &Sheets) -> Vec<BookSheet> {
    let rows = rows_sheet(content);
    vec![
        lines_sheet(content, &rows),
        rows.sheet,
        BookSheet {
            name: content.word("merge.facts"),
            banners: content.banners.clone(),
            facts: content
                .notes
                .iter()
                .map(|note| (content.word("merge.notes"), note.clone()))
                .chain(content.facts.iter().cloned())
                .collect(),
            ..BookSheet::default()
        },
    ]
}

pub(super) fn column(label: String, is_number: bool) -> BookColumn {
    BookColumn { label, is_number }
}

impl Sheets {
    /// Whether its lines stand under headings.
    pub(super) fn has_headings(&self) -> bool {
        self.document
            .lines
            .iter()
            .any(|line| line.heading.is_some())
    }

    /// The columns of the lines: the heading if there is one, the document's own, and the rows a line rests on.
    pub(super) fn columns(&self) -> Vec<BookColumn> {
        let heading = self
            .has_headings()
            .then(|| column(self.word("merge.heading"), false));
        let own = self.document.columns.iter();
        let own = own.map(|one| column(self.label(one), one.kind != ColumnKind::Text));
        let rows = column(self.word("merge.rows"), false);
        heading.into_iter().chain(own).chain([rows]).collect()
    }
}

fn lines_sheet(content: &Sheets, rows: &RowsSheet) -> BookSheet {
    let document = &content.document;
    let headings = content.has_headings();
    let lines = document.lines.iter().map(|line| {
        let mut cells = line.cells.clone();
        if line.kind == LineKind::Total
            && let Some(first) = cells.first_mut()
        {
            *first = content.word("merge.total");
        }
        if headings {
            cells.insert(0, line.heading.clone().unwrap_or_default());
        }
        let names_rows = line.kind == LineKind::Line;
        cells.push(if names_rows {
            numbers(&line.rows)
        } else {
            String::new()
        });
        let first = line.rows.first().and_then(|row| rows.places.get(row));
        BookRow {
            cells,
            link: first
                .filter(|_| names_rows)
                .map(|place| (rows.sheet.name.clone(), *place)),
        }
    });
    BookSheet {
        name: content.word("merge.sheet"),
        banners: content.banners.clone(),
        columns: content.columns(),
        rows: lines.collect(),
        ..BookSheet::default()
    }
}

/// The rows of the run, those of a line together.
struct RowsSheet {
    sheet: BookSheet,
    /// Row number → its place in the sheet, from 1.
    places: BTreeMap<u32, u32>,
}

fn rows_sheet(content: &Sheets) -> RowsSheet {
    let shape = &content.shape;
    let mut columns = vec![
        column(content.word("merge.row"), true),
        column(content.word("merge.standing"), false),
        column(content.word("merge.line"), true),
    ];
    columns.extend(
        shape
            .columns
            .iter()
            .map(|label| column(label.clone(), false)),
    );
    let outputs = shape.skill.outputs.iter();
    columns.extend(outputs.map(|field| column(field.label.clone(), false)));
    let mut line_of: BTreeMap<u32, u32> = BTreeMap::new();
    for (place, line) in (1..).zip(&content.document.lines) {
        for row in line.rows.iter().filter(|_| line.kind == LineKind::Line) {
            line_of.entry(*row).or_insert(place);
        }
    }
    let mut used = content.merge.rows.used_of(&content.tasks);
    used.sort_by_key(|(merged, _)| {
        (
            line_of.get(&merged.row).copied().unwrap_or(u32::MAX),
            merged.row,
        )
    });
    let mut places = BTreeMap::new();
    let mut rows = Vec::new();
    for (place, (merged, task)) in (1..).zip(used) {
        places.insert(merged.row, place);
        let read = ReadRow::of(shape, merged.row, task);
        let mut cells = vec![
            merged.row.to_string(),
            content.word(&format!("merge.standing.{}", merged.standing.as_str())),
            line_of
                .get(&merged.row)
                .map(u32::to_string)
                .unwrap_or_default(),
        ];
        let source = (0..shape.columns.len()).map(|at| task.cells.get(at).cloned());
        cells.extend(source.map(Option::unwrap_or_default));
        cells.extend(read.results().iter().cloned());
        rows.push(BookRow { cells, link: None });
    }
    RowsSheet {
        places,
        sheet: BookSheet {
            name: content.word("merge.rows"),
            columns,
            rows,
            ..BookSheet::default()
        },
    }
}
