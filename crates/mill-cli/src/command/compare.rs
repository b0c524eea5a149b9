//! `compare`: two runs row by row.

use mill_api::ApiError;
use mill_api::view::compare::{ComparedRowView, ComparisonView};
use mill_engine::Engine;
use rust_i18n::t;
use serde::Serialize;

use crate::exit::Exit;
use crate::{say, session};

/// Rows that are printed for people.
const SHOWN: usize = 20;

#[derive(Serialize)]
struct CompareObject {
    #[serde(flatten)]
    comparison: ComparisonView,
    /// Every row on which the two differ.
    different: Vec<ComparedRowView>,
}

pub(crate) async fn compare(
    engine: &Engine,
    first: &str,
    second: &str,
    json: bool,
) -> Result<Exit, ApiError> {
    let runs = [
        session::run_id(engine, first).await?,
        session::run_id(engine, second).await?,
    ];
    let found = engine.compare(runs).await?;
    let costs = found.runs.each_ref().map(|run| run.cost.to_string());
    let comparison: ComparisonView = found.into();
    let (_, rows) = engine.compared_rows(runs, true, (0, usize::MAX)).await?;
    let different: Vec<ComparedRowView> = rows.into_iter().map(Into::into).collect();
    if json {
        say::json(&CompareObject {
            comparison,
            different,
        })?;
        return Ok(Exit::Done);
    }
    told(&comparison, &costs);
    for row in different.iter().take(SHOWN) {
        say::line(&format!("{:>6}  {}", row.source_row, row.label));
        for field in row.fields.iter().filter(|field| !field.diff.is_empty()) {
            say::line(&format!(
                "        - {}\n        + {}",
                field.first, field.second
            ));
        }
    }
    if different.len() > SHOWN {
        say::line(&t!("compare.more", count = different.len() - SHOWN));
    }
    Ok(Exit::Done)
}

fn told(found: &ComparisonView, costs: &[String; 2]) {
    for (run, cost) in [&found.first, &found.second].into_iter().zip(costs) {
        say::line(&t!(
            "compare.run",
            name = run.name,
            model = run.model,
            version = run.skill_version,
            cost = cost,
            accepted = run.accepted,
            wrong = run.wrong,
            alone = run.only_here
        ));
    }
    say::line(&t!("compare.rows", rows = found.rows, equal = found.equal));
    for field in &found.fields {
        say::line(&t!(
            "compare.field",
            label = field.label,
            same = field.same,
            compared = field.compared
        ));
    }
    if let Some(judged) = &found.judged {
        say::line(&t!(
            "compare.judged",
            rows = judged.rows,
            first = judged.only_first,
            second = judged.only_second,
            low = format!("{:+.1}", judged.low * 100.0),
            high = format!("{:+.1}", judged.high * 100.0),
            p = format!("{:.3}", judged.p_value)
        ));
    }
    let picks = &found.picks;
    if picks.first + picks.second + picks.tied > 0 {
        say::line(&t!(
            "compare.picks",
            first = picks.first,
            second = picks.second,
            tied = picks.tied,
            p = format!("{:.3}", picks.p_value)
        ));
    }
}
