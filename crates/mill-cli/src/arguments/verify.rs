//! Flags of `verify`.

use std::path::PathBuf;

use clap::Args;

/// Whom to ask about which results of a run.
#[derive(Debug, Args)]
pub(crate) struct VerifyFlags {
    /// The run's id, or `last`.
    pub(crate) run: String,
    /// A verifier, `provider/model`; up to five, each for itself.
    #[arg(long = "model", value_name = "P/M", required = true)]
    pub(crate) models: Vec<String>,
    /// answer: the same task again, without the result; check: whether the result is right, field by field.
    #[arg(long, default_value = "answer", value_parser = ["answer", "check"])]
    pub(crate) kind: String,
    /// A text file with what every verifier is told beside the skill's instructions.
    #[arg(long, value_name = "FILE")]
    pub(crate) instruction: Option<PathBuf>,
    /// Which results: all, unjudged, `by_model`, findings, or how many to draw at random.
    #[arg(long, value_name = "WHICH|N", default_value = "all")]
    pub(crate) rows: String,
    /// The most all of it may cost, in USD.
    #[arg(long, value_name = "USD")]
    pub(crate) budget: Option<String>,
    /// Agents at once; absent: as the run had.
    #[arg(long, value_name = "N")]
    pub(crate) agents: Option<u32>,
    /// Where `custom/…` models are; with `custom/NAME=` before it, where this one is. Absent: where the run knows them.
    #[arg(long = "endpoint", value_name = "[custom/NAME=]URL")]
    pub(crate) endpoints: Vec<String>,
    /// Say what it would cost; asks nobody.
    #[arg(long)]
    pub(crate) estimate: bool,
    /// One JSON object on standard output.
    #[arg(long)]
    pub(crate) json: bool,
}
