//! `verdict`: what a person says of a result.

use mill_api::{ApiError, task_row};
use mill_domain::{TaskNumber, Verdict};
use mill_engine::{Engine, EngineError, RowFilter};
use rust_i18n::t;

use crate::exit::Exit;
use crate::{say, session};

pub(crate) async fn verdict(
    engine: &Engine,
    run: &str,
    task: u32,
    verdict: &str,
    set: Vec<(String, String)>,
    json: bool,
) -> Result<Exit, ApiError> {
    let run = session::run_id(engine, run).await?;
    let verdict: Verdict = verdict.parse().map_err(EngineError::from)?;
    if verdict != Verdict::Corrected && !set.is_empty() {
        return Err(EngineError::BadValue {
            what: "verdict",
            value: verdict.to_string(),
            expected: "use corrected together with --set".to_owned(),
        }
        .into());
    }
    engine
        .judge(
            run,
            vec![TaskNumber(task)],
            verdict,
            &set.into_iter().collect(),
        )
        .await?;
    if json {
        let shape = engine.run_shape(run).await?;
        let offset = u64::from(task.saturating_sub(1));
        let (_, rows) = engine.task_page(run, RowFilter::All, "", offset, 1).await?;
        say::json(&rows.first().map(|row| task_row(&shape.skill, row)))?;
    } else {
        say::line(&t!(format!("verdict.{verdict}"), task = task));
    }
    Ok(Exit::Done)
}
