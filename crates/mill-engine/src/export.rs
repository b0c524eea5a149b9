//! A run as a file: the source beside the results, who decided what, and what it cost.

mod corrections;
mod original;
mod run_sheet;
mod sheet;
mod since;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mill_domain::{Outcome, RunId};
use mill_store::{RowFilter, TaskCalls, TaskRow};
use mill_tables::{CsvOptions, Export, ExportWords, write_copy, write_csv, write_json, write_xlsx};
use rust_i18n::t;

use crate::job::blocking;
use crate::{Engine, EngineError, RunShape};
use corrections::correction_lines;
pub use original::{OriginalCopy, OriginalFault};
pub(crate) use run_sheet::local_time;
use sheet::Sheet;
pub use since::{RunBefore, RunFigures, RunSince};

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

/// How a run is written to a file.
#[derive(Debug, Clone)]
pub struct ExportOptions {
    /// The language of our own words.
    pub language: ExportLanguage,
    /// True: into a copy of the workbook the rows came from.
    pub into_original: bool,
    /// How a `.csv` is written.
    pub csv: CsvOptions,
}

impl From<ExportLanguage> for ExportOptions {
    /// A file of its own, a `.csv` in UTF-8 with commas.
    fn from(language: ExportLanguage) -> Self {
        Self {
            language,
            into_original: false,
            csv: CsvOptions::default(),
        }
    }
}

impl Engine {
    /// Writes a run to a file; its ending chooses the format (`.xlsx`, `.csv`, `.json`). An old file stays whole if
    /// anything fails.
    /// # Errors
    /// [`EngineError::BadValue`] for another ending, [`EngineError::Table`] naming the file and the reason;
    /// [`EngineError::Original`] if it should go into a copy of the original, and there is none to copy.
    pub async fn export_run(
        &self,
        run: RunId,
        path: PathBuf,
        options: impl Into<ExportOptions>,
    ) -> Result<ExportedFile, EngineError> {
        let options = options.into();
        let format = Format::of(&path, options.into_original)?;
        let original = match format {
            Format::Copy => Some(self.original_file(run).await?),
            Format::Xlsx | Format::Csv | Format::Json => None,
        };
        let gathered = self.gather_export(run, options.language).await?;
        blocking(move || {
            let words = words(options.language);
            let export = gathered.export();
            let report = match (format, original) {
                (Format::Copy, Some(original)) => {
                    let bytes = original.unchanged_bytes()?;
                    let read = original.options();
                    write_copy(&path, &original.as_read(&bytes, &read), &export, &words)
                }
                (Format::Xlsx | Format::Copy, _) => write_xlsx(&path, &export, &words),
                (Format::Csv, _) => write_csv(&path, &export, &words, &options.csv),
                (Format::Json, _) => write_json(&path, &export),
            }?;
            let bytes = std::fs::metadata(&report.path).map_or(0, |metadata| metadata.len());
            Ok(ExportedFile {
                path: report.path,
                bytes,
                neutralised: u64::try_from(report.neutralised).unwrap_or(u64::MAX),
                unreviewed: gathered.sheet.unreviewed,
            })
        })
        .await
    }

    /// Everything a file of results is made of.
    async fn gather_export(
        &self,
        run: RunId,
        language: ExportLanguage,
    ) -> Result<Gathered, EngineError> {
        let summary = self.run(run).await?;
        let shape = self.run_shape(run).await?;
        let rows = self
            .store()
            .tasks(run, RowFilter::All, "", 0, u64::from(u32::MAX))
            .await?;
        let closing = self.closing_sheet(run).await?;
        let corrections = self.corrections(run, false).await?;
        let mut notes = closing.lines(language, &self.config().zone);
        notes.extend(correction_lines(
            &corrections,
            language,
            &self.config().zone,
        ));
        let sheet = Sheet {
            unreviewed: summary.review.left,
            about_run: self.run_sheet(&summary, language).await?,
            signed: closing.banner(language, &self.config().zone),
            closing: notes,
            summary,
            language,
        };
        let costs = self.store().task_calls(run).await?;
        Ok(Gathered {
            sheet,
            shape,
            rows,
            costs,
        })
    }
}

/// A run as it is when it is written.
struct Gathered {
    sheet: Sheet,
    shape: RunShape,
    rows: Vec<TaskRow>,
    costs: BTreeMap<u32, TaskCalls>,
}

impl Gathered {
    fn export(&self) -> Export {
        let columns = self.shape.columns.clone();
        self.sheet
            .export(&self.shape.skill, columns, &self.rows, &self.costs)
    }
}

/// The kind of file.
#[derive(Debug, Clone, Copy)]
enum Format {
    Xlsx,
    Csv,
    Json,
    /// A copy of the original, whose ending is looked at when it is read.
    Copy,
}

impl Format {
    fn of(path: &Path, into_original: bool) -> Result<Self, EngineError> {
        if into_original {
            return Ok(Self::Copy);
        }
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

fn words(language: ExportLanguage) -> ExportWords {
    let word = |key: &str| t!(key, locale = language.as_str()).into_owned();
    let outcome = |outcome: Outcome| (outcome, word(&format!("outcome.{outcome}")));
    ExportWords {
        results_sheet: word("sheet.results"),
        run_sheet: word("sheet.run"),
        sign_off_sheet: word("sheet.sign_off"),
        cost_sheet: word("sheet.cost"),
        changed_sheet: word("sheet.changed"),
        changed_note: word("cell.changed"),
        column: word("column.lettered"),
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
        then_corrected: word("by.then_corrected"),
        accepted: word("verdict.accepted"),
        corrected: word("verdict.corrected"),
        rejected: word("verdict.rejected"),
        by_sample: word("verdict.by_sample"),
    }
}
