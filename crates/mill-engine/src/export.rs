//! A run as a file: the source beside the results, who decided what, and what it cost.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;
use mill_domain::{Outcome, RunId, TaskState, Timestamp};
use mill_skills::Skill;
use mill_store::{RowFilter, TaskRow};
use mill_tables::{
    CostSheet, CsvOptions, Export, ExportRow, ExportWords, ResultColumn, write_csv, write_json,
    write_xlsx,
};
use rust_i18n::t;

use crate::job::blocking;
use crate::{Engine, EngineError, RunSummary};

/// The language of our own words in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportLanguage {
    /// English.
    English,
    /// Simplified Chinese.
    Chinese,
}

impl ExportLanguage {
    /// The language of a host's word; English for anything unknown.
    pub fn from_word(word: &str) -> Self {
        if word.starts_with("zh") {
            Self::Chinese
        } else {
            Self::English
        }
    }

    /// The word of the locale.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh",
        }
    }
}

/// A file that was written.
#[derive(Debug, Clone)]
pub struct ExportedFile {
    /// Where.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// Cells that a spreadsheet would have run as a formula.
    pub neutralised: u64,
    /// Done rows without a verdict.
    pub unreviewed: u64,
}

impl Engine {
    /// Writes a run to a file; its ending chooses the format (`.xlsx`, `.csv`, `.json`). An old file stays whole if
    /// anything fails.
    /// # Errors
    /// [`EngineError::BadValue`] for another ending, [`EngineError::Table`] naming the file and the reason.
    pub async fn export_run(
        &self,
        run: RunId,
        path: PathBuf,
        language: ExportLanguage,
    ) -> Result<ExportedFile, EngineError> {
        let format = Format::of(&path)?;
        let summary = self.run(run).await?;
        let shape = self.run_shape(run).await?;
        let rows = self
            .store()
            .tasks(run, RowFilter::All, "", 0, u64::from(u32::MAX))
            .await?;
        let sheet = Sheet {
            unreviewed: summary.review.left,
            run_sheet: self.run_sheet(&summary, language).await?,
            summary,
            language,
        };
        let costs = self.store().task_calls(run).await?;
        let columns = shape.columns.clone();
        blocking(move || {
            let words = words(language);
            let export = sheet.export(&shape.skill, columns, &rows, &costs);
            let report = match format {
                Format::Xlsx => write_xlsx(&path, &export, &words),
                Format::Csv => write_csv(&path, &export, &words, &CsvOptions::default()),
                Format::Json => write_json(&path, &export),
            }?;
            let bytes = std::fs::metadata(&report.path).map_or(0, |metadata| metadata.len());
            Ok(ExportedFile {
                path: report.path,
                bytes,
                neutralised: u64::try_from(report.neutralised).unwrap_or(u64::MAX),
                unreviewed: sheet.unreviewed,
            })
        })
        .await
    }

    async fn run_sheet(
        &self,
        summary: &RunSummary,
        language: ExportLanguage,
    ) -> Result<Vec<(String, String)>, EngineError> {
        let zone = self.config().zone.clone();
        let when = |moment: Timestamp| local_time(moment, &zone);
        let word = |key: &str| t!(key, locale = language.as_str()).into_owned();
        let (row, census, review) = (&summary.row, &summary.census, &summary.review);
        let budget = &row.budget;
        let no_budget = budget.cap == mill_domain::Usd::MAX;
        let pairs = [
            ("run.name", format!("{} {}", row.name, row.number)),
            ("run.state", word(&format!("state.{}", row.state.as_str()))),
            ("run.source", row.source.clone()),
            ("run.skill", row.skill_name.clone()),
            ("run.skill_version", row.skill_version.clone()),
            ("run.skill_hash", row.skill_hash.chars().take(12).collect()),
            ("run.model", row.model.clone()),
            ("run.agents", row.agents.to_string()),
            ("run.started", when(row.started_at)),
            (
                "run.ended",
                row.ended_at.map_or_else(|| word("run.not_ended"), when),
            ),
            ("run.reviewer", self.settings().await?.reviewer),
            ("run.exported", when(self.now())),
            ("run.rows", census.tasks.total.to_string()),
            ("run.done", census.tasks.done.to_string()),
            ("run.by_rule", census.done_by.rule.to_string()),
            ("run.by_model", census.done_by.model.to_string()),
            ("run.by_person", census.done_by.person.to_string()),
            ("run.failed", census.tasks.failed.to_string()),
            ("run.left", census.tasks.waiting.to_string()),
            ("run.accepted", review.accepted.to_string()),
            ("run.corrected", review.corrected.to_string()),
            ("run.rejected", review.rejected.to_string()),
            ("run.unreviewed", review.left.to_string()),
            ("run.cost", budget.spent.to_string()),
            ("run.uncertain", budget.uncertain.to_string()),
            (
                "run.budget",
                if no_budget {
                    word("run.no_budget")
                } else {
                    budget.cap.to_string()
                },
            ),
            ("run.requests", summary.requests.to_string()),
            ("run.input", summary.usage.prompt_tokens().to_string()),
            ("run.output", summary.usage.output_tokens.to_string()),
            ("run.id", row.id.to_string()),
        ];
        Ok(pairs
            .into_iter()
            .map(|(key, value)| (word(key), value))
            .collect())
    }
}

