//! `ask-again`: a note for the model, and its new answer beside the old one.

use mill_api::view::again::{AskPlanView, AskedRowsView, AskedView};
use mill_api::{ApiError, ask_plan_view, asked_rows_view, tally};
use mill_domain::{RunId, TaskNumber};
use mill_engine::{AskAgain, Engine};
use rust_i18n::t;

use super::usd;
use crate::arguments::AskAgainFlags;
use crate::exit::Exit;
use crate::{say, session};

pub(crate) async fn ask_again(engine: &Engine, flags: AskAgainFlags) -> Result<Exit, ApiError> {
    let run = session::run_id(engine, &flags.run).await?;
    let budget = flags.budget.as_deref().map(|cap| usd("budget", cap));
    let ask = AskAgain {
        run,
        tasks: flags.rows.iter().copied().map(TaskNumber).collect(),
        note: flags.note.clone(),
        with_answer: flags.with_answer,
        budget: budget.transpose()?,
    };
    let plan = ask_plan_view(&engine.plan_asking(&ask).await?);
    if flags.plan {
        if flags.json {
            say::json(&plan)?;
        } else {
            say::line(&plan_words(&plan));
        }
        return Ok(Exit::Done);
    }
    say::error_line(&plan_words(&plan));
    let asked = engine.ask_again(ask).await?;
    let review = tally(&engine.review_counts(run).await?);
    let asked = asked_rows_view(&asked, review);
    if flags.json {
        say::json(&asked)?;
    } else {
        say_rows(engine, run, &asked).await?;
    }
    Ok(exit_of(&asked))
}

/// Every row with a new answer, or what stands in the way.
fn exit_of(asked: &AskedRowsView) -> Exit {
    if asked.kept == 0 {
        Exit::Done
    } else if asked.no_room {
        Exit::Budget
    } else {
        Exit::Failed
    }
}

fn plan_words(plan: &AskPlanView) -> String {
    let most = plan.most_usd.as_str();
    match &plan.left_usd {
        Some(left) if !plan.fits => t!(
            "again.no_room",
            rows = plan.rows,
            most = most,
            left = left.as_str(),
            cap = t!(format!(
                "again.cap.{}",
                plan.kind.as_deref().unwrap_or("run")
            ))
        )
        .into_owned(),
        _ => t!("again.most", rows = plan.rows, most = most).into_owned(),
    }
}

async fn say_rows(engine: &Engine, run: RunId, asked: &AskedRowsView) -> Result<(), ApiError> {
    let shape = engine.run_shape(run).await?;
    for row in &asked.rows {
        let task = TaskNumber(row.task);
        match row.asked.version {
            Some(version) => {
                let detail = engine.review_detail(run, task).await?;
                let output = detail.row.row.output.as_ref();
                let shown = mill_engine::shown(&shape.skill, output).join(" · ");
                say::line(&t!(
                    "again.answered",
                    task = row.task,
                    version = version,
                    shown = shown
                ));
            }
            None => say::line(&kept_words(row.task, &row.asked)),
        }
    }
    Ok(())
}

fn kept_words(task: u32, asked: &AskedView) -> String {
    let word = asked.ended_as.as_deref().unwrap_or("stopped");
    let why = match (&asked.problem, word) {
        (Some(problem), _) => problem.clone(),
        (None, "no_room" | "stopped") => t!(format!("again.why.{word}")).into_owned(),
        (None, other) => other.to_owned(),
    };
    t!("again.kept", task = task, why = why).into_owned()
}
