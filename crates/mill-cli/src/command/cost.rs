//! `cost`: sums from the one ledger.

use mill_api::ApiError;
use mill_engine::{CostBy, Engine};
use rust_i18n::t;
use serde_json::json;

use crate::exit::Exit;
use crate::say;

pub(crate) async fn cost(
    engine: &Engine,
    by: &str,
    month: Option<&str>,
    json: bool,
) -> Result<Exit, ApiError> {
    let costs = engine.costs(CostBy::from_word(by)?, month).await?;
    if json {
        let rows = costs.lines.iter().map(|line| {
            json!({
                "key": line.id.as_ref().filter(|_| by == "run").unwrap_or(&line.key),
                "name": line.key,
                "id": line.id,
                "requests": line.requests,
                "input_tokens": line.usage.input_tokens,
                "output_tokens": line.usage.output_tokens,
                "cache_read_tokens": line.usage.cache_read_tokens,
                "cache_write_tokens": line.usage.cache_write_tokens(),
                "cost_usd": (line.spent + line.uncertain).to_string(),
                "uncertain_usd": line.uncertain.to_string(),
                "cost_without_cache_usd": line.uncached.to_string(),
                "practice": line.practice,
            })
        });
        say::json(&json!({
            "by": by,
            "zone": engine.config().zone_name(),
            "rows": rows.collect::<Vec<_>>(),
            "total_usd": costs.total.to_string(),
            "total_without_cache_usd": costs.uncached.to_string(),
        }))?;
        return Ok(Exit::Done);
    }
    for line in &costs.lines {
        let total = line.spent + line.uncertain;
        say::line(&format!(
            "{:<32} {:>8} {:>14} USD",
            line.key,
            line.requests,
            total.to_fixed(6)
        ));
    }
    say::line(&t!(
        "cost.total",
        total = costs.total.to_fixed(6),
        zone = engine.config().zone_name()
    ));
    // A cache that was written and not read can have cost more than it saved; that is said too.
    if costs.uncached != costs.total {
        say::line(&t!(
            "cost.cache",
            without = costs.uncached.to_fixed(6),
            with = costs.total.to_fixed(6)
        ));
    }
    Ok(Exit::Done)
}
