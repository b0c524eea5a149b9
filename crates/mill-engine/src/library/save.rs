//! Skills written in the editor.

use std::collections::BTreeMap;
use std::path::Path;

use mill_skills::{
    DraftFault, DraftKept, Skill, SkillDraft, SkillSource, draft_faults, draft_files,
};

use super::SkillId;
use super::pack::copy_tree;
use crate::{Engine, EngineError};

/// What became of a draft that was to be saved.
#[derive(Debug)]
pub enum SavedSkill {
    /// It is in the library, as a new version.
    Saved(SkillId),
    /// It is not: these are in the way. The library is unchanged.
    Faults(Vec<DraftFault>),
}

impl Engine {
    /// Saves a draft as a new version of the skill of its name. `from` is the skill it was made from, whose further
    /// files it keeps: rules, references, scripts. `None`: it is new.
    /// # Errors
    /// [`EngineError::Home`] if it cannot be written; [`EngineError::Skill`] if a file the draft does not cover, such as
    /// its rules, does not fit it any more.
    pub fn save_skill(
        &self,
        draft: &SkillDraft,
        from: Option<&SkillId>,
    ) -> Result<SavedSkill, EngineError> {
        let mut faults = draft_faults(draft);
        let id = SkillId(draft.name.trim().to_owned());
        let taken = from != Some(&id) && self.skills()?.iter().any(|entry| entry.id == id);
        if taken {
            faults.push(DraftFault {
                at: "name".to_owned(),
                code: "name_taken",
                params: Vec::new(),
            });
        }
        if !faults.is_empty() {
            return Ok(SavedSkill::Faults(faults));
        }
        let fresh = self.fresh_folder()?;
        if let Some(from) = from {
            let folder = self.skill_folder(from)?;
            copy_tree(&folder, fresh.path()).map_err(|source| EngineError::Home {
                path: folder.clone(),
                source,
            })?;
        }
        let (kept, version) = self.next_version(&id, from);
        write_files(fresh.path(), &draft_files(draft, &kept, &version))?;
        // What is on the disk is read as anything else is: nothing that cannot be read back takes a skill's place.
        Skill::read(fresh.path())?;
        self.put_version(&id, fresh)?;
        Ok(SavedSkill::Saved(id))
    }

    /// Replaces or adds texts of files of a skill, as a new version; the skill that came with the program becomes the
    /// person's own. The rules editor saves so.
    /// # Errors
    /// [`EngineError::Skill`] if it would be no skill any more, [`EngineError::Home`] if it cannot be written. The
    /// library is unchanged then.
    pub fn save_skill_files(
        &self,
        id: &SkillId,
        files: &BTreeMap<String, Option<String>>,
    ) -> Result<(), EngineError> {
        let folder = self.skill_folder(id)?;
        let fresh = self.fresh_folder()?;
        copy_tree(&folder, fresh.path()).map_err(|source| EngineError::Home {
            path: folder.clone(),
            source,
        })?;
        write_files(fresh.path(), files)?;
        let skill = Skill::read(fresh.path())?;
        let (kept, version) = self.next_version(id, Some(id));
        let mut front = draft_files(&SkillDraft::of(&skill), &kept, &version);
        front.retain(|file, _| file == "SKILL.md");
        write_files(fresh.path(), &front)?;
        Skill::read(fresh.path())?;
        self.put_version(id, fresh)
    }

    /// What was typed about a skill and not saved, in the form its host wrote; `None`: nothing. No `id`: a new skill.
    /// # Errors
    /// [`EngineError::Store`] if it cannot be read.
    pub async fn kept_draft(&self, id: Option<&SkillId>) -> Result<Option<String>, EngineError> {
        let kept = self.store().setting(&draft_key(id)).await?;
        Ok(kept.filter(|text| !text.is_empty()))
    }

    /// Keeps what was typed about a skill until it is saved; `None` forgets it.
    /// # Errors
    /// [`EngineError::Store`] if it cannot be stored.
    pub async fn keep_draft(
        &self,
        id: Option<&SkillId>,
        draft: Option<String>,
    ) -> Result<(), EngineError> {
        let text = draft.unwrap_or_default();
        Ok(self.store().set_setting(&draft_key(id), &text).await?)
    }

    /// The skill a draft would be, without saving it; for trying it out.
    /// # Errors
    /// [`EngineError::Skill`] if it is none.
    pub fn drafted_skill(
        &self,
        draft: &SkillDraft,
        from: Option<&SkillId>,
    ) -> Result<Skill, EngineError> {
        let mut files: BTreeMap<String, String> = BTreeMap::new();
        let mut kept = DraftKept::default();
        let mut version = "draft".to_owned();
        if let Some(from) = from {
            let skill = self.skill(from)?;
            files.extend(
                skill
                    .source
                    .files()
                    .map(|(file, text)| (file.to_owned(), text.to_owned())),
            );
            version = format!("{} draft", skill.version);
            kept.about = skill.about;
            kept.merge = skill.merge;
        }
        for (file, text) in draft_files(draft, &kept, &version) {
            match text {
                Some(text) => drop(files.insert(file, text)),
                None => drop(files.remove(&file)),
            }
        }
        Ok(Skill::from_source(SkillSource::from_files(files))?)
    }

    /// What a draft keeps of the skill it came from, and the number of its version: one more than any there is.
    fn next_version(&self, id: &SkillId, from: Option<&SkillId>) -> (DraftKept, String) {
        let kept = from
            .and_then(|from| self.skill(from).ok())
            .map(|skill| DraftKept::of(&skill))
            .unwrap_or_default();
        let versions = self.versions_of_skill(id).unwrap_or_default();
        let highest = versions
            .iter()
            .filter_map(|version| version.version.parse::<u32>().ok())
            .max();
        (kept, highest.map_or(1, |highest| highest + 1).to_string())
    }
}

fn draft_key(id: Option<&SkillId>) -> String {
    format!("skill_draft:{}", id.map_or("", SkillId::as_str))
}

fn write_files(folder: &Path, files: &BTreeMap<String, Option<String>>) -> Result<(), EngineError> {
    for (file, text) in files {
        let inside = Path::new(file);
        let plain = inside
            .components()
            .all(|part| matches!(part, std::path::Component::Normal(_)));
        if !plain || file.contains(['\\', ':']) {
            return Err(EngineError::BadValue {
                what: "file",
                value: file.clone(),
                expected: "use a path inside the skill's folder".to_owned(),
            });
        }
        let path = folder.join(inside);
        let written = match text {
            None if path.exists() => std::fs::remove_file(&path),
            None => Ok(()),
            Some(text) => path
                .parent()
                .map_or(Ok(()), std::fs::create_dir_all)
                .and_then(|()| std::fs::write(&path, text)),
        };
        written.map_err(|source| EngineError::Home { path, source })?;
    }
    Ok(())
}
