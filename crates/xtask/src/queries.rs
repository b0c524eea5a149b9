//! The data by which checked queries are compiled without a database: `.sqlx/`, one file a query.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, SqlSafeStr as _,
    SqliteConnection,
};
use tokio::runtime::Builder;

/// Where the data lives, from the root.
pub(crate) const FOLDER: &str = ".sqlx";
/// The migrations the queries are checked against, from the root.
pub(crate) const MIGRATIONS: &str = "crates/mill-store/migrations";
/// The crate whose macros write the data; its first file is touched so that they run again.
const CRATE: &str = "crates/mill-store/src/lib.rs";

/// Writes `.sqlx` anew and returns its path.
///
/// # Errors
/// If the migrations do not run, or a query does not fit them.
#[expect(
    clippy::disallowed_methods,
    reason = "a chore has no clock to be given; the time only marks a file as changed"
)]
pub(crate) fn write(root: &Path) -> Result<PathBuf> {
    let scratch = tempfile::tempdir_in(root)?;
    let database = scratch.path().join("queries.db");
    block_on(async {
        let file = SqliteConnectOptions::new()
            .filename(&database)
            .create_if_missing(true);
        let mut connection = file.connect().await?;
        migrate(&mut connection, root).await?;
        Ok(connection.close().await?)
    })?;
    let written = scratch.path().join("written");
    std::fs::create_dir(&written)?;
    std::fs::File::options()
        .append(true)
        .open(root.join(CRATE))?
        .set_modified(SystemTime::now())?;
    let status = Command::new("cargo")
        .current_dir(root)
        // The room's own tests: its macros run, and no other room has to compile. Without -p, every package keeps its
        // features.
        .args(["check", "--quiet", "--test", "store"])
        .env("SQLX_OFFLINE", "false")
        .env("SQLX_OFFLINE_DIR", &written)
        .env("DATABASE_URL", format!("sqlite:{}", database.display()))
        .status()
        .context("cannot start cargo")?;
    ensure!(
        status.success(),
        "the queries do not fit the migrations; the reason is above"
    );
    let folder = root.join(FOLDER);
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::rename(&written, &folder)?;
    Ok(folder)
}

/// What the database says of a query today, as it is written in `.sqlx`; an error is what is wrong with the query.
pub(crate) fn describe_all(root: &Path, queries: &[String]) -> Result<Vec<Result<Value, String>>> {
    block_on(async {
        let mut database = SqliteConnection::connect("sqlite::memory:").await?;
        migrate(&mut database, root).await?;
        let mut described = Vec::new();
        for query in queries {
            let description = database
                .describe(AssertSqlSafe(query.clone()).into_sql_str())
                .await;
            described.push(match description {
                Ok(description) => Ok(serde_json::to_value(description)?),
                Err(error) => Err(error.to_string()),
            });
        }
        Ok(described)
    })
}

async fn migrate(database: &mut SqliteConnection, root: &Path) -> Result<()> {
    let migrations = Migrator::new(root.join(MIGRATIONS))
        .await
        .context("cannot read the migrations")?;
    migrations
        .run(database)
        .await
        .context("a migration does not run")
}

fn block_on<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(work)
}