/// The kind of file.
#[derive(Debug, Clone, Copy)]
enum Format {
    Xlsx,
    Csv,
    Json,
}

impl Format {
    fn of(path: &Path) -> Result<Self, EngineError> {
        let ending = path
            .extension()
            .map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("xlsx") => Ok(Self::Xlsx),
            Some("csv") => Ok(Self::Csv),
            Some("json") => Ok(Self::Json),
            _ => Err(EngineError::BadValue {
                what: "file",
                value: path.display().to_string(),
                expected: "end the name with .xlsx, .csv or .json".to_owned(),
            }),
        }
    }
}

/// What the file says beside its rows.
struct Sheet {
    summary: RunSummary,
    unreviewed: u64,
    run_sheet: Vec<(String, String)>,
    language: ExportLanguage,
}

impl Sheet {
    fn export(
        &self,
        skill: &Skill,
        columns: Vec<String>,
        rows: &[TaskRow],
        costs: &BTreeMap<u32, mill_store::TaskCalls>,
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
            run_sheet: self.run_sheet.clone(),
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
        (!parts.is_empty()).then(|| parts.join(" · "))
    }

    fn cost_sheet(
        &self,
        rows: &[TaskRow],
        costs: &BTreeMap<u32, mill_store::TaskCalls>,
    ) -> CostSheet {
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
        let mut total = mill_store::TaskCalls::default();
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

fn cost_line(label: String, calls: &mill_store::TaskCalls) -> Vec<String> {
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
    ExportRow {
        number: row.source_row,
        cells: row.cells.clone(),
        output: row.output.clone().unwrap_or_default(),
        outcome: match row.state {
            TaskState::Ended(outcome) => Some(outcome),
            TaskState::Waiting | TaskState::AtWork => None,
        },
        decided_by: row.decided_by,
        findings,
        verdict: row.verdict.as_deref().and_then(|word| word.parse().ok()),
        cost: row.cost,
        practice,
    }
}

fn local_time(moment: Timestamp, zone: &TimeZone) -> String {
    let moment = jiff::Timestamp::from_millisecond(moment.as_millis()).unwrap_or_default();
    let name = zone.iana_name().unwrap_or("UTC");
    format!(
        "{} {name}",
        moment
            .to_zoned_datetime(zone.clone())
            .strftime("%Y-%m-%d %H:%M:%S")
    )
}

fn words(language: ExportLanguage) -> ExportWords {
    let word = |key: &str| t!(key, locale = language.as_str()).into_owned();
    let outcome = |outcome: Outcome| (outcome, word(&format!("outcome.{outcome}")));
    ExportWords {
        results_sheet: word("sheet.results"),
        run_sheet: word("sheet.run"),
        cost_sheet: word("sheet.cost"),
        result: word("column.result"),
        outcome: word("column.outcome"),
        decided_by: word("column.decided_by"),
        findings: word("column.findings"),
        verdict: word("column.verdict"),
        cost_usd: word("column.cost_usd"),
        practice: word("cell.practice"),
        note: word("column.note"),
        waiting: word("cell.waiting"),
        yes: word("cell.yes"),
        no: word("cell.no"),
        outcomes: Outcome::ALL.into_iter().map(outcome).collect(),
        by_rule: word("by.rule"),
        by_model: word("by.model"),
        by_person: word("by.person"),
        accepted: word("verdict.accepted"),
        corrected: word("verdict.corrected"),
        rejected: word("verdict.rejected"),
    }
}
