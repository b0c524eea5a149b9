//! A run beside the one before it.

use mill_engine::{RunFigures, RunSince};
use serde::Serialize;
use ts_rs::TS;

/// What rules decided of a run and what a row of it cost, and the same of an earlier run.
#[derive(Debug, Clone, Serialize, TS)]
pub struct SinceView {
    /// The run.
    pub now: FiguresView,
    /// An earlier run of the same job and skill; none: there is none.
    pub before: Option<BeforeView>,
}

/// What rules decided of a run and what a row of it cost.
#[derive(Debug, Clone, Serialize, TS)]
pub struct FiguresView {
    /// Rows rules decided.
    pub by_rule: u64,
    /// All its rows.
    pub rows: u64,
    /// The share of them, in percent, rounded down.
    pub percent: u64,
    /// Settled cost shared by all rows, in USD, with as many decimals as it takes to see it; as the sheets have it.
    pub per_row: String,
}

/// The earlier run.
#[derive(Debug, Clone, Serialize, TS)]
pub struct BeforeView {
    /// Its id.
    pub run: String,
    /// Its place among the runs of its job or skill, from 1.
    pub number: u32,
    /// True if it began in the calendar month before.
    pub last_month: bool,
    /// What it came to.
    pub figures: FiguresView,
}

impl From<&RunFigures> for FiguresView {
    fn from(figures: &RunFigures) -> Self {
        Self {
            by_rule: figures.by_rule,
            rows: figures.rows,
            percent: figures.percent(),
            per_row: figures.cost(),
        }
    }
}

impl From<&RunSince> for SinceView {
    fn from(since: &RunSince) -> Self {
        Self {
            now: FiguresView::from(&since.now),
            before: since.before.as_ref().map(|before| BeforeView {
                run: before.run.to_string(),
                number: before.number,
                last_month: before.last_month,
                figures: FiguresView::from(&before.figures),
            }),
        }
    }
}
