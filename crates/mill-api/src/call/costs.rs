//! Costs.

use mill_domain::{KeyName, Usd};
use mill_engine::{CostBy, CostLine, RunSummary};

use crate::params::CostsParams;
use crate::view::home::{CostRow, CostsView};
use crate::{ApiError, Host};

pub(super) async fn costs_get(host: &Host, params: CostsParams) -> Result<CostsView, ApiError> {
    let by = CostBy::from_word(&params.by)?;
    let costs = host.engine.costs(by, params.month.as_deref()).await?;
    let runs = if by == CostBy::Day {
        Vec::new()
    } else {
        host.engine.runs().await?
    };
    let rows = costs.lines.iter().map(|line| cost_row(line, by, &runs));
    Ok(CostsView {
        rows: rows.collect(),
        by: params.by,
        zone: host.engine.config().zone_name(),
        total_usd: costs.total.into(),
        total_without_cache_usd: costs.uncached.into(),
    })
}

fn cost_row(line: &CostLine, by: CostBy, runs: &[RunSummary]) -> CostRow {
    // Practice rows cost nothing: beside paid ones they would make a row look cheaper than it was.
    let alike = |run: &&RunSummary| run.model.is_practice() == line.practice;
    let of_line = runs.iter().filter(alike).filter(|run| match by {
        CostBy::Day => false,
        CostBy::Skill => run.row.skill_name == line.key,
        CostBy::Model => run.row.model == line.key,
        CostBy::Job => run.row.job.map(|job| job.to_string()) == line.id,
        CostBy::Run => Some(run.row.id.to_string()) == line.id,
        CostBy::Key => used_key(run, &line.key),
    });
    let (mut tasks_done, mut tasks_accepted) = (0, 0);
    for run in of_line {
        tasks_done += run.census.tasks.done;
        tasks_accepted += run.review.accepted + run.review.corrected;
    }
    let total: Usd = line.spent + line.uncertain;
    CostRow {
        key: line.key.clone(),
        id: line.id.clone(),
        requests: line.requests,
        input_tokens: line.usage.input_tokens,
        output_tokens: line.usage.output_tokens,
        cost_usd: total.into(),
        uncertain_usd: line.uncertain.into(),
        cost_without_cache_usd: line.uncached.into(),
        tasks_done,
        tasks_accepted,
        practice: line.practice,
    }
}

/// True if the calls of a run are in this line of keys: `provider/name`, only the provider where none was needed.
fn used_key(run: &RunSummary, line: &str) -> bool {
    let provider = run.model.provider().as_str();
    match (line.split_once('/'), &run.row.key) {
        (Some((of, name)), Some(key)) => of == provider && name == key.as_str(),
        (Some((of, name)), None) => of == provider && name == KeyName::default().as_str(),
        (None, key) => line == provider && key.is_none(),
    }
}
