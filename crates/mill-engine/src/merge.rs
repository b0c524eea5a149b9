//! Results of many tasks as one document, each line with the rows it rests on: added up exactly without a model, or
//! written by a skill under a cap of its own.

mod assemble;
mod document;
mod export;
mod facts;
mod field;
mod lines;
mod list;
mod markdown;
mod pack;
mod plan;
mod rows;
mod sheets;
mod step;
mod table;
mod word;
mod write;

use serde::{Deserialize, Serialize};

pub use document::{
    ColumnKind, DocumentColumn, DocumentLine, LineKind, MergeDocument, MergeFinding,
};
pub use export::numbers as row_numbers;
pub use list::{Merge, MergeKey, MergeState, MergeWord};
pub use plan::{MergeChoices, MergeEstimate, PreparedMerge};
pub use rows::{MergeInclude, MergeRows, MergedRow, RowStanding};
pub use table::TableRecipe;

/// How a document is made, and of which rows; as it was when it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Recipe {
    pub(crate) how: How,
    pub(crate) include: MergeInclude,
    pub(crate) rows: MergeRows,
}

/// How a document is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub(crate) enum How {
    /// Grouped and added up.
    Table(TableRecipe),
    /// Written by a skill.
    Skill {
        /// Its name.
        skill: String,
        /// Its version.
        version: String,
        /// Who is asked.
        model: String,
    },
}
