//! `export`, and the file of `run --out`.

use std::path::{Path, PathBuf};

use mill_api::ApiError;
use mill_domain::RunId;
use mill_engine::Engine;
use rust_i18n::t;
use serde::Serialize;

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

    pub(super) fn say(&self) {
        if let Some(path) = &self.path {
            say::line(&t!("out.written", path = path));
        }
        if let Some(error) = &self.error {
            say::error_line(error);
        }
    }
}

pub(crate) async fn export(
    engine: &Engine,
    run: &str,
    out: PathBuf,
    json: bool,
) -> Result<Exit, ApiError> {
    check_ending(&out)?;
    let run = session::run_id(engine, run).await?;
    engine.run(run).await?;
    let out = write(engine, run, out).await?;
    if json {
        say::json(&serde_json::json!({ "out": out }))?;
    } else {
        out.say();
    }
    Ok(if out.failed() {
        Exit::Other
    } else {
        Exit::Done
    })
}

/// Writes a run; a file that cannot be written is part of the answer, because the run itself is safe.
pub(super) async fn write(engine: &Engine, run: RunId, path: PathBuf) -> Result<Out, ApiError> {
    match engine.export_run(run, path, engine.words().await?).await {
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
