//! The skills that came with the program. They are never changed: who edits one gets a copy of their own.

use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};
use mill_skills::{Skill, SkillSource};

use super::{SkillId, name_of};
use crate::{Engine, EngineError};

static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../skills");

/// Ids of the skills that came with the program.
pub(super) fn shipped_ids() -> impl Iterator<Item = SkillId> {
    SHIPPED.dirs().map(|dir| SkillId(name_of(dir.path())))
}

/// A skill that came with the program; `None`: there is none of that id.
pub(super) fn shipped_skill(id: &SkillId) -> Option<Result<Skill, EngineError>> {
    let folder = shipped(id)?;
    let mut files = Vec::new();
    collect(folder, folder.path(), &mut files);
    Some(Skill::from_source(SkillSource::from_files(files)).map_err(EngineError::from))
}

/// Writes every file of a shipped skill into `target`.
pub(super) fn write_shipped(id: &SkillId, target: &Path) -> Option<std::io::Result<()>> {
    let folder = shipped(id)?;
    Some(write(folder, folder.path(), target))
}

impl Engine {
    /// The folder of a skill with all its files; one that came with the program is laid out in the data folder first.
    /// # Errors
    /// [`EngineError::UnknownSkill`] if there is none, [`EngineError::Home`] if it cannot be written.
    pub fn skill_folder(&self, id: &SkillId) -> Result<PathBuf, EngineError> {
        if let Some(own) = self.own_folder(id) {
            return Ok(own);
        }
        let version = shipped_skill(id).ok_or_else(|| EngineError::UnknownSkill {
            skill: id.0.clone(),
        })??;
        let parent = self.config().home.join("shipped-skills");
        let target = parent.join(&version.content_hash).join(&id.0);
        if !target.join("SKILL.md").is_file() {
            let wrong = |source| EngineError::Home {
                path: target.clone(),
                source,
            };
            std::fs::create_dir_all(&target).map_err(wrong)?;
            if let Some(written) = write_shipped(id, &target) {
                written.map_err(wrong)?;
            }
        }
        Ok(target)
    }
}

fn shipped(id: &SkillId) -> Option<&'static Dir<'static>> {
    SHIPPED.dirs().find(|dir| name_of(dir.path()) == id.0)
}

fn collect(folder: &Dir<'_>, root: &Path, files: &mut Vec<(String, String)>) {
    for file in folder.files() {
        if let (Ok(inside), Some(text)) = (file.path().strip_prefix(root), file.contents_utf8()) {
            files.push((inside.to_string_lossy().replace('\\', "/"), text.to_owned()));
        }
    }
    for inner in folder.dirs() {
        collect(inner, root, files);
    }
}

fn write(folder: &Dir<'_>, root: &Path, target: &Path) -> std::io::Result<()> {
    for file in folder.files() {
        let inside = file.path().strip_prefix(root).unwrap_or(file.path());
        let out = target.join(inside);
        if let Some(parent) = out.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(out, file.contents())?;
    }
    folder
        .dirs()
        .try_for_each(|inner| write(inner, root, target))
}
