//! Making a document: added up at once, or by a run of its own.

use mill_domain::RunId;
use mill_store::NewMerge;

use super::field::{Field, ReadRow};
use super::list::MergeKey;
use super::plan::PreparedMerge;
use super::rows::MergeInclude;
use super::table::{TableRecipe, build};
use super::{How, Recipe};
use crate::engine::new_uuid;
use crate::job::blocking;
use crate::run::{RunLock, new_run};
use crate::{Engine, EngineError};

impl Engine {
    /// Groups a run's results and adds them up, exactly and without a model, and keeps the document.
    /// # Errors
    /// [`EngineError::BadValue`] for a field that is not there or does not add up, [`EngineError::NothingToMerge`].
    pub async fn merge_table(
        &self,
        run: RunId,
        table: TableRecipe,
        include: MergeInclude,
    ) -> Result<MergeKey, EngineError> {
        let (_, shape, tasks, rows) = self.rows_to_merge(run, include).await?;
        let recipe = Recipe {
            how: How::Table(table.clone()),
            include,
            rows,
        };
        let used = recipe.rows.clone();
        let document = blocking(move || {
            let used = used.used_of(&tasks).into_iter();
            let read: Vec<ReadRow<'_>> = used
                .map(|(merged, task)| ReadRow::of(&shape, merged.row, task))
                .collect();
            build(&shape, &read, &table)
        })
        .await?;
        let merge = NewMerge {
            of_run: run,
            recipe: serde_json::to_string(&recipe)?,
            document: Some(serde_json::to_string(&document)?),
            made_by: self.settings().await?.reviewer,
        };
        let number = self.store().create_merge(merge, None, self.now()).await?;
        self.tell_merges(run);
        Ok(MergeKey { run, number })
    }

    /// Labels of everything a run's results can be grouped by, and of what adds up.
    /// # Errors
    /// [`EngineError::Store`] if there is no such run.
    pub async fn merge_fields(
        &self,
        run: RunId,
    ) -> Result<(Vec<String>, Vec<String>), EngineError> {
        let shape = self.run_shape(run).await?;
        let names = Field::names(&shape);
        let typed: Vec<String> = names
            .iter()
            .filter(|name| Field::find(&shape, name).is_ok_and(|field| field.is_amount()))
            .cloned()
            .collect();
        Ok((names, typed))
    }

    /// Stores the run that writes the document and begins in the background. It pauses, resumes and is interrupted like
    /// any run; the results it reads are left as they are.
    /// # Errors
    /// What [`Engine::check_money`] refuses; [`EngineError::Llm`] or [`EngineError::Secret`] if the provider cannot be
    /// used.
    pub async fn start_merge(
        &self,
        merge: PreparedMerge,
    ) -> Result<(MergeKey, RunId), EngineError> {
        self.check_money(&merge.prepared).await?;
        self.check_provider(&merge.prepared).await?;
        let by_run = RunId::from_uuid(new_uuid());
        // Before it is stored, so that a program that starts at this moment does not take it for interrupted.
        let lock = RunLock::take(&self.config().home, by_run)?;
        let new = NewMerge {
            of_run: merge.of_run,
            recipe: serde_json::to_string(&merge.recipe)?,
            document: None,
            made_by: self.settings().await?.reviewer,
        };
        let run = new_run(by_run, merge.prepared)?;
        let number = self
            .store()
            .create_merge(new, Some(run), self.now())
            .await?;
        self.stale(["runs", "home", "status"]);
        self.tell_merges(merge.of_run);
        self.begin_work(self.store().run(by_run).await?, lock)
            .await?;
        let key = MergeKey {
            run: merge.of_run,
            number,
        };
        Ok((key, by_run))
    }

    /// The merges of a run are other ones now.
    pub(super) fn tell_merges(&self, run: RunId) {
        self.publish(crate::EngineEvent::Stale(vec![format!("merges:{run}")]));
    }
}
