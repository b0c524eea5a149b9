//! Flags of `ask-again`.

use clap::Args;

/// Which rows, and what the model is told.
#[derive(Debug, Args)]
pub(crate) struct AskAgainFlags {
    /// The run's id, or `last`.
    pub(crate) run: String,
    /// The task's number; several are asked together.
    #[arg(required = true, value_name = "ROW")]
    pub(crate) rows: Vec<u32>,
    /// What the model is told, such as "the VAT is on page 2".
    #[arg(long, value_name = "TEXT")]
    pub(crate) note: String,
    /// Show the model what it answered before.
    #[arg(long)]
    pub(crate) with_answer: bool,
    /// Another cap for the run, in USD.
    #[arg(long, value_name = "USD")]
    pub(crate) budget: Option<String>,
    /// Say what it can cost at most; sends nothing.
    #[arg(long)]
    pub(crate) plan: bool,
    /// One JSON object on standard output.
    #[arg(long)]
    pub(crate) json: bool,
}
