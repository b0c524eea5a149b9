//! From a row to a request.

use std::path::{Path, PathBuf};

use mill_domain::{ModelRef, Record};
use mill_files::Boundary;
use mill_llm::ModelRequest;
use mill_skills::{Skill, schema};
use mill_tables::read_document;

/// The document of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// The skill reads none, or the row names none.
    None,
    /// It can be read.
    Read {
        /// Its name, without folders.
        name: String,
        /// Its visible text, pages parted by form feeds.
        text: String,
        /// What a person should know: hidden text that was left out.
        notes: Vec<String>,
    },
    /// It cannot be used.
    Blocked {
        /// Why, a whole sentence.
        problem: String,
    },
}

/// Reads the document a row names, inside `folder` unless the path is a file the person named. Blocking.
pub(crate) fn read_source(skill: &Skill, inputs: &Record, folder: Option<&str>) -> Source {
    let Some(input) = skill.file_input() else {
        return Source::None;
    };
    let path = inputs.text(&input.name);
    if path.trim().is_empty() {
        return Source::None;
    }
    let path = match resolve(&path, folder) {
        Ok(path) => path,
        Err(problem) => return Source::Blocked { problem },
    };
    let name = path
        .file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned();
    match read_document(&path) {
        Err(error) => Source::Blocked {
            problem: error.to_string(),
        },
        Ok(document) if document.is_blocked() => {
            let problem = document.problems.iter().find(|problem| problem.blocks_row);
            let problem = problem.map_or_else(
                || format!("`{name}` cannot be used"),
                |problem| problem.message.clone(),
            );
            Source::Blocked {
                problem: format!("{name}: {problem}"),
            }
        }
        Ok(document) if document.text().trim().is_empty() => Source::Blocked {
            problem: format!("{name}: there is no text that can be read in it"),
        },
        Ok(document) => Source::Read {
            text: document.text(),
            notes: document
                .problems
                .iter()
                .map(|problem| problem.message.clone())
                .collect(),
            name,
        },
    }
}

/// The file a row means. A task list's own paths stay inside its folder, links followed; a list of files that the
/// person named holds whole paths and has no folder.
fn resolve(path: &str, folder: Option<&str>) -> Result<PathBuf, String> {
    let Some(folder) = folder else {
        return Ok(PathBuf::from(path));
    };
    let boundary = Boundary::of(Path::new(folder))
        .map_err(|error| format!("the folder `{folder}` cannot be looked at: {error}"))?;
    boundary
        .resolve(path)
        .map_err(|outside| outside.to_string())
}

/// The request for one task.
pub(crate) fn request(
    model: &ModelRef,
    skill: &Skill,
    system: &str,
    user: &str,
    output_tokens: u32,
) -> ModelRequest {
    let mut request = ModelRequest::new(model.model(), system, user, output_tokens);
    request.output_schema = Some(schema::json_schema(skill));
    request.cache_prefix = true;
    request
}
