//! Marks a person leaves on rows while they go through a run: flags, and rows left for later.

use mill_domain::{RunId, TaskNumber};

use crate::{Engine, EngineError};

/// Characters of the note of a flag at most.
const FLAG_CHARS: usize = 500;

impl Engine {
    /// Sets or takes away the flag of a row. `flag` is what to remember about it, "" for no words; `None` takes it away.
    /// # Errors
    /// [`EngineError::Store`] if there is no such task, [`EngineError::BadValue`] for a note that is too long.
    pub async fn set_flag(
        &self,
        run: RunId,
        task: TaskNumber,
        flag: Option<&str>,
    ) -> Result<(), EngineError> {
        let note = flag.map(|note| note.trim().to_owned());
        if let Some(long) = note
            .as_ref()
            .filter(|note| note.chars().count() > FLAG_CHARS)
        {
            return Err(EngineError::BadValue {
                what: "note",
                value: long.chars().take(60).collect(),
                expected: format!("write up to {FLAG_CHARS} characters"),
            });
        }
        self.store().task(run, task).await?;
        self.store().set_flag(run, task, note, self.now()).await?;
        let tags = vec![format!("review:{run}"), format!("item:{run}:{task}")];
        self.publish(crate::EngineEvent::Stale(tags));
        Ok(())
    }

    /// Remembers that a person left a row for later: it stays open, and undo comes back to it.
    /// # Errors
    /// [`EngineError::Store`] if there is no such task.
    pub async fn skip_row(&self, run: RunId, task: TaskNumber) -> Result<(), EngineError> {
        self.store().task(run, task).await?;
        Ok(self.store().skip_task(run, task, self.now()).await?)
    }
}
