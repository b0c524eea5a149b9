//! How a group of writes gets onto the disk: all together where that goes well, each with a way back where it does not.

use sqlx::Executor;
use sqlx::sqlite::SqliteConnection;

use super::pending::Write;
use crate::StoreError;
use crate::spare::SpareRoom;
use crate::table::ledger::{self, CallStep, together};

/// Writes all of `group` and answers each.
pub(super) async fn commit_all(
    connection: &mut SqliteConnection,
    group: &mut Vec<Box<dyn Write>>,
    (calm, spare): (&mut Calm, &mut SpareRoom),
) {
    let is_worth_it = group.len() > 1 || group.iter().any(|write| write.step().is_some());
    let plainly = if calm.lasts() && is_worth_it {
        commit_plainly(connection, group).await
    } else {
        None
    };
    match plainly {
        Some(refused) => {
            for (write, refused) in group.drain(..).zip(refused) {
                write.answer(refused);
            }
        }
        None => calm.note(commit_group(connection, group, spare).await),
    }
}

/// Whether writes have succeeded lately.
#[derive(Debug, Default)]
pub(super) struct Calm {
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

/// Commits all of `group` without a way back for each write, and neighbouring steps of calls with few statements for all of
/// them; which step was refused. `None`: nothing was done.
async fn commit_plainly(
    connection: &mut SqliteConnection,
    group: &mut [Box<dyn Write>],
) -> Option<Vec<Option<StoreError>>> {
    let outcome = async {
        connection.execute("BEGIN IMMEDIATE").await?;
        let refused = apply_plainly(connection, group).await?;
        if refused.is_some() {
            connection.execute("COMMIT").await?;
        }
        Ok::<_, StoreError>(refused)
    };
    let refused = outcome.await.ok().flatten();
    if refused.is_none() {
        drop(connection.execute("ROLLBACK").await);
    }
    refused
}

/// Which step was refused, for each write. `None`: one of the steps is not as it should be.
async fn apply_plainly(
    connection: &mut SqliteConnection,
    group: &mut [Box<dyn Write>],
) -> Result<Option<Vec<Option<StoreError>>>, StoreError> {
    let mut refused = Vec::with_capacity(group.len());
    let mut rest = group;
    while !rest.is_empty() {
        let count = together(rest.iter().map(|write| write.step()));
        let (now, later) = rest.split_at_mut(count.max(1));
        rest = later;
        if count == 0 {
            for write in now {
                write.apply(connection).await?;
                refused.push(None);
            }
            continue;
        }
        let steps: Vec<&CallStep> = now.iter().filter_map(|write| write.step()).collect();
        match ledger::apply(connection, &steps).await? {
            Some(outcomes) => refused.extend(outcomes),
            None => return Ok(None),
        }
    }
    Ok(Some(refused))
}

/// The disk is full: nothing new is begun, so that the room that is left is there for what is under way.
pub(super) fn refuse_beginnings(group: &mut Vec<Box<dyn Write>>) {
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

#[cfg(test)]
mod tests;
