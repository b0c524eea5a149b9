//! What a row's first call can cost at most.

use std::collections::BTreeMap;

use mill_domain::{ModelRef, ProviderName, Usd};
use mill_skills::{inputs_for_row, prompt};

use super::long::{LongDocument, Window, bare};
use super::second::Measuring;
use super::{DEFAULT_OUTPUT_TOKENS, Prepared};
use crate::run::question::{self, Scans, Source};
use crate::{Engine, EngineError, TaskListRow};

/// As long as the real one, so that the bound counts all of it.
const FENCE: &str = "00000000000000000000000000000000";

/// What the documents take.
#[derive(Debug, Default)]
pub(super) struct Measured {
    /// One bound a call that is sure to be made, in order; empty without a price.
    pub(super) bounds: Vec<Usd>,
    /// What asking the second models about a row can cost at most, one for each row that is read at once.
    pub(super) second_bounds: Vec<Usd>,
    /// The most that asking about one row can cost, by provider of second models.
    pub(super) second_needs: BTreeMap<ProviderName, Usd>,
    /// What asking each second model about all rows can cost at most.
    pub(super) second_sums: Vec<(ModelRef, Usd)>,
    /// Documents that are too long to be read at once.
    pub(super) long: Vec<LongDocument>,
}

impl Measured {
    /// Adds what asking each second model about a row can cost.
    fn add_seconds(&mut self, bounds: &[Usd]) {
        if bounds.is_empty() {
            return;
        }
        let mut of_row: BTreeMap<ProviderName, Usd> = BTreeMap::new();
        for ((model, sum), bound) in self.second_sums.iter_mut().zip(bounds) {
            *sum += *bound;
            *of_row.entry(model.provider().clone()).or_default() += *bound;
        }
        for (provider, bound) in of_row {
            let most = self.second_needs.entry(provider).or_default();
            *most = bound.max(*most);
        }
        self.second_bounds.push(bounds.iter().copied().sum());
    }
}

/// Whether pages that are only pictures are asked about, and so cost something.
fn scans_of(prepared: &Prepared) -> Scans {
    if prepared.choices.options.pictures {
        Scans::Counted
    } else {
        Scans::HeldBack
    }
}

fn rows_for_model(prepared: &Prepared) -> impl Iterator<Item = &TaskListRow> {
    let rows = prepared.list.rows.iter().zip(&prepared.decisions);
    rows.filter(|(_, decision)| decision.asks_model())
        .map(|(row, _)| row)
}

/// The bounds of the rows that ask the model, and the documents that are too long for it. Documents are read for it,
/// because their length decides.
pub(super) fn measure(engine: &Engine, prepared: &Prepared) -> Result<Measured, EngineError> {
    let prices = prepared.prices.as_ref().filter(|prices| !prices.is_free());
    let limit = prepared
        .window
        .filter(|_| prepared.skill().file_input().is_some());
    let seconds = Measuring::all(engine, prepared)?;
    if prices.is_none() && limit.is_none() && seconds.is_empty() {
        return Ok(Measured::default());
    }
    let skill = &prepared.choices.skill;
    let provider = engine.provider_for_bounds(
        &prepared.choices.model,
        prepared.choices.endpoint.as_deref(),
    )?;
    let system = prompt::system(skill);
    let schema = question::answer_schema(skill);
    let output = skill
        .defaults
        .max_output_tokens
        .unwrap_or(DEFAULT_OUTPUT_TOKENS);
    let folder = prepared.list.about.folder.as_deref();
    let (scans, passwords) = (scans_of(prepared), engine.passwords());
    let (model, ways) = (&prepared.choices.model, &prepared.choices.options.ways);
    let discount = engine.discount_of(model, ways);
    let splits = prepared.choices.options.split && !ways.batch;
    let file = skill.file_input().map(|input| input.name.clone());
    let mut measured = Measured {
        second_sums: seconds
            .iter()
            .map(|second| (second.model().clone(), Usd::ZERO))
            .collect(),
        ..Measured::default()
    };
    for row in rows_for_model(prepared) {
        let inputs = inputs_for_row(&prepared.map, &row.cells);
        let source = question::read_source(skill, &inputs.record, folder, scans, &passwords);
        if matches!(source, Source::Blocked { .. }) {
            // Found again when its turn comes; it costs nothing.
            continue;
        }
        let text = prompt::task(skill, &inputs.record, FENCE);
        let mut request = question::request_with(model, schema.clone(), &system, &text, output);
        question::add_document(&mut request, &source, FENCE);
        let found = limit.and_then(|limit| {
            let bare = bare(prepared, &inputs.record, FENCE, output);
            let window = Window {
                limit,
                fence: FENCE,
                bare: &bare,
            };
            let name = file.as_ref().map(|file| inputs.record.text(file));
            let place = (row.source_row, name.unwrap_or_default());
            let (long, parts) = window.measure(place, &request, &source)?;
            let priced = prices.filter(|_| splits && !parts.is_empty());
            let calls =
                priced.map(|prices| window.bounds(&parts, &*provider, (prices, &discount), output));
            Some((long, calls))
        });
        let (long, calls) = found.unzip();
        let in_parts = splits
            && long
                .as_ref()
                .is_some_and(|long: &LongDocument| long.parts.is_some());
        if !in_parts {
            let bounds = seconds.iter();
            let bounds = bounds.map(|second| second.bound(&inputs.record, &source, FENCE));
            measured.add_seconds(&bounds.collect::<Vec<_>>());
        }
        match (calls.flatten(), prices) {
            (Some(calls), _) => measured.bounds.extend(calls),
            (None, Some(prices)) => {
                let input = provider.input_bound(&request);
                measured
                    .bounds
                    .push(prices.bound(input, u64::from(output), &discount));
            }
            (None, None) => {}
        }
        measured.long.extend(long);
    }
    Ok(measured)
}
