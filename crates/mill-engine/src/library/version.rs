//! Versions of a skill: every save, import and restore makes one; none is ever changed.

use std::path::PathBuf;

use mill_domain::Timestamp;
use mill_skills::Skill;
use similar::{ChangeTag, TextDiff};
use tempfile::TempDir;

use super::SkillId;
use super::pack::copy_tree;
use super::shipped::{shipped_skill, write_shipped};
use crate::{Engine, EngineError};

/// Unchanged lines shown around a change.
const CONTEXT_LINES: usize = 3;

/// A version of a skill that can be looked at and brought back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillVersion {
    /// What it is known by among the versions of its skill.
    pub id: String,
    /// What the skill calls it; `?` if it cannot be read any more.
    pub version: String,
    /// When it came to be; `None`: it came with the program.
    pub saved_at: Option<Timestamp>,
    /// True for the one in use.
    pub current: bool,
    /// The hash of what it does; "" if it cannot be read any more.
    pub hash: String,
}

/// A file that differs between two versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileDiff {
    /// Its path in the folder.
    pub file: String,
    /// Stretches of lines around the changes.
    pub hunks: Vec<Vec<DiffLine>>,
}

/// A line of a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffLine {
    /// What happened to it.
    pub change: LineChange,
    /// Its number in the older text, from 1; `None` if it is not there.
    pub old: Option<u32>,
    /// Its number in the newer text, from 1; `None` if it is not there.
    pub new: Option<u32>,
    /// The line without its end.
    pub text: String,
}

/// What happened to a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineChange {
    /// It is in both.
    Same,
    /// It is in the newer only.
    Added,
    /// It is in the older only.
    Removed,
}

/// The version that came with the program.
const SHIPPED: &str = "shipped";

impl Engine {
    /// The versions of a skill, newest first.
    /// # Errors
    /// [`EngineError::Home`] if they cannot be listed.
    pub fn versions_of_skill(&self, id: &SkillId) -> Result<Vec<SkillVersion>, EngineError> {
        self.keep_current(id)?;
        let current = self.skill(id).map(|skill| skill.content_hash).ok();
        let mut versions = Vec::new();
        let mut found_current = false;
        for name in self.version_names(id)? {
            let version = self
                .version_folder(id, &name)
                .map(|folder| Skill::read(&folder));
            let read = version.and_then(Result::ok);
            let hash = read.as_ref().map(|skill| skill.content_hash.clone());
            let is_current = !found_current && hash.is_some() && hash == current;
            found_current |= is_current;
            versions.push(SkillVersion {
                version: read.map_or_else(|| "?".to_owned(), |skill| skill.version),
                saved_at: name.parse().ok().map(Timestamp::from_millis),
                current: is_current,
                hash: hash.unwrap_or_default(),
                id: name,
            });
        }
        if let Some(Ok(skill)) = shipped_skill(id) {
            versions.push(SkillVersion {
                id: SHIPPED.to_owned(),
                version: skill.version,
                saved_at: None,
                current: !found_current,
                hash: skill.content_hash,
            });
        }
        Ok(versions)
    }

    /// A version as it was.
    /// # Errors
    /// [`EngineError::UnknownSkill`] if there is none.
    pub fn skill_version(&self, id: &SkillId, version: &str) -> Result<Skill, EngineError> {
        let unknown = || EngineError::UnknownSkill {
            skill: format!("{} {version}", id.0),
        };
        if version == SHIPPED {
            return shipped_skill(id).ok_or_else(unknown)?;
        }
        let folder = self.version_folder(id, version).ok_or_else(unknown)?;
        Ok(Skill::read(&folder)?)
    }

    /// What changed from one version to another, file by file. Of the folder's files, those the skill needs.
    /// # Errors
    /// [`EngineError::UnknownSkill`] if one of them is not there.
    pub fn skill_changes(
        &self,
        id: &SkillId,
        from: &str,
        to: &str,
    ) -> Result<Vec<FileDiff>, EngineError> {
        Ok(changes(
            &self.skill_version(id, from)?,
            &self.skill_version(id, to)?,
        ))
    }

    /// Brings a version back, as a new version.
    /// # Errors
    /// [`EngineError::UnknownSkill`] if it is not there, [`EngineError::Home`] if it cannot be written.
    pub fn restore_skill(&self, id: &SkillId, version: &str) -> Result<(), EngineError> {
        self.skill_version(id, version)?;
        let fresh = self.fresh_folder()?;
        let written = if version == SHIPPED {
            write_shipped(id, fresh.path()).unwrap_or(Ok(()))
        } else {
            let folder = self.version_folder(id, version).unwrap_or_default();
            copy_tree(&folder, fresh.path())
        };
        written.map_err(|source| EngineError::Home {
            path: fresh.path().to_owned(),
            source,
        })?;
        self.put_version(id, fresh)
    }

