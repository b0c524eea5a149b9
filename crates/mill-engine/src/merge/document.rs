//! The document: lines, each with its rows, and what a person must know of them.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The results of many tasks as one document.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MergeDocument {
    /// What stands in the cells of every line.
    pub columns: Vec<DocumentColumn>,
    /// The lines, in order.
    pub lines: Vec<DocumentLine>,
    /// What a person must know of them.
    pub findings: Vec<MergeFinding>,
}

/// A column of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentColumn {
    /// What people see above it; "" where its kind says it.
    pub label: String,
    /// What it holds.
    pub kind: ColumnKind,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColumnKind {
    /// Words.
    Text,
    /// How many rows.
    Count,
    /// A sum.
    Amount,
    /// Amounts above zero.
    Debit,
    /// Amounts below zero, without their sign.
    Credit,
}

impl ColumnKind {
    /// The word of it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Count => "count",
            Self::Amount => "amount",
            Self::Debit => "debit",
            Self::Credit => "credit",
        }
    }
}

/// A line of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentLine {
    /// What it is.
    pub kind: LineKind,
    /// What it stands under; `None`: nothing.
    pub heading: Option<String>,
    /// One text a column; amounts in digits with a dot.
    pub cells: Vec<String>,
    /// Numbers of the rows it rests on, as people know them.
    pub rows: Vec<u32>,
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// A line of its own.
    Line,
    /// What balances a journal.
    Contra,
    /// The sum of the lines.
    Total,
}

impl LineKind {
    /// The word of it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Contra => "contra",
            Self::Total => "total",
        }
    }
}

/// What a person must know of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MergeFinding {
    /// A line names rows that it was not given.
    UnknownRows {
        /// Its place, from 1.
        line: u32,
        /// Which.
        rows: Vec<u32>,
    },
    /// A line names no row.
    NoRows {
        /// Its place, from 1.
        line: u32,
    },
    /// No line names these rows.
    Uncited {
        /// Which.
        rows: Vec<u32>,
    },
    /// The part these rows were in could not be written: they are missing.
    Missing {
        /// Which.
        rows: Vec<u32>,
        /// Why.
        why: String,
    },
    /// Parts stand one after another, because they could not be merged.
    NotMerged {
        /// How many.
        parts: u32,
    },
    /// These rows have no amount: they are counted and not in the sum.
    NoAmount {
        /// The amount's label.
        field: String,
        /// Which.
        rows: Vec<u32>,
    },
    /// Amounts of several currencies are added up.
    Currencies {
        /// Which.
        found: Vec<String>,
    },
    /// These results are other ones now.
    Changed {
        /// Which.
        rows: Vec<u32>,
    },
}

impl MergeFinding {
    /// The word of it.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownRows { .. } => "unknown_rows",
            Self::NoRows { .. } => "no_rows",
            Self::Uncited { .. } => "uncited",
            Self::Missing { .. } => "missing",
            Self::NotMerged { .. } => "not_merged",
            Self::NoAmount { .. } => "no_amount",
            Self::Currencies { .. } => "currencies",
            Self::Changed { .. } => "changed",
        }
    }

    /// The rows it is about; empty if it is about none.
    pub fn rows(&self) -> &[u32] {
        match self {
            Self::UnknownRows { rows, .. }
            | Self::Uncited { rows }
            | Self::Missing { rows, .. }
            | Self::NoAmount { rows, .. }
            | Self::Changed { rows } => rows,
            Self::NoRows { .. } | Self::NotMerged { .. } | Self::Currencies { .. } => &[],
        }
    }

    /// The line it is about, from 1; `None`: the document as a whole.
    pub const fn line(&self) -> Option<u32> {
        match self {
            Self::UnknownRows { line, .. } | Self::NoRows { line } => Some(*line),
            _ => None,
        }
    }

    /// What else it says: why, which field, which currencies, how many parts; "" for nothing.
    pub fn detail(&self) -> String {
        match self {
            Self::Missing { why, .. } => why.clone(),
            Self::NoAmount { field, .. } => field.clone(),
            Self::Currencies { found } => found.join(", "),
            Self::NotMerged { parts } => parts.to_string(),
            Self::UnknownRows { .. }
            | Self::NoRows { .. }
            | Self::Uncited { .. }
            | Self::Changed { .. } => String::new(),
        }
    }
}

impl MergeDocument {
    /// A text that is another one as soon as a line is: what a person's word is about.
    pub fn fingerprint(&self) -> String {
        let text = serde_json::to_string(&(&self.columns, &self.lines)).unwrap_or_default();
        let digits =
            |byte: u8| [byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16));
        let hash = Sha256::digest(text.as_bytes());
        hash.into_iter().flat_map(digits).flatten().collect()
    }
}
