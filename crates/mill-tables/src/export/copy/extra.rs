//! Sheets of our own behind those of the workbook.

use super::super::source_cell::{exact_number, source_cell};
use super::super::xlsx::row_cells;
use super::super::{Export, ExportReport, ExportWords};
use super::cells::NewCell;
use super::compare::Compared;
use super::looks::{bold, new_cell};
use super::style::Styles;
use crate::export::source_cell::Cell;

/// What the sheets are made of.
pub(super) struct Extra<'a> {
    pub(super) export: &'a Export,
    pub(super) words: &'a ExportWords,
    pub(super) compared: &'a Compared,
    /// What the columns of results are, where the sheet cannot say it.
    pub(super) named: Vec<(String, String)>,
    pub(super) is_1904: bool,
}

/// A sheet of our own: its name, and its rows as XML elements without the document around them.
pub(super) struct OwnSheet {
    pub(super) name: String,
    /// `cols` and `sheetData`.
    pub(super) body: String,
}

type Line = Vec<Option<NewCell>>;

impl Extra<'_> {
    /// The sheets in order: rows that stand apart if there are any, run, sign-off if there is one, cost.
    pub(super) fn sheets(&self, styles: &mut Styles, report: &mut ExportReport) -> Vec<OwnSheet> {
        let mut sheets = Vec::new();
        let mut push = |name: &String, lines: Vec<Line>| {
            sheets.push(OwnSheet {
                name: name.clone(),
                body: body(&lines, styles),
            });
        };
        if self.compared.has_apart() {
            push(&self.words.changed_sheet, self.rows_apart(report));
        }
        let mut run = self.export.run_sheet.clone();
        run.extend(self.named.iter().cloned());
        push(&self.words.run_sheet, self.labelled(&run, report));
        if !self.export.sign_off_sheet.is_empty() {
            let lines = self.labelled(&self.export.sign_off_sheet, report);
            push(&self.words.sign_off_sheet, lines);
        }
        push(&self.words.cost_sheet, self.costs(report));
        sheets
    }

    fn rows_apart(&self, report: &mut ExportReport) -> Vec<Line> {
        let names = self.export.header(self.words);
        let mut lines = vec![names.iter().map(|name| bold(name, report)).collect()];
        let as_text = vec![false; self.export.columns.len()];
        for place in self.compared.apart() {
            if let Some(row) = self.export.rows.get(place) {
                let cells = row_cells(self.export, row, self.words, &as_text);
                lines.push(self.line(cells, report));
            }
        }
        lines
    }

    fn labelled(&self, pairs: &[(String, String)], report: &mut ExportReport) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        if let Some(banner) = &self.export.banner {
            lines.push(vec![bold(banner, report)]);
        }
        for (label, text) in pairs {
            let text = new_cell(Cell::Text(text.clone()), self.is_1904, report);
            lines.push(vec![bold(label, report), text]);
        }
        lines
    }

    fn costs(&self, report: &mut ExportReport) -> Vec<Line> {
        let costs = &self.export.cost_sheet;
        let mut lines = vec![
            costs
                .columns
                .iter()
                .map(|name| bold(name, report))
                .collect(),
        ];
        for row in &costs.rows {
            let cells = row
                .iter()
                .map(|text| source_cell(text, exact_number(text).is_some()));
            lines.push(self.line(cells.collect(), report));
        }
        lines
    }

    fn line(&self, cells: Vec<Cell>, report: &mut ExportReport) -> Line {
        cells
            .into_iter()
            .map(|cell| new_cell(cell, self.is_1904, report))
            .collect()
    }
}

fn body(lines: &[Line], styles: &mut Styles) -> String {
    let mut widths: Vec<f64> = Vec::new();
    let mut rows = String::from("<sheetData>");
    for (number, line) in (1_u32..).zip(lines) {
        rows.extend(["<row r=\"", &number.to_string(), "\">"]);
        for (column, cell) in (0_u32..).zip(line) {
            let Some(cell) = cell else { continue };
            let style = styles.with_look(0, &cell.look);
            cell.write(&mut rows, "", (number, column), style);
            // A line of one cell, such as a banner, may run over its neighbours.
            if line.len() > 1 {
                widen(&mut widths, column as usize, cell.width());
            }
        }
        rows.push_str("</row>");
    }
    rows.push_str("</sheetData>");
    let columns: Vec<String> = (1..)
        .zip(&widths)
        .map(|(number, width)| {
            format!(r#"<col min="{number}" max="{number}" width="{width}" customWidth="1"/>"#)
        })
        .collect();
    let columns = columns.concat();
    if columns.is_empty() {
        rows
    } else {
        format!("<cols>{columns}</cols>{rows}")
    }
}

fn widen(widths: &mut Vec<f64>, column: usize, width: f64) {
    if widths.len() <= column {
        widths.resize(column + 1, 8.0);
    }
    if let Some(widest) = widths.get_mut(column) {
        *widest = widest.max(width.min(60.0));
    }
}
