//! What is known of every row of a run, gathered once and kept until a result changes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use mill_domain::{
    FieldName, FieldSpec, FieldType, FindingLevel, Outcome, RunId, TaskNumber, TaskState,
};
use mill_skills::{fold, inputs_for_row};
use mill_store::{Maker, RowFilter, RunStamp, TaskRow};
use rust_decimal::Decimal;

use super::agent::MadeBy;
use super::columns::Columns;
use super::facet::FacetColumn;
use super::risk::{LargeAmounts, Risk, RiskReason};
use super::{CONFIDENCE_LINE, RunShape, shown, unfilled};
use crate::verify::stands;
use crate::{Engine, EngineError};

/// Earlier runs that are asked what they had seen.
const EARLIER_RUNS: u32 = 24;

/// Everything about a run's rows that only new results change.
#[derive(Debug)]
pub(crate) struct RunFacts {
    pub(crate) stamp: RunStamp,
    pub(crate) shape: RunShape,
    pub(crate) rows: Vec<RowFacts>,
    /// Facets in the order they are shown.
    pub(super) columns: Vec<FacetColumn>,
    /// Places in `columns` whose values make two results equal.
    pub(super) group_by: Vec<usize>,
}

/// A row and what follows from it.
#[derive(Debug)]
pub(crate) struct RowFacts {
    pub(crate) row: TaskRow,
    pub(crate) risk: Risk,
    /// The amount the row is about; `None` if it has none.
    pub(crate) amount: Option<Decimal>,
    /// The confidence of its result.
    pub(crate) confidence: Option<Decimal>,
    /// True if a required output is empty: it cannot be accepted as it is.
    pub(crate) is_unfilled: bool,
    /// Which agent made it.
    pub(crate) agent: MadeBy,
    /// Cells and outputs, folded, for the search.
    pub(crate) words: String,
}

impl RunFacts {
    /// A row by its number.
    pub(crate) fn row(&self, task: TaskNumber) -> Option<&RowFacts> {
        // Tasks are numbered from 1, in order.
        let at = usize::try_from(task.0).ok()?.checked_sub(1)?;
        self.rows.get(at).filter(|row| row.row.number == task)
    }
}

impl RowFacts {
    /// True if there is a result a person can judge.
    pub(crate) fn is_done(&self) -> bool {
        self.row.state == TaskState::Ended(Outcome::Done)
    }
}

impl Engine {
    /// The facts of a run; from memory while no result changed.
    pub(crate) async fn run_facts(&self, run: RunId) -> Result<Arc<RunFacts>, EngineError> {
        let stamp = self.store().run_stamp(run).await?;
        if let Some(kept) = self.parts.facts.get(run, stamp) {
            return Ok(kept);
        }
        let shape = self.run_shape(run).await?;
        let rows = self
            .store()
            .tasks(run, RowFilter::All, "", 0, u64::MAX)
            .await?;
        let makers = self.store().task_makers(run).await?;
        let seen = self.seen_before(run, &shape).await?;
        let opinions = self.opinion_stands(run, &shape).await?;
        let facts = tokio::task::spawn_blocking(move || {
            gather(stamp, shape, rows, &makers, &seen, opinions.as_ref())
        });
        let facts = Arc::new(facts.await.map_err(|error| EngineError::BadValue {
            what: "review",
            value: error.to_string(),
            expected: "try again".to_owned(),
        })?);
        self.parts.facts.keep(run, Arc::clone(&facts));
        Ok(facts)
    }

    /// Where each result stands that has a second opinion; `None` where nobody asked for any.
    async fn opinion_stands(
        &self,
        run: RunId,
        shape: &RunShape,
    ) -> Result<Option<Stands>, EngineError> {
        let asked = self.verifications(run).await?;
        if asked.is_empty() {
            return Ok(None);
        }
        let rows = self.store().opinions(run, None).await?;
        Ok(Some(stands(&shape.skill, &asked, &rows)))
    }

