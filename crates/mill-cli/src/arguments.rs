//! What can be written after `stampmill`.

mod again;
mod export;
mod merge;
mod reading;
mod run;
mod sample;
mod suggest;
mod verify;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub(crate) use again::AskAgainFlags;
pub(crate) use export::ExportFlags;
pub(crate) use merge::MergeFlags;
pub(crate) use reading::ReadingFlags;
pub(crate) use run::RunFlags;
pub(crate) use sample::SampleFlags;
pub(crate) use suggest::SuggestFlags;
pub(crate) use verify::VerifyFlags;

/// One skill, stamped on many tasks at the same time, under a budget that cannot be broken.
#[derive(Debug, Parser)]
#[command(name = "stampmill", version, propagate_version = true)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// Flags every command takes.
#[derive(Debug, Args)]
pub(crate) struct Global {
    /// The data folder; else `STAMPMILL_HOME`, else the system's place for data.
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) home: Option<PathBuf>,
    /// Language of sentences: en or zh; else LANG.
    #[arg(long, global = true, value_name = "en|zh")]
    pub(crate) lang: Option<String>,
    /// Time zone of days and months; else TZ, else the system's.
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) zone: Option<String>,
    /// A file with the passwords of PDF documents, one a line; `-` reads standard input. Else `STAMPMILL_PDF_PASSWORD`.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) pdf_password_file: Option<PathBuf>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Run a skill on a task list.
    Run(Box<RunFlags>),
    /// Say what a run would take; starts nothing, spends nothing.
    Estimate(Box<RunFlags>),
    /// Go on with a run that was paused or interrupted.
    Resume {
        /// The run's id, or `last`.
        run: String,
        /// Wait when so many results by the model are without your verdict; 0: never wait.
        #[arg(long, value_name = "N")]
        ahead: Option<u32>,
        /// Another cap, in USD.
        #[arg(long, value_name = "USD")]
        budget: Option<String>,
        /// The skill as it was when the run started, or as it is now.
        #[arg(long, value_name = "current|as-run", default_value = "as-run", value_parser = ["current", "as-run"])]
        skill: String,
        /// Write the results to a file at the end (.xlsx, .csv or .json).
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
    /// Change the cap of a running or paused run.
    Budget {
        /// The run's id, or `last`.
        run: String,
        /// The cap.
        usd: String,
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
    /// List the caps beyond a run's own budget, or change one.
    Caps {
        #[command(subcommand)]
        verb: Option<CapsVerb>,
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
    /// List runs, newest first.
    Runs {
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
    /// Show a run and its results.
    Show {
        /// The run's id, or `last`.
        run: String,
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
    /// Write a run's results to a file, or into a copy of the workbook its rows came from.
    Export(ExportFlags),
    /// Say what you think of a result.
    Verdict {
        /// The run's id, or `last`.
        run: String,
        /// The task's number.
        task: u32,
        /// accepted, rejected or corrected.
        #[arg(value_parser = ["accepted", "rejected", "corrected"])]
        verdict: String,
        /// A changed output, for corrected.
        #[arg(long = "set", value_name = "FIELD=VALUE", value_parser = pair)]
        set: Vec<(String, String)>,
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
    /// Ask the model about rows again, with a note; the new answer stands beside the old one.
    AskAgain(AskAgainFlags),
    /// Make a correction an example, a rule or a check of the skill; without --yes it only says what that would change.
    Learn {
        /// The run's id, or `last`.
        run: String,
        /// The task's number; a person has corrected it.
        row: u32,
        /// What it becomes.
        #[arg(long = "as", value_name = "example|rule|check", value_parser = ["example", "rule", "check"])]
        kind: String,
        /// Save it, as a new version of the skill.
        #[arg(long)]
        yes: bool,
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
    /// List what people corrected in a run: who, when, from what to what, and whether the skill learnt from it.
    Corrections {
        /// The run's id, or `last`.
        run: String,
        /// Of all runs of its job.
        #[arg(long)]
        job: bool,
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
    /// Compare two runs row by row: models, versions of a skill, months.
    Compare {
        /// A run's id, or `last`.
        first: String,
        /// The other one's.
        second: String,
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
    /// Merge a run's results into one document: added up by fields, or written by a skill.
    Merge(Box<MergeFlags>),
    /// Draw a sample of the results that are not judged, look at how it stands, or accept the rest by it.
    Sample(SampleFlags),
    /// Ask other models about the results of a run; nothing of it is accepted or changed by what they say.
    Verify(VerifyFlags),
    /// Put your name under the review of a run, or show the closing sheet.
    SignOff {
        /// The run's id, or `last`.
        run: String,
        /// Your name; it is kept in the settings, so once is enough.
        #[arg(long, value_name = "NAME")]
        reviewer: Option<String>,
        /// Show the sheet; signs nothing.
        #[arg(long, conflicts_with = "reviewer")]
        show: bool,
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
    /// Show how a table or document is read.
    Import {
        /// The file.
        file: PathBuf,
        #[command(flatten)]
        reading: ReadingFlags,
        /// Every row or page, not only the first.
        #[arg(long)]
        all: bool,
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
    /// Check a skill, or take one into the library.
    Skill {
        #[command(subcommand)]
        verb: SkillVerb,
    },
    /// Keys in the system's key store.
    Key {
        #[command(subcommand)]
        verb: KeyVerb,
    },
    /// List prices, or enter one.
    Prices {
        #[command(subcommand)]
        verb: Option<PricesVerb>,
        /// Those of all dates, not only the ones in force.
        #[arg(long)]
        all: bool,
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
    /// What it all cost.
    Cost {
        /// day, skill, model, job, run or key.
        #[arg(long, default_value = "day", value_parser = ["day", "skill", "model", "job", "run", "key"])]
        by: String,
        /// Only this month, YYYY-MM.
        #[arg(long, value_name = "YYYY-MM")]
        month: Option<String>,
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
}

/// What to do with a skill.
#[derive(Debug, Subcommand)]
pub(crate) enum SkillVerb {
    /// Read a skill folder and say what is wrong with it.
    Check {
        /// The folder.
        dir: PathBuf,
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
    /// Suggest rules from what people decided, measured on later periods.
    SuggestRules(Box<SuggestFlags>),
    /// Measure a skill: its sample tasks by one or more models, with the difference and how sure it is.
    Eval {
        /// The folder.
        dir: PathBuf,
        /// A model, `provider/model`; several are compared on the same tasks.
        #[arg(long = "model", value_name = "P/M", required = true)]
        models: Vec<String>,
        /// The most each model may cost, in USD.
        #[arg(long, value_name = "USD")]
        budget: Option<String>,
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
    /// Write a skill of the library to a zip, or as a folder into another.
    Export {
        /// Its name.
        skill: String,
        /// A path that ends in .zip, or a folder.
        #[arg(long, value_name = "PATH")]
        out: PathBuf,
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
    /// Take a folder or zip into the library.
    Import {
        /// The folder or zip.
        path: PathBuf,
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
}

/// What to do with caps.
#[derive(Debug, Subcommand)]
pub(crate) enum CapsVerb {
    /// Set a cap in USD, or take it away with `none`; runs at work see it at once.
    Set {
        /// day USD | month USD | provider NAME USD | key PROVIDER NAME USD | job NAME USD
        #[arg(num_args = 2..=4, required = true, value_name = "WHAT… USD")]
        cap: Vec<String>,
    },
}

/// What to do with keys.
#[derive(Debug, Subcommand)]
pub(crate) enum KeyVerb {
    /// Store a key that is read from standard input.
    Set {
        /// The provider.
        provider: String,
        /// What it is for, such as "Client A"; absent: the provider's default key.
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
    },
    /// List keys by their last four characters.
    List {
        /// One JSON object on standard output.
        #[arg(long)]
        json: bool,
    },
    /// Remove a key.
    Remove {
        /// The provider.
        provider: String,
        /// Its name; absent: the provider's default key.
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
    },
}

/// What to do with prices.
#[derive(Debug, Subcommand)]
pub(crate) enum PricesVerb {
    /// Enter a price, in USD per million tokens; it wins over the book.
    Set {
        /// provider/model.
        model: String,
        /// Input.
        #[arg(long, value_name = "USD")]
        input: String,
        /// Output.
        #[arg(long, value_name = "USD")]
        output: String,
        /// Cache read; absent: as input.
        #[arg(long, value_name = "USD")]
        cache_read: Option<String>,
        /// Cache write; absent: as input.
        #[arg(long, value_name = "USD")]
        cache_write: Option<String>,
        /// First day, YYYY-MM-DD; absent: today.
        #[arg(long, value_name = "DATE")]
        from: Option<String>,
        /// The price is meant, although it is far from what is known.
        #[arg(long)]
        yes: bool,
    },
    /// Take a price you entered away; the book's holds again.
    Remove {
        /// provider/model.
        model: String,
        /// The day it begins, YYYY-MM-DD; absent: the one in force.
        #[arg(long, value_name = "DATE")]
        from: Option<String>,
    },
}

/// Reads `name=value`.
pub(crate) fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.to_owned()))
        }
        _ => Err("write name=value".to_owned()),
    }
}
