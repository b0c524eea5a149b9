//! The document of a row as a person looks at it: its text, its pages drawn, or what is wrong with it.

use std::collections::VecDeque;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use mill_domain::{RunId, TaskNumber};
use mill_skills::inputs_for_row;
use mill_tables::{DocumentKind, DrawnPage, Page, draw_page, read_document};
use tokio::sync::Semaphore;

use super::RunShape;
use crate::run::question;
use crate::{Engine, EngineError};

/// How long a person waits for a page. One that takes longer may go on for as long as it likes, in its own thread.
const PATIENCE: Duration = Duration::from_secs(20);

/// Pages drawn at once; one that never ends costs a place, and the others go on.
const AT_ONCE: usize = 3;

/// What drawn pages may take of the memory, so that going back to one is quick.
const KEPT_BYTES: usize = 48 * 1024 * 1024;

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
    /// Reads the document a row names. Blocking.
    fn of(path: Result<PathBuf, String>) -> Self {
        let path = match path {
            Ok(path) => path,
            Err(reason) => return Self::missing(String::new(), EngineError::Outside { reason }),
        };
        let name = path.file_name().unwrap_or(path.as_os_str());
        let name = name.to_string_lossy().into_owned();
        match read_document(&path) {
            Ok(document) => Self {
                name,
                kind: Some(document.kind),
                fault: document.fault(&path).map(EngineError::from),
                pages: document.pages,
            },
            Err(error) => Self::missing(name, error.into()),
        }
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

/// A drawn page by what it was drawn from; a file that changed is another one.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Wanted {
    path: PathBuf,
    changed: Option<SystemTime>,
    page: u32,
    width: u32,
    places: Vec<Range<usize>>,
}

/// Pages that were drawn, and how many are being drawn.
#[derive(Debug)]
pub(crate) struct DrawnPages {
    /// The newest last. A plain mutex: nothing is awaited under it.
    kept: Mutex<VecDeque<(Wanted, Arc<DrawnPage>)>>,
    places: Arc<Semaphore>,
}

impl Default for DrawnPages {
    fn default() -> Self {
        Self {
            kept: Mutex::default(),
            places: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }
}

impl DrawnPages {
    fn found(&self, wanted: &Wanted) -> Option<Arc<DrawnPage>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut kept = kept.iter();
        kept.find_map(|(of, page)| (of == wanted).then(|| Arc::clone(page)))
    }

    fn keep(&self, wanted: Wanted, page: Arc<DrawnPage>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((wanted, page));
        let size = |kept: &VecDeque<(Wanted, Arc<DrawnPage>)>| {
            let sizes = kept.iter().map(|(_, page)| page.picture.bytes.len());
            sizes.sum::<usize>()
        };
        while size(&kept) > KEPT_BYTES && kept.pop_front().is_some() {}
    }
}

impl Engine {
    /// The document of a row; `None`: the skill reads none, or the row names none.
    pub(super) async fn shown_document(
        &self,
        shape: &RunShape,
        cells: &[String],
    ) -> Option<ShownDocument> {
        let path = path_of(shape, cells)?;
        let read = tokio::task::spawn_blocking(move || ShownDocument::of(path));
        read.await.ok()
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
            changed: changed(&path),
            path,
            page,
            width,
            places,
        };
        if let Some(page) = self.parts.pages.found(&wanted) {
            return Ok(page);
        }
        let drawn = tokio::time::timeout(PATIENCE, self.drawn(wanted.clone())).await;
        let drawn = drawn.unwrap_or(Err(EngineError::PageTooLong { page }))?;
        self.parts.pages.keep(wanted, Arc::clone(&drawn));
        Ok(drawn)
    }

    async fn drawn(&self, wanted: Wanted) -> Result<Arc<DrawnPage>, EngineError> {
        let too_long = EngineError::PageTooLong { page: wanted.page };
        let Ok(place) = Arc::clone(&self.parts.pages.places).acquire_owned().await else {
            return Err(too_long);
        };
        let drawn = tokio::task::spawn_blocking(move || {
            // The place goes with the thread: one that nobody waits for any more still has it.
            let _place = place;
            draw_page(&wanted.path, wanted.page, wanted.width, &wanted.places)
        });
        Ok(Arc::new(drawn.await.map_err(|_| too_long)??))
    }
}

/// The file a row names; `None`: the skill reads none, or the row names none. Its error says why it must not be read.
fn path_of(shape: &RunShape, cells: &[String]) -> Option<Result<PathBuf, String>> {
    let inputs = inputs_for_row(&shape.map, cells).record;
    question::source_path(&shape.skill, &inputs, shape.folder.as_deref())
}

fn changed(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path)
        .and_then(|facts| facts.modified())
        .ok()
}