    /// For each text input: what stood in it where a person accepted or corrected a row of an earlier run of this skill.
    async fn seen_before(&self, run: RunId, shape: &RunShape) -> Result<Seen, EngineError> {
        let mut seen = Seen::new();
        for earlier in self
            .store()
            .earlier_reviewed_runs(run, EARLIER_RUNS)
            .await?
        {
            let Ok(earlier_shape) = self.run_shape(earlier).await else {
                // A run whose skill cannot be read any more knows nothing.
                continue;
            };
            for input in text_inputs(shape) {
                if let [column] = earlier_shape.map.columns_of(&input.name) {
                    let cells = self.store().accepted_cells(earlier, *column).await?;
                    seen.entry(input.name.as_str().to_owned())
                        .or_default()
                        .extend(cells.iter().map(|cell| key(cell)));
                }
            }
        }
        Ok(seen)
    }
}

/// For each result with a second opinion whether all of them agree.
type Stands = BTreeMap<TaskNumber, bool>;

/// The value of a facet where a second opinion differs from the result.
const DISAGREES: &str = "disagrees";

/// Texts that were seen, by input.
type Seen = BTreeMap<String, BTreeSet<String>>;

fn text_inputs(shape: &RunShape) -> impl Iterator<Item = &FieldSpec> {
    let inputs = shape.map.inputs.iter().map(|input| &input.field);
    inputs.filter(|field| matches!(field.field_type, FieldType::Text { .. }))
}

/// How texts are compared: case, width and the space around words aside.
fn key(text: &str) -> String {
    fold(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn gather(
    stamp: RunStamp,
    shape: RunShape,
    rows: Vec<TaskRow>,
    makers: &BTreeMap<TaskNumber, Maker>,
    seen: &Seen,
    opinions: Option<&Stands>,
) -> RunFacts {
    let read: Vec<RowRead> = rows.iter().map(|row| RowRead::of(&shape, row)).collect();
    let large = LargeAmounts::of(read.iter().filter_map(|row| row.amount));
    let watched = watched_input(&shape, &read, seen);
    let mut columns = Columns::of(&shape);
    let mut facts = Vec::with_capacity(rows.len());
    for (row, read) in rows.into_iter().zip(read) {
        let is_unfilled =
            row.state == TaskState::Ended(Outcome::Done) && unfilled(&shape.skill, &row).is_some();
        let mut reasons = read.reasons(&row, is_unfilled);
        reasons.extend(read.amount.and_then(|amount| large.reason(amount)));
        reasons.extend(watched.as_ref().and_then(|watched| watched.reason(&read)));
        let opinion = opinions.map(|stands| match stands.get(&row.number) {
            None => "none",
            Some(true) => "agrees",
            Some(false) => DISAGREES,
        });
        if opinion == Some(DISAGREES) {
            reasons.push(RiskReason::Disagreement);
        }
        let texts = shown(&shape.skill, row.output.as_ref());
        let maker = makers.get(&row.number);
        let agent = MadeBy::of(&row, maker);
        columns.push(&row, &read, (maker, agent), &texts);
        columns.push_opinion(&row, opinion);
        facts.push(RowFacts {
            risk: if row.state == TaskState::Ended(Outcome::Done) {
                Risk::of(reasons)
            } else {
                Risk::default()
            },
            amount: read.amount,
            confidence: read.confidence,
            is_unfilled,
            agent,
            words: fold(
                &row.cells
                    .iter()
                    .chain(&texts)
                    .map(String::as_str)
                    .collect::<Vec<_>>()
                    .join("\n"),
            ),
            row,
        });
    }
    let (columns, group_by) = columns.finish();
    RunFacts {
        stamp,
        shape,
        rows: facts,
        columns,
        group_by,
    }
}

/// What is read out of a row before the run as a whole is known.
pub(super) struct RowRead {
    pub(super) amount: Option<Decimal>,
    pub(super) confidence: Option<Decimal>,
    /// Text inputs, folded, with what stands in the file.
    texts: BTreeMap<String, (String, String)>,
}

impl RowRead {
    fn of(shape: &RunShape, row: &TaskRow) -> Self {
        let inputs = inputs_for_row(&shape.map, &row.cells).record;
        let number = |field: &FieldSpec, record: &mill_domain::Record| {
            record.text(&field.name).parse::<Decimal>().ok()
        };
        let money = |fields: &[FieldSpec], record: &mill_domain::Record| {
            let field = fields
                .iter()
                .find(|field| field.field_type == FieldType::Money)?;
            number(field, record)
        };
        let output = row.output.as_ref();
        Self {
            amount: money(&shape.skill.inputs, &inputs)
                .or_else(|| money(&shape.skill.outputs, output?)),
            confidence: output.and_then(|output| {
                let field = shape.skill.output(&FieldName::new("confidence"))?;
                (field.field_type == FieldType::Percent)
                    .then(|| number(field, output))
                    .flatten()
            }),
            texts: text_inputs(shape)
                .map(|field| {
                    let text = inputs.text(&field.name);
                    (field.name.as_str().to_owned(), (key(&text), text))
                })
                .collect(),
        }
    }

    fn reasons(&self, row: &TaskRow, is_unfilled: bool) -> Vec<RiskReason> {
        let mut reasons = Vec::new();
        if is_unfilled {
            reasons.push(RiskReason::Unfilled);
        }
        let gravest = row
            .findings
            .iter()
            .max_by_key(|finding| finding.level == FindingLevel::Error);
        if let Some(gravest) = gravest {
            reasons.push(RiskReason::Finding {
                count: u32::try_from(row.findings.len()).unwrap_or(u32::MAX),
                message: gravest.message.clone(),
            });
        }
        if let Some(confidence) = self
            .confidence
            .filter(|confidence| *confidence < CONFIDENCE_LINE)
        {
            reasons.push(RiskReason::Unsure { confidence });
        }
        reasons
    }
}

/// The input whose new values are worth a look: the one that tells rows apart best while values still repeat.
struct Watched<'a> {
    field: &'a FieldSpec,
    seen: &'a BTreeSet<String>,
}

impl Watched<'_> {
    fn reason(&self, read: &RowRead) -> Option<RiskReason> {
        let (key, text) = read.texts.get(self.field.name.as_str())?;
        if key.is_empty() || self.seen.contains(key) {
            return None;
        }
        Some(RiskReason::FirstSeen {
            label: self.field.label.clone(),
            value: text.clone(),
        })
    }
}

