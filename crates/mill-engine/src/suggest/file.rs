//! A rules table as a file of its own, for spreadsheet programs.

use std::path::Path;

use mill_skills::{RuleSheet, Skill, SkillError};

use crate::{Engine, EngineError, SkillId};

/// Tells Excel that the file is UTF-8; readers of ours pass over it.
const MARK: &str = "\u{feff}";

impl Engine {
    /// Reads a rules table from a CSV file, for the editor; nothing is saved. Blocking.
    /// # Errors
    /// [`EngineError::Skill`] if it is no table, or no text in UTF-8.
    pub fn read_rules(&self, skill: &Skill, path: &Path) -> Result<RuleSheet, EngineError> {
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned();
        let bytes = std::fs::read(path).map_err(|source| EngineError::Home {
            path: path.to_owned(),
            source,
        })?;
        let text =
            String::from_utf8(bytes).map_err(|_| SkillError::NotText { file: name.clone() })?;
        let text = text
            .strip_prefix(MARK)
            .unwrap_or(&text)
            .replace("\r\n", "\n");
        Ok(RuleSheet::read(
            &name,
            &text,
            &skill.inputs,
            &skill.outputs,
        )?)
    }

    /// Writes a skill's rules table to a CSV file. Blocking.
    /// # Errors
    /// [`EngineError::Home`] if it cannot be written; a file that was there stays whole then.
    pub fn write_rules(&self, id: &SkillId, path: &Path) -> Result<(), EngineError> {
        let (_, sheet) = self.rules_sheet(id)?;
        let wrong = |source| EngineError::Home {
            path: path.to_owned(),
            source,
        };
        let folder = path.parent().unwrap_or(Path::new("."));
        let fresh = tempfile::NamedTempFile::new_in(folder).map_err(wrong)?;
        std::fs::write(fresh.path(), format!("{MARK}{}", sheet.text())).map_err(wrong)?;
        fresh.persist(path).map_err(|error| wrong(error.error))?;
        Ok(())
    }
}
