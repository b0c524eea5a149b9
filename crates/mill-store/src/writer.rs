//! The one writer: every waiting write goes into one transaction, and each is answered after the commit.

use std::sync::Arc;
use std::thread::JoinHandle;

use futures::future::LocalBoxFuture;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Executor};
use tokio::sync::{Mutex, mpsc, oneshot};

use crate::StoreError;
use crate::spare::SpareRoom;

/// Writes that may wait; askers beyond it wait in turn. Several times the largest pool of agents.
const QUEUE: usize = 1024;

/// Writes in one transaction at most, so that a reader's snapshot never falls far behind.
const GROUP: usize = 512;

/// Sends writes to the thread that owns the connection. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Writer {
    queue: mpsc::Sender<Box<dyn Write>>,
    // Held only to take the handle out while closing; nothing is awaited under it by anyone else.
    thread: Arc<Mutex<Option<JoinHandle<()>>>>,
}

/// The answer to a write that waits in the queue.
pub(crate) type Answered<T> = oneshot::Receiver<Result<T, StoreError>>;

trait Write: Send {
    fn apply<'c>(
        &'c mut self,
        connection: &'c mut SqliteConnection,
    ) -> LocalBoxFuture<'c, Result<(), StoreError>>;
    fn answer(self: Box<Self>, failure: Option<StoreError>);
    /// Whether it stores how something ended: such a write goes on when the disk is full.
    fn is_ending(&self) -> bool;
    fn is_last(&self) -> bool {
        false
    }
}

struct Pending<T, F> {
    apply: F,
    is_ending: bool,
    value: Option<T>,
    answer: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Write for Pending<T, F>
where
    T: Send,
    F: AsyncFn(&mut SqliteConnection) -> Result<T, StoreError> + Send,
{
    fn apply<'c>(
        &'c mut self,
        connection: &'c mut SqliteConnection,
    ) -> LocalBoxFuture<'c, Result<(), StoreError>> {
        Box::pin(async move {
            self.value = Some((self.apply)(connection).await?);
            Ok(())
        })
    }

    fn answer(self: Box<Self>, failure: Option<StoreError>) {
        let outcome = match (failure, self.value) {
            (None, Some(value)) => Ok(value),
            (None, None) => Err(StoreError::Closed),
            (Some(failure), _) => Err(failure),
        };
        // The asker may have been cancelled; the write is done all the same.
        drop(self.answer.send(outcome));
    }

    fn is_ending(&self) -> bool {
        self.is_ending
    }
}

struct Close(oneshot::Sender<()>);

impl Write for Close {
    fn apply<'c>(
        &'c mut self,
        _connection: &'c mut SqliteConnection,
    ) -> LocalBoxFuture<'c, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }

    fn answer(self: Box<Self>, _failure: Option<StoreError>) {
        self.0.send(()).ok();
    }

    fn is_ending(&self) -> bool {
        true
    }

    fn is_last(&self) -> bool {
        true
    }
}

impl Writer {
    /// Starts the thread that opens the connection with `connect` and owns it from then on.
    ///
    /// A thread of its own with a runtime of its own: a commit waits for the disk, and no agent should wait behind it.
    /// # Errors
    /// What `connect` says, or that the thread could not be started.
    pub(crate) async fn start<F>(connect: F, spare: SpareRoom) -> Result<Self, StoreError>
    where
        F: AsyncFnOnce() -> Result<SqliteConnection, StoreError> + Send + 'static,
    {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let (opened, is_open) = oneshot::channel();
        let thread = std::thread::Builder::new()
            .name("mill-store writer".to_owned())
            .spawn(move || {
                match tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build()
                {
                    Ok(runtime) => runtime.block_on(async {
                        match connect().await {
                            Ok(connection) => {
                                drop(opened.send(Ok(())));
                                own(connection, waiting, spare).await;
                            }
                            Err(error) => drop(opened.send(Err(error))),
                        }
                    }),
                    Err(error) => drop(opened.send(Err(StoreError::Database(error.into())))),
                }
            });
        let thread = thread.map_err(|error| StoreError::Database(error.into()))?;
        is_open.await.map_err(|_| StoreError::Closed)??;
        Ok(Self {
            queue,
            thread: Arc::new(Mutex::new(Some(thread))),
        })
    }

