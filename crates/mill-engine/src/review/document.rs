//! The document of a row as a person looks at it: its text, its pages drawn, or what is wrong with it.

mod drawing;

use std::collections::VecDeque;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use mill_domain::{RunId, TaskNumber};
use mill_skills::inputs_for_row;
use mill_tables::{
    DocumentKind, DrawnPage, Page, Passwords, TableError, draw_page, read_document_with,
};
use tokio::sync::Semaphore;

pub(crate) use self::drawing::DrawnPages;
use self::drawing::Wanted;
use super::RunShape;
use crate::run::question;
use crate::{Engine, EngineError};

/// Documents read at once: a window asks for those of the next rows too, and each may be large.
const READ_AT_ONCE: usize = 2;

/// What documents that were read may take of the memory, in bytes of text.
const KEPT_TEXT_BYTES: usize = 32 * 1024 * 1024;

/// The document of a row.
#[derive(Debug)]
pub struct ShownDocument {
    /// The file's name, without its folder.
    pub name: String,
    /// What it is; `None`: it could not be opened.
    pub kind: Option<DocumentKind>,
    /// Its pages; none if it could not be read.
    pub pages: Vec<Page>,
    /// What is wrong with it; `None`: nothing. Pages there are may still be looked at.
    pub fault: Option<EngineError>,
}

impl ShownDocument {
    /// Reads a file. Blocking.
    fn read(path: &Path, passwords: &Passwords) -> Self {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let name = name.to_string_lossy().into_owned();
        match read_document_with(path, passwords) {
            Ok(document) => Self {
                name,
                kind: Some(document.kind),
                fault: document.fault(path).map(EngineError::from),
                pages: document.pages,
            },
            Err(error) => Self::missing(name, error.into()),
        }
    }

    /// True if a password would open it.
    const fn is_locked(&self) -> bool {
        matches!(
            self.fault,
            Some(EngineError::Table(TableError::Encrypted { .. }))
        )
    }

    /// What it takes of the memory, about.
    fn text_bytes(&self) -> usize {
        let pages = self.pages.iter();
        pages.map(|page| page.text.len() + size_of::<Page>()).sum()
    }

    const fn missing(name: String, fault: EngineError) -> Self {
        Self {
            name,
            kind: None,
            pages: Vec::new(),
            fault: Some(fault),
        }
    }
}

/// A file as it was at a time; one that changed is another one.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Version {
    path: PathBuf,
    changed: Option<SystemTime>,
    bytes: Option<u64>,
}

impl Version {
    fn of(path: &Path) -> Self {
        let facts = std::fs::metadata(path).ok();
        Self {
            path: path.to_owned(),
            changed: facts.as_ref().and_then(|facts| facts.modified().ok()),
            bytes: facts.map(|facts| facts.len()),
        }
    }
}

/// Documents that were read, so that one is not read again for each look at it and its neighbours.
#[derive(Debug)]
pub(crate) struct ReadDocuments {
    /// The newest last. A plain mutex: nothing is awaited under it.
    kept: Mutex<VecDeque<(Version, Arc<ShownDocument>)>>,
    places: Semaphore,
}

impl Default for ReadDocuments {
    fn default() -> Self {
        Self {
            kept: Mutex::default(),
            places: Semaphore::new(READ_AT_ONCE),
        }
    }
}

impl ReadDocuments {
    /// The document of a file, read now or before; `None`: reading it failed in a way that has no name.
    async fn get(&self, path: PathBuf, passwords: Passwords) -> Option<Arc<ShownDocument>> {
        let version = Version::of(&path);
        if let Some(found) = self.found(&version) {
            return Some(found);
        }
        let _place = self.places.acquire().await.ok()?;
        // Whoever had the place may have read it.
        if let Some(found) = self.found(&version) {
            return Some(found);
        }
        let read = tokio::task::spawn_blocking(move || ShownDocument::read(&path, &passwords));
        let document = Arc::new(read.await.ok()?);
        // A password may come at any time; what it opens must not stay closed.
        if !document.is_locked() {
            self.keep(version, Arc::clone(&document));
        }
        Some(document)
    }

