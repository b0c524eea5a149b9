//! A job's documents: files laid beside the rows of its list.

use std::path::PathBuf;

use mill_domain::JobId;

use super::blocking;
use crate::task_list::document_input;
use crate::{Engine, EngineError, FileChoices, FilesBeside, TaskList, lay_beside, with_files};

impl Engine {
    /// Looks at which of the files would go to which row of a job's list. Changes nothing.
    /// # Errors
    /// [`EngineError::NoTasks`] without a task list, [`EngineError::NoFileInput`] if the skill reads no document,
    /// [`EngineError::BadValue`] for a column the list has not.
    pub async fn match_job_files(
        &self,
        id: JobId,
        paths: Vec<PathBuf>,
        column: Option<String>,
    ) -> Result<(TaskList, FilesBeside), EngineError> {
        let job = self.job(id).await?;
        document_input(&job.skill?)?;
        let about = job.table.ok_or(EngineError::NoTasks {
            source_name: job.row.name,
        })?;
        let list = TaskList {
            about,
            rows: self.job_rows(id).await?,
        };
        blocking(move || {
            let beside = lay_beside(&list, &paths, column.as_deref())?;
            Ok((list, beside))
        })
        .await
    }

    /// Gives a job's rows their files: the list gets a column that names them, and the skill's document input reads it.
    /// # Errors
    /// As [`Engine::match_job_files`]; [`EngineError::NoFileMatch`] if no row gets a file. The list stays then.
    pub async fn set_job_documents(
        &self,
        id: JobId,
        paths: Vec<PathBuf>,
        column: Option<String>,
        choices: FileChoices,
    ) -> Result<(), EngineError> {
        let skill = self.job(id).await?.skill?;
        let input = document_input(&skill)?;
        let names = [input.name.to_string(), input.label.clone()];
        let (list, beside) = self.match_job_files(id, paths, column).await?;
        let matched = blocking(move || with_files(list, &skill, &beside, &choices)).await?;
        let pair = matched.pair;
        self.set_job_list(id, matched.list).await?;
        let mut pairs = self.job(id).await?.mapping.pairs;
        pairs.retain(|(input, _)| !names.contains(input));
        pairs.push(pair);
        let change = crate::MappingChange {
            pairs: Some(pairs),
            ..crate::MappingChange::default()
        };
        self.change_job(id, mill_store::JobChange::default(), change)
            .await
    }
}
