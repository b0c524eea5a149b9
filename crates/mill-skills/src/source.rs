//! The files of a skill, as they were read: what a run remembers to be repeatable.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{Place, SkillError, sidecar};

/// The most bytes one file of a skill may have.
const FILE_LIMIT_BYTES: u64 = 8 * 1024 * 1024;
/// Sample tasks; they do not change what the skill does.
pub(crate) const EVALS_FILE: &str = "evals/evals.json";
/// Sample tasks that are shown to the model; they are part of what the skill does.
pub(crate) const EXAMPLES_FILE: &str = "references/examples.json";
/// The usual name of a rules table.
pub(crate) const RULES_FILE: &str = "rules.csv";
/// The sidecar.
pub(crate) const SIDECAR_FILE: &str = "stampmill.toml";

/// Every file a skill needs, by its path inside the folder (forward slashes), as text with `\n` line ends and
/// without a byte order mark. Serialises as one JSON object, so that it can be stored with a run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SkillSource {
    files: BTreeMap<String, String>,
}

impl SkillSource {
    /// Reads `SKILL.md`, the sidecar and every file the sidecar names. Nothing outside the folder is read.
    /// # Errors
    /// [`SkillError`] if one is missing, not text, too large or outside the folder.
    pub fn read(folder: &Path) -> Result<Self, SkillError> {
        let mut source = Self::default();
        if !folder.join("SKILL.md").is_file() {
            return Err(SkillError::NotASkill {
                folder: folder.display().to_string(),
            });
        }
        for file in ["SKILL.md", SIDECAR_FILE, RULES_FILE, EVALS_FILE] {
            if folder.join(file).exists() {
                refuse_outside(folder, file, &Place::file(file))?;
                source.add_from(folder, file)?;
            }
        }
        let named = source
            .text(SIDECAR_FILE)
            .map(sidecar::named_files)
            .transpose()?;
        for (file, place) in named.unwrap_or_default() {
            refuse_outside(folder, &file, &place)?;
            source.add_from(folder, &file)?;
        }
        Ok(source)
    }

    /// Files from elsewhere: an editor, an archive, the store. [`Skill::from_source`](crate::Skill::from_source) keeps
    /// those the skill needs.
    pub fn from_files<Name: Into<String>, Text: AsRef<str>>(
        files: impl IntoIterator<Item = (Name, Text)>,
    ) -> Self {
        Self {
            files: files
                .into_iter()
                .map(|(name, text)| (name.into(), normalised(text.as_ref())))
                .collect(),
        }
    }

    /// The text of a file; `None` if the skill does not have it.
    pub fn text(&self, file: &str) -> Option<&str> {
        self.files.get(file).map(String::as_str)
    }

    /// Paths and texts, sorted by path.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .map(|(file, text)| (file.as_str(), text.as_str()))
    }

    /// Lower-case hexadecimal SHA-256 over paths and texts; evals are left out. The same on every system, whatever
    /// the line ends on disk.
    pub fn content_hash(&self) -> String {
        let mut hash = Sha256::new();
        for (file, text) in self.files().filter(|(file, _)| *file != EVALS_FILE) {
            // Lengths first, so that no two different sets of files can read the same.
            hash.update((file.len() as u64).to_le_bytes());
            hash.update(file);
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        let mut text = String::with_capacity(64);
        for byte in hash.finalize() {
            // Writing into a text cannot fail.
            _ = write!(text, "{byte:02x}");
        }
        text
    }

    /// Only the files the skill needs, so that it is the same skill, with the same hash, wherever it was read from.
    pub(crate) fn only_needed(mut self) -> Result<Self, SkillError> {
        let named = self
            .text(SIDECAR_FILE)
            .map(sidecar::named_files)
            .transpose()?
            .unwrap_or_default();
        self.files.retain(|file, _| {
            ["SKILL.md", SIDECAR_FILE, RULES_FILE, EVALS_FILE].contains(&file.as_str())
                || named.iter().any(|(needed, _)| needed == file)
        });
        Ok(self)
    }

    /// The text of a file that must be there.
    pub(crate) fn required(&self, file: &str) -> Result<&str, SkillError> {
        self.text(file).ok_or_else(|| {
            SkillError::wrong(
                Place::file(file),
                "the file is missing",
                format!("Add `{file}` to the skill's folder."),
            )
        })
    }

    fn add_from(&mut self, folder: &Path, file: &str) -> Result<(), SkillError> {
        let text = read_text(&folder.join(file), file)?;
        self.files.insert(file.to_owned(), normalised(&text));
        Ok(())
    }
}

/// A skill reads nothing outside its own folder, neither by `..` nor through a link.
fn refuse_outside(folder: &Path, file: &str, place: &Place) -> Result<(), SkillError> {
    let plain = !file.is_empty()
        && !file.contains(['\\', ':'])
        && file
            .split('/')
            .all(|part| !part.is_empty() && part != "." && part != "..");
    let resolved = || {
        Some((
            folder.canonicalize().ok()?,
            folder.join(file).canonicalize().ok()?,
        ))
    };
    let inside = plain && resolved().is_none_or(|(folder, file)| file.starts_with(folder));
    if inside {
        return Ok(());
    }
    Err(SkillError::wrong(
        place.clone(),
        format!("`{file}` is not a file inside the skill's folder"),
        "Copy the file into the folder and write its path from there with forward slashes.",
    ))
}

fn read_text(path: &Path, file: &str) -> Result<String, SkillError> {
    let read_error = |source| SkillError::Read {
        file: file.to_owned(),
        source,
    };
    let mut bytes = Vec::new();
    let opened = File::open(path).map_err(read_error)?;
    opened
        .take(FILE_LIMIT_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(read_error)?;
    if bytes.len() as u64 > FILE_LIMIT_BYTES {
        return Err(SkillError::TooLarge {
            file: file.to_owned(),
            limit_bytes: FILE_LIMIT_BYTES,
        });
    }
    String::from_utf8(bytes).map_err(|_| SkillError::NotText {
        file: file.to_owned(),
    })
}

fn normalised(text: &str) -> String {
    text.strip_prefix('\u{feff}')
        .unwrap_or(text)
        .replace("\r\n", "\n")
}
