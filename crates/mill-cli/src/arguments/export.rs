//! Flags of `export`.

use std::path::PathBuf;

use clap::Args;
use mill_engine::{CsvOptions, EngineError, ExportLanguage, ExportOptions};

/// What to write, and how.
#[derive(Debug, Clone, Args)]
pub(crate) struct ExportFlags {
    /// The run's id, or `last`.
    pub(crate) run: String,
    /// The file; its ending chooses .xlsx, .csv or .json.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Into a copy of the workbook the rows came from, with everything it holds; FILE ends as it does.
    #[arg(long, conflicts_with_all = ["encoding", "delimiter"])]
    pub(crate) into_original: bool,
    /// The encoding of a .csv, such as gb18030; without it UTF-8 with a mark that Excel needs.
    #[arg(long, value_name = "E")]
    pub(crate) encoding: Option<String>,
    /// The character between the cells of a .csv; `tab` for a tab.
    #[arg(long, value_name = "D")]
    pub(crate) delimiter: Option<String>,
    /// One JSON object on standard output.
    #[arg(long)]
    pub(crate) json: bool,
}

impl ExportFlags {
    /// How to write it.
    pub(crate) fn options(&self, language: ExportLanguage) -> Result<ExportOptions, EngineError> {
        let usual = CsvOptions::default();
        let delimiter = match self.delimiter.as_deref() {
            Some("tab" | "\\t") => Some('\t'),
            other => super::reading::one_character("delimiter", other)?,
        };
        Ok(ExportOptions {
            language,
            into_original: self.into_original,
            csv: CsvOptions {
                encoding: self.encoding.clone().unwrap_or(usual.encoding),
                delimiter: delimiter.unwrap_or(usual.delimiter),
            },
        })
    }
}
