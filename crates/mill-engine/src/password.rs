//! Passwords of documents: given by a person, kept while the program runs, and written nowhere.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use mill_domain::{JobId, Secret};
use mill_tables::{
    Passwords, Preview, Problem, ProblemKind, ReadOptions, RowMark, needs_password,
    read_document_with,
};

use crate::job::blocking;
use crate::run::question::source_path;
use crate::task_list::preview_paths;
use crate::{Engine, EngineError, Mapping, StoredProblem, TaskList, TaskListAbout};
use mill_skills::inputs_for_row;
use mill_store::{RowFilter, RunRow};

/// What a password did for the documents that waited for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unlocked {
    /// Documents it opened.
    pub opened: u32,
    /// Documents that still wait.
    pub locked: u32,
}

/// The passwords and what they opened.
#[derive(Debug, Default)]
pub(crate) struct GivenPasswords {
    /// Plain mutexes: nothing is awaited under them.
    known: Mutex<Passwords>,
    opened: Mutex<HashMap<PathBuf, Opened>>,
}

/// A document that was tried.
#[derive(Debug, Clone)]
struct Opened {
    /// A file that changed is another one.
    changed: Option<SystemTime>,
    /// The number of passwords that were tried; one that comes later may open it.
    tried: usize,
    /// What is odd about it now that it is open; `None`: it is still closed.
    problems: Option<Vec<Problem>>,
}

impl GivenPasswords {
    fn known(&self) -> Passwords {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.clone()
    }

    fn add(&self, password: Secret<String>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.add(password);
    }

    /// What is odd about a document that needs a password; `None`: none of them opens it. Reads it once for each that
    /// comes. Blocking.
    fn opened(&self, path: &Path) -> Option<Vec<Problem>> {
        let passwords = self.known();
        if passwords.is_empty() {
            return None;
        }
        let facts = std::fs::metadata(path).ok();
        let changed = facts.and_then(|facts| facts.modified().ok());
        let seen = self.seen(path, changed);
        if let Some(seen) = seen
            && (seen.problems.is_some() || seen.tried == passwords.len())
        {
            return seen.problems;
        }
        let problems = found_with(path, &passwords);
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Opened {
            changed,
            tried: passwords.len(),
            problems: problems.clone(),
        };
        opened.insert(path.to_owned(), now);
        problems
    }

    fn seen(&self, path: &Path, changed: Option<SystemTime>) -> Option<Opened> {
        let opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = opened.get(path).filter(|seen| seen.changed == changed);
        seen.cloned()
    }
}

/// What is odd about a document that one of the passwords opens; `None`: none does, or it cannot be read.
fn found_with(path: &Path, passwords: &Passwords) -> Option<Vec<Problem>> {
    let document = read_document_with(path, passwords).ok()?;
    (!document.needs_password()).then_some(document.problems)
}

impl Engine {
    /// The passwords people gave since the program started.
    pub fn passwords(&self) -> Passwords {
        self.parts.passwords.known()
    }

    /// Takes passwords for all documents, as from a file somebody wrote for a command.
    pub fn add_passwords(&self, passwords: impl IntoIterator<Item = Secret<String>>) {
        for password in passwords {
            self.parts.passwords.add(password);
        }
    }

    /// Tries a password on all documents of a job that wait for one. It is kept while the program runs, if it opens any.
    /// # Errors
    /// [`EngineError::NoTasks`] without a task list.
    pub async fn unlock_job(
        &self,
        id: JobId,
        password: Secret<String>,
    ) -> Result<Unlocked, EngineError> {
        let job = self.job(id).await?;
        let about = job.table.ok_or(EngineError::NoTasks {
            source_name: job.row.name,
        })?;
        let engine = self.clone();
        let unlocked = blocking(move || Ok(engine.unlock(&about, password))).await?;
        if unlocked.opened > 0 {
            self.tell_job(id);
        }
        Ok(unlocked)
    }

    /// Refuses to go on with a run whose documents opened with passwords that are gone: their rows would fail.
    pub(crate) async fn check_passwords(&self, run: &RunRow) -> Result<(), EngineError> {
        let mapping: Mapping = serde_json::from_str(&run.mapping)?;
        if !mapping.passwords || !self.passwords().is_empty() {
            return Ok(());
        }
        let shape = self.run_shape(run.id).await?;
        let store = self.store();
        let waiting = store.tasks(run.id, RowFilter::Waiting, "", 0, u64::from(u32::MAX));
        let waiting = waiting.await?;
        blocking(move || {
            let paths = waiting.iter().filter_map(|row| {
                let inputs = inputs_for_row(&shape.map, &row.cells).record;
                source_path(&shape.skill, &inputs, shape.folder.as_deref())?.ok()
            });
            let locked: Vec<PathBuf> = paths.filter(|path| needs_password(path)).collect();
            let Some(first) = locked.first() else {
                return Ok(());
            };
            let first = first.file_name().unwrap_or(first.as_os_str());
            Err(EngineError::PasswordNeeded {
                documents: locked.len(),
                first: first.to_string_lossy().into_owned(),
            })
        })
        .await
    }

