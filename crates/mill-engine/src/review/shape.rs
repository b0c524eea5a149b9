//! A run's skill and columns, for everything that shows its rows.

use mill_domain::RunId;
use mill_skills::{ColumnMap, Skill, SkillSource};

use crate::prepare::{column_map, for_columns};
use crate::{Engine, EngineError, Mapping};

/// A run's skill and columns, for everything that shows its rows.
#[derive(Debug)]
pub struct RunShape {
    /// The skill as the run used it.
    pub skill: Skill,
    /// Column names.
    pub columns: Vec<String>,
    /// Which columns feed which input.
    pub map: ColumnMap,
    /// The folder that paths are relative to.
    pub folder: Option<String>,
}

impl RunShape {
    /// Positions of the columns the skill reads, each once, in order.
    pub fn used(&self) -> Vec<usize> {
        let mut used: Vec<usize> = self
            .map
            .inputs
            .iter()
            .flat_map(|input| input.columns.iter().copied())
            .collect();
        used.sort_unstable();
        used.dedup();
        used
    }

    /// What tells a row: the cells the skill reads, as one line.
    pub fn label(&self, cells: &[String]) -> String {
        let used = self.used();
        let texts: Vec<&str> = used
            .iter()
            .filter_map(|at| cells.get(*at))
            .map(|cell| cell.trim())
            .filter(|cell| !cell.is_empty())
            .collect();
        texts.join(" · ")
    }
}

impl Engine {
    /// A run's skill and columns.
    /// # Errors
    /// [`EngineError::Store`] if there is no such run.
    pub async fn run_shape(&self, run: RunId) -> Result<RunShape, EngineError> {
        let row = self.store().run(run).await?;
        let skill = Skill::from_source(serde_json::from_str::<SkillSource>(&row.skill_source)?)?;
        let skill = for_columns(skill, &row.columns);
        let mapping: Mapping = serde_json::from_str(&row.mapping)?;
        let map = column_map(&skill.inputs, &row.columns, &mapping)?;
        Ok(RunShape {
            skill,
            columns: row.columns,
            map,
            folder: row.source_folder,
        })
    }
}
