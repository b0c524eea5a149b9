//! A run that asks several models about the same rows: which of them a task is for.

use std::sync::Arc;

use mill_domain::{ModelRef, TaskNumber};
use mill_store::RunRow;

use super::LiveRun;
use super::drive::Work;
use crate::{Engine, EngineError};

impl Engine {
    /// The work of each further verifier of a run that asks for second opinions; empty for every other run.
    pub(super) async fn gather_panel(
        &self,
        row: &RunRow,
        main: &Work,
        live: &Arc<LiveRun>,
    ) -> Result<Vec<Arc<Work>>, EngineError> {
        if row.verifies.is_none() {
            return Ok(Vec::new());
        }
        let verification = self.store().verification(row.id).await?;
        let models = verification.map(|asked| asked.models).unwrap_or_default();
        let mut panel = Vec::new();
        for model in models.iter().skip(1) {
            let model: ModelRef = model.parse()?;
            let same_provider = model.provider() == main.model.provider();
            let other = RunRow {
                model: model.to_string(),
                key: row.key.clone().filter(|_| same_provider),
                endpoint: main
                    .ways
                    .endpoint_of(&model)
                    .map_or_else(|| row.endpoint.clone(), |own| Some(own.to_owned())),
                ..row.clone()
            };
            let mut work = self.gather(other, Arc::clone(live)).await?;
            work.no_room = Arc::clone(&main.no_room);
            work.fence.clone_from(&main.fence);
            panel.push(Arc::new(work));
        }
        Ok(panel)
    }
}

impl Work {
    /// Who is asked about a task first: the tasks of a row follow each other, one for each verifier.
    pub(super) fn panelist(&self, task: TaskNumber) -> &Self {
        let place = task.0.saturating_sub(1) as usize % (self.panel.len() + 1);
        match place.checked_sub(1).and_then(|at| self.panel.get(at)) {
            Some(work) => work,
            None => self,
        }
    }
}