/// `None` where no earlier run was reviewed, or every text of the run is a new one: "new" would say nothing then.
fn watched_input<'a>(shape: &'a RunShape, rows: &[RowRead], seen: &'a Seen) -> Option<Watched<'a>> {
    let candidates = text_inputs(shape).filter_map(|field| {
        let known = seen.get(field.name.as_str())?;
        let texts = || {
            rows.iter()
                .filter_map(|row| row.texts.get(field.name.as_str()))
        };
        let different: BTreeSet<&str> = texts().map(|(key, _)| key.as_str()).collect();
        let new = texts()
            .filter(|(key, _)| !key.is_empty() && !known.contains(key))
            .count();
        let says_something = new * 2 <= rows.len().max(2);
        says_something.then_some((different.len(), Watched { field, seen: known }))
    });
    candidates
        .max_by_key(|(different, _)| *different)
        .map(|(_, watched)| watched)
}

/// The facts of the run that was asked about last. A plain mutex: nothing is awaited under it.
#[derive(Debug, Default)]
pub(crate) struct KeptFacts {
    kept: std::sync::Mutex<Option<(RunId, Arc<RunFacts>)>>,
}

impl KeptFacts {
    fn get(&self, run: RunId, stamp: RunStamp) -> Option<Arc<RunFacts>> {
        let kept = self
            .kept
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        kept.as_ref()
            .filter(|(of, facts)| *of == run && facts.stamp == stamp)
            .map(|(_, facts)| Arc::clone(facts))
    }

    /// What is kept of a run, however old: for facts that only change with a row's own result.
    pub(super) fn latest(&self, run: RunId) -> Option<Arc<RunFacts>> {
        let kept = self
            .kept
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        kept.as_ref()
            .filter(|(of, _)| *of == run)
            .map(|(_, facts)| Arc::clone(facts))
    }

    fn keep(&self, run: RunId, facts: Arc<RunFacts>) {
        *self
            .kept
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner) = Some((run, facts));
    }
}
