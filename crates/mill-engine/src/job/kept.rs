//! The rows of the job that was looked at last. A list of ten thousand rows is read and decided once, not for every page,
//! search and order a person looks at.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use mill_domain::{JobId, Timestamp};

use super::{JobDetail, JobTable};

/// The table that was laid out last, and how often any job changed since the program began.
#[derive(Debug, Default)]
pub(crate) struct KeptTable {
    /// A plain mutex: nothing is awaited under it.
    last: Mutex<Option<(TableKey, Arc<JobTable>)>>,
    turn: AtomicU64,
}

/// All that who decides a row depends on; a table is good while it is the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TableKey {
    job: JobId,
    /// Changes of jobs by this program, counted before the job was read.
    turn: u64,
    /// Last change by any program.
    saved_at: Timestamp,
    /// The skill's files.
    skill: String,
}

impl TableKey {
    /// Of a job as it was read after `turn`; `None`: its skill cannot be read, so nobody decides.
    pub(super) fn of(turn: u64, job: &JobDetail) -> Option<Self> {
        let skill = job.skill.as_ref().ok()?;
        Some(Self {
            job: job.row.id,
            turn,
            saved_at: job.row.saved_at,
            skill: skill.content_hash.clone(),
        })
    }
}

impl KeptTable {
    /// Says that a job has changed.
    pub(crate) fn turn(&self) {
        self.turn.fetch_add(1, Ordering::SeqCst);
    }

    /// How often jobs changed so far.
    pub(super) fn now(&self) -> u64 {
        self.turn.load(Ordering::SeqCst)
    }

    /// The table of this key, if it is the one kept.
    pub(super) fn get(&self, key: &TableKey) -> Option<Arc<JobTable>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let (kept, table) = last.as_ref()?;
        (kept == key).then(|| Arc::clone(table))
    }

    /// Keeps this table in place of the one before.
    pub(super) fn keep(&self, key: TableKey, table: Arc<JobTable>) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((key, table));
    }
}
