//! Flags of `run` and `estimate`, and the same as a saved job.

use std::path::{Path, PathBuf};

use clap::Args;
use mill_api::ApiError;
use serde::Deserialize;

use super::{ReadingFlags, pair};

/// What to run, on what, by whom, for how much.
#[derive(Debug, Clone, Default, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch on the command line"
)]
pub(crate) struct RunFlags {
    /// A skill's folder, or its name in the library.
    #[arg(long, value_name = "DIR", required_unless_present = "job")]
    pub(crate) skill: Option<String>,
    /// A table, or folders and documents: one task a row, or one a file.
    #[arg(long, value_name = "FILE|FOLDER", num_args = 1.., required_unless_present = "job")]
    pub(crate) tasks: Vec<PathBuf>,
    /// Documents for the rows of the table: folders and files, each for the row whose cell names it.
    #[arg(long, value_name = "FILE|FOLDER", num_args = 1..)]
    pub(crate) files: Vec<PathBuf>,
    /// The column whose cells name the files: the whole name, the name without its ending, or a number or word in it.
    /// Absent: the column that names most of them.
    #[arg(long = "match", value_name = "COLUMN", requires = "files")]
    pub(crate) match_column: Option<String>,
    /// provider/model, for example practice/sample.
    #[arg(long, value_name = "P/M", required_unless_present = "job")]
    pub(crate) model: Option<String>,
    /// A saved job with these flags as TOML; flags given here win.
    #[arg(long, value_name = "FILE.toml")]
    pub(crate) job: Option<PathBuf>,
    /// Where a custom/… model is.
    #[arg(long, value_name = "URL")]
    pub(crate) endpoint: Option<String>,
    /// Which of the provider's keys, by its name; absent: the default one.
    #[arg(long, value_name = "NAME")]
    pub(crate) key: Option<String>,
    /// Which column feeds an input.
    #[arg(long, value_name = "INPUT=COLUMN", value_parser = pair)]
    pub(crate) map: Vec<(String, String)>,
    /// Agents at once, 1 to 256.
    #[arg(long, value_name = "N")]
    pub(crate) agents: Option<u32>,
    /// The hard cap.
    #[arg(long, value_name = "USD")]
    pub(crate) budget: Option<String>,
    /// Wait when so many results by the model are without your verdict.
    #[arg(long, value_name = "N")]
    pub(crate) ahead: Option<u32>,
    /// Only the first so many rows.
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u32>,
    /// Tries a call may have.
    #[arg(long, value_name = "N")]
    pub(crate) attempts: Option<u32>,
    /// Silence of a stream that ends a call, in seconds.
    #[arg(long, value_name = "S")]
    pub(crate) idle_timeout: Option<f64>,
    /// Fail tasks instead of waiting for a provider.
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Send pages without text (scans, photos) as pictures instead of holding their documents back.
    #[arg(long)]
    pub(crate) pictures: bool,
    /// Read documents that are too long for the model in parts, a call each, and put the results together.
    #[arg(long)]
    pub(crate) split: bool,
    /// Models to ask in this order where the one before could not do a row.
    #[arg(long, value_name = "P/M,…", value_delimiter = ',')]
    pub(crate) fallback: Vec<String>,
    /// Outcomes the next model is asked for: `refused`, `cut_off`, `invalid`, `too_long`, `provider_error`.
    #[arg(
        long,
        value_name = "OUTCOME,…",
        value_delimiter = ',',
        requires = "fallback"
    )]
    pub(crate) fallback_on: Vec<String>,
    /// Where a custom/… model among them is; absent: where --endpoint says.
    #[arg(long, value_name = "custom/NAME=URL", value_parser = pair, requires = "fallback")]
    pub(crate) fallback_endpoint: Vec<(String, String)>,
    /// A fallback may be dearer than the model.
    #[arg(long)]
    pub(crate) allow_dearer: bool,
    /// Hand the questions in as batches: answered within a day, at about half the price.
    #[arg(long)]
    pub(crate) batch: bool,
    /// Write the results to a file at the end (.xlsx, .csv or .json).
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// One JSON object on standard output.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingFlags,
}

