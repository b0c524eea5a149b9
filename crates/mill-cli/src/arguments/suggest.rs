//! Flags of `skill suggest-rules`.

use std::path::PathBuf;

use clap::Args;

use super::{ReadingFlags, pair};

/// Where decisions come from, and how often people should agree.
#[derive(Debug, Args)]
pub(crate) struct SuggestFlags {
    /// The skill's folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) skill: PathBuf,
    /// Learn from accepted and corrected results of this run (its id, or `last`); absent: of all runs of the skill.
    #[arg(long, value_name = "RUN", conflicts_with = "history")]
    pub(crate) run: Option<String>,
    /// Learn from a table in which people's decisions stand.
    #[arg(long, value_name = "FILE", requires = "label")]
    pub(crate) history: Option<PathBuf>,
    /// The column with what people decided.
    #[arg(long, value_name = "COLUMN", requires = "history")]
    pub(crate) label: Option<String>,
    /// The column with the month or journal; absent: the file is in the order of time.
    #[arg(long, value_name = "COLUMN", requires = "history")]
    pub(crate) period: Option<String>,
    /// The share of decided rows where the person should decide the same.
    #[arg(long, value_name = "SHARE", default_value = "0.85")]
    pub(crate) agreement: String,
    /// Which column feeds which input, where labels do not agree.
    #[arg(long = "map", value_name = "INPUT=COLUMN", value_parser = pair)]
    pub(crate) map: Vec<(String, String)>,
    #[command(flatten)]
    pub(crate) reading: ReadingFlags,
    /// One JSON object on standard output.
    #[arg(long)]
    pub(crate) json: bool,
}
