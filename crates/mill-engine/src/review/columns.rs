//! The facets of a run while its rows come in.

use mill_domain::FieldType;
use mill_store::{Maker, TaskRow};
use rust_decimal::Decimal;

use super::RunShape;
use super::agent::MadeBy;
use super::facet::{FacetColumn, FacetKind};
use super::facts::RowRead;

/// A text of an output longer than this is no value to pick.
const PICKABLE_CHARS: usize = 120;

/// The facets of a run while its rows come in.
pub(super) struct Columns {
    outcome: FacetColumn,
    by: FacetColumn,
    rule: FacetColumn,
    model: FacetColumn,
    agent: FacetColumn,
    finding: FacetColumn,
    confidence: FacetColumn,
    amount: FacetColumn,
    opinion: FacetColumn,
    outputs: Vec<FacetColumn>,
    /// Places in `outputs` that make results equal.
    same: Vec<usize>,
}

impl Columns {
    pub(super) fn of(shape: &RunShape) -> Self {
        let plain =
            |kind: FacetKind| FacetColumn::new(kind.as_str().to_owned(), kind, String::new());
        let mut outputs: Vec<FacetColumn> = Vec::new();
        let mut chosen = Vec::new();
        let mut other = Vec::new();
        for (at, field) in shape.skill.outputs.iter().enumerate() {
            let mut column = FacetColumn::new(
                format!("output:{}", field.name),
                FacetKind::Output,
                field.label.clone(),
            );
            column.listed = matches!(
                field.field_type,
                FieldType::Choice { .. } | FieldType::Choices { .. } | FieldType::YesNo
            );
            if column.listed {
                chosen.push(at);
            } else if !field.from_model_only
                && !matches!(
                    field.field_type,
                    FieldType::Percent | FieldType::List { .. }
                )
            {
                other.push(at);
            }
            outputs.push(column);
        }
        let mut amount = plain(FacetKind::Amount);
        let money = shape.skill.inputs.iter().chain(&shape.skill.outputs);
        amount.label = money
            .filter(|field| field.field_type == FieldType::Money)
            .map(|field| field.label.clone())
            .next()
            .unwrap_or_default();
        Self {
            outcome: plain(FacetKind::Outcome),
            by: plain(FacetKind::By),
            rule: plain(FacetKind::Rule),
            model: plain(FacetKind::Model),
            agent: plain(FacetKind::Agent),
            finding: plain(FacetKind::Finding),
            confidence: plain(FacetKind::Confidence),
            amount,
            opinion: plain(FacetKind::Opinion),
            outputs,
            same: if chosen.is_empty() { other } else { chosen },
        }
    }

    pub(super) fn push(
        &mut self,
        row: &TaskRow,
        read: &RowRead,
        (maker, agent): (Option<&Maker>, MadeBy),
        texts: &[String],
    ) {
        self.outcome.push([row.state.as_str().to_owned()]);
        // Each facet adds up to all rows, so that nothing is left out in silence.
        let or_none = |text: Option<String>| [text.unwrap_or_else(|| "none".to_owned())];
        self.by
            .push(or_none(row.decided_by.map(|by| by.as_str().to_owned())));
        self.rule
            .push(or_none(row.rule.map(|rule| rule.to_string())));
        self.model
            .push(or_none(maker.map(|maker| maker.model.clone())));
        self.agent.push([agent.word()]);
        let kinds = row
            .findings
            .iter()
            .map(|finding| finding.check.as_str().to_owned());
        let none = row.findings.is_empty().then(|| "none".to_owned());
        self.finding.push(kinds.chain(none));
        self.confidence
            .push(or_none(read.confidence.map(confidence_band)));
        self.amount.push(or_none(read.amount.map(amount_band)));
        for (column, text) in self.outputs.iter_mut().zip(texts) {
            // A row without a result has nothing in any field.
            column.push(
                Some(text)
                    .filter(|text| text.chars().count() <= PICKABLE_CHARS)
                    .cloned(),
            );
        }
    }

    /// What second opinions say of a row; `None`: nobody asked for any in this run.
    pub(super) fn push_opinion(&mut self, row: &TaskRow, opinion: Option<&'static str>) {
        let said = opinion.map(|said| if row.output.is_some() { said } else { "none" });
        self.opinion.push(said.map(str::to_owned));
    }

    pub(super) fn finish(self) -> (Vec<FacetColumn>, Vec<usize>) {
        // Outputs come first, so that their places stay what they are.
        let mut columns = self.outputs;
        columns.extend([
            self.by,
            self.rule,
            self.model,
            self.agent,
            self.confidence,
            self.amount,
            self.opinion,
            self.finding,
            self.outcome,
        ]);
        (columns, self.same)
    }
}

/// The band of a confidence, in percent.
fn confidence_band(confidence: Decimal) -> String {
    let percent = confidence * Decimal::ONE_HUNDRED;
    let lines = [(50, "0-50"), (75, "50-75"), (90, "75-90")];
    lines
        .iter()
        .find(|(line, _)| percent < Decimal::from(*line))
        .map_or("90-100", |(_, band)| band)
        .to_owned()
}

/// The band of an amount by its size, whatever its sign.
pub(super) fn amount_band(amount: Decimal) -> String {
    let size = amount.abs();
    let lines = [
        (10, "0-10"),
        (100, "10-100"),
        (1_000, "100-1000"),
        (10_000, "1000-10000"),
        (100_000, "10000-100000"),
    ];
    lines
        .iter()
        .find(|(line, _)| size < Decimal::from(*line))
        .map_or("100000-", |(_, band)| band)
        .to_owned()
}