    fn found(&self, version: &Version) -> Option<Arc<ShownDocument>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(of, _)| of == version)?;
        let found = kept.remove(at)?;
        let document = Arc::clone(&found.1);
        kept.push_back(found);
        Some(document)
    }

    fn keep(&self, version: Version, document: Arc<ShownDocument>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((version, document));
        let mut bytes: usize = kept.iter().map(|(_, document)| document.text_bytes()).sum();
        while bytes > KEPT_TEXT_BYTES {
            let Some((_, oldest)) = kept.pop_front() else {
                break;
            };
            bytes -= oldest.text_bytes();
        }
    }
}

impl Engine {
    /// The document of a row; `None`: the skill reads none, or the row names none.
    pub(super) async fn shown_document(
        &self,
        shape: &RunShape,
        cells: &[String],
    ) -> Option<Arc<ShownDocument>> {
        match path_of(shape, cells)? {
            Ok(path) => self.parts.documents.get(path, self.passwords()).await,
            Err(reason) => {
                let fault = EngineError::Outside { reason };
                Some(Arc::new(ShownDocument::missing(String::new(), fault)))
            }
        }
    }

    /// Draws a page of a row's document, about `width` pixels wide, and finds where `places` of its text are on it: in
    /// UTF-16 units, as [`super::Evidence`] has them.
    /// # Errors
    /// [`EngineError::Table`] if there is no such page to show, or it cannot be read or drawn;
    /// [`EngineError::Outside`] if the row means a file outside its folder; [`EngineError::PageTooLong`] if drawing takes
    /// longer than a person waits.
    pub async fn document_page(
        &self,
        run: RunId,
        task: TaskNumber,
        page: u32,
        width: u32,
        places: Vec<Range<usize>>,
    ) -> Result<Arc<DrawnPage>, EngineError> {
        let shape = self.run_shape(run).await?;
        let row = self.store().task(run, task).await?;
        let path = path_of(&shape, &row.cells).unwrap_or_else(|| Err("no document".to_owned()));
        let path = path.map_err(|reason| EngineError::Outside { reason })?;
        let wanted = Wanted {
            file: Version::of(&path),
            page,
            width,
            places,
        };
        let passwords = self.passwords();
        let drawn = self.parts.pages.draw(wanted, move |wanted| {
            let Wanted {
                file,
                page,
                width,
                places,
            } = wanted;
            Ok(draw_page((&file.path, &passwords), page, width, &places)?)
        });
        drawn.await
    }
}

/// The file a row names; `None`: the skill reads none, or the row names none. Its error says why it must not be read.
fn path_of(shape: &RunShape, cells: &[String]) -> Option<Result<PathBuf, String>> {
    let inputs = inputs_for_row(&shape.map, cells).record;
    question::source_path(&shape.skill, &inputs, shape.folder.as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(bytes: usize) -> Arc<ShownDocument> {
        let text = "x".repeat(bytes);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long.txt");
        std::fs::write(&path, text).unwrap();
        Arc::new(ShownDocument::read(&path, &Passwords::none()))
    }

    fn version(name: &str) -> Version {
        Version {
            path: PathBuf::from(name),
            changed: None,
            bytes: None,
        }
    }

    #[tokio::test]
    async fn a_document_is_read_once_until_it_changes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("note.txt");
        std::fs::write(&path, "Total 485.00").unwrap();
        let documents = ReadDocuments::default();
        let first = documents
            .get(path.clone(), Passwords::none())
            .await
            .unwrap();
        let again = documents
            .get(path.clone(), Passwords::none())
            .await
            .unwrap();
        assert!(Arc::ptr_eq(&first, &again));
        std::fs::write(&path, "Total 1,485.00").unwrap();
        let changed = documents.get(path, Passwords::none()).await.unwrap();
        assert_eq!(changed.pages[0].text, "Total 1,485.00");
    }

    #[test]
    fn what_is_kept_of_documents_stays_small_and_the_oldest_go() {
        let documents = ReadDocuments::default();
        let half = KEPT_TEXT_BYTES / 2;
        documents.keep(version("a"), document(half));
        documents.keep(version("b"), document(100));
        // Looked at again, so that the other one is the older.
        assert!(documents.found(&version("a")).is_some());
        documents.keep(version("c"), document(half));
        let kept = ["a", "b", "c"].map(|name| documents.found(&version(name)).is_some());
        assert_eq!(kept, [false, false, true]);
    }
}
