//! A skill that comes as a zip. Everything is looked at before anything is written, and an archive with one entry that
//! could land elsewhere is refused as a whole, with every such entry named.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use zip::ZipArchive;

use super::pack::{ALL_BYTES, FILE_BYTES, FILES};
use crate::EngineError;

/// Names that mean a device on Windows, whatever stands behind a dot.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// Letters no file of Windows can have in its name.
const NO_LETTERS: [char; 7] = ['<', '>', ':', '"', '|', '?', '*'];

/// What is wrong with entries of an archive, by kind, each by its name as it stands there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RefusedEntries {
    /// They would land outside the folder: `..`, a whole path, a drive, another machine.
    pub outside: Vec<String>,
    /// Links, which may point anywhere.
    pub links: Vec<String>,
    /// Names that not every system can keep: devices, a dot or a space at the end, forbidden letters.
    pub names: Vec<String>,
    /// Two of them are one file where case does not count.
    pub twice: Vec<String>,
    /// Larger than a skill's files are, alone or together with those before.
    pub large: Vec<String>,
}

impl RefusedEntries {
    /// How many there are.
    pub const fn count(&self) -> usize {
        self.outside.len()
            + self.links.len()
            + self.names.len()
            + self.twice.len()
            + self.large.len()
    }
}

/// Their names, the worst first.
impl fmt::Display for RefusedEntries {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [
            &self.outside,
            &self.links,
            &self.names,
            &self.twice,
            &self.large,
        ];
        let names = all.into_iter().flatten();
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        formatter.write_str(&names.join(", "))
    }
}

/// Unpacks a zip. Refused as a whole: an entry that would land outside `target`, a link, names that are one file on some
/// system or none on another, more files or bytes than a skill has. Sizes are counted as they unpack, not only believed.
pub(super) fn unpack(path: &Path, target: &Path) -> Result<(), EngineError> {
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
    let file = File::open(path).map_err(|source| EngineError::Home {
        path: path.to_owned(),
        source,
    })?;
    let mut archive = ZipArchive::new(file).map_err(|error| damaged(error.to_string()))?;
    if archive.len() > FILES {
        return Err(damaged(format!("it holds more than {FILES} files")));
    }
    let places = looked_at(path, &mut archive)?;
    let mut left = ALL_BYTES;
    for (index, place) in places {
        let mut entry = archive
            .by_index(index)
            .map_err(|error| damaged(error.to_string()))?;
        let name = place.display().to_string();
        let out = target.join(place);
        if let Some(parent) = out.parent() {
            std::fs::create_dir_all(parent).map_err(wrong)?;
        }
        let mut out = File::create_new(out).map_err(wrong)?;
        let most = FILE_BYTES.min(left);
        let mut limited = (&mut entry).take(most + 1);
        let bytes = std::io::copy(&mut limited, &mut out)
            .map_err(|error| damaged(format!("`{name}`: {error}")))?;
        if bytes > most {
            return Err(damaged(format!("`{name}` is larger than {most} bytes")));
        }
        left -= bytes;
    }
    Ok(())
}

/// Where each file of the archive goes below the folder, by its number; refused with all that must not go anywhere.
fn looked_at(
    path: &Path,
    archive: &mut ZipArchive<File>,
) -> Result<Vec<(usize, PathBuf)>, EngineError> {
    let mut refused = RefusedEntries::default();
    let mut places = Vec::new();
    let mut seen = BTreeSet::new();
    let mut left = ALL_BYTES;
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index).map_err(|error| {
            EngineError::Table(mill_tables::TableError::Damaged {
                path: path.to_owned(),
                reason: error.to_string(),
            })
        })?;
        let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
        let size = entry.size();
        if entry.is_symlink() {
            refused.links.push(name);
            continue;
        }
        match place_of(&name) {
            Err(Unsafe::Outside) => refused.outside.push(name),
            Err(Unsafe::Name) => refused.names.push(name),
            Ok(_) if entry.is_dir() => {}
            Ok(place) if !seen.insert(place.to_string_lossy().to_lowercase()) => {
                refused.twice.push(name);
            }
            Ok(_) if size > FILE_BYTES.min(left) => refused.large.push(name),
            Ok(place) => {
                left -= size;
                places.push((index, place));
            }
        }
    }
    if refused.count() == 0 {
        return Ok(places);
    }
    Err(EngineError::ArchiveRefused {
        path: path.to_owned(),
        entries: Box::new(refused),
    })
}

/// Why a name is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unsafe {
    Outside,
    Name,
}

/// The place a name means. Nothing is taken out of a name to make it safe: what is left could be another name.
fn place_of(name: &str) -> Result<PathBuf, Unsafe> {
    let name = name.strip_suffix('/').unwrap_or(name);
    let has_drive = name.chars().nth(1) == Some(':');
    if name.is_empty() || name.starts_with(['/', '\\']) || has_drive {
        return Err(Unsafe::Outside);
    }
    let mut place = PathBuf::new();
    for part in name.split(['/', '\\']) {
        match part {
            ".." => return Err(Unsafe::Outside),
            "" | "." => {}
            part if is_for_every_system(part) => place.push(part),
            _ => return Err(Unsafe::Name),
        }
    }
    Ok(place)
}

fn is_for_every_system(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default();
    let stem = stem.trim_end().to_lowercase();
    let numbered = stem.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let is_device = match numbered {
        "com" | "lpt" => stem.len() == 4,
        word => word == stem && DEVICES.contains(&word),
    };
    let forbidden = |letter: char| letter.is_control() || NO_LETTERS.contains(&letter);
    !is_device && !part.ends_with(['.', ' ']) && !part.contains(forbidden)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn plain_names_keep_their_place_and_others_are_none() {
        for (name, place) in [
            ("sort/SKILL.md", "sort/SKILL.md"),
            ("sort\\references\\a b.csv", "sort/references/a b.csv"),
            ("./sort//SKILL.md", "sort/SKILL.md"),
            ("console.md", "console.md"),
            ("com10/发票.txt", "com10/发票.txt"),
        ] {
            assert_eq!(place_of(name), Ok(PathBuf::from(place)), "{name}");
        }
        for name in [
            "../out.txt",
            "/abs.txt",
            "C:\\abs.txt",
            "\\\\host\\share\\x",
            "a/../../b",
            "",
        ] {
            assert_eq!(place_of(name), Err(Unsafe::Outside), "{name}");
        }
        for name in [
            "..././out.txt",
            "CON",
            "sort/nul.txt",
            "COM1",
            "a./b",
            "end.",
            "ab:c",
            "a\0b",
        ] {
            assert_eq!(place_of(name), Err(Unsafe::Name), "{name}");
        }
    }

    proptest! {
        #[test]
        fn whatever_a_name_says_its_place_is_below(name in r"[./\\a-bC: ]{0,16}") {
            if let Ok(place) = place_of(&name) {
                let plain = |part| matches!(part, std::path::Component::Normal(_));
                prop_assert!(place.components().all(plain), "{place:?}");
            }
        }
    }
}
