//! A document as a file: its lines with links to their rows, what to know of it, and who made it how.

use std::path::{Path, PathBuf};

use mill_tables::{write_book, write_text, write_word};
use rust_i18n::t;
use serde_json::json;

use super::document::MergeDocument;
use super::facts::facts;
use super::list::{Merge, MergeKey};
use super::rows::RowStanding;
use super::{markdown, sheets, word};
use crate::job::blocking;
use crate::review::RunShape;
use crate::{Engine, EngineError, ExportLanguage, ExportedFile, TaskRow};

/// Everything a file says.
pub(super) struct Sheets {
    pub(super) merge: Merge,
    pub(super) document: MergeDocument,
    pub(super) shape: RunShape,
    pub(super) tasks: Vec<TaskRow>,
    pub(super) title: String,
    /// What every reader must know first.
    pub(super) banners: Vec<String>,
    /// What to know of the lines.
    pub(super) notes: Vec<String>,
    /// What the rows are rows of: a file's name.
    pub(super) source: String,
    /// Who made it when, how, and of what.
    pub(super) facts: Vec<(String, String)>,
    pub(super) language: ExportLanguage,
}

impl Sheets {
    pub(super) fn word(&self, key: &str) -> String {
        t!(key, locale = self.language.as_str()).into_owned()
    }
}

impl Engine {
    /// Writes a document to a file; its ending chooses the format (`.docx`, `.md`, `.xlsx`, `.json`). An old file stays whole if
    /// anything fails.
    /// # Errors
    /// [`EngineError::BadValue`] for another ending or while there is no document, [`EngineError::Table`] naming the file
    /// and the reason.
    pub async fn export_merge(
        &self,
        key: MergeKey,
        path: PathBuf,
        language: ExportLanguage,
    ) -> Result<ExportedFile, EngineError> {
        let format = Format::of(&path)?;
        let merge = self.merge(key).await?;
        let Some(document) = merge.document.clone() else {
            return Err(EngineError::BadValue {
                what: "document",
                value: merge.state.as_str().to_owned(),
                expected: "wait until it is written".to_owned(),
            });
        };
        let results = self.closing_sheet(key.run).await?;
        let of = &results.run.row;
        let name = format!("{} {}", of.name, of.number);
        let title = t!("merge.title", locale = language.as_str(), run = name).into_owned();
        let unreviewed = merge.rows.included(RowStanding::Unreviewed).len();
        let content = Sheets {
            banners: banners(&merge, language),
            notes: document
                .findings
                .iter()
                .map(|one| one.text(language))
                .collect(),
            source: of.source.clone(),
            facts: facts(&merge, &results, language, &self.config().zone),
            shape: self.run_shape(key.run).await?,
            tasks: self
                .store()
                .tasks(key.run, crate::RowFilter::All, "", 0, u64::MAX)
                .await?,
            title,
            merge,
            document,
            language,
        };
        blocking(move || {
            let neutralised = match format {
                Format::Markdown => {
                    write_text(&path, &markdown::text(&content))?;
                    0
                }
                Format::Json => {
                    write_text(&path, &as_json(&content)?)?;
                    0
                }
                Format::Xlsx => write_book(&path, &sheets::book(&content))?.neutralised,
                Format::Word => write_word(&path, &word::document(&content))?.neutralised,
            };
            let bytes = std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
            Ok(ExportedFile {
                path,
                bytes,
                neutralised: u64::try_from(neutralised).unwrap_or(u64::MAX),
                unreviewed: u64::try_from(unreviewed).unwrap_or(u64::MAX),
            })
        })
        .await
    }
}

#[derive(Debug, Clone, Copy)]
enum Format {
    Word,
    Markdown,
    Xlsx,
    Json,
}

impl Format {
    fn of(path: &Path) -> Result<Self, EngineError> {
        let ending = path
            .extension()
            .map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("docx") => Ok(Self::Word),
            Some("md" | "markdown") => Ok(Self::Markdown),
            Some("xlsx") => Ok(Self::Xlsx),
            Some("json") => Ok(Self::Json),
            _ => Err(EngineError::BadValue {
                what: "file",
                value: path.display().to_string(),
                expected: "end the name with .docx, .md, .xlsx or .json".to_owned(),
            }),
        }
    }
}

fn as_json(content: &Sheets) -> Result<String, EngineError> {
    let text = serde_json::to_string_pretty(&json!({
        "title": content.title,
        "banners": content.banners,
        "state": content.merge.state.as_str(),
        "document": content.document,
        "rows": content.merge.rows,
        "facts": content.facts,
    }))?;
    Ok(text + "\n")
}

/// What stands above everything.
fn banners(merge: &Merge, language: ExportLanguage) -> Vec<String> {
    let locale = language.as_str();
    let word = |key: &str| t!(key, locale = locale).into_owned();
    let mut banners = Vec::new();
    if merge.is_practice {
        banners.push(word("merge.practice"));
    }
    if merge.state == super::MergeState::Incomplete {
        banners.push(word("merge.incomplete"));
    }
    for standing in [RowStanding::Unreviewed, RowStanding::Rejected] {
        let rows = merge.rows.included(standing);
        if !rows.is_empty() {
            let key = format!("merge.with_{}", standing.as_str());
            banners.push(t!(key, locale = locale, count = rows.len()).into_owned());
        }
    }
    banners.push(match &merge.word {
        None => word("merge.unjudged"),
        Some(said) if said.changed => word("merge.changed_since"),
        Some(said) if said.accepted => {
            t!("merge.accepted_by", locale = locale, name = said.by).into_owned()
        }
        Some(said) => t!("merge.rejected_by", locale = locale, name = said.by).into_owned(),
    });
    banners
}

/// Row numbers with neighbours drawn together: `3-5, 9`.
pub fn numbers(rows: &[u32]) -> String {
    let texts: Vec<String> = spans(rows).into_iter().map(span_text).collect();
    texts.join(", ")
}

/// Neighbours among ascending row numbers: the first and the last of each stretch.
pub(super) fn spans(rows: &[u32]) -> Vec<(u32, u32)> {
    let mut spans: Vec<(u32, u32)> = Vec::new();
    for row in rows {
        match spans.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(*row) => *last = *row,
            _ => spans.push((*row, *row)),
        }
    }
    spans
}

/// A stretch as people write it.
pub(super) fn span_text((first, last): (u32, u32)) -> String {
    match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}-{last}"),
    }
}

impl super::MergeFinding {
    /// The finding as a sentence.
    pub fn text(&self, language: ExportLanguage) -> String {
        t!(
            format!("merge.finding.{}", self.code()),
            locale = language.as_str(),
            line = self.line().unwrap_or_default(),
            rows = numbers(self.rows()),
            detail = self.detail()
        )
        .into_owned()
    }
}
