//! Which skills were used, without reading the runs themselves.

use mill_domain::RunId;

use super::id_of;
use crate::{Store, StoreError};

/// Runs of one version of one skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillUse {
    /// The skill's name.
    pub skill_name: String,
    /// The hash of its files.
    pub skill_hash: String,
    /// How many runs used it.
    pub runs: u64,
}

impl Store {
    /// Runs by skill and version, in no order.
    /// # Errors
    /// [`StoreError`] if they cannot be read.
    pub async fn skill_uses(&self) -> Result<Vec<SkillUse>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT skill_name AS "skill_name!: String", skill_hash AS "skill_hash!: String", count(*) AS "runs!: i64"
             FROM run GROUP BY skill_name, skill_hash"#
        )
        .fetch_all(self.readers())
        .await?;
        let uses = rows.into_iter().map(|row| SkillUse {
            skill_name: row.skill_name,
            skill_hash: row.skill_hash,
            runs: row.runs.unsigned_abs(),
        });
        Ok(uses.collect())
    }

    /// The run of a skill that was started last; `None`: it was never used.
    /// # Errors
    /// [`StoreError`] if it cannot be read.
    pub async fn latest_run_of(&self, skill_name: &str) -> Result<Option<RunId>, StoreError> {
        let id = sqlx::query_scalar!(
            r#"SELECT id AS "id!: String" FROM run WHERE skill_name = ? ORDER BY started_at DESC, id DESC LIMIT 1"#,
            skill_name
        )
        .fetch_optional(self.readers())
        .await?;
        id.as_deref().map(id_of).transpose()
    }
}
