//! Flags of `merge`.

use std::path::PathBuf;

use clap::Args;

/// How a run's results become one document, or what to do with one there is.
#[allow(
    clippy::struct_excessive_bools,
    reason = "flags of a command line are yes or no; the parser keeps contradictions out"
)]
#[derive(Debug, Args)]
pub(crate) struct MergeFlags {
    /// The run's id, or `last`.
    pub(crate) run: String,
    /// Group by this output, input or column; no model is asked. May be given several times.
    #[arg(long, value_name = "FIELD", conflicts_with = "skill")]
    pub(crate) by: Vec<String>,
    /// Add this amount up. May be given several times.
    #[arg(long, value_name = "FIELD", requires = "by")]
    pub(crate) sum: Vec<String>,
    /// Make it a journal of debits and credits that this account balances.
    #[arg(long, value_name = "ACCOUNT", requires = "sum")]
    pub(crate) contra: Option<String>,
    /// Let a skill write it: its folder, or its name in the library.
    #[arg(long, value_name = "DIR", requires = "model")]
    pub(crate) skill: Option<String>,
    /// Who is asked, `provider/model`.
    #[arg(long, value_name = "P/M", requires = "skill")]
    pub(crate) model: Option<String>,
    /// Where a custom/… model is.
    #[arg(long, value_name = "URL", requires = "skill")]
    pub(crate) endpoint: Option<String>,
    /// Which of the provider's keys, by its name; absent: the default one.
    #[arg(long, value_name = "NAME", requires = "skill")]
    pub(crate) key: Option<String>,
    /// Agents at once.
    #[arg(long, value_name = "N", requires = "skill")]
    pub(crate) agents: Option<u32>,
    /// The hard cap.
    #[arg(long, value_name = "USD", requires = "skill")]
    pub(crate) budget: Option<String>,
    /// Say what it would take; starts nothing, spends nothing.
    #[arg(long, requires = "skill")]
    pub(crate) estimate: bool,
    /// Take results in that nobody judged; the document says so.
    #[arg(long)]
    pub(crate) unreviewed: bool,
    /// Take results in that were rejected; the document says so.
    #[arg(long)]
    pub(crate) rejected: bool,
    /// A document that is there already, by its number.
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["by", "skill"])]
    pub(crate) show: Option<u32>,
    /// Accept the document as a whole.
    #[arg(long, requires = "show")]
    pub(crate) accept: bool,
    /// Reject the document as a whole.
    #[arg(long, requires = "show", conflicts_with = "accept")]
    pub(crate) reject: bool,
    /// Write the document to a file (.docx, .md, .xlsx or .json).
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// One JSON object on standard output.
    #[arg(long)]
    pub(crate) json: bool,
}
