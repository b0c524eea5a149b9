//! The rows of a file, their costs, and the banner above them.

use std::collections::BTreeMap;

use mill_domain::{TaskState, Verdict};
use mill_skills::Skill;
use mill_store::{TaskCalls, TaskRow};
use mill_tables::{CostSheet, Export, ExportRow, ResultColumn};
use rust_i18n::t;

use super::ExportLanguage;
use crate::RunSummary;

/// What the file says beside its rows.
pub(super) struct Sheet {
    pub(super) summary: RunSummary,
    pub(super) unreviewed: u64,
    pub(super) about_run: Vec<(String, String)>,
    /// Lines of the closing sheet, and every correction below them.
    pub(super) closing: Vec<(String, String)>,
    /// Who signed off; `None` if nobody did.
    pub(super) signed: Option<String>,
    pub(super) language: ExportLanguage,
}

impl Sheet {
    pub(super) fn export(
        &self,
        skill: &Skill,
        columns: Vec<String>,
        rows: &[TaskRow],
        costs: &BTreeMap<u32, TaskCalls>,
    ) -> Export {
        let practice = self.summary.model.is_practice();
        let result_columns = skill.outputs.iter().map(|field| ResultColumn {
            field: field.name.clone(),
            label: field.label.clone(),
            field_type: field.field_type.clone(),
        });
        Export {
            columns,
            rows: rows.iter().map(|row| export_row(row, practice)).collect(),
            result_columns: result_columns.collect(),
            run_sheet: self.about_run.clone(),
            sign_off_sheet: self.closing.clone(),
            cost_sheet: self.cost_sheet(rows, costs),
            banner: self.banner(practice),
        }
    }

    fn banner(&self, practice: bool) -> Option<String> {
        let locale = self.language.as_str();
        let mut parts = Vec::new();
        if practice {
            parts.push(t!("banner.practice", locale = locale).into_owned());
        }
        if self.summary.census.tasks.waiting > 0 {
            let left = self.summary.census.tasks.waiting;
            parts.push(t!("banner.open", locale = locale, count = left).into_owned());
        }
        if self.unreviewed > 0 {
            parts.push(
                t!(
                    "banner.unreviewed",
                    locale = locale,
                    count = self.unreviewed
                )
                .into_owned(),
            );
        }
        parts.extend(self.signed.clone());
        (!parts.is_empty()).then(|| parts.join(" · "))
    }

    fn cost_sheet(&self, rows: &[TaskRow], costs: &BTreeMap<u32, TaskCalls>) -> CostSheet {
        let word = |key: &str| t!(key, locale = self.language.as_str()).into_owned();
        let columns = [
            "cost.row",
            "cost.turns",
            "cost.input",
            "cost.output",
            "cost.usd",
        ]
        .map(word);
        let mut lines = Vec::new();
        let mut total = TaskCalls::default();
        for row in rows {
            if let Some(calls) = costs.get(&row.number.0) {
                lines.push(cost_line(row.source_row.to_string(), calls));
                total.add(calls);
            }
        }
        lines.push(cost_line(word("cost.total"), &total));
        CostSheet {
            columns: columns.to_vec(),
            rows: lines,
        }
    }
}

fn cost_line(label: String, calls: &TaskCalls) -> Vec<String> {
    vec![
        label,
        calls.calls.to_string(),
        calls.input_tokens.to_string(),
        calls.output_tokens.to_string(),
        calls.cost.to_string(),
    ]
}

fn export_row(row: &TaskRow, practice: bool) -> ExportRow {
    let findings = row.findings.iter().map(|finding| finding.message.as_str());
    let mut findings = findings.collect::<Vec<_>>().join("; ");
    if let Some(problem) = row.problem.as_ref().filter(|_| findings.is_empty()) {
        findings.clone_from(problem);
    }
    let verdict: Option<Verdict> = row.verdict.as_deref().and_then(|word| word.parse().ok());
    ExportRow {
        number: row.source_row,
        cells: row.cells.clone(),
        output: row.output.clone().unwrap_or_default(),
        outcome: match row.state {
            TaskState::Ended(outcome) => Some(outcome),
            TaskState::Waiting | TaskState::AtWork => None,
        },
        // Who decided it first; the file says beside it that a person corrected it.
        decided_by: row.decided_by,
        findings,
        verdict,
        by_sample: row.by_sample,
        cost: row.cost,
        practice,
    }
}
