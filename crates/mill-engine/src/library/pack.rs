//! Skill folders in and out as files: copied, unpacked from a zip, packed into one.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::EngineError;

/// The most bytes of one file of a skill, of all of them, and the most files.
const FILE_BYTES: u64 = 4 << 20;
const ALL_BYTES: u64 = 64 << 20;
const FILES: usize = 500;

/// Unpacks a zip. Refused as a whole: an entry that would land outside `target`, a link, two entries of one name, more
/// files or bytes than a skill has. Sizes are counted as they unpack, not believed.
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
    let mut archive = zip::ZipArchive::new(file).map_err(|error| damaged(error.to_string()))?;
    if archive.len() > FILES {
        return Err(damaged(format!("it holds more than {FILES} files")));
    }
    let mut left = ALL_BYTES;
    for index in 0..archive.len() {
        let mut entry = archive
            .by_index(index)
            .map_err(|error| damaged(error.to_string()))?;
        let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
        let Some(inside) = entry.enclosed_name() else {
            return Err(damaged(format!("`{name}` points outside the archive")));
        };
        if entry.is_symlink() {
            return Err(damaged(format!("`{name}` is a link")));
        }
        if entry.is_dir() {
            continue;
        }
        let out = target.join(inside);
        if let Some(parent) = out.parent() {
            std::fs::create_dir_all(parent).map_err(wrong)?;
        }
        // A name that is there already is another spelling of the same file.
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

/// The folder with SKILL.md: the archive's top, or its only folder.
pub(super) fn skill_root(unpacked: &Path) -> Option<PathBuf> {
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
pub(super) fn copy_tree(from: &Path, to: &Path) -> std::io::Result<()> {
    for file in files_below(from)? {
        let target = to.join(file.strip_prefix(from).unwrap_or(&file));
        if let Some(parent) = target.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::copy(&file, target)?;
    }
    Ok(())
}

/// Packs a folder into a zip whose only top folder is `name`. An old file of that path is replaced once the new one is
/// whole.
pub(super) fn pack(folder: &Path, name: &str, out: &Path) -> std::io::Result<()> {
    let parent = out.parent().unwrap_or_else(|| Path::new("."));
    let mut fresh = tempfile::NamedTempFile::new_in(parent)?;
    let mut archive = zip::ZipWriter::new(&mut fresh);
    let options = zip::write::SimpleFileOptions::default();
    for file in files_below(folder)? {
        let inside = file.strip_prefix(folder).unwrap_or(&file);
        let inside = inside.to_string_lossy().replace('\\', "/");
        archive.start_file(format!("{name}/{inside}"), options)?;
        archive.write_all(&std::fs::read(&file)?)?;
    }
    archive.finish()?;
    fresh.as_file().sync_all()?;
    fresh.persist(out)?;
    Ok(())
}

/// Plain files below a folder in order of their paths, within the limits of a skill.
fn files_below(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    let mut left = ALL_BYTES;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() {
                let bytes = entry.metadata()?.len();
                left = left.saturating_sub(bytes);
                if bytes > FILE_BYTES || left == 0 || files.len() == FILES {
                    return Err(std::io::Error::other(
                        "the skill has too many files, or files that are too large",
                    ));
                }
                files.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}
