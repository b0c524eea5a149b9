//! Progress on standard error: a bar on a terminal, a line every five seconds otherwise.

use std::io::IsTerminal as _;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mill_api::ApiError;
use mill_domain::RunId;
use mill_engine::{Engine, RunSummary};
use rust_i18n::t;

use crate::say;

/// How often the bar moves.
const BAR: Duration = Duration::from_millis(200);

/// How often a line is written where there is no terminal.
const LINE: Duration = Duration::from_secs(5);

const MINUTE_MS: u64 = 60_000;

/// Shows progress until the run is not at work any more.
pub(crate) async fn show(engine: &Engine, run: RunId) -> Result<(), ApiError> {
    let terminal = std::io::stderr().is_terminal();
    let total = engine.run(run).await?.census.tasks.total;
    let target = if terminal {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(total), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:32} {pos}/{len}  {msg}") {
        bar.set_style(style);
    }
    let mut ticks = tokio::time::interval(if terminal { BAR } else { LINE });
    ticks.tick().await;
    let ended = engine.wait(run);
    tokio::pin!(ended);
    let mut slept_until = None;
    loop {
        tokio::select! {
            state = &mut ended => {
                state?;
                bar.finish_and_clear();
                return Ok(());
            }
            _ = ticks.tick() => {
                let summary = engine.run(run).await?;
                if let Some(slept) = summary.slept.filter(|slept| slept_until != Some(slept.until)) {
                    slept_until = Some(slept.until);
                    let minutes = slept.ms / MINUTE_MS;
                    bar.suspend(|| say::error_line(&t!("progress.slept", minutes = minutes)));
                }
                bar.set_position(summary.census.tasks.done + summary.census.tasks.failed);
                bar.set_message(words(&summary));
                if !terminal {
                    say::error_line(&line(&summary));
                }
            }
        }
    }
}

fn words(summary: &RunSummary) -> String {
    let cost = summary.row.budget.spent.to_fixed(4);
    let left = summary.eta_ms.map_or_else(String::new, |ms| {
        t!("progress.left", seconds = ms / 1000).into_owned()
    });
    format!("{cost} USD  {left}")
}

fn line(summary: &RunSummary) -> String {
    let tasks = &summary.census.tasks;
    let sums = t!(
        "run.sums",
        done = tasks.done,
        failed = tasks.failed,
        waiting = tasks.waiting,
        total = tasks.total
    );
    format!("{sums}  {}", words(summary))
}
