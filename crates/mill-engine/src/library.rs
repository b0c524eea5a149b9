//! The library of skills: those that came with the program, and those the person made or took in.

mod bring;
mod pack;
mod save;
mod shipped;
mod unpack;
mod uses;
mod version;

use std::path::{Path, PathBuf};

use mill_skills::Skill;

pub use bring::FoundSkill;
pub use save::SavedSkill;
pub use unpack::RefusedEntries;
pub use version::{DiffLine, FileDiff, LineChange, SkillVersion};

use self::shipped::{shipped_ids, shipped_skill};
use crate::{Engine, EngineError};

/// The sample task list of the first start.
pub(crate) const SAMPLE_LIST: &[u8] = include_bytes!("../../../samples/month-end/card-lines.csv");

/// A skill's id in the library: the name of its folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SkillId(String);

impl SkillId {
    /// Wraps an id as it came from a host.
    pub fn new(id: &str) -> Self {
        Self(id.to_owned())
    }

    /// The id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A skill in the library, readable or not.
#[derive(Debug)]
pub struct LibraryEntry {
    /// Its id.
    pub id: SkillId,
    /// The skill, or why it cannot be read.
    pub skill: Result<Skill, EngineError>,
    /// True if it came with the program and was not replaced by the person's own.
    pub shipped: bool,
    /// Where it is, for people.
    pub folder: String,
}

impl Engine {
    /// Every skill of the library, by name. One of the person's own wins over a shipped one of the same name.
    /// # Errors
    /// [`EngineError::Home`] if the library's folder cannot be listed.
    pub fn skills(&self) -> Result<Vec<LibraryEntry>, EngineError> {
        let folder = self.skills_folder();
        let mut ids: Vec<SkillId> = shipped_ids().collect();
        if folder.is_dir() {
            let wrong = |source| EngineError::Home {
                path: folder.clone(),
                source,
            };
            for entry in std::fs::read_dir(&folder).map_err(wrong)? {
                let entry = entry.map_err(wrong)?;
                if entry.file_type().map_err(wrong)?.is_dir() {
                    ids.push(SkillId(name_of(&entry.path())));
                }
            }
        }
        ids.sort();
        ids.dedup();
        Ok(ids.iter().filter_map(|id| self.library_entry(id)).collect())
    }

    /// A skill of the library, readable or not; `None`: there is none. Reads this one only.
    pub fn library_entry(&self, id: &SkillId) -> Option<LibraryEntry> {
        let (skill, shipped, folder) = match self.own_folder(id) {
            Some(own) => {
                let skill = Skill::read(&own).map_err(EngineError::from);
                (skill, false, own.display().to_string())
            }
            None => (shipped_skill(id)?, true, "Stampmill".to_owned()),
        };
        Some(LibraryEntry {
            id: id.clone(),
            skill,
            shipped,
            folder,
        })
    }

    /// A skill of the library.
    /// # Errors
    /// [`EngineError::UnknownSkill`] if there is none, or why it cannot be read.
    pub fn skill(&self, id: &SkillId) -> Result<Skill, EngineError> {
        let entry = self.library_entry(id);
        entry
            .ok_or_else(|| EngineError::UnknownSkill {
                skill: id.0.clone(),
            })?
            .skill
    }

    /// The folder of a skill of the person's own; `None`: it has none.
    fn own_folder(&self, id: &SkillId) -> Option<PathBuf> {
        let own = self.skills_folder().join(&id.0);
        (is_plain_name(&id.0) && own.is_dir()).then_some(own)
    }

    fn skills_folder(&self) -> PathBuf {
        self.config().home.join("skills")
    }
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// An id comes from a host; one with a separator would point outside the library.
fn is_plain_name(name: &str) -> bool {
    !name.is_empty() && name != ".." && name != "." && !name.contains(['/', '\\', ':'])
}
