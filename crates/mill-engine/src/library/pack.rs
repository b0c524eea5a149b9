//! Skill folders in and out as files: copied, and packed into a zip.

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The most bytes of one file of a skill, of all of them, and the most files.
pub(super) const FILE_BYTES: u64 = 4 << 20;
pub(super) const ALL_BYTES: u64 = 64 << 20;
pub(super) const FILES: usize = 500;

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
