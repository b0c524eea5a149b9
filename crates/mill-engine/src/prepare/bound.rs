//! What a row's first call can cost at most.

use mill_domain::Usd;
use mill_skills::{inputs_for_row, prompt};

use super::{DEFAULT_OUTPUT_TOKENS, Prepared};
use crate::run::question::{self, Scans, Source};
use crate::{Engine, EngineError};

/// As long as the real one, so that the bound counts all of it.
const FENCE: &str = "00000000000000000000000000000000";

/// One bound a row that asks the model, in order; empty without a price. Documents are read for it, because their
/// length decides.
pub(super) fn bounds(engine: &Engine, prepared: &Prepared) -> Result<Vec<Usd>, EngineError> {
    let Some(prices) = prepared.prices.as_ref().filter(|prices| !prices.is_free()) else {
        return Ok(Vec::new());
    };
    let skill = &prepared.choices.skill;
    let provider = engine.provider_for_bounds(
        &prepared.choices.model,
        prepared.choices.endpoint.as_deref(),
    )?;
    let system = prompt::system(skill);
    let output = skill
        .defaults
        .max_output_tokens
        .unwrap_or(DEFAULT_OUTPUT_TOKENS);
    let folder = prepared.list.about.folder.as_deref();
    let scans = Scans::of(prepared.choices.options.pictures);
    let (model, ways) = (&prepared.choices.model, &prepared.choices.options.ways);
    let discount = engine.discount_of(model, ways);
    let mut bounds = Vec::new();
    let rows = prepared
        .list
        .rows
        .iter()
        .zip(&prepared.decisions)
        .filter(|(_, decision)| decision.asks_model());
    for (row, _) in rows {
        let inputs = inputs_for_row(&prepared.map, &row.cells);
        let source = question::read_source(skill, &inputs.record, folder, scans);
        if matches!(source, Source::Blocked { .. }) {
            // Found again when its turn comes; it costs nothing.
            continue;
        }
        let text = prompt::task(skill, &inputs.record, FENCE);
        let mut request = question::request(&prepared.choices.model, skill, &system, &text, output);
        question::add_document(&mut request, &source, FENCE);
        bounds.push(prices.bound(provider.input_bound(&request), u64::from(output), &discount));
    }
    Ok(bounds)
}
