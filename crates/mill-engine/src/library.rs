//! The library of skills: those that came with the program, and those the person took in.

use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};
use mill_skills::{Skill, SkillSource};

use crate::{Engine, EngineError};

/// The skills that came with the program.
static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../skills");

/// The sample task list of the first start.
pub(crate) const SAMPLE_LIST: &[u8] = include_bytes!("../../../samples/month-end/card-lines.csv");

/// The most bytes of a file of a skill that is taken in, and the most files.
const IMPORT_FILE_BYTES: u64 = 4 << 20;
const IMPORT_FILES: usize = 500;

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
    /// Every skill of the library, by name. One the person took in wins over a shipped one of the same name.
    /// # Errors
    /// [`EngineError::Home`] if the library's folder cannot be listed.
    pub fn skills(&self) -> Result<Vec<LibraryEntry>, EngineError> {
        let folder = self.skills_folder();
        let mut entries = Vec::new();
        if folder.is_dir() {
            let wrong = |source| EngineError::Home {
                path: folder.clone(),
                source,
            };
            for entry in std::fs::read_dir(&folder).map_err(wrong)? {
                let entry = entry.map_err(wrong)?;
                if entry.file_type().map_err(wrong)?.is_dir() {
                    entries.push(own_entry(&entry.path()));
                }
            }
        }
        for shipped in SHIPPED.dirs() {
            let id = SkillId(name_of(shipped.path()));
            if !entries.iter().any(|entry| entry.id == id) {
                let skill = shipped_skill(shipped);
                entries.push(LibraryEntry {
                    id,
                    skill,
                    shipped: true,
                    folder: "Stampmill".to_owned(),
                });
            }
        }
        entries.sort_by(|one, other| one.id.cmp(&other.id));
        Ok(entries)
    }

    /// A skill of the library.
    /// # Errors
    /// [`EngineError::UnknownSkill`] if there is none, or why it cannot be read.
    pub fn skill(&self, id: &SkillId) -> Result<Skill, EngineError> {
        let own = self.skills_folder().join(&id.0);
        if is_plain_name(&id.0) && own.is_dir() {
            return Ok(Skill::read(&own)?);
        }
        let shipped = SHIPPED
            .dirs()
            .find(|shipped| name_of(shipped.path()) == id.0);
        shipped_skill(shipped.ok_or_else(|| EngineError::UnknownSkill {
            skill: id.0.clone(),
        })?)
    }

    /// Takes a skill folder or a zip of one into the library. A skill with the same name is replaced; runs keep the
    /// version they were started with. Nothing in it is run.
    /// # Errors
    /// [`EngineError::Skill`] if it is no skill, [`EngineError::Home`] if it cannot be copied.
    pub fn import_skill(&self, path: &Path) -> Result<SkillId, EngineError> {
        let wrong = |source| EngineError::Home {
            path: path.to_owned(),
            source,
        };
        let unpacked;
        let folder = if path.is_dir() {
            path.to_owned()
        } else {
            unpacked = tempfile::tempdir().map_err(wrong)?;
            unpack(path, unpacked.path())?;
            skill_root(unpacked.path()).ok_or_else(|| {
                EngineError::Skill(mill_skills::SkillError::NotASkill {
                    folder: path.display().to_string(),
                })
            })?
        };
        let skill = Skill::read(&folder)?;
        let name = skill.name.clone();
        let target = self.skills_folder().join(&name);
        let parent = self.skills_folder();
        std::fs::create_dir_all(&parent).map_err(wrong)?;
        let fresh = tempfile::tempdir_in(&parent).map_err(wrong)?;
        let mut left = IMPORT_FILES;
        copy_tree(&folder, fresh.path(), &mut left).map_err(wrong)?;
        if target.exists() {
            std::fs::remove_dir_all(&target).map_err(wrong)?;
        }
        std::fs::rename(fresh.keep(), &target).map_err(wrong)?;
        self.stale(["skills", "jobs"]);
        Ok(SkillId(name))
    }

    fn skills_folder(&self) -> PathBuf {
        self.config().home.join("skills")
    }
}

fn own_entry(folder: &Path) -> LibraryEntry {
    LibraryEntry {
        id: SkillId(name_of(folder)),
        skill: Skill::read(folder).map_err(EngineError::from),
        shipped: false,
        folder: folder.display().to_string(),
    }
}

fn shipped_skill(folder: &Dir<'_>) -> Result<Skill, EngineError> {
    let mut files = Vec::new();
    collect(folder, folder.path(), &mut files);
    Ok(Skill::from_source(SkillSource::from_files(files))?)
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

/// Unpacks a zip, refusing entries that would land outside `target`; links are not made.
fn unpack(path: &Path, target: &Path) -> Result<(), EngineError> {
    let damaged = |reason: String| {
        EngineError::Table(mill_tables::TableError::Damaged {
            path: path.to_owned(),
            reason,
        })
    };
    let wrong = |source| EngineError::Home {
        path: target.to_owned(),
        source,
    };
    let file = std::fs::File::open(path).map_err(|source| EngineError::Home {
        path: path.to_owned(),
        source,
    })?;
    let mut archive = zip::ZipArchive::new(file).map_err(|error| damaged(error.to_string()))?;
    if archive.len() > IMPORT_FILES {
        return Err(damaged(format!("it holds more than {IMPORT_FILES} files")));
    }
    for index in 0..archive.len() {
        let mut entry = archive
            .by_index(index)
            .map_err(|error| damaged(error.to_string()))?;
        let Some(inside) = entry.enclosed_name() else {
            return Err(damaged(
                "one of its entries points outside the archive".to_owned(),
            ));
        };
        let name = inside.display().to_string();
        if entry.is_dir() || entry.is_symlink() {
            continue;
        }
        let out = target.join(inside);
        if let Some(parent) = out.parent() {
            std::fs::create_dir_all(parent).map_err(wrong)?;
        }
        let mut out = std::fs::File::create(out).map_err(wrong)?;
        let mut limited = std::io::Read::take(&mut entry, IMPORT_FILE_BYTES + 1);
        let bytes = std::io::copy(&mut limited, &mut out).map_err(wrong)?;
        if bytes > IMPORT_FILE_BYTES {
            return Err(damaged(format!(
                "`{name}` is larger than {IMPORT_FILE_BYTES} bytes"
            )));
        }
    }
    Ok(())
}

/// The folder with SKILL.md: the archive's top, or its only folder.
fn skill_root(unpacked: &Path) -> Option<PathBuf> {
    let has_skill = |folder: &Path| folder.join("SKILL.md").is_file();
    if has_skill(unpacked) {
        return Some(unpacked.to_owned());
    }
    let folders = std::fs::read_dir(unpacked)
        .ok()?
        .filter_map(Result::ok)
        .map(|entry| entry.path());
    folders.into_iter().find(|folder| has_skill(folder))
}

/// Copies plain files; links are left out, because they may point anywhere.
fn copy_tree(from: &Path, to: &Path, left: &mut usize) -> std::io::Result<()> {
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (kind, target) = (entry.file_type()?, to.join(entry.file_name()));
        if kind.is_dir() {
            std::fs::create_dir_all(&target)?;
            copy_tree(&entry.path(), &target, left)?;
        } else if kind.is_file() {
            *left = left
                .checked_sub(1)
                .ok_or_else(|| std::io::Error::other("the skill has too many files"))?;
            if entry.metadata()?.len() > IMPORT_FILE_BYTES {
                return Err(std::io::Error::other("a file of the skill is too large"));
            }
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
