//! One process at a time works on a run.

use std::fs::{File, TryLockError};
use std::path::Path;

use mill_domain::RunId;

use crate::EngineError;

/// Held while a run is at work; the system frees it when the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct RunLock {
    _file: File,
}

impl RunLock {
    /// Takes the lock of a run.
    pub(crate) fn take(home: &Path, run: RunId) -> Result<Self, EngineError> {
        let folder = home.join("locks");
        let wrong = |source| EngineError::Home {
            path: folder.clone(),
            source,
        };
        std::fs::create_dir_all(&folder).map_err(wrong)?;
        let path = folder.join(format!("{run}.lock"));
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)
            .map_err(wrong)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(EngineError::RunElsewhere { run }),
            Err(TryLockError::Error(source)) => Err(wrong(source)),
        }
    }
}
