//! Pages drawn for a person: a few at once, each for as long as a person waits.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mill_tables::DrawnPage;
use tokio::sync::Semaphore;

use super::Version;
use crate::EngineError;

/// How long a person waits for a page.
const PATIENCE: Duration = Duration::from_secs(20);

/// Pages drawn at once.
const AT_ONCE: usize = 3;

/// Threads that draw, at most, those whose page was given up included: nothing can end them.
const MOST_THREADS: usize = 6;

/// Pages that are remembered as given up.
const REMEMBERED: usize = 200;

/// What drawn pages may take of the memory, so that going back to one is quick.
const KEPT_BYTES: usize = 48 * 1024 * 1024;

/// A drawn page by what it was drawn from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) file: Version,
    pub(super) page: u32,
    pub(super) width: u32,
    pub(super) places: Vec<Range<usize>>,
}

/// Pages that were drawn, and how many are being drawn.
#[derive(Debug)]
pub(crate) struct DrawnPages {
    /// The newest last. Plain mutexes: nothing is awaited under them.
    kept: Mutex<VecDeque<(Wanted, Arc<DrawnPage>)>>,
    /// Pages that took too long, so that nobody waits for one twice.
    given_up: Mutex<VecDeque<(Version, u32)>>,
    places: Semaphore,
    /// Threads that draw.
    threads: Arc<AtomicUsize>,
    patience: Duration,
}

impl Default for DrawnPages {
    fn default() -> Self {
        Self::patient_for(PATIENCE)
    }
}

impl DrawnPages {
    fn patient_for(patience: Duration) -> Self {
        Self {
            kept: Mutex::default(),
            given_up: Mutex::default(),
            places: Semaphore::new(AT_ONCE),
            threads: Arc::default(),
            patience,
        }
    }

    /// A page, drawn now or before.
    /// # Errors
    /// What `draw` says; [`EngineError::PageTooLong`] if it takes too long, or did so before.
    pub(super) async fn draw(
        self: &Arc<Self>,
        wanted: Wanted,
        draw: impl FnOnce(Wanted) -> Result<DrawnPage, EngineError> + Send + 'static,
    ) -> Result<Arc<DrawnPage>, EngineError> {
        if let Some(page) = self.found(&wanted) {
            return Ok(page);
        }
        let too_long = EngineError::PageTooLong { page: wanted.page };
        if self.was_given_up(&wanted) || self.threads.load(Ordering::Relaxed) >= MOST_THREADS {
            return Err(too_long);
        }
        // A task of its own: who asked may leave, and the page still has to be finished or given up.
        let pages = Arc::clone(self);
        let drawn = tokio::spawn(async move { pages.draw_in_time(wanted, draw).await });
        drawn.await.unwrap_or(Err(too_long))
    }

    async fn draw_in_time(
        self: Arc<Self>,
        wanted: Wanted,
        draw: impl FnOnce(Wanted) -> Result<DrawnPage, EngineError> + Send + 'static,
    ) -> Result<Arc<DrawnPage>, EngineError> {
        let too_long = || EngineError::PageTooLong { page: wanted.page };
        let place = tokio::time::timeout(self.patience, self.places.acquire()).await;
        let Ok(Ok(place)) = place else {
            return Err(too_long());
        };
        let (asked, thread) = (wanted.clone(), Thread::begin(&self.threads));
        let drawing = tokio::task::spawn_blocking(move || {
            let _thread = thread;
            draw(asked)
        });
        let drawn = tokio::time::timeout(self.patience, drawing).await;
        // The place is free again whatever became of the page.
        drop(place);
        match drawn {
            Ok(Ok(drawn)) => {
                let page = Arc::new(drawn?);
                self.keep(wanted, Arc::clone(&page));
                Ok(page)
            }
            Ok(Err(_)) => Err(too_long()),
            Err(_) => {
                let error = too_long();
                self.give_up(&wanted);
                Err(error)
            }
        }
    }

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

    fn was_given_up(&self, wanted: &Wanted) -> bool {
        let given_up = self.given_up.lock().unwrap_or_else(PoisonError::into_inner);
        let mut given_up = given_up.iter();
        given_up.any(|(file, page)| *page == wanted.page && *file == wanted.file)
    }

    fn give_up(&self, wanted: &Wanted) {
        let mut given_up = self.given_up.lock().unwrap_or_else(PoisonError::into_inner);
        given_up.push_back((wanted.file.clone(), wanted.page));
        while given_up.len() > REMEMBERED {
            given_up.pop_front();
        }
    }
}

/// A thread that draws, counted for as long as it does.
struct Thread(Arc<AtomicUsize>);

impl Thread {
    fn begin(threads: &Arc<AtomicUsize>) -> Self {
        threads.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(threads))
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::mpsc;

    use mill_tables::PagePicture;

    use super::*;

    fn wanted(page: u32) -> Wanted {
        Wanted {
            file: Version {
                path: PathBuf::from("hostile.pdf"),
                changed: None,
                bytes: None,
            },
            page,
            width: 800,
            places: Vec::new(),
        }
    }

    fn drawn(wanted: &Wanted) -> DrawnPage {
        DrawnPage {
            picture: PagePicture {
                page: wanted.page,
                media_type: "image/jpeg",
                bytes: [1].into(),
            },
            width: wanted.width,
            height: 1,
            marks: Vec::new(),
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn pages_that_never_end_give_their_places_back_and_are_not_begun_again() {
        let pages = Arc::new(DrawnPages::patient_for(Duration::from_millis(100)));
        let mut ends = Vec::new();
        let endless = (1..=3).map(|page| {
            let (end, wait) = mpsc::channel::<()>();
            ends.push(end);
            pages.draw(wanted(page), move |wanted| {
                assert!(wait.recv().is_err(), "until the test ends");
                Ok(drawn(&wanted))
            })
        });
        for page in futures::future::join_all(endless).await {
            assert_eq!(page.unwrap_err().code(), "page_too_long");
        }
        let fourth = pages.draw(wanted(4), |wanted| Ok(drawn(&wanted))).await;
        assert_eq!(fourth.unwrap().picture.page, 4, "all three places are free");
        let again = pages.draw(wanted(1), |_| unreachable!("nobody waits for it twice"));
        assert_eq!(again.await.unwrap_err().code(), "page_too_long");
        assert_eq!(pages.threads.load(Ordering::Relaxed), 3);
        drop(ends);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn no_page_is_begun_while_too_many_are_still_at_it() {
        let pages = Arc::new(DrawnPages::patient_for(Duration::from_secs(5)));
        pages.threads.store(MOST_THREADS, Ordering::Relaxed);
        let refused = pages.draw(wanted(1), |wanted| Ok(drawn(&wanted))).await;
        assert_eq!(refused.unwrap_err().code(), "page_too_long");
        pages.threads.store(0, Ordering::Relaxed);
        let page = pages.draw(wanted(1), |wanted| Ok(drawn(&wanted))).await;
        assert_eq!(page.unwrap().width, 800, "it was not given up");
        let kept = pages.draw(wanted(1), |_| unreachable!("it is kept"));
        assert_eq!(kept.await.unwrap().width, 800);
    }
}
