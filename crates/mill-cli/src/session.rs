//! The engine of one command.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mill_api::ApiError;
use mill_domain::{RunId, Secret};
use mill_engine::{Config, Engine, EngineError, Environment, Secrets, SystemClock};

use crate::arguments::Global;
use crate::words;

/// More than any list of passwords holds.
const PASSWORD_BYTES: u64 = 64 * 1024;

/// Opens the data folder with the system's key store.
pub(crate) async fn open(global: &Global) -> Result<Engine, ApiError> {
    let environment = Environment::of_process();
    let config = Config::new(
        &environment,
        global.home.clone(),
        global.lang.as_deref(),
        global.zone.as_deref(),
    )?;
    words::choose(&config.language);
    let passwords = passwords(global.pdf_password_file.as_deref())?;
    let engine = Engine::open(config, Arc::new(SystemClock), Secrets::keychain()).await?;
    engine.add_passwords(passwords);
    Ok(engine)
}

/// The passwords of documents in a file, or in standard input: one a line. They are never an argument, which others on
/// the machine could read.
fn passwords(file: Option<&Path>) -> Result<Vec<Secret<String>>, ApiError> {
    let Some(file) = file else {
        return Ok(Vec::new());
    };
    let mut text = String::new();
    let read = if file == Path::new("-") {
        std::io::stdin()
            .lock()
            .take(PASSWORD_BYTES)
            .read_to_string(&mut text)
    } else {
        File::open(file).and_then(|file| file.take(PASSWORD_BYTES).read_to_string(&mut text))
    };
    read.map_err(|error| EngineError::BadValue {
        what: "pdf-password-file",
        value: file.display().to_string(),
        expected: format!("it cannot be read: {error}"),
    })?;
    let lines = text.trim_start_matches('\u{feff}').lines();
    let passwords = lines.filter(|line| !line.is_empty());
    Ok(passwords.map(|line| Secret::new(line.to_owned())).collect())
}

/// The run a person means: its id, or `last`, which no second opinion and no merge is.
pub(crate) async fn run_id(engine: &Engine, text: &str) -> Result<RunId, ApiError> {
    if text == "last" {
        for run in engine.runs().await? {
            let is_own = run.row.verifies.is_none();
            if is_own && engine.merge_by(run.row.id).await?.is_none() {
                return Ok(run.row.id);
            }
        }
        return Err(unknown_run(text));
    }
    text.parse().map_err(|_| unknown_run(text))
}

fn unknown_run(text: &str) -> ApiError {
    ApiError::new("not_found", format!("there is no run `{text}`"))
        .with("what", "run")
        .with("id", text)
        .hint("List the runs with `stampmill runs`.")
}

/// A skill by its folder, or by its name in the library.
pub(crate) fn skill(engine: &Engine, text: &str) -> Result<mill_engine::Skill, ApiError> {
    let folder = PathBuf::from(text);
    if folder.is_dir() || text.contains(['/', '\\', '.']) {
        return Ok(mill_engine::Skill::read(&folder).map_err(EngineError::from)?);
    }
    Ok(engine.skill(&mill_engine::SkillId::new(text))?)
}
