//! The narrowest rule a person can read that decides one row as the person did.

use std::cmp::Reverse;

use mill_domain::{FieldName, FieldSpec, FieldType, Record, RunId};
use mill_skills::learn::Case;
use mill_skills::{Skill, inputs_for_row};
use mill_store::{RowFilter, RunRow};

use super::accept::{agrees_with, alone};
use super::{NewRule, targets};
use crate::{Engine, EngineError};

/// Longest text of a cell that a rule may name: longer ones occur once.
const CELL_CHARS: usize = 120;

/// A rule made from one row, and what people decided of the rows it fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NarrowRule {
    /// The rule.
    pub rule: NewRule,
    /// Rows people decided as it does.
    pub agreeing: u64,
    /// Rows people decided otherwise.
    pub against: u64,
}

impl Engine {
    /// The rule with the fewest conditions that decides rows like this one as the person decided it and contradicts the
    /// fewest of people's decisions in `runs`; `None` if the row has nothing a rule could look at.
    pub(crate) async fn narrow_rule(
        &self,
        skill: &Skill,
        runs: Vec<RunRow>,
        (inputs, output): (&Record, &Record),
        note: &str,
    ) -> Result<Option<NarrowRule>, EngineError> {
        let then: Vec<(FieldName, String)> = targets(skill)
            .iter()
            .map(|field| (field.name.clone(), output.text(&field.name)))
            .filter(|(_, text)| !text.trim().is_empty())
            .collect();
        if then.is_empty() {
            return Ok(None);
        }
        let rows = match runs.first() {
            Some(run) => self.inputs_of(run.id).await?,
            None => Vec::new(),
        };
        let decided = self.decided_in(skill, runs).await?;
        let mut best: Option<(Narrowness, NarrowRule)> = None;
        for conditions in candidates(skill, inputs) {
            let rule = NewRule {
                conditions,
                then: then.clone(),
                note: note.to_owned(),
            };
            let (width, measured) = measure(skill, rule, &decided.cases, &rows)?;
            let narrowness = (
                measured.against,
                measured.rule.conditions.len(),
                width,
                Reverse(measured.agreeing),
            );
            if best.as_ref().is_none_or(|(known, _)| narrowness < *known) {
                best = Some((narrowness, measured));
            }
        }
        Ok(best.map(|(_, rule)| rule))
    }

    /// The inputs of all rows of a run.
    async fn inputs_of(&self, run: RunId) -> Result<Vec<Record>, EngineError> {
        let shape = self.run_shape(run).await?;
        let rows = self
            .store()
            .tasks(run, RowFilter::All, "", 0, u64::MAX)
            .await?;
        let inputs = rows
            .iter()
            .map(|row| inputs_for_row(&shape.map, &row.cells).record);
        Ok(inputs.collect())
    }
}

/// What makes a rule better, the least first: decisions it contradicts, conditions, rows of the run it fits; and then the
/// most decisions it agrees with.
type Narrowness = (u64, usize, usize, Reverse<u64>);

fn measure(
    skill: &Skill,
    rule: NewRule,
    cases: &[Case],
    rows: &[Record],
) -> Result<(usize, NarrowRule), EngineError> {
    let table = alone(skill, &rule)?;
    let (mut agreeing, mut against) = (0, 0);
    for case in cases
        .iter()
        .filter(|case| !table.matching(&case.inputs).is_empty())
    {
        if agrees_with(skill, &table, case) {
            agreeing += 1;
        } else {
            against += 1;
        }
    }
    let width = rows
        .iter()
        .filter(|row| !table.matching(row).is_empty())
        .count();
    let measured = NarrowRule {
        rule,
        agreeing,
        against,
    };
    Ok((width, measured))
}

/// Conditions to try, fewest first: each cell that holds a word, then each two of them, then all.
fn candidates(skill: &Skill, inputs: &Record) -> Vec<Vec<(FieldName, String)>> {
    let mut cells: Vec<(&FieldSpec, String)> = skill
        .inputs
        .iter()
        .filter(|field| !matches!(field.field_type, FieldType::File | FieldType::List { .. }))
        .map(|field| (field, inputs.text(&field.name).trim().to_owned()))
        .filter(|(_, text)| (1..=CELL_CHARS).contains(&text.chars().count()))
        .collect();
    // What is written says more of a row than how much it is.
    cells.sort_by_key(|(field, _)| !matches!(field.field_type, FieldType::Text { .. }));
    let condition =
        |(field, text): &(&FieldSpec, String)| (field.name.clone(), format!("is {text}"));
    let texts = cells.iter().filter(|(field, _)| {
        matches!(
            field.field_type,
            FieldType::Text { .. } | FieldType::Choice { .. }
        )
    });
    let mut all: Vec<Vec<_>> = texts.map(|cell| vec![condition(cell)]).collect();
    for (at, one) in cells.iter().enumerate() {
        for other in cells.iter().skip(at + 1) {
            all.push(vec![condition(one), condition(other)]);
        }
    }
    if cells.len() > 2 {
        all.push(cells.iter().map(condition).collect());
    }
    all
}
