//! `run`, `resume` and `budget`.

use std::path::PathBuf;

use mill_api::ApiError;
use mill_api::view::run::RunView;
use mill_domain::{ModelRef, PauseReason, RunId};
use mill_engine::{
    Choices, Engine, EngineError, FileReport, Prepared, ResumeSkill, RunOptions, RunSummary, Ways,
    key_name,
};
use rust_i18n::t;
use serde::Serialize;

use super::export::{self, Out};
use super::files::{self, Sources};
use super::usd;
use crate::arguments::RunFlags;
use crate::exit::Exit;
use crate::{progress, say, session};

/// The run object of the contract, and the file if one was asked for.
#[derive(Serialize)]
struct RunObject {
    #[serde(flatten)]
    run: RunView,
    #[serde(skip_serializing_if = "Option::is_none")]
    out: Option<Out>,
}

pub(crate) async fn start(engine: &Engine, flags: RunFlags) -> Result<Exit, ApiError> {
    let flags = flags.with_job()?;
    if let Some(out) = &flags.out {
        export::check_ending(out)?;
    }
    let (out, json, ahead) = (flags.out.clone(), flags.json, flags.ahead);
    let (prepared, report) = prepare(engine, flags).await?;
    if let Some(report) = &report {
        files::tell(report);
    }
    let run = engine.start_ahead(prepared, ahead).await?;
    follow(engine, run, out, json).await
}

/// Reads the skill and the task list and works out who decides what.
pub(super) async fn prepare(
    engine: &Engine,
    flags: RunFlags,
) -> Result<(Prepared, Option<FileReport>), ApiError> {
    let missing = |flag: &'static str| EngineError::BadValue {
        what: "flags",
        value: flag.to_owned(),
        expected: "give it on the command line or in the job file".to_owned(),
    };
    let skill = session::skill(engine, &flags.skill.ok_or_else(|| missing("--skill"))?)?;
    let model: ModelRef = flags
        .model
        .ok_or_else(|| missing("--model"))?
        .parse()
        .map_err(|error: mill_domain::DomainError| EngineError::BadValue {
            what: "model",
            value: String::new(),
            expected: error.to_string(),
        })?;
    let mut choices = Choices {
        job: None,
        name: None,
        skill,
        model,
        endpoint: flags.endpoint,
        key: flags.key.as_deref().map(key_name).transpose()?,
        mapping: flags.map,
        agents: flags.agents,
        budget: flags
            .budget
            .as_deref()
            .map(|text| usd("budget", text))
            .transpose()?,
        limit: flags.limit,
        options: RunOptions {
            attempts: flags.attempts,
            idle_timeout_ms: flags.idle_timeout.map(idle_ms).transpose()?,
            pictures: flags.pictures,
            split: flags.split,
            ways: Ways {
                allow_dearer: flags.allow_dearer,
                batch: flags.batch,
                fail_fast: flags.fail_fast,
                ..Ways::read(&flags.fallback, &flags.fallback_on)?.at(flags.fallback_endpoint)?
            },
        },
    };
    let options = flags.reading.options(engine)?;
    engine.learn_window(&choices).await;
    let engine = engine.clone();
    let sources = Sources {
        tasks: flags.tasks,
        files: flags.files,
        column: flags.match_column,
    };
    let prepared = tokio::task::spawn_blocking(move || {
        let (list, report) = files::read(&sources, &options, &mut choices)?;
        Ok::<_, EngineError>((engine.prepare(choices, list)?, report))
    })
    .await
    .map_err(|error| ApiError::new("internal", error.to_string()))?;
    Ok(prepared?)
}

fn idle_ms(seconds: f64) -> Result<u64, EngineError> {
    let wait = std::time::Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|wait| !wait.is_zero());
    wait.and_then(|wait| u64::try_from(wait.as_millis()).ok())
        .ok_or_else(|| EngineError::BadValue {
            what: "idle-timeout",
            value: seconds.to_string(),
            expected: "use seconds above 0".to_owned(),
        })
}

pub(crate) async fn resume(
    engine: &Engine,
    run: &str,
    (budget, ahead): (Option<&str>, Option<u32>),
    skill: &str,
    out: Option<PathBuf>,
    json: bool,
) -> Result<Exit, ApiError> {
    let run = session::run_id(engine, run).await?;
    let summary = engine.run(run).await?;
    if let Some(cap) = budget {
        engine.set_budget(run, usd("budget", cap)?).await?;
    }
    if let Some(ahead) = ahead {
        engine.set_ahead(run, (ahead > 0).then_some(ahead)).await?;
    }
    // Nothing is left to do: the run as it is answers the question.
    if summary.row.state == mill_domain::RunState::Finished {
        return report(engine, run, out, json).await;
    }
    let skill = if skill == "current" {
        ResumeSkill::Current(Box::new(session::skill(engine, &summary.row.skill_name)?))
    } else {
        ResumeSkill::AsRun
    };
    engine.resume(run, skill).await?;
    follow(engine, run, out, json).await
}

