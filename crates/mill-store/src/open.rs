//! Opening the database: one writer, a few readers, migrations.

use std::path::Path;
use std::time::Duration;

use sqlx::SqlitePool;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection};

use crate::StoreError;
use crate::spare::SpareRoom;
use crate::writer::Writer;

/// Readers at once. Screens ask for a handful of things together; more would only hold memory.
const READERS: u32 = 4;

/// Pages the writer keeps in memory, in KiB: the live part of a large run, so that it is not read again for every call.
const WRITER_CACHE_KIB: u32 = 16 * 1024;

/// Pages in the log before they are moved into the database file. Most are written many times over in a run, so the more
/// wait, the fewer are moved.
const CHECKPOINT_PAGES: u32 = 4_000;

/// How long a write waits for another process before it says the database is busy.
const BUSY_TIMEOUT: Duration = Duration::from_secs(15);

/// The data folder's database. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Store {
    readers: SqlitePool,
    writer: Writer,
}

impl Store {
    /// Opens the database at `path`, making and migrating it as needed.
    /// # Errors
    /// [`StoreError::Open`] if the file cannot be opened, [`StoreError::Newer`] if a newer version wrote it.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let wrong = |source| StoreError::Open {
            path: path.to_owned(),
            source,
        };
        // FULL: a commit is on the disk, not only handed to the system, before anyone is told.
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT)
            .optimize_on_close(true, None)
            .disable_statement_logging();
        let writing = options
            .clone()
            .pragma("cache_size", format!("-{WRITER_CACHE_KIB}"))
            .pragma("wal_autocheckpoint", CHECKPOINT_PAGES.to_string());
        let file = path.to_owned();
        let connect = async move || connect_and_migrate(&writing, &file).await;
        let writer = Writer::start(connect, SpareRoom::beside(path)).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            // A file on this machine does not hang up: asking first whether it is there would double every read.
            .test_before_acquire(false)
            .connect_with(options.read_only(true).optimize_on_close(false, None))
            .await
            .map_err(wrong)?;
        Ok(Self { readers, writer })
    }

    /// Waits until every write that was asked for is on disk, then closes. Further calls fail with [`StoreError::Closed`].
    pub async fn close(&self) {
        self.writer.close().await;
        self.readers.close().await;
    }

    pub(crate) const fn readers(&self) -> &SqlitePool {
        &self.readers
    }

    pub(crate) const fn writer(&self) -> &Writer {
        &self.writer
    }
}

async fn connect_and_migrate(
    options: &SqliteConnectOptions,
    path: &Path,
) -> Result<SqliteConnection, StoreError> {
    let wrong = |source| StoreError::Open {
        path: path.to_owned(),
        source,
    };
    let mut connection = SqliteConnection::connect_with(options)
        .await
        .map_err(wrong)?;
    match sqlx::migrate!().run(&mut connection).await {
        Ok(()) => Ok(connection),
        Err(sqlx::migrate::MigrateError::VersionMissing(_)) => Err(StoreError::Newer {
            path: path.to_owned(),
        }),
        Err(sqlx::migrate::MigrateError::Execute(source)) => Err(wrong(source)),
        Err(other) => Err(wrong(sqlx::Error::Migrate(Box::new(other)))),
    }
}
