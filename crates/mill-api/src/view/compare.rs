//! Two runs side by side.

use mill_engine::{BlindPair, ComparedField, ComparedRow, ComparedRun, Comparison, DiffSide};
use serde::Serialize;
use ts_rs::TS;

use super::money::Money;

/// Two runs side by side.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ComparisonView {
    /// The first run.
    pub first: ComparedRunView,
    /// The second.
    pub second: ComparedRunView,
    /// Rows both have: those with the same inputs.
    pub rows: u64,
    /// Rows on which all outputs say the same.
    pub equal: u64,
    /// Agreement by output.
    pub fields: Vec<FieldAgreementView>,
    /// Right and wrong as people judged the same rows in both; none where no row was judged in both.
    pub judged: Option<JudgedView>,
    /// Choices made without knowing whose result it was.
    pub picks: PickSumsView,
}

/// One of the two runs.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ComparedRunView {
    /// The run's id.
    pub run: String,
    /// Its name and number.
    pub name: String,
    /// `provider/model`.
    pub model: String,
    /// The version of its skill.
    pub skill_version: String,
    /// What its paired rows cost.
    pub cost_usd: Money,
    /// Rows the other does not have.
    pub only_here: u64,
    /// Paired rows that ended done.
    pub done: u64,
    /// Paired rows a person accepted.
    pub accepted: u64,
    /// Paired rows a person corrected or rejected.
    pub wrong: u64,
}

/// How often the two say the same of one output.
#[derive(Debug, Clone, Serialize, TS)]
pub struct FieldAgreementView {
    /// The output's label.
    pub label: String,
    /// Rows where both have a result.
    pub compared: u64,
    /// Rows where both say the same.
    pub same: u64,
}

/// Right and wrong on the same rows.
#[derive(Debug, Clone, Serialize, TS)]
pub struct JudgedView {
    /// Rows judged in both.
    pub rows: u64,
    /// Rows only the first got right.
    pub only_first: u64,
    /// Rows only the second got right.
    pub only_second: u64,
    /// Share of the first less share of the second, -1 to 1.
    pub difference: f64,
    /// It is at least this, with 95 % confidence.
    pub low: f64,
    /// It is at most this.
    pub high: f64,
    /// The chance of a difference at least this large if both were equally good.
    pub p_value: f64,
}

/// Choices made blind.
#[derive(Debug, Clone, Serialize, TS)]
pub struct PickSumsView {
    /// Rows where the first run's result was better.
    pub first: u64,
    /// Rows where the second's was.
    pub second: u64,
    /// Rows where neither was.
    pub tied: u64,
    /// Rows that differ and were not looked at.
    pub left: u64,
    /// The chance of a difference at least this large if both were equally good.
    pub p_value: f64,
}

/// A page of rows that both runs have.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ComparedPage {
    /// All rows that match.
    pub total: u64,
    /// Those asked for.
    pub rows: Vec<ComparedRowView>,
}

/// One row in both runs.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ComparedRowView {
    /// Its task in the first run.
    pub first_task: u32,
    /// Its task in the second.
    pub second_task: u32,
    /// Its row in the file of the first.
    pub source_row: u32,
    /// What it is about, in the file's own words.
    pub label: String,
    /// Outputs, in the order of the comparison's fields.
    pub fields: Vec<ComparedFieldView>,
}

/// One output of a row in both runs.
#[derive(Debug, Clone, Serialize, TS)]
pub struct ComparedFieldView {
    /// As the first run says; empty without a result.
    pub first: String,
    /// As the second says.
    pub second: String,
    /// The words of both, told apart; empty where they are the same.
    pub diff: Vec<DiffPieceView>,
}

/// Some words.
#[derive(Debug, Clone, Serialize, TS)]
pub struct DiffPieceView {
    /// `both`, `first` or `second`.
    pub side: String,
    /// The words with the space between them.
    pub text: String,
}

/// Two results of one row; whose they are is not said.
#[derive(Debug, Clone, Serialize, TS)]
pub struct BlindPairView {
    /// Labels of the outputs.
    pub fields: Vec<String>,
    /// The row; `first` stands at the left, `second` at the right, whichever run they are of.
    pub row: ComparedRowView,
    /// Rows left to choose, this one among them.
    pub left: u64,
}

/// What comes next in choosing blind.
#[derive(Debug, Clone, Serialize, TS)]
pub struct BlindNext {
    /// The pair; none: all were chosen.
    pub pair: Option<BlindPairView>,
}

impl From<ComparedRun> for ComparedRunView {
    fn from(run: ComparedRun) -> Self {
        Self {
            run: run.run.to_string(),
            name: run.name,
            model: run.model,
            skill_version: run.skill_version,
            cost_usd: run.cost.into(),
            only_here: run.only_here,
            done: run.done,
            accepted: run.accepted,
            wrong: run.wrong,
        }
    }
}

impl From<Comparison> for ComparisonView {
    fn from(found: Comparison) -> Self {
        let [first, second] = found.runs;
        let fields = found.fields.into_iter().map(|field| FieldAgreementView {
            label: field.label,
            compared: field.compared,
            same: field.same,
        });
        let p_value = found.judged_p_value.unwrap_or(1.0);
        Self {
            first: first.into(),
            second: second.into(),
            rows: found.rows,
            equal: found.equal,
            fields: fields.collect(),
            judged: found.judged.map(|judged| JudgedView {
                rows: judged.compared,
                only_first: judged.only_first,
                only_second: judged.only_second,
                difference: judged.difference,
                low: judged.low,
                high: judged.high,
                p_value,
            }),
            picks: PickSumsView {
                first: found.picks.first,
                second: found.picks.second,
                tied: found.picks.tied,
                left: found.picks.left,
                p_value: found.picks.p_value,
            },
        }
    }
}

impl From<ComparedRow> for ComparedRowView {
    fn from(row: ComparedRow) -> Self {
        let [first, second] = row.tasks;
        Self {
            first_task: first.0,
            second_task: second.0,
            source_row: row.source_row,
            label: row.label,
            fields: row
                .fields
                .into_iter()
                .map(ComparedFieldView::from)
                .collect(),
        }
    }
}

impl From<ComparedField> for ComparedFieldView {
    fn from(field: ComparedField) -> Self {
        let [first, second] = field.shown;
        let diff = field.diff.into_iter().map(|piece| DiffPieceView {
            side: match piece.side {
                DiffSide::Both => "both",
                DiffSide::First => "first",
                DiffSide::Second => "second",
            }
            .to_owned(),
            text: piece.text,
        });
        Self {
            first,
            second,
            diff: diff.collect(),
        }
    }
}

impl From<BlindPair> for BlindPairView {
    fn from(pair: BlindPair) -> Self {
        Self {
            fields: pair.fields,
            row: pair.row.into(),
            left: pair.left,
        }
    }
}