    /// Puts a folder that was made beside the library in the place of a skill, and keeps a copy of it as a version.
    pub(super) fn put_version(&self, id: &SkillId, fresh: TempDir) -> Result<(), EngineError> {
        self.keep_current(id)?;
        let target = self.skills_folder().join(&id.0);
        let wrong = |source| EngineError::Home {
            path: target.clone(),
            source,
        };
        let fresh = fresh.keep();
        if target.exists() {
            // Moved aside before the new one takes its place: at no moment is a half skill there.
            let old = self.fresh_folder()?;
            std::fs::rename(&target, old.path().join("old")).map_err(wrong)?;
        }
        std::fs::rename(&fresh, &target).map_err(wrong)?;
        self.keep_current(id)?;
        self.stale(["skills", "jobs"]);
        Ok(())
    }

    /// Keeps a copy of a person's skill as it is now, unless the newest kept one is the same. A folder may have been
    /// changed with other programs; that too is a version.
    pub(super) fn keep_current(&self, id: &SkillId) -> Result<(), EngineError> {
        let Some(own) = self.own_folder(id) else {
            return Ok(());
        };
        // A skill that cannot be read now is no version to go back to.
        let Ok(skill) = Skill::read(&own) else {
            return Ok(());
        };
        let newest = self.version_names(id)?.into_iter().next();
        if let Some(newest) = &newest
            && let Some(folder) = self.version_folder(id, newest)
            && Skill::read(&folder).is_ok_and(|kept| {
                kept.content_hash == skill.content_hash && kept.evals == skill.evals
            })
        {
            return Ok(());
        }
        let after = newest
            .and_then(|name| name.parse::<i64>().ok())
            .unwrap_or(0);
        let at = self.now().as_millis().max(after + 1);
        let parent = self.versions_folder(id);
        let folder = parent.join(format!("{at:013}"));
        let wrong = |source| EngineError::Home {
            path: folder.clone(),
            source,
        };
        std::fs::create_dir_all(&parent).map_err(wrong)?;
        let fresh = tempfile::tempdir_in(&parent).map_err(wrong)?;
        copy_tree(&own, fresh.path()).map_err(wrong)?;
        std::fs::rename(fresh.keep(), &folder).map_err(wrong)
    }

    /// An empty folder beside the library, on the same disk; it is not yet a skill.
    pub(super) fn fresh_folder(&self) -> Result<TempDir, EngineError> {
        let parent = self.config().home.join("skill-work");
        let made = std::fs::create_dir_all(&parent)
            .and_then(|()| std::fs::create_dir_all(self.skills_folder()))
            .and_then(|()| tempfile::tempdir_in(&parent));
        made.map_err(|source| EngineError::Home {
            path: parent,
            source,
        })
    }

    /// Names of kept versions, newest first.
    fn version_names(&self, id: &SkillId) -> Result<Vec<String>, EngineError> {
        let folder = self.versions_folder(id);
        if !folder.is_dir() {
            return Ok(Vec::new());
        }
        let listed = std::fs::read_dir(&folder).map_err(|source| EngineError::Home {
            path: folder,
            source,
        })?;
        let mut names: Vec<String> = listed
            .filter_map(Result::ok)
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| name.parse::<i64>().is_ok())
            .collect();
        names.sort();
        names.reverse();
        Ok(names)
    }

    fn versions_folder(&self, id: &SkillId) -> PathBuf {
        self.config().home.join("skill-versions").join(&id.0)
    }

    /// The folder of a kept version; `None`: there is none.
    fn version_folder(&self, id: &SkillId, version: &str) -> Option<PathBuf> {
        let plain = version.bytes().all(|byte| byte.is_ascii_digit());
        let folder = self.versions_folder(id).join(version);
        (plain && super::is_plain_name(&id.0) && folder.is_dir()).then_some(folder)
    }
}

/// What changed from one skill to another, file by file.
pub(super) fn changes(from: &Skill, to: &Skill) -> Vec<FileDiff> {
    let names = |skill: &Skill| -> Vec<String> {
        skill
            .source
            .files()
            .map(|(file, _)| file.to_owned())
            .collect()
    };
    let mut files = names(from);
    files.extend(names(to));
    files.sort();
    files.dedup();
    files
        .into_iter()
        .filter_map(|file| {
            let text = |skill: &Skill| skill.source.text(&file).unwrap_or_default().to_owned();
            let hunks = hunks(&text(from), &text(to));
            (!hunks.is_empty()).then_some(FileDiff { file, hunks })
        })
        .collect()
}

fn hunks(from: &str, to: &str) -> Vec<Vec<DiffLine>> {
    let diff = TextDiff::from_lines(from, to);
    let number = |index: Option<usize>| index.and_then(|index| u32::try_from(index + 1).ok());
    diff.grouped_ops(CONTEXT_LINES)
        .iter()
        .map(|group| {
            group
                .iter()
                .flat_map(|op| diff.iter_changes(op))
                .map(|change| DiffLine {
                    change: match change.tag() {
                        ChangeTag::Equal => LineChange::Same,
                        ChangeTag::Insert => LineChange::Added,
                        ChangeTag::Delete => LineChange::Removed,
                    },
                    old: number(change.old_index()),
                    new: number(change.new_index()),
                    text: change.value().trim_end_matches('\n').to_owned(),
                })
                .collect()
        })
        .collect()
}