/// A saved job. Paths are relative to its file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own that the command line has, too"
)]
struct JobFile {
    skill: Option<String>,
    tasks: Option<Tasks>,
    files: Option<Tasks>,
    #[serde(rename = "match")]
    match_column: Option<String>,
    model: Option<String>,
    endpoint: Option<String>,
    key: Option<String>,
    #[serde(default)]
    map: std::collections::BTreeMap<String, Columns>,
    agents: Option<u32>,
    budget_usd: Option<String>,
    limit: Option<u32>,
    attempts: Option<u32>,
    #[serde(default)]
    pictures: bool,
    #[serde(default)]
    split: bool,
    #[serde(default)]
    fallback: Vec<String>,
    #[serde(default)]
    fallback_on: Vec<String>,
    #[serde(default)]
    fallback_endpoint: std::collections::BTreeMap<String, String>,
    #[serde(default)]
    allow_dearer: bool,
    #[serde(default)]
    fail_fast: bool,
    #[serde(default)]
    batch: bool,
    out: Option<PathBuf>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Tasks {
    One(PathBuf),
    Many(Vec<PathBuf>),
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Columns {
    One(String),
    Many(Vec<String>),
}

impl RunFlags {
    /// The flags with what a saved job adds.
    pub(crate) fn with_job(mut self) -> Result<Self, ApiError> {
        let Some(path) = self.job.clone() else {
            return Ok(self);
        };
        let unreadable = |reason: String| {
            ApiError::new(
                "bad_value",
                format!("the job `{}` cannot be read: {reason}", path.display()),
            )
            .with("what", "job")
            .with("value", path.display())
            .hint("Check the file against the user guide.")
        };
        let text = std::fs::read_to_string(&path).map_err(|error| unreadable(error.to_string()))?;
        let job: JobFile = toml::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        if self.skill.is_none() {
            self.skill = job.skill.map(|skill| near(&folder, &skill));
        }
        if self.tasks.is_empty() {
            self.tasks = beside(&folder, job.tasks);
        }
        if self.files.is_empty() {
            self.files = beside(&folder, job.files);
        }
        self.match_column = self.match_column.or(job.match_column);
        if self.map.is_empty() {
            let pairs = job.map.into_iter().flat_map(|(input, columns)| {
                let columns = match columns {
                    Columns::One(column) => vec![column],
                    Columns::Many(columns) => columns,
                };
                columns
                    .into_iter()
                    .map(move |column| (input.clone(), column))
            });
            self.map = pairs.collect();
        }
        self.model = self.model.or(job.model);
        self.endpoint = self.endpoint.or(job.endpoint);
        self.key = self.key.or(job.key);
        self.agents = self.agents.or(job.agents);
        self.budget = self.budget.or(job.budget_usd);
        self.limit = self.limit.or(job.limit);
        self.attempts = self.attempts.or(job.attempts);
        self.pictures |= job.pictures;
        self.split |= job.split;
        if self.fallback.is_empty() {
            self.fallback = job.fallback;
        }
        if self.fallback_on.is_empty() {
            self.fallback_on = job.fallback_on;
        }
        if self.fallback_endpoint.is_empty() {
            self.fallback_endpoint = job.fallback_endpoint.into_iter().collect();
        }
        self.allow_dearer |= job.allow_dearer;
        self.fail_fast |= job.fail_fast;
        self.batch |= job.batch;
        self.out = self.out.or_else(|| job.out.map(|out| folder.join(out)));
        Ok(self)
    }
}

/// Paths of a job file, which are relative to it.
fn beside(folder: &Path, paths: Option<Tasks>) -> Vec<PathBuf> {
    let paths = match paths {
        None => Vec::new(),
        Some(Tasks::One(path)) => vec![path],
        Some(Tasks::Many(paths)) => paths,
    };
    paths.into_iter().map(|path| folder.join(path)).collect()
}

/// A skill's folder beside the job file if there is one, else a name in the library.
fn near(folder: &Path, skill: &str) -> String {
    let beside = folder.join(skill);
    if beside.is_dir() {
        beside.display().to_string()
    } else {
        skill.to_owned()
    }
}
