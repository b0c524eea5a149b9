//! From a row to a request.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mill_domain::{ModelRef, Record};
use mill_files::Boundary;
use mill_llm::{AnswerSchema, ModelRequest, Part};
use mill_skills::{Skill, prompt, schema};
use mill_tables::{
    Document, PagePicture, Passwords, ProblemKind, read_document_with, read_pictured_document,
};

/// The document of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// The skill reads none, or the row names none.
    None,
    /// It can be read.
    Read {
        /// Its visible text, pages parted by form feeds.
        text: String,
        /// Its pages without text, drawn; empty unless the person wants them sent.
        pictures: Vec<PagePicture>,
        /// What a person should know: hidden text that was left out.
        notes: Vec<String>,
    },
    /// It cannot be used.
    Blocked {
        /// Why, a whole sentence.
        problem: String,
    },
}

/// What becomes of pages without text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scans {
    /// A document that has nothing else is held back.
    HeldBack,
    /// They are sent as pictures.
    AsPictures,
    /// They are only counted: what a picture can cost does not depend on what is in it, and drawing takes long.
    Counted,
}

impl Scans {
    /// As a run remembers it.
    pub(crate) const fn of(as_pictures: bool) -> Self {
        if as_pictures {
            Self::AsPictures
        } else {
            Self::HeldBack
        }
    }
}

/// Reads the document a row names, inside `folder` unless the path is a file the person named. Blocking.
pub(crate) fn read_source(
    skill: &Skill,
    inputs: &Record,
    folder: Option<&str>,
    scans: Scans,
    passwords: &Passwords,
) -> Source {
    let path = match source_path(skill, inputs, folder) {
        None => return Source::None,
        Some(Ok(path)) => path,
        Some(Err(problem)) => return Source::Blocked { problem },
    };
    let name = path
        .file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned();
    let read = if scans == Scans::AsPictures {
        read_pictured_document(&path, passwords)
    } else {
        read_document_with(&path, passwords).map(|document| (document, Vec::new()))
    };
    let (document, pictures) = match read {
        Ok(read) => read,
        Err(error) => {
            return Source::Blocked {
                problem: error.to_string(),
            };
        }
    };
    match scans {
        Scans::AsPictures if !pictures.is_empty() => with_pictures(&document, pictures),
        Scans::Counted if document.only_needs_pictures() => counted(&document),
        _ => as_text(&name, &document),
    }
}

/// The document with a place for each page that would be drawn.
fn counted(document: &Document) -> Source {
    let blank = |page| PagePicture {
        page,
        media_type: "image/jpeg",
        bytes: [].into(),
    };
    let pages = document.pages_without_text().into_iter();
    Source::Read {
        text: document.text(),
        pictures: pages.map(blank).collect(),
        notes: Vec::new(),
    }
}

/// The file a row names, or why it must not be read; `None`: the skill reads none, or the row names none.
pub(crate) fn source_path(
    skill: &Skill,
    inputs: &Record,
    folder: Option<&str>,
) -> Option<Result<PathBuf, String>> {
    let path = inputs.text(&skill.file_input()?.name);
    (!path.trim().is_empty()).then(|| resolve(&path, folder))
}

/// The document with its pages without text as pictures.
fn with_pictures(document: &Document, pictures: Vec<PagePicture>) -> Source {
    Source::Read {
        text: document.text(),
        pictures,
        notes: hidden_texts(document),
    }
}

/// The document's text, or why there is none.
fn as_text(name: &str, document: &Document) -> Source {
    let blocking = document.problems.iter().find(|problem| problem.blocks_row);
    let text = document.text();
    if blocking.is_none() && !text.trim().is_empty() {
        return Source::Read {
            text,
            pictures: Vec::new(),
            notes: document
                .problems
                .iter()
                .map(|problem| problem.message.clone())
                .collect(),
        };
    }
    let problem = blocking.map_or("there is no text that can be read in it", |problem| {
        problem.message.as_str()
    });
    let way_out = if document.only_needs_pictures() {
        "; it can be sent as pictures to a model that sees"
    } else {
        ""
    };
    Source::Blocked {
        problem: format!("{name}: {problem}{way_out}"),
    }
}

/// What was left out of a document whose scanned pages are no doubt any more, because they are looked at.
fn hidden_texts(document: &Document) -> Vec<String> {
    let hidden = document
        .problems
        .iter()
        .filter(|problem| problem.kind == ProblemKind::HiddenText);
    hidden.map(|problem| problem.message.clone()).collect()
}

/// What a document adds to a question: its text between fences, and its pictures behind.
pub(crate) fn add_document(request: &mut ModelRequest, source: &Source, fence: &str) {
    let Source::Read { text, pictures, .. } = source else {
        return;
    };
    let Some(question) = request.messages.last_mut() else {
        return;
    };
    let words = if pictures.is_empty() {
        prompt::document(text, fence)
    } else {
        let pages: Vec<u32> = pictures.iter().map(|picture| picture.page).collect();
        prompt::pictured_document(text, &pages, fence)
    };
    if let Some(Part::Text(asked)) = question.parts.last_mut() {
        asked.push_str(&words);
    }
    let pictures = pictures.iter().map(|picture| Part::Image {
        media_type: picture.media_type.to_owned(),
        bytes: Arc::clone(&picture.bytes),
    });
    question.parts.extend(pictures);
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

/// The form of a skill's answers, made once for all its questions.
pub(crate) fn answer_schema(skill: &Skill) -> AnswerSchema {
    schema::json_schema(skill).into()
}

/// The request for one task, where there is no schema at hand.
pub(crate) fn request(
    model: &ModelRef,
    skill: &Skill,
    system: &str,
    user: &str,
    output_tokens: u32,
) -> ModelRequest {
    request_with(model, answer_schema(skill), system, user, output_tokens)
}

/// The request for one task.
pub(crate) fn request_with(
    model: &ModelRef,
    schema: AnswerSchema,
    system: &str,
    user: &str,
    output_tokens: u32,
) -> ModelRequest {
    let mut request = ModelRequest::new(model.model(), system, user, output_tokens);
    request.output_schema = Some(schema);
    request.cache_prefix = true;
    request
}
