#![doc = include_str!("../README.md")]

mod answer;
mod bound;
mod checks;
mod date;
mod delimited;
mod display;
mod draft;
mod error;
mod evals;
mod fold;
pub mod learn;
mod mapping;
mod merge;
mod number;
pub mod practice;
pub mod prompt;
mod rules;
pub mod schema;
mod sidecar;
mod skill;
mod source;
mod typed;

pub use answer::parse_answer;
pub use bound::Bound;
pub use checks::{
    Check, CheckRule, CheckedOutput, FieldPath, check_output, check_record, locate, not_seconded,
    repair_note, second_findings,
};
pub use date::{DateOrder, read_date};
pub use display::display_value;
pub use draft::{
    DraftCheck, DraftFault, DraftField, DraftKept, DraftSample, DraftTable, SkillDraft,
    draft_faults, draft_files,
};
pub use error::{Place, SkillError};
pub use evals::{EvalCase, says_the_same};
pub use fold::fold;
pub use mapping::{ColumnMap, MappedInput, RowInputs, inputs_for_row, map_columns};
pub use merge::{MergeBlock, MergeSpec, ROWS_PER_CALL, block_text, cited_rows};
pub use number::{DecimalMark, read_number};
pub use rules::{
    ConditionKind, ConditionSaid, Rule, RuleDecision, RuleOutcome, RuleSheet, RuleTable, RuleTitle,
    SheetColumn, SheetFault, SheetPart,
};
pub use skill::{Notice, PLAIN_INPUT, PLAIN_OUTPUT, Skill, SkillAbout, SkillDefaults, Undecided};
pub use source::SkillSource;
pub use typed::{Reading, value_from_text};
