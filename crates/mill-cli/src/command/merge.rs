//! `merge`: results of many tasks as one document.

use std::path::{Path, PathBuf};

use mill_api::ApiError;
use mill_api::view::merge::{MergeEstimateView, MergeView};
use mill_domain::{ModelRef, RunId};
use mill_engine::{
    Engine, EngineError, Merge, MergeChoices, MergeInclude, MergeKey, MergeState, TableRecipe,
    key_name,
};
use rust_i18n::t;
use serde::Serialize;

use super::export::Out;
use super::usd;
use crate::arguments::MergeFlags;
use crate::exit::Exit;
use crate::{progress, say, session, words};

#[derive(Serialize)]
struct MergeObject {
    #[serde(flatten)]
    merge: MergeView,
    #[serde(skip_serializing_if = "Option::is_none")]
    out: Option<Out>,
}

pub(crate) async fn merge(engine: &Engine, flags: MergeFlags) -> Result<Exit, ApiError> {
    if let Some(out) = &flags.out {
        check_ending(out)?;
    }
    let run = session::run_id(engine, &flags.run).await?;
    engine.run(run).await?;
    let include = MergeInclude {
        unreviewed: flags.unreviewed,
        rejected: flags.rejected,
    };
    if let Some(number) = flags.show {
        let key = MergeKey { run, number };
        if flags.accept || flags.reject {
            engine.judge_merge(key, Some(flags.accept)).await?;
        }
        return report(engine, key, flags.out, flags.json).await;
    }
    if let Some(skill) = &flags.skill {
        return by_skill(engine, run, skill, include, &flags).await;
    }
    if flags.by.is_empty() {
        return list(engine, run, flags.json).await;
    }
    let table = TableRecipe {
        by: flags.by,
        sum: flags.sum,
        contra: flags.contra,
    };
    let key = engine.merge_table(run, table, include).await?;
    report(engine, key, flags.out, flags.json).await
}

async fn by_skill(
    engine: &Engine,
    run: RunId,
    skill: &str,
    include: MergeInclude,
    flags: &MergeFlags,
) -> Result<Exit, ApiError> {
    let model: ModelRef = flags
        .model
        .as_deref()
        .unwrap_or_default()
        .parse()
        .map_err(|error: mill_domain::DomainError| EngineError::from(error))?;
    let choices = MergeChoices {
        run,
        skill: session::skill(engine, skill)?,
        model,
        endpoint: flags.endpoint.clone(),
        key: flags.key.as_deref().map(key_name).transpose()?,
        agents: flags.agents,
        budget: flags
            .budget
            .as_deref()
            .map(|text| usd("budget", text))
            .transpose()?,
        include,
    };
    let prepared = engine.prepare_merge(choices).await?;
    if flags.estimate {
        let estimate = engine.estimate_merge(&prepared).await?;
        return estimated(&MergeEstimateView::from(&estimate), flags.json);
    }
    let (key, by_run) = engine.start_merge(prepared).await?;
    say::error_line(&t!("merge.started", run = by_run));
    tokio::select! {
        shown = progress::show(engine, by_run) => shown?,
        interrupted = tokio::signal::ctrl_c() => {
            if interrupted.is_ok() {
                say::error_line(&t!("run.interrupting"));
            }
            engine.interrupt(by_run).await;
        }
    }
    report(engine, key, flags.out.clone(), flags.json).await
}

fn estimated(view: &MergeEstimateView, json: bool) -> Result<Exit, ApiError> {
    if json {
        say::json(view)?;
    } else {
        say::line(&t!(
            "merge.estimate",
            rows = view.rows,
            left_out = view.left_out,
            parts = view.parts,
            later = view.later
        ));
        super::estimate::sentences(&view.estimate);
    }
    Ok(Exit::Done)
}

async fn list(engine: &Engine, run: RunId, json: bool) -> Result<Exit, ApiError> {
    let merges: Vec<MergeView> = engine
        .merges(run)
        .await?
        .iter()
        .map(MergeView::from)
        .collect();
    if json {
        say::json(&serde_json::json!({ "merges": merges }))?;
        return Ok(Exit::Done);
    }
    if merges.is_empty() {
        say::line(&t!("merge.none"));
    }
    for merge in &merges {
        let how = merge
            .by_run
            .as_ref()
            .map_or_else(|| merge.by.join(", "), |run| run.skill.clone());
        say::line(&format!(
            "{:>4}  {:<12} {how}",
            merge.number,
            t!(format!("merge.state.{}", merge.state))
        ));
    }
    Ok(Exit::Done)
}

/// Shows a document and writes it if asked; one that is not whole has an exit code of its own.
async fn report(
    engine: &Engine,
    key: MergeKey,
    out: Option<PathBuf>,
    json: bool,
) -> Result<Exit, ApiError> {
    let merge = engine.merge(key).await?;
    let mut exit = match &merge.by_run {
        Some(run) => Exit::of_run(run),
        None => Exit::Done,
    };
    if exit == Exit::Done && merge.state == MergeState::Incomplete {
        exit = Exit::Failed;
    }
    let out = match out {
        Some(path) if merge.document.is_some() => Some(write(engine, key, path).await?),
        _ => None,
    };
    if out.as_ref().is_some_and(Out::failed) {
        exit = Exit::Other;
    }
    if json {
        say::json(&MergeObject {
            merge: MergeView::from(&merge),
            out,
        })?;
    } else {
        sentences(&merge, engine.words().await?);
        if let Some(out) = &out {
            out.say();
        }
    }
    Ok(exit)
}

async fn write(engine: &Engine, key: MergeKey, path: PathBuf) -> Result<Out, ApiError> {
    match engine.export_merge(key, path, engine.words().await?).await {
        Ok(file) => Ok(Out::written(&file)),
        Err(error) => Ok(Out::refused(
            words::of_error(&ApiError::from(error)).to_string(),
        )),
    }
}

fn sentences(merge: &Merge, language: mill_engine::ExportLanguage) {
    say::line(&t!(
        "merge.head",
        number = merge.key.number,
        state = t!(format!("merge.state.{}", merge.state.as_str())),
        rows = merge.rows.used.len(),
        left_out = merge.rows.left_out.len()
    ));
    if merge.is_practice {
        say::line(&t!("merge.practice"));
    }
    let Some(document) = &merge.document else {
        if let Some(run) = &merge.by_run {
            say::line(&t!("merge.resume", run = run.row.id));
        }
        return;
    };
    for line in &document.lines {
        let heading = line.heading.as_deref().unwrap_or_default();
        let rows = match line.kind {
            mill_engine::LineKind::Line => mill_engine::row_numbers(&line.rows),
            other => t!(format!("merge.line.{}", other.as_str())).into_owned(),
        };
        let cells = line.cells.join(" | ");
        let heading = if heading.is_empty() {
            String::new()
        } else {
            format!("{heading}: ")
        };
        say::line(&format!("{heading}{cells}  [{rows}]"));
    }
    for finding in &document.findings {
        say::line(&format!("! {}", finding.text(language)));
    }
}

fn check_ending(path: &Path) -> Result<(), ApiError> {
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("docx" | "md" | "markdown" | "xlsx" | "json") => Ok(()),
        _ => Err(EngineError::BadValue {
            what: "out",
            value: path.display().to_string(),
            expected: "end the name with .docx, .md, .xlsx or .json".to_owned(),
        }
        .into()),
    }
}
