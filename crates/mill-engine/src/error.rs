//! Why the engine did not do what was asked.

mod below;
mod params;
mod review;

use std::path::PathBuf;

use mill_domain::{DomainError, KeyName, ProviderName, RunId, Scope, ScopeKind, Usd};
use mill_llm::LlmError;
use mill_skills::SkillError;
use mill_store::StoreError;
use mill_tables::TableError;
use thiserror::Error;

use self::below::{skill_code, store_code, store_hint};

pub use review::ReviewError;

/// A refusal. Nothing was started and nothing was spent; the text says what, [`EngineError::hint`] what to do next.
#[derive(Debug, Error)]
pub enum EngineError {
    /// No data folder was given and the system names none.
    #[error("no data folder is known")]
    NoHome,
    /// The data folder cannot be made or written.
    #[error("the data folder `{}` cannot be used", path.display())]
    Home {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: std::io::Error,
    },
    /// There is no such time zone.
    #[error("there is no time zone `{name}`")]
    UnknownZone {
        /// The name as given.
        name: String,
    },
    /// A value that was given cannot be used.
    #[error("{what} cannot be `{value}`: {expected}")]
    BadValue {
        /// What it is for: `agents`, `budget`, `mapping`.
        what: &'static str,
        /// The value as given.
        value: String,
        /// What would do.
        expected: String,
    },
    /// An amount that must be above zero is not.
    #[error("{what} cannot be `{value}`: set an amount above 0")]
    NotAboveZero {
        /// What it is for: `budget`, `cap`.
        what: &'static str,
        /// The value as given.
        value: Usd,
    },
    /// The task list has no row that can be done.
    #[error("`{source_name}` has no rows to work on")]
    NoTasks {
        /// The file's name.
        source_name: String,
    },
    /// Files were given for a skill without an input for documents.
    #[error("`{skill}` reads no document")]
    NoFileInput {
        /// The skill's name.
        skill: String,
    },
    /// No row of the list names one of the files.
    #[error("no row of `{list}` names one of the {files} files")]
    NoFileMatch {
        /// The list's name.
        list: String,
        /// How many files there are.
        files: usize,
    },
    /// Documents that are still to be read opened with a password, and the program was started anew without it.
    #[error("{documents} documents of the run need their password again, the first is `{first}`")]
    PasswordNeeded {
        /// How many they are.
        documents: usize,
        /// The file name of the first.
        first: String,
    },
    /// The model has no price, so no budget can hold.
    #[error("`{model}` has no price")]
    NoPrice {
        /// `provider/model`.
        model: String,
    },
    /// A cap beyond the run's own has no room for even one call.
    #[error("the {scope} cap leaves {left} USD and one call can cost up to {smallest} USD")]
    CapTooSmall {
        /// What the cap covers.
        scope: Scope,
        /// What is left under it.
        left: Usd,
        /// What the dearest first call can cost.
        smallest: Usd,
        /// The smallest cap with which the run could start.
        workable: Usd,
    },
    /// A price the person enters is 100 times away from its neighbours; it takes their word that it is meant.
    #[error("{} USD per million tokens is far from the {} USD known for {}", doubt.entered, doubt.known, doubt.of)]
    PriceFarOff {
        /// `provider/model`.
        model: String,
        /// The numbers.
        doubt: mill_llm::PriceDoubt,
    },
    /// There is no such model, and no provider that could know it.
    #[error("there is no model `{model}`")]
    UnknownModel {
        /// `provider/model`.
        model: String,
    },
    /// Questions cannot be handed in together there.
    #[error("`{model}` takes no batches")]
    NoBatches {
        /// `provider/model`.
        model: String,
    },
    /// The provider has no key of that name.
    #[error("{provider} has no key called `{name}`")]
    NoSuchKey {
        /// The provider.
        provider: ProviderName,
        /// The name as it was chosen.
        name: KeyName,
    },
    /// A model that costs money needs a budget.
    #[error("`{model}` costs money and no budget is set")]
    NoBudget {
        /// `provider/model`.
        model: String,
    },
    /// Not even one call fits the budget.
    #[error("a budget of {budget} USD is too small: one call can cost up to {smallest} USD")]
    BudgetTooSmall {
        /// The budget as given.
        budget: Usd,
        /// The smallest budget that works.
        smallest: Usd,
        /// What the whole work will likely cost, rounded; `None`: nobody has worked it out.
        likely: Option<Usd>,
    },
    /// The run is at work in another program.
    #[error("run `{run}` is at work in another window or command")]
    RunElsewhere {
        /// The run.
        run: RunId,
    },
    /// The run cannot do that in its state.
    #[error("run `{run}` is {state}")]
    RunState {
        /// The run.
        run: RunId,
        /// The state.
        state: String,
    },
    /// The library has no such skill.
    #[error("there is no skill `{skill}`")]
    UnknownSkill {
        /// The id as given.
        skill: String,
    },
    /// The rules were changed after they were read for a change.
    #[error("the rules of `{skill}` have changed meanwhile; they are version {version} now")]
    RulesChanged {
        /// The skill.
        skill: String,
        /// Its version now.
        version: String,
    },
    /// A result a person typed does not fit the skill.
    #[error("{label} cannot be `{value}`: {expected}")]
    BadCorrection {
        /// The field's name in the skill.
        field: String,
        /// The field's label.
        label: String,
        /// What was typed.
        value: String,
        /// What would do.
        expected: String,
    },
    /// What people do with results is not for a run that only asks about another one.
    #[error("run `{run}` holds second opinions about run `{of_run}`")]
    OnlyOpinions {
        /// The run.
        run: RunId,
        /// The run it is about.
        of_run: RunId,
    },
    /// Something in a review.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// A sign-off needs a name.
    #[error("no name is given to sign off with")]
    NoReviewer,
    /// A skill was to merge results and does not say how.
    #[error("`{skill}` does not say how it merges results")]
    NotAMergeSkill {
        /// The skill's name.
        skill: String,
    },
    /// A skill that merges the results of a run was put to rows of a task list.
    #[error("`{skill}` merges the results of a run and cannot work on rows of its own")]
    OnlyMerges {
        /// The skill's name.
        skill: String,
    },
    /// No result of a run may go into a document.
    #[error("there is no accepted result to merge; {left_out} rows are left out")]
    NothingToMerge {
        /// Rows that are left out.
        left_out: u64,
    },
    /// There is no such document.
    #[error("run {run} has no document {number}")]
    UnknownMerge {
        /// The run.
        run: RunId,
        /// The number as given.
        number: u32,
    },
    /// There is no result a sample could be drawn from.
    #[error("there are no results without a verdict to draw a sample from")]
    SampleEmpty,
    /// A sample speaks for the rest only when all of it was looked at.
    #[error("{left} rows of the sample have not been looked at")]
    SampleOpen {
        /// How many.
        left: u64,
    },
    /// The sample allows too many wrong results among the rest.
    #[error("{wrong} wrong of {looked} looked at are too many to accept the rest")]
    SampleFailed {
        /// Wrong ones.
        wrong: u64,
        /// Looked at.
        looked: u64,
    },
    /// A batch answers all rows at once, so it cannot wait for its reviewer in between.
    #[error("a batch cannot wait for its reviewer: it answers all rows at once")]
    BatchAhead,
    /// A batch asks nothing twice, so it reads no document in parts.
    #[error(
        "a batch reads no document in parts, and {documents} are too long for the model: `{file}` first"
    )]
    BatchReadsWhole {
        /// How many are too long.
        documents: usize,
        /// The first of them, as its row names it.
        file: String,
    },
    /// An archive holds what must not be unpacked; nothing of it was.
    #[error("`{}` was not unpacked: {} of its entries are not safe ({})", path.display(), entries.count(), entries)]
    ArchiveRefused {
        /// The archive.
        path: PathBuf,
        /// All of them.
        entries: Box<crate::RefusedEntries>,
    },
    /// A row means a file outside the folder its list is in.
    #[error("{reason}")]
    Outside {
        /// What was asked for and where it would lie.
        reason: String,
    },
    /// Drawing a page takes longer than a person waits.
    #[error("page {page} takes too long to draw")]
    PageTooLong {
        /// Its number, from 1.
        page: u32,
    },
    /// There is no original to put results into a copy of.
    #[error("results cannot go into a copy of {}: {fault}", named(name))]
    Original {
        /// The original's name; empty if there is none.
        name: String,
        /// Why not.
        fault: crate::OriginalFault,
    },
    /// A skill, a mapping or a rule is wrong.
    #[error(transparent)]
    Skill(#[from] SkillError),
    /// A file cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A provider cannot be used.
    #[error(transparent)]
    Llm(#[from] LlmError),
    /// The key store failed.
    #[error(transparent)]
    Secret(#[from] mill_secrets::SecretsError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<DomainError> for EngineError {
    fn from(error: DomainError) -> Self {
        Self::Store(StoreError::from(error))
    }
}

impl From<serde_json::Error> for EngineError {
    fn from(error: serde_json::Error) -> Self {
        Self::Store(StoreError::from(error))
    }
}

impl EngineError {
    /// A fixed word for the kind of refusal; hosts keep their words in both languages under it.
    pub fn code(&self) -> String {
        match self {
            Self::NoHome => "no_home".to_owned(),
            Self::Home { .. } => "home_unusable".to_owned(),
            Self::UnknownZone { .. } => "unknown_zone".to_owned(),
            Self::BadValue { .. } => "bad_value".to_owned(),
            Self::NotAboveZero { .. } => "not_above_zero".to_owned(),
            Self::NoTasks { .. } => "no_tasks".to_owned(),
            Self::NoFileInput { .. } => "no_file_input".to_owned(),
            Self::NoFileMatch { .. } => "no_file_match".to_owned(),
            Self::PasswordNeeded { .. } => "password_needed".to_owned(),
            Self::NoPrice { .. } => "no_price".to_owned(),
            Self::NoBudget { .. } => "no_budget".to_owned(),
            Self::BudgetTooSmall { .. } => "budget_too_small".to_owned(),
            Self::CapTooSmall { scope, .. } => format!("cap_too_small_{}", scope.kind),
            Self::PriceFarOff { .. } => "price_far_off".to_owned(),
            Self::UnknownModel { .. } => "unknown_model".to_owned(),
            Self::NoBatches { .. } => "no_batches".to_owned(),
            Self::NoSuchKey { .. } => "key_not_named".to_owned(),
            Self::RunElsewhere { .. } => "run_elsewhere".to_owned(),
            Self::RunState { .. } => "run_state".to_owned(),
            Self::UnknownSkill { .. } => "unknown_skill".to_owned(),
            Self::RulesChanged { .. } => "rules_changed".to_owned(),
            Self::BadCorrection { .. } => "bad_correction".to_owned(),
            Self::OnlyOpinions { .. } => "only_opinions".to_owned(),
            Self::Review(error) => error.code().to_owned(),
            Self::NoReviewer => "no_reviewer".to_owned(),
            Self::NotAMergeSkill { .. } => "not_a_merge_skill".to_owned(),
            Self::OnlyMerges { .. } => "only_merges".to_owned(),
            Self::NothingToMerge { .. } => "nothing_to_merge".to_owned(),
            Self::UnknownMerge { .. } => "unknown_merge".to_owned(),
            Self::SampleEmpty => "sample_empty".to_owned(),
            Self::SampleOpen { .. } => "sample_open".to_owned(),
            Self::SampleFailed { .. } => "sample_failed".to_owned(),
            Self::BatchAhead => "batch_ahead".to_owned(),
            Self::BatchReadsWhole { .. } => "batch_reads_whole".to_owned(),
            Self::ArchiveRefused { .. } => "archive_refused".to_owned(),
            Self::Outside { .. } => "document_outside".to_owned(),
            Self::PageTooLong { .. } => "page_too_long".to_owned(),
            Self::Original { fault, .. } => format!("original_{}", fault.as_str()),
            Self::Skill(error) => skill_code(error).to_owned(),
            Self::Table(error) => format!("table_{}", error.code()),
            Self::Llm(error) => format!("provider_{}", error.code()),
            Self::Secret(error) => format!("key_{}", error.code()),
            Self::Store(error) => store_code(error).to_owned(),
        }
    }

    /// What to do next, a whole sentence in English; `None` if there is nothing a person can do.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NoHome => "Name one with --home or STAMPMILL_HOME.",
            Self::Home { .. } => {
                "Choose another folder with --home, or give yourself the right to write there."
            }
            Self::UnknownZone { .. } => "Use a name such as Europe/Berlin.",
            Self::NoTasks { .. } => "Check the sheet and the header row, or choose another file.",
            Self::NoFileInput { .. } => {
                "Choose a skill that has an input of type file, or give the skill one."
            }
            Self::NoFileMatch { .. } => {
                "Check that a column holds what the files are called, or a part of it such as a client number."
            }
            Self::PasswordNeeded { .. } => {
                "Give it in the run's job, or with --pdf-password-file, then resume."
            }
            Self::NoPrice { .. } => {
                "Enter its price once, with `stampmill prices set` or in the window, so that a budget can hold."
            }
            Self::NoBudget { .. } => "Say what the run may cost at most with --budget.",
            Self::BudgetTooSmall {
                smallest, likely, ..
            } => {
                let all =
                    likely.map(|cost| format!(" All of it will likely cost about {cost} USD."));
                return Some(format!(
                    "Set a budget of at least {smallest} USD: so much is held before a call, in case its answer is as long as it may be.{}",
                    all.unwrap_or_default()
                ));
            }
            Self::CapTooSmall {
                scope, workable, ..
            } => return Some(raise(scope, *workable)),
            Self::PriceFarOff { .. } => {
                "Prices are per million tokens. Confirm it if it is meant: --yes on the command line."
            }
            Self::UnknownModel { .. } => "The practice model is called practice/sample.",
            Self::NoBatches { .. } => {
                "Leave the batch out, or choose a model of anthropic/, openai/ or a server that has /v1/batches."
            }
            Self::NoSuchKey { provider, name } => {
                return Some(format!(
                    "Store it with `stampmill key set {provider} --name \"{name}\"`, or choose another key."
                ));
            }
            Self::RunElsewhere { .. } => "Wait for it, or close the other one first.",
            Self::RunState { .. } => "Look at the run to see what it can do next.",
            Self::UnknownSkill { .. } => {
                "Choose a skill from the library, or give the folder it is in."
            }
            Self::RulesChanged { .. } => {
                "Look at what changed, then save your table over it or start again from it."
            }
            Self::BadCorrection { expected, .. } => return Some(format!("Type {expected}.")),
            Self::BadValue { .. } | Self::NotAboveZero { .. } => return None,
            Self::Original { fault, .. } => fault.hint(),
            Self::Skill(error) => return Some(error.hint()),
            Self::Table(error) => error.hint(),
            Self::Llm(error) => error.hint(),
            Self::Secret(error) => error.hint(),
            Self::Store(error) => return store_hint(error).map(str::to_owned),
            other => return other.further_hint().map(str::to_owned),
        };
        Some(hint.to_owned())
    }

    /// What to do next where people review, merge and look at documents.
    const fn further_hint(&self) -> Option<&'static str> {
        let hint = match self {
            Self::OnlyOpinions { .. } => {
                "Opinions are never accepted or changed; judge the results of the run they are about."
            }
            Self::Review(error) => error.hint(),
            Self::NoReviewer => "Give your name once; it is kept in the settings.",
            Self::NotAMergeSkill { .. } => {
                "Choose a skill with a [merge] table in stampmill.toml, such as month-report."
            }
            Self::OnlyMerges { .. } => {
                "Choose a skill that reads rows; use this one on a finished run, with Merge or `stampmill merge`."
            }
            Self::NothingToMerge { .. } => {
                "Accept results first, or include those nobody judged; the document then says so."
            }
            Self::UnknownMerge { .. } => "Look at the list of documents of the run.",
            Self::SampleEmpty => {
                "Wait until the run has results, or look at what is judged already."
            }
            Self::SampleOpen { .. } => "Look at them first.",
            Self::SampleFailed { .. } => {
                "Draw a further sample, or go through the rest row by row."
            }
            Self::BatchAhead => {
                "Leave one of the two out: the batch, or how far it may be ahead of you."
            }
            Self::BatchReadsWhole { .. } => {
                "Run without the batch, leave these rows out, or choose a model that reads more."
            }
            Self::ArchiveRefused { .. } => {
                "Ask whoever made it for one with plain names and no links, or unpack it yourself and import the folder."
            }
            Self::Outside { .. } => "Put the file into the folder of the task list.",
            Self::PageTooLong { .. } => "Look at its text, or open the file in its own program.",
            // The others are told above.
            _ => return None,
        };
        Some(hint)
    }
}

/// A file's name in a sentence.
fn named(name: &str) -> String {
    if name.is_empty() {
        "the original".to_owned()
    } else {
        format!("`{name}`")
    }
}

/// What to do about a cap without room.
fn raise(scope: &Scope, workable: Usd) -> String {
    let later = match scope.kind {
        ScopeKind::Day => ", or start tomorrow",
        ScopeKind::Month | ScopeKind::Provider | ScopeKind::Key => ", or start next month",
        ScopeKind::Run | ScopeKind::Job => "",
    };
    format!("Raise the {scope} cap to at least {workable} USD{later}.")
}
