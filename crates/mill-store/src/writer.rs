//! The one writer: every waiting write goes into one transaction, and each is answered after the commit.

mod commit;
mod pending;

use std::sync::Arc;
use std::thread::JoinHandle;

use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::{Mutex, mpsc, oneshot};

use crate::StoreError;
use crate::spare::SpareRoom;
use crate::table::ledger::CallStep;
use commit::{Calm, commit_all, refuse_beginnings};
use pending::{Close, Pending, PendingStep, Write};

pub(crate) use pending::Then;

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

    /// Puts a begin or an end of a call into the queue and returns: what is asked for later is written later. The receiver
    /// answers when it is on disk, or why it is not. Steps that wait together are written together.
    pub(crate) async fn queue_step(&self, step: CallStep) -> Result<Answered<()>, StoreError> {
        let (answer, answered) = oneshot::channel();
        // The asker may have been cancelled; the write is done all the same.
        let then: Then = Box::new(move |stored| drop(answer.send(stored)));
        self.queue_step_then(step, then).await?;
        Ok(answered)
    }

    /// The same, with what follows on the writer's thread instead of somebody who waits.
    pub(crate) async fn queue_step_then(
        &self,
        step: CallStep,
        then: Then,
    ) -> Result<(), StoreError> {
        self.put(Box::new(PendingStep { step, then })).await
    }

    async fn send<T, F>(&self, apply: F, is_ending: bool) -> Result<T, StoreError>
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
        self.put(Box::new(pending)).await?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    async fn put(&self, write: Box<dyn Write>) -> Result<(), StoreError> {
        self.queue.send(write).await.map_err(|_| StoreError::Closed)
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
        commit_all(&mut connection, &mut group, (&mut calm, &mut spare)).await;
        if closing {
            break;
        }
    }
    if let Err(error) = connection.close().await {
        tracing::warn!(error = %error, "the database did not close cleanly");
    }
}
