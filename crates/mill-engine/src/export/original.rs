//! Results in a copy of the workbook that the rows came from.

use std::fs;

use mill_domain::RunId;
use mill_tables::{CopyPlan, Original, ReadOptions, plan_copy};
use thiserror::Error;

use super::{ExportLanguage, words};
use crate::job::blocking;
use crate::task_list::{OriginalFile, sha256_of_bytes};
use crate::{Engine, EngineError};

/// Whether results can go into a copy of the workbook they came from.
#[derive(Debug)]
pub struct OriginalCopy {
    /// The original's name; `None`: the rows came from something else.
    pub name: Option<String>,
    /// What the copy would be, or why there can be none.
    pub plan: Result<CopyPlan, EngineError>,
}

/// Why there is nothing to copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum OriginalFault {
    /// The rows were pasted, come from a list of files, or the run is older than originals are remembered.
    #[error("the rows of this run did not come from a workbook")]
    Unknown,
    /// It came from text.
    #[error("it is text, not a workbook")]
    Text,
    /// It came from a workbook of another kind, which we read and do not write.
    #[error("it is a workbook of a kind that Stampmill reads and does not write")]
    Kind,
    /// It is not where it was.
    #[error("it is not there any more")]
    Gone,
    /// It is another file than it was.
    #[error("it was changed after it was imported")]
    Changed,
}

impl OriginalFault {
    /// A fixed word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Text => "text",
            Self::Kind => "kind",
            Self::Gone => "gone",
            Self::Changed => "changed",
        }
    }

    /// What to do next.
    pub(crate) const fn hint(self) -> &'static str {
        match self {
            Self::Unknown => "Export a workbook of its own.",
            Self::Text => {
                "Export it as .csv: that keeps the columns to the letter with the results beside them."
            }
            Self::Kind => {
                "Save it as .xlsx in your spreadsheet program and import that, or export a workbook of its own."
            }
            Self::Gone => "Put it back where it was, or export a workbook of its own.",
            Self::Changed => {
                "Put the version back that was imported, or export a workbook of its own: rows could be mixed up."
            }
        }
    }
}

impl Engine {
    /// Whether results of a run can go into a copy of the workbook they came from, and what a person should know before.
    /// Writes nothing.
    /// # Errors
    /// [`EngineError::Store`] if there is no such run.
    pub async fn original_copy(&self, run: RunId) -> Result<OriginalCopy, EngineError> {
        self.store().run(run).await?;
        let original = match self.original_file(run).await {
            Ok(original) => original,
            Err(error) => {
                let name = match &error {
                    EngineError::Original { name, .. } if !name.is_empty() => Some(name.clone()),
                    _ => None,
                };
                return Ok(OriginalCopy {
                    name,
                    plan: Err(error),
                });
            }
        };
        let language = ExportLanguage::English;
        let gathered = self.gather_export(run, language).await?;
        let name = Some(original.name());
        let plan = blocking(move || {
            let bytes = original.unchanged_bytes()?;
            let read = original.options();
            let original = original.as_read(&bytes, &read);
            Ok(plan_copy(&original, &gathered.export(), &words(language))?)
        });
        Ok(OriginalCopy {
            name,
            plan: plan.await,
        })
    }

    /// The workbook a run's rows came from.
    pub(super) async fn original_file(&self, run: RunId) -> Result<OriginalFile, EngineError> {
        let Some(file) = self.store().original(run).await? else {
            return Err(EngineError::Original {
                name: String::new(),
                fault: OriginalFault::Unknown,
            });
        };
        let original: OriginalFile = serde_json::from_str(&file)?;
        match original.kind.as_str() {
            "xlsx" => Ok(original),
            "csv" => Err(original.fault(OriginalFault::Text)),
            _ => Err(original.fault(OriginalFault::Kind)),
        }
    }
}

impl OriginalFile {
    fn fault(&self, fault: OriginalFault) -> EngineError {
        EngineError::Original {
            name: self.name(),
            fault,
        }
    }

    /// Its bytes, if they are still those that were imported.
    pub(super) fn unchanged_bytes(&self) -> Result<Vec<u8>, EngineError> {
        let bytes = fs::read(&self.path).map_err(|_| self.fault(OriginalFault::Gone))?;
        if sha256_of_bytes(&bytes) == self.sha256 {
            Ok(bytes)
        } else {
            Err(self.fault(OriginalFault::Changed))
        }
    }

    pub(super) fn as_read<'a>(&'a self, bytes: &'a [u8], options: &'a ReadOptions) -> Original<'a> {
        Original {
            path: &self.path,
            bytes,
            options,
        }
    }
}
