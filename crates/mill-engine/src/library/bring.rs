//! Skills taken into the library and given out of it. Nothing in a skill is ever run for it.

use std::path::{Path, PathBuf};

use mill_skills::{Skill, SkillError};

use super::pack::{copy_tree, pack, skill_root};
use super::unpack::unpack;
use super::{SkillId, name_of};
use crate::{Engine, EngineError};

/// Where other programs keep skills of a project or a person, below a folder.
const SKILL_HOMES: [&str; 2] = [".agents/skills", ".claude/skills"];

/// A skill folder of another program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundSkill {
    /// Its folder.
    pub path: PathBuf,
    /// Its name, or the folder's if it cannot be read.
    pub name: String,
    /// What it is for; "" if it cannot be read.
    pub description: String,
    /// Why it cannot be read; `None` if it can.
    pub problem: Option<String>,
    /// True if it holds scripts. They are kept and never run.
    pub scripts: bool,
}

impl Engine {
    /// Takes a skill folder or a zip of one into the library, as the newest version of the skill of its name. Runs keep
    /// the version they were started with.
    /// # Errors
    /// [`EngineError::Skill`] if it is no skill, [`EngineError::Home`] if it cannot be copied,
    /// [`EngineError::Table`] for an archive that is damaged, [`EngineError::ArchiveRefused`] for one that holds what must
    /// not be unpacked.
    pub fn import_skill(&self, path: &Path) -> Result<SkillId, EngineError> {
        let unpacked;
        let folder = if path.is_dir() {
            path.to_owned()
        } else {
            unpacked = tempfile::tempdir().map_err(|source| EngineError::Home {
                path: std::env::temp_dir(),
                source,
            })?;
            unpack(path, unpacked.path())?;
            skill_root(unpacked.path()).ok_or_else(|| SkillError::NotASkill {
                folder: path.display().to_string(),
            })?
        };
        let id = SkillId(Skill::read(&folder)?.name);
        let fresh = self.fresh_folder()?;
        copy_tree(&folder, fresh.path()).map_err(|source| EngineError::Home {
            path: folder.clone(),
            source,
        })?;
        self.put_version(&id, fresh)?;
        Ok(id)
    }

    /// Writes a skill with all its files to `out`: as a zip if its name ends so, else as a folder of the skill's name
    /// in it.
    /// # Errors
    /// [`EngineError::UnknownSkill`] if there is none, [`EngineError::Home`] if it cannot be written.
    pub fn export_skill(&self, id: &SkillId, out: &Path) -> Result<PathBuf, EngineError> {
        let folder = self.skill_folder(id)?;
        let name = Skill::read(&folder)?.name;
        let is_zip = out
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("zip"));
        let (target, written) = if is_zip {
            (out.to_owned(), pack(&folder, &name, out))
        } else {
            let target = out.join(&name);
            let written = if target.exists() {
                Err(std::io::Error::from(std::io::ErrorKind::AlreadyExists))
            } else {
                copy_tree(&folder, &target)
            };
            (target, written)
        };
        written.map_err(|source| EngineError::Home {
            path: target.clone(),
            source,
        })?;
        Ok(target)
    }

    /// The skills other programs keep below a folder, in `.agents/skills` and `.claude/skills`, or in the folder
    /// itself. Looks only; nothing is taken in.
    pub fn find_skills(&self, folder: &Path) -> Vec<FoundSkill> {
        let homes = SKILL_HOMES.iter().map(|home| folder.join(home));
        let mut found: Vec<FoundSkill> = homes
            .chain([folder.to_owned()])
            .filter_map(|home| std::fs::read_dir(home).ok())
            .flatten()
            .filter_map(Result::ok)
            .map(|entry| entry.path())
            .filter(|path| path.join("SKILL.md").is_file())
            .map(found_skill)
            .collect();
        found.sort_by(|one, other| one.name.cmp(&other.name));
        found
    }
}

fn found_skill(path: PathBuf) -> FoundSkill {
    let scripts = path.join("scripts").is_dir();
    let (name, description, problem) = match Skill::read(&path) {
        Ok(skill) => (skill.name, skill.description, None),
        Err(error) => (name_of(&path), String::new(), Some(error.to_string())),
    };
    FoundSkill {
        path,
        name,
        description,
        problem,
        scripts,
    }
}