pub(crate) async fn budget(
    engine: &Engine,
    run: &str,
    cap: &str,
    json: bool,
) -> Result<Exit, ApiError> {
    let run = session::run_id(engine, run).await?;
    engine.set_budget(run, usd("budget", cap)?).await?;
    let summary = engine.run(run).await?;
    if json {
        say::json(&RunView::from(&summary))?;
    } else {
        say::line(&t!(
            "budget.set",
            run = run,
            budget = summary.row.budget.cap
        ));
    }
    Ok(Exit::Done)
}

/// Shows progress until the run has ended; an interrupt closes its calls and leaves it resumable.
async fn follow(
    engine: &Engine,
    run: RunId,
    out: Option<PathBuf>,
    json: bool,
) -> Result<Exit, ApiError> {
    attend(engine, run).await?;
    report(engine, run, out, json).await
}

/// The same without a word of how it ended.
pub(super) async fn attend(engine: &Engine, run: RunId) -> Result<(), ApiError> {
    let first = engine.run(run).await?;
    say::error_line(&t!(
        "run.started",
        run = run,
        rows = first.census.tasks.total,
        model = first.row.model
    ));
    tokio::select! {
        shown = progress::show(engine, run) => shown?,
        interrupted = tokio::signal::ctrl_c() => {
            if interrupted.is_ok() {
                say::error_line(&t!("run.interrupting"));
            }
            engine.interrupt(run).await;
        }
    }
    Ok(())
}

async fn report(
    engine: &Engine,
    run: RunId,
    out: Option<PathBuf>,
    json: bool,
) -> Result<Exit, ApiError> {
    let summary = engine.run(run).await?;
    if summary.row.verifies.is_some() && out.is_none() {
        return super::verify::report(engine, run, json).await;
    }
    let mut exit = Exit::of_run(&summary);
    let out = match out {
        None => None,
        Some(path) => Some(export::write(engine, run, path).await?),
    };
    if out.as_ref().is_some_and(Out::failed) {
        exit = Exit::Other;
    }
    if json {
        if let Some(reason) = summary.row.state.pause_reason() {
            say::error_line(&t!(format!("paused.{reason}"), run = summary.row.id));
        }
        say::json(&RunObject {
            run: RunView::from(&summary),
            out,
        })?;
    } else {
        sentences(&summary, out.as_ref());
    }
    Ok(exit)
}

/// Why it is paused and what to do. A budget is one of several caps: the one without room is named.
fn paused(summary: &RunSummary, reason: PauseReason) -> String {
    let run = summary.row.id;
    match &summary.row.no_room {
        Some(no_room) if reason == PauseReason::Budget => t!(
            format!("no_room.{}", no_room.scope.kind),
            run = run,
            cap = super::caps::word(&no_room.scope),
            name = no_room.scope.name,
            left = no_room.refusal.left,
            asked = no_room.refusal.asked
        )
        .into_owned(),
        _ => t!(format!("paused.{reason}"), run = run).into_owned(),
    }
}

pub(super) fn sentences(summary: &RunSummary, out: Option<&Out>) {
    let (tasks, by) = (&summary.census.tasks, &summary.census.done_by);
    let budget = &summary.row.budget;
    say::line(&t!(
        "run.sums",
        done = tasks.done,
        failed = tasks.failed,
        waiting = tasks.waiting,
        total = tasks.total
    ));
    say::line(&t!(
        "run.by",
        rule = by.rule,
        model = by.model,
        person = by.person
    ));
    if summary.model.is_practice() {
        say::line(&t!("run.practice"));
    } else {
        say::line(&t!(
            "run.cost",
            cost = budget.spent,
            uncertain = budget.uncertain
        ));
    }
    if let Some(reason) = summary.row.state.pause_reason() {
        say::line(&paused(summary, reason));
        if let Some(more) = summary.more_needed {
            let done = tasks.done + tasks.failed;
            say::line(&t!(
                "run.more",
                done = done,
                total = tasks.total,
                more = more.to_fixed(2)
            ));
        }
    }
    match out {
        Some(out) => out.say(),
        None => say::line(&t!("run.next", run = summary.row.id)),
    }
}
