//! From a row to a request.

use std::path::{Component, Path, PathBuf};

use mill_domain::{ModelRef, Record};
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
    let Some(path) = resolve(&path, folder) else {
        return Source::Blocked {
            problem: format!("`{path}` points outside the folder of the task list"),
        };
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
fn resolve(path: &str, folder: Option<&str>) -> Option<PathBuf> {
    let Some(folder) = folder else {
        return Some(PathBuf::from(path));
    };
    let relative = Path::new(path.trim());
    let plain = relative
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !plain {
        return None;
    }
    let whole = Path::new(folder).join(relative);
    match (whole.canonicalize(), Path::new(folder).canonicalize()) {
        (Ok(real), Ok(root)) => real.starts_with(root).then_some(whole),
        // It does not exist: the reader says so with its name.
        _ => Some(whole),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_cannot_point_outside_the_folder_of_its_list() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().to_str();
        for path in ["../secret.pdf", "/etc/passwd", "a/../../b.pdf"] {
            assert_eq!(resolve(path, root), None, "{path}");
        }
        assert_eq!(
            resolve("in/a.pdf", root),
            Some(folder.path().join("in/a.pdf"))
        );
        assert_eq!(
            resolve("/named/by/person.pdf", None),
            Some(PathBuf::from("/named/by/person.pdf"))
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_out_of_the_folder_is_not_followed() {
        let (folder, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::fs::write(outside.path().join("secret.txt"), "secret").unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.path().join("docs")).unwrap();
        assert_eq!(resolve("docs/secret.txt", folder.path().to_str()), None);
    }
}