    fn unlock(&self, about: &TaskListAbout, password: Secret<String>) -> Unlocked {
        let passwords: Passwords = [password.clone()].into_iter().collect();
        let given = &self.parts.passwords;
        let waiting = about.problems.iter().filter_map(StoredProblem::locked_file);
        let waiting: Vec<&Path> = waiting
            .filter(|path| given.opened(path).is_none())
            .collect();
        let opens = |path: &&&Path| found_with(path, &passwords).is_some();
        let opened = waiting.iter().filter(opens).count();
        if opened > 0 {
            given.add(password);
        }
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Unlocked {
            opened: count(opened),
            locked: count(waiting.len() - opened),
        }
    }

    /// Files as [`crate::read_paths`] would read them, with their first rows, and what passwords opened among them. Blocking.
    /// # Errors
    /// As [`crate::read_paths`].
    pub fn preview(
        &self,
        paths: &[PathBuf],
        options: &ReadOptions,
        limit: usize,
    ) -> Result<Preview, EngineError> {
        let mut read = preview_paths(paths, options, limit)?;
        if self.passwords().is_empty() {
            return Ok(read);
        }
        let mut now = Vec::with_capacity(read.table.problems.len());
        for problem in read.table.problems.drain(..) {
            let opened = problem
                .locked_file()
                .and_then(|path| self.parts.passwords.opened(path));
            let Some(found) = opened else {
                now.push(problem);
                continue;
            };
            let found: Vec<Problem> = found
                .into_iter()
                .map(|found| found.of_file(&problem))
                .collect();
            if !found.iter().any(|found| found.blocks_row) {
                read.rows_unreadable = read.rows_unreadable.saturating_sub(1);
                let mut rows = read.table.rows.iter_mut();
                if let Some(row) = rows.find(|row| Some(row.number) == problem.row) {
                    row.mark = RowMark::Task;
                }
            }
            now.extend(found);
        }
        read.table.problems = now;
        Ok(read)
    }

    /// A task list's problems as they are now: a document that a password opened is held back no more, and what else is
    /// odd about it is said. What is stored stays as it is, because passwords end with the program. Blocking.
    pub(crate) fn with_passwords(&self, about: &mut TaskListAbout) {
        let mut now = Vec::with_capacity(about.problems.len());
        for problem in about.problems.drain(..) {
            let locked = problem.locked_file();
            match locked.and_then(|path| self.parts.passwords.opened(path)) {
                None => now.push(problem),
                Some(found) => now.extend(found.into_iter().map(|found| problem.becomes(found))),
            }
        }
        about.problems = now;
    }

    /// The same for its rows. Blocking.
    pub(crate) fn open_rows(&self, list: &mut TaskList) {
        let locked: HashMap<u32, String> = list
            .about
            .problems
            .iter()
            .filter(|problem| problem.locked_file().is_some())
            .filter_map(|problem| Some((problem.row?, problem.message.clone())))
            .collect();
        if locked.is_empty() || self.passwords().is_empty() {
            return;
        }
        self.with_passwords(&mut list.about);
        let mut held = HashMap::new();
        let blocking = list.about.problems.iter().rev();
        for problem in blocking.filter(|problem| problem.blocks_row) {
            held.extend(problem.row.map(|row| (row, problem.message.clone())));
        }
        for row in &mut list.rows {
            if row.problem.is_some() && row.problem.as_ref() == locked.get(&row.source_row) {
                row.problem = held.get(&row.source_row).cloned();
            }
        }
    }
}

impl StoredProblem {
    /// The document it says needs a password; `None`: it says something else.
    fn locked_file(&self) -> Option<&Path> {
        let param = |wanted: &str| {
            let found = self.params.iter().find(|(name, _)| name == wanted);
            found.map(|(_, value)| value.as_str())
        };
        let is_locked = self.kind == "encrypted" && param("case") == Some("password");
        is_locked.then(|| param("path").map(Path::new)).flatten()
    }

    /// What was found behind it, in its place. A scan is a doubt here and no fault, as in every list of files.
    fn becomes(&self, found: Problem) -> Self {
        let blocks_row = found.blocks_row && found.kind != ProblemKind::Scanned;
        Self {
            row: self.row,
            column: self.column.clone(),
            blocks_row,
            ..Self::from(found)
        }
    }
}
