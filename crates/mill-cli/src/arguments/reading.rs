//! Flags that say how a table is read.

use clap::Args;
use mill_engine::{Engine, EngineError, HeaderChoice, ReadOptions};

/// How a table is read; everything absent is guessed.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ReadingFlags {
    /// The sheet of a workbook.
    #[arg(long, value_name = "S")]
    pub(crate) sheet: Option<String>,
    /// The row with the column names, from 1.
    #[arg(long, value_name = "N", conflicts_with = "no_header")]
    pub(crate) header_row: Option<u32>,
    /// There are no column names.
    #[arg(long)]
    pub(crate) no_header: bool,
    /// The text encoding, such as gb18030.
    #[arg(long, value_name = "E")]
    pub(crate) encoding: Option<String>,
    /// The character between cells; `tab` for a tab.
    #[arg(long, value_name = "D")]
    pub(crate) delimiter: Option<String>,
    /// The decimal mark of amounts: . or ,
    #[arg(long, value_name = ".|,")]
    pub(crate) decimal: Option<String>,
    /// Rows and sheets that are hidden too.
    #[arg(long)]
    pub(crate) include_hidden: bool,
    /// Leave cells below a merged one empty.
    #[arg(long)]
    pub(crate) no_repeat_merged: bool,
}

impl ReadingFlags {
    /// The reader's options.
    pub(crate) fn options(&self, engine: &Engine) -> Result<ReadOptions, EngineError> {
        Ok(ReadOptions {
            sheet: self.sheet.clone(),
            header: match (self.no_header, self.header_row) {
                (true, _) => HeaderChoice::None,
                (false, Some(row)) => HeaderChoice::Row(row),
                (false, None) => HeaderChoice::Guess,
            },
            encoding: self.encoding.clone(),
            delimiter: match self.delimiter.as_deref() {
                Some("tab" | "\\t") => Some('\t'),
                other => one_character("delimiter", other)?,
            },
            decimal: one_character("decimal", self.decimal.as_deref())?,
            include_hidden: self.include_hidden,
            repeat_merged: !self.no_repeat_merged,
            language: Some(engine.config().language.clone()),
            ..ReadOptions::default()
        })
    }
}

pub(super) fn one_character(
    what: &'static str,
    text: Option<&str>,
) -> Result<Option<char>, EngineError> {
    let Some(text) = text else { return Ok(None) };
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Ok(Some(letter)),
        _ => Err(EngineError::BadValue {
            what,
            value: text.to_owned(),
            expected: "use one character".to_owned(),
        }),
    }
}
