#![doc = include_str!("../README.md")]

rust_i18n::i18n!("locales", fallback = "en");

mod cap;
mod clock;
mod config;
mod cost;
mod engine;
mod error;
mod estimate;
mod eval;
mod event;
mod export;
mod job;
mod key;
mod library;
mod merge;
mod model;
mod password;
mod prepare;
mod price;
mod review;
mod run;
mod second;
mod setting;
mod suggest;
mod summary;
mod task_list;
mod trial;
mod verify;
mod ways;
mod window;

pub use cap::{CapState, key_name};
pub use clock::{Clock, SystemClock};
pub use config::{Config, Environment};
pub use cost::{CostBy, Costs};
pub use engine::Engine;
pub use error::{EngineError, ReviewError};
pub use estimate::{Basis, Estimate};
pub use eval::{EVAL_CONFIDENCE, EvalEstimate, EvalItem, EvalModel, EvalPair, EvalReport, Paired};
pub use event::EngineEvent;
pub use export::{
    ExportLanguage, ExportOptions, ExportedFile, OriginalCopy, OriginalFault, RunBefore,
    RunFigures, RunSince,
};
pub use job::{
    Arrangement, FoundCells, InsertedRow, JobDetail, JobRowDecision, JobTable, ListChange,
    RemovedRow, RowSlice, list_name, mapped_columns, sample_name,
};
pub use key::{KeyPlace, KeyState, KeyStoreState};
pub use library::{
    DiffLine, FileDiff, FoundSkill, LibraryEntry, LineChange, RefusedEntries, SavedSkill, SkillId,
    SkillVersion,
};
pub use merge::{
    ColumnKind, DocumentColumn, DocumentLine, LineKind, Merge, MergeChoices, MergeDocument,
    MergeEstimate, MergeFinding, MergeInclude, MergeKey, MergeRows, MergeState, MergeWord,
    MergedRow, PreparedMerge, RowStanding, TableRecipe, row_numbers,
};
pub use mill_llm::PaceSeen;
pub use model::{ModelChoice, ModelTest};
pub use password::Unlocked;
pub use prepare::{Choices, DEFAULT_AGENTS, Decision, LongDocument, Prepared, RunOptions};
pub use price::{ListedPrice, NewPrice};
pub use review::{
    AcceptPreview, AskAgain, AskPlan, AskedRows, AtMost, BlindChoice, BlindPair, CONFIDENCE_LINE,
    ClosingSheet, ComparedField, ComparedRow, ComparedRun, Comparison, CorrectedField, Correction,
    DiffPiece, DiffSide, Evidence, FacetCounts, FacetKind, FacetPick, FieldAgreement, Learnt,
    Lesson, LessonChange, LessonEffect, LessonKind, MadeBy, PickSums, Proposal, ResultGroup,
    ReviewDetail, ReviewFilter, ReviewOrder, ReviewRow, Risk, RiskReason, RunShape, SampleEvidence,
    SampleOrder, SamplePlan, SampleScope, SampleStanding, SampleStratum, ShownDocument, SignOff,
    Survey, Undone, UndoneLesson, shown,
};
pub use run::{AgentCell, AgentState, ResumeSkill, Slept};
pub use setting::Settings;
pub use suggest::{
    CasePlace, CaseSeen, History, NarrowRule, NewRule, NewRulesTrial, RuleChange, RuleLoss,
    RuleUse, RulesTrial, SheetChange, SheetChangeKind, SheetDifference, SuggestFrom, SuggestedRule,
    Suggestions, sheet_difference,
};
pub use summary::RunSummary;
pub use task_list::{
    BesideFile, FileChoices, FileReport, FilesBeside, Mapping, MappingChange, MatchedList,
    OriginalFile, StoredProblem, TaskList, TaskListAbout, TaskListRow, lay_beside, preview_paths,
    read_pasted, read_paths, with_files,
};
pub use trial::{Trial, TrialRows};
pub use verify::{
    FieldOpinion, MOST_VERIFIERS, NoKappa, NotCompared, Opinion, OpinionAgreement, OpinionCounts,
    OpinionKind, OpinionRows, PreparedVerification, Says, VerificationReport, VerifyChoices,
};
pub use ways::Ways;

// What the engine's methods take and give back, from the rooms below it: hosts know the engine alone.
pub use mill_secrets::Secrets;
pub use mill_skills::learn::{Later, Need, NeededRows, OutcomeNeed, OutcomeTally};
pub use mill_skills::{
    Bound, Check, CheckRule, ConditionKind, ConditionSaid, DraftCheck, DraftFault, DraftField,
    DraftSample, DraftTable, FieldPath, Rule, RuleSheet, SheetColumn, SheetFault, SheetPart, Skill,
    SkillDraft, Undecided, draft_faults, prompt,
};
pub use mill_store::{
    AskedAgain, ClosingCounts, CostLine, JobChange, JobRow, ReviewCounts, ReviewerCount, RowFilter,
    TaskRow, TurnRow,
};
pub use mill_tables::{
    CopyDoubt, CopyPlan, CsvOptions, Document, DrawnPage, HeaderChoice, MarkBox, MatchWay, Page,
    PagePart, Passwords, Preview, Problem, ReadOptions, RowFile, TableError, preview,
    read_document_with,
};