    /// Runs a write and answers when it is on disk.
    ///
    /// `apply` may run twice if its group cannot be committed, so it must build its effect from its own captures.
    pub(crate) async fn write<T, F>(&self, apply: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: AsyncFn(&mut SqliteConnection) -> Result<T, StoreError> + Send + 'static,
    {
        self.send(apply, false).await
    }

    /// The same for how something ended: a paid answer, a run's pause. On a full disk it takes the [`SpareRoom`].
    pub(crate) async fn write_ending<T, F>(&self, apply: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: AsyncFn(&mut SqliteConnection) -> Result<T, StoreError> + Send + 'static,
    {
        self.send(apply, true).await
    }

    /// Puts an ending into the queue and returns: what is asked for later is written later. The receiver answers when it is
    /// on disk, or why it is not.
    pub(crate) async fn queue_ending<T, F>(&self, apply: F) -> Result<Answered<T>, StoreError>
    where
        T: Send + 'static,
        F: AsyncFn(&mut SqliteConnection) -> Result<T, StoreError> + Send + 'static,
    {
        self.queue(apply, true).await
    }

    async fn send<T, F>(&self, apply: F, is_ending: bool) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: AsyncFn(&mut SqliteConnection) -> Result<T, StoreError> + Send + 'static,
    {
        let answered = self.queue(apply, is_ending).await?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    async fn queue<T, F>(&self, apply: F, is_ending: bool) -> Result<Answered<T>, StoreError>
    where
        T: Send + 'static,
        F: AsyncFn(&mut SqliteConnection) -> Result<T, StoreError> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let pending = Pending {
            apply,
            is_ending,
            value: None,
            answer,
        };
        self.queue
            .send(Box::new(pending))
            .await
            .map_err(|_| StoreError::Closed)?;
        Ok(answered)
    }

    /// Waits for everything that was asked for, then ends the thread.
    pub(crate) async fn close(&self) {
        let (answer, answered) = oneshot::channel();
        if self.queue.send(Box::new(Close(answer))).await.is_ok() {
            drop(answered.await);
        }
        if let Some(thread) = self.thread.lock().await.take() {
            drop(tokio::task::spawn_blocking(move || thread.join()).await);
        }
    }
}

async fn own(
    mut connection: SqliteConnection,
    mut waiting: mpsc::Receiver<Box<dyn Write>>,
    mut spare: SpareRoom,
) {
    let mut group = Vec::with_capacity(GROUP);
    let mut calm = Calm::default();
    while waiting.recv_many(&mut group, GROUP).await > 0 {
        let closing = group.iter().any(|write| write.is_last());
        if !spare.refill() {
            refuse_beginnings(&mut group);
        }
        if calm.lasts() && group.len() > 1 && commit_plainly(&mut connection, &mut group).await {
            group.drain(..).for_each(|write| write.answer(None));
        } else {
            calm.note(commit_group(&mut connection, &mut group, &mut spare).await);
        }
        if closing {
            break;
        }
    }
    if let Err(error) = connection.close().await {
        tracing::warn!(error = %error, "the database did not close cleanly");
    }
}

/// Whether writes have succeeded lately.
#[derive(Debug, Default)]
struct Calm {
    /// Groups still to be written with a way back for each write.
    careful: u32,
}

impl Calm {
    /// Groups that are written carefully after a write failed: where one is refused, more will be.
    const AFTER_TROUBLE: u32 = 32;

    const fn lasts(&self) -> bool {
        self.careful == 0
    }

    const fn note(&mut self, all_good: bool) {
        self.careful = if all_good {
            self.careful.saturating_sub(1)
        } else {
            Self::AFTER_TROUBLE
        };
    }
}

/// Commits all of `group` without a way back for each write: two statements fewer for each. False: nothing was done.
async fn commit_plainly(connection: &mut SqliteConnection, group: &mut [Box<dyn Write>]) -> bool {
    let outcome = async {
        connection.execute("BEGIN IMMEDIATE").await?;
        for write in group {
            write.apply(connection).await?;
        }
        connection.execute("COMMIT").await.map_err(StoreError::from)
    };
    let good = outcome.await.is_ok();
    if !good {
        drop(connection.execute("ROLLBACK").await);
    }
    good
}

/// The disk is full: nothing new is begun, so that the room that is left is there for what is under way.
fn refuse_beginnings(group: &mut Vec<Box<dyn Write>>) {
    for write in group.extract_if(.., |write| !write.is_ending()) {
        write.answer(Some(StoreError::DiskFull));
    }
}

/// Commits all of `group` together. A write that fails takes back only itself: refusals are daily business at a full
/// budget, and their neighbours should not each wait for the disk because of them. Each alone if the whole fails. True if
/// no write failed.
async fn commit_group(
    connection: &mut SqliteConnection,
    group: &mut Vec<Box<dyn Write>>,
    spare: &mut SpareRoom,
) -> bool {
    let mut all_good = true;
    if group.len() > 1
        && let Ok(failures) = commit_together(connection, group).await
    {
        for (write, failure) in group.drain(..).zip(failures) {
            all_good &= failure.is_none();
            write.answer(failure);
        }
        return all_good;
    }
    for mut write in group.drain(..) {
        let mut failure = commit(connection, &mut write).await.err();
        if matches!(failure, Some(StoreError::DiskFull)) && write.is_ending() && spare.give_up() {
            failure = commit(connection, &mut write).await.err();
        }
        all_good &= failure.is_none();
        write.answer(failure);
    }
    all_good
}

/// What failed of each write, in order; the others are on disk.
async fn commit_together(
    connection: &mut SqliteConnection,
    group: &mut [Box<dyn Write>],
) -> Result<Vec<Option<StoreError>>, StoreError> {
    connection.execute("BEGIN IMMEDIATE").await?;
    let outcome = apply_each(connection, group).await;
    let outcome = match outcome {
        Ok(failures) => {
            let committed = connection.execute("COMMIT").await;
            committed.map(|_| failures).map_err(StoreError::from)
        }
        Err(error) => Err(error),
    };
    if outcome.is_err() {
        drop(connection.execute("ROLLBACK").await);
    }
    outcome
}

async fn apply_each(
    connection: &mut SqliteConnection,
    group: &mut [Box<dyn Write>],
) -> Result<Vec<Option<StoreError>>, StoreError> {
    let mut failures = Vec::with_capacity(group.len());
    for write in group {
        connection.execute("SAVEPOINT one").await?;
        let failure = write.apply(connection).await.err();
        if let Some(StoreError::DiskFull) = failure {
            // Each tries alone, endings with the spare room.
            return Err(StoreError::DiskFull);
        }
        if failure.is_some() {
            // Fails if SQLite has rolled back everything already (a full disk): then each tries alone.
            connection.execute("ROLLBACK TO one").await?;
        }
        connection.execute("RELEASE one").await?;
        failures.push(failure);
    }
    Ok(failures)
}

async fn commit(
    connection: &mut SqliteConnection,
    write: &mut Box<dyn Write>,
) -> Result<(), StoreError> {
    connection.execute("BEGIN IMMEDIATE").await?;
    let mut outcome = write.apply(connection).await;
    if outcome.is_ok() {
        outcome = connection
            .execute("COMMIT")
            .await
            .map(drop)
            .map_err(StoreError::from);
    }
    if outcome.is_err() {
        // After some failures (a full disk) SQLite has already rolled back and says there is no transaction.
        drop(connection.execute("ROLLBACK").await);
    }
    outcome
}
