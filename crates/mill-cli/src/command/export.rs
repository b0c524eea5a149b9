//! `export`, and the file of `run --out`.

use std::path::{Path, PathBuf};

use mill_api::ApiError;
use mill_domain::RunId;
use mill_engine::{CopyDoubt, Engine, ExportOptions};
use rust_i18n::t;
use serde::Serialize;

use crate::arguments::ExportFlags;
use crate::exit::Exit;
use crate::{say, session, words};

/// What became of a file.
#[derive(Debug, Serialize)]
pub(super) struct Out {
    path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    neutralised: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unreviewed: Option<u64>,
}

impl Out {
    pub(super) const fn failed(&self) -> bool {
        self.error.is_some()
    }

    pub(super) fn written(file: &mill_engine::ExportedFile) -> Self {
        Self {
            path: Some(file.path.display().to_string()),
            error: None,
            neutralised: Some(file.neutralised),
            unreviewed: Some(file.unreviewed),
        }
    }

    pub(super) const fn refused(error: String) -> Self {
        Self {
            path: None,
            error: Some(error),
            neutralised: None,
            unreviewed: None,
        }
    }

    pub(super) fn say(&self) {
        if let Some(path) = &self.path {
            say::line(&t!("out.written", path = path));
        }
        if let Some(error) = &self.error {
            say::error_line(error);
        }
    }
}

pub(crate) async fn export(engine: &Engine, flags: ExportFlags) -> Result<Exit, ApiError> {
    if !flags.into_original {
        check_ending(&flags.out)?;
    }
    let options = flags.options(engine.words().await?)?;
    let run = session::run_id(engine, &flags.run).await?;
    engine.run(run).await?;
    let doubts = if flags.into_original {
        doubts(engine, run).await?
    } else {
        Vec::new()
    };
    for doubt in &doubts {
        say::error_line(&doubt.sentence);
    }
    let out = put(engine, run, flags.out, options).await?;
    if flags.json {
        say::json(&serde_json::json!({ "out": out, "doubts": doubts }))?;
    } else {
        out.say();
    }
    Ok(if out.failed() {
        Exit::Other
    } else {
        Exit::Done
    })
}

/// What a person should know of a copy of the original.
#[derive(Debug, Serialize)]
struct Doubt {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<usize>,
    #[serde(rename = "message")]
    sentence: String,
}

/// Looks at the original before anything is written.
async fn doubts(engine: &Engine, run: RunId) -> Result<Vec<Doubt>, ApiError> {
    let plan = engine.original_copy(run).await?.plan?;
    let sentence = |doubt: &CopyDoubt| {
        let rows = doubt.rows().unwrap_or(0);
        t!(format!("doubt.{}", doubt.code()), rows = rows).into_owned()
    };
    Ok(plan
        .doubts
        .iter()
        .map(|doubt| Doubt {
            kind: doubt.code(),
            rows: doubt.rows(),
            sentence: sentence(doubt),
        })
        .collect())
}

/// Writes a run to a file of its own.
pub(super) async fn write(engine: &Engine, run: RunId, path: PathBuf) -> Result<Out, ApiError> {
    let options = engine.words().await?.into();
    put(engine, run, path, options).await
}

/// Writes a run; a file that cannot be written is part of the answer, because the run itself is safe.
async fn put(
    engine: &Engine,
    run: RunId,
    path: PathBuf,
    options: ExportOptions,
) -> Result<Out, ApiError> {
    match engine.export_run(run, path, options).await {
        Ok(file) => Ok(Out {
            path: Some(file.path.display().to_string()),
            error: None,
            neutralised: Some(file.neutralised),
            unreviewed: Some(file.unreviewed),
        }),
        Err(error) => {
            let error = words::of_error(&ApiError::from(error));
            Ok(Out {
                path: None,
                error: Some(error.to_string()),
                neutralised: None,
                unreviewed: None,
            })
        }
    }
}

/// Refuses an ending we cannot write, before anything starts.
pub(super) fn check_ending(path: &Path) -> Result<(), ApiError> {
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("xlsx" | "csv" | "json") => Ok(()),
        _ => Err(mill_engine::EngineError::BadValue {
            what: "out",
            value: path.display().to_string(),
            expected: "end the name with .xlsx, .csv or .json".to_owned(),
        }
        .into()),
    }
}
