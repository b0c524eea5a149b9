//! Flags of `sample`.

use clap::Args;

/// Which sample, or what to do with the one there is.
#[allow(
    clippy::struct_excessive_bools,
    reason = "flags of a command line are yes or no; the parser keeps contradictions out"
)]
#[derive(Debug, Args)]
pub(crate) struct SampleFlags {
    /// The run's id, or `last`.
    pub(crate) run: String,
    /// The share of wrong results among the rest that would do.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    pub(crate) error: f64,
    /// How sure the statement shall be.
    #[arg(long, value_name = "SHARE", default_value_t = 0.95)]
    pub(crate) confidence: f64,
    /// The share of wrong results you expect: a larger sample that a few wrong ones do not spoil.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    pub(crate) expect: f64,
    /// Which results it stands for: unjudged, `by_rule` or `by_model`.
    #[arg(long, default_value = "unjudged", value_parser = ["unjudged", "by_rule", "by_model"])]
    pub(crate) of: String,
    /// To draw the same rows again.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// Say what it would come to; draws nothing.
    #[arg(long, conflicts_with_all = ["show", "accept_rest"])]
    pub(crate) plan: bool,
    /// Show the run's samples and what they say; draws nothing.
    #[arg(long, conflicts_with = "accept_rest")]
    pub(crate) show: bool,
    /// Accept everything the latest sample speaks for.
    #[arg(long)]
    pub(crate) accept_rest: bool,
    /// One JSON object on standard output.
    #[arg(long)]
    pub(crate) json: bool,
}
