//! How often skills were used.

use std::collections::BTreeMap;

use mill_domain::RunId;

use super::SkillId;
use crate::{Engine, EngineError};

impl Engine {
    /// Runs by the name of their skill.
    /// # Errors
    /// [`EngineError::Store`] if they cannot be counted.
    pub async fn runs_by_skill(&self) -> Result<BTreeMap<String, u64>, EngineError> {
        let mut runs = BTreeMap::new();
        for used in self.store().skill_uses().await? {
            *runs.entry(used.skill_name).or_default() += used.runs;
        }
        Ok(runs)
    }

    /// Runs of a skill by the hash of its version.
    /// # Errors
    /// [`EngineError::Store`] if they cannot be counted.
    pub async fn runs_by_hash(&self, id: &SkillId) -> Result<BTreeMap<String, u64>, EngineError> {
        let uses = self.store().skill_uses().await?;
        let of_skill = uses
            .into_iter()
            .filter(|used| used.skill_name == id.as_str());
        Ok(of_skill.map(|used| (used.skill_hash, used.runs)).collect())
    }

    /// The run of a skill that was started last; `None`: it was never used.
    /// # Errors
    /// [`EngineError::Store`] if it cannot be read.
    pub async fn latest_run_of(&self, id: &SkillId) -> Result<Option<RunId>, EngineError> {
        Ok(self.store().latest_run_of(id.as_str()).await?)
    }
}
